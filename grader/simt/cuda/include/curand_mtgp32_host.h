/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no curand_mtgp32_host.h: use CURAND_RNG_PSEUDO_XORWOW or CURAND_RNG_PSEUDO_PHILOX4_32_10"
