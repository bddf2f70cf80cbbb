// reduction: the last steps of the tree without barriers, as fung2009, figure 22 shows it. Right only
// where the threads of a warp run in lock-step, and full of races by the rules of the ABI.
#include "reduction.h"

REDUCTION(reduction, )
