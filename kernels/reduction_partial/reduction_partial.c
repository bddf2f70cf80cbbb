// reduction_partial: reduction with a barrier of the warp after each of the last steps, which makes
// it right everywhere (fung2009, section 8).
#include "reduction.h"

REDUCTION(reduction_partial, warp_barrier())
