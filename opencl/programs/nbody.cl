/* One step of bodies that attract each other: x, y, z and the mass in `w`. A group goes over all bodies in parts. */
__kernel void step_bodies(__global const float4 *bodies, __global float4 *moved, __global float4 *speeds,
                          __global int *neighbours, __local float4 *part, float step, float softening, float radius) {
    int body = get_global_id(0), item = get_local_id(0), items = get_local_size(0);
    float4 own = bodies[body], pull = (float4)(0);
    int near = 0;
    for (int start = 0; start < get_global_size(0); start += items) {
        part[item] = bodies[start + item];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int i = 0; i < items; i++) {
            float3 way = part[i].xyz - own.xyz;
            float square = dot(way, way);
            near += square < radius * radius;
            float inverse = rsqrt(square + softening);
            pull.xyz += way * (part[i].w * inverse * inverse * inverse);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 speed = speeds[body] + pull * step;
    speeds[body] = speed;
    moved[body] = (float4)(own.xyz + speed.xyz * step, own.w);
    neighbours[body] = near;
}
