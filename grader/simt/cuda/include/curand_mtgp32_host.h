/* Not offered: said plainly, rather than "file not found". */
#error "Lockstep has no MTGP32: take XORWOW or Philox, as CURAND_RNG_PSEUDO_XORWOW"
