// Points: nearest neighbours, and a step of k-means.
typedef struct latLong { float lat; float lng; } LatLong;

__kernel void nearest(__global LatLong *d_locations, __global float *d_distances, const int count, const float lat, const float lng) {
    const int i = get_global_id(0);
    if (i < count) {
        __global LatLong *latLong = d_locations + i;
        __global float *dist = d_distances + i;
        *dist = (float)sqrt((lat - latLong->lat) * (lat - latLong->lat) + (lng - latLong->lng) * (lng - latLong->lng));
    }
}

#define FEATURES 3
#define CLUSTERS 4

__kernel void kmeans(__global const float *features, __constant float *clusters, __global int *membership,
                     volatile __global int *sizes, int points) {
    __local int counts[CLUSTERS];
    const int i = get_global_id(0), l = get_local_id(0);
    if (l < CLUSTERS)
        counts[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < points) {
        float best = FLT_MAX;
        int index = 0;
        for (int c = 0; c < CLUSTERS; c++) {
            float distance = 0;
            for (int f = 0; f < FEATURES; f++) {
                const float d = features[f * points + i] - clusters[c * FEATURES + f];
                distance += d * d;
            }
            if (distance < best) {
                best = distance;
                index = c;
            }
        }
        membership[i] = index;
        atomic_inc(&counts[index]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < CLUSTERS)
        atomic_add(&sizes[l], counts[l]);
}
