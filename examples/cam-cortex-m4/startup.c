/* A Cortex-M4 starts with two words at address 0: the stack and the first function, which is newlib's. */
extern void _start(void);

static const struct {
    void *stack;
    void (*reset)(void);
} vectors __attribute__((section(".vectors"), used)) = {(void *)0x00400000, _start};
