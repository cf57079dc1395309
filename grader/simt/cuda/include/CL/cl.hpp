/* The C++ face of OpenCL 1.2 by its old name, where only the newer one is installed. */
#ifndef LOCKSTEP_CL_HPP
#define LOCKSTEP_CL_HPP

#if __has_include_next(<CL/cl.hpp>)
#include_next <CL/cl.hpp>
#else

#ifndef CL_HPP_TARGET_OPENCL_VERSION
#define CL_HPP_TARGET_OPENCL_VERSION 120
#endif
#ifndef CL_HPP_MINIMUM_OPENCL_VERSION
#define CL_HPP_MINIMUM_OPENCL_VERSION 100
#endif
#define CL_HPP_CL_1_2_DEFAULT_BUILD
#define CL_HPP_ENABLE_PROGRAM_CONSTRUCTION_FROM_ARRAY_COMPATIBILITY
#ifdef __CL_ENABLE_EXCEPTIONS
#define CL_HPP_ENABLE_EXCEPTIONS
#endif
#include <CL/opencl.hpp>

namespace cl {
using compatibility::make_kernel;
}
#define VECTOR_CLASS std::vector
#define STRING_CLASS std::string

#endif
#endif
