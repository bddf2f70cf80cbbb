// printf: appends a record to the buffer that the host has given, and the host makes text of it. A call of printf is
// compiled into one of this function, with its arguments in memory (print_calls.rs).

uint __heddle_hidden(uint word);
uint __attribute__((overloadable)) atomic_add(volatile __global uint *address, uint value);

// The buffer begins with three words: bytes that are taken, these included; size in bytes; records that did
// not fit.
enum { TAKEN, SIZE, LOST, HEADER };

// A record is its size in bytes, the thread, the format, the types of the arguments, then the arguments. It is
// 4 words larger than these.
enum { RECORD_HEADER = 4 };

__attribute__((noinline)) int __heddle_print(__constant char *format, __constant char *types, uint *arguments, uint words) {
    volatile __global uint *buffer = (volatile __global uint *)__heddle_hidden(4);
    const uint bytes = 4 * (RECORD_HEADER + words);
    uint thread;
    __asm__("csrr %0, mhartid" : "=r"(thread));
    if (!buffer)
        return -1;
    // A full buffer takes no more, so that its first word cannot wrap.
    const uint size = buffer[SIZE];
    const uint at = buffer[TAKEN] < size ? atomic_add(&buffer[TAKEN], bytes) : size;
    if (at > size || bytes > size - at) {
        atomic_add(&buffer[LOST], 1);
        return -1;
    }
    volatile __global uint *record = buffer + at / 4;
    record[0] = bytes;
    record[1] = thread;
    record[2] = (uint)format;
    record[3] = (uint)types;
    for (uint word = 0; word < words; word++)
        record[RECORD_HEADER + word] = arguments[word];
    return 0;
}
