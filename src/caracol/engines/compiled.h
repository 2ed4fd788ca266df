/* What the compiled parts have in common. */

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define OUT_OF_MEMORY (-2)
