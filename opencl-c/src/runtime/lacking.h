/* Functions of features that the device lacks: a program that calls them compiles, and the kernels that do are refused (OCL-16). */
#define LACKING __attribute__((overloadable))

uint LACKING get_sub_group_size(void);
uint LACKING get_max_sub_group_size(void);
uint LACKING get_num_sub_groups(void);
uint LACKING get_enqueued_num_sub_groups(void);
uint LACKING get_sub_group_id(void);
uint LACKING get_sub_group_local_id(void);
void LACKING sub_group_barrier(cl_mem_fence_flags flags);
void LACKING sub_group_barrier(cl_mem_fence_flags flags, uint scope);
int LACKING sub_group_all(int predicate);
int LACKING sub_group_any(int predicate);
int LACKING work_group_all(int predicate);
int LACKING work_group_any(int predicate);

#define LACKING_OPERATION(type, operation)                                                                             \
    type LACKING sub_group_reduce_##operation(type x);                                                                 \
    type LACKING sub_group_scan_exclusive_##operation(type x);                                                         \
    type LACKING sub_group_scan_inclusive_##operation(type x);                                                         \
    type LACKING work_group_reduce_##operation(type x);                                                                \
    type LACKING work_group_scan_exclusive_##operation(type x);                                                        \
    type LACKING work_group_scan_inclusive_##operation(type x);

#define LACKING_TYPE(type)                                                                                             \
    LACKING_OPERATION(type, add)                                                                                       \
    LACKING_OPERATION(type, min)                                                                                       \
    LACKING_OPERATION(type, max)                                                                                       \
    type LACKING sub_group_broadcast(type x, uint item);                                                               \
    type LACKING work_group_broadcast(type x, size_t item);                                                            \
    type LACKING work_group_broadcast(type x, size_t item_x, size_t item_y);                                           \
    type LACKING work_group_broadcast(type x, size_t item_x, size_t item_y, size_t item_z);

LACKING_TYPE(int)
LACKING_TYPE(uint)
LACKING_TYPE(long)
LACKING_TYPE(ulong)
LACKING_TYPE(float)
#ifdef cl_khr_fp64
LACKING_TYPE(double)
#endif

#undef LACKING
#undef LACKING_OPERATION
#undef LACKING_TYPE
