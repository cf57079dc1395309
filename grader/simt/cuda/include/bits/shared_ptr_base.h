/* Stands before libstdc++'s own, which says __noinline__ where CUDA has a macro (<memory>). */
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
