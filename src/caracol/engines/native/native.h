/* What the compiled parts have in common. Every function that can fail says so by a negative result. */

#include <stdint.h>
#include <stdlib.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

enum { TOO_LONG = -1, OUT_OF_MEMORY = -2, BAD_NUMBER = -3 };

/* Tests let an allocation of their choice fail: that many succeed before it. */
#ifdef FAILING_ALLOCATIONS
extern int64_t allocations_left;
#define calloc(count, size) (allocations_left-- > 0 ? calloc(count, size) : NULL)
#define realloc(block, size) (allocations_left-- > 0 ? realloc(block, size) : NULL)
#endif
