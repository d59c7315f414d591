/* Puts the machine and the optimization, by the compiler's macros, into a string that target.rs finds in the object. */
#if defined __x86_64__
#define MACHINE "x86-64"
#elif defined __i386__
#define MACHINE "i386"
#elif defined __aarch64__
#define MACHINE "AArch64"
#elif defined __ARM_ARCH_6M__
#define MACHINE "Cortex-M0"
#elif defined __ARM_ARCH_7M__ || defined __ARM_ARCH_7EM__
#define MACHINE "Cortex-M4"
#elif defined __thumb__ && !defined __thumb2__
#define MACHINE "Thumb-1"
#elif defined __thumb__
#define MACHINE "Thumb-2"
#elif defined __arm__
#define MACHINE "ARM"
#elif defined __riscv && __riscv_xlen == 32 && defined __riscv_compressed
#define MACHINE "rv32imac"
#elif defined __riscv && __riscv_xlen == 32
#define MACHINE "rv32"
#elif defined __riscv
#define MACHINE "rv64"
#elif defined __AVR__
#define MACHINE "AVR"
#elif defined __MSP430__
#define MACHINE "MSP430"
#else
#define MACHINE "other"
#endif

#if defined __OPTIMIZE_SIZE__
#define OPTIMIZATION "-Os"
#elif defined __OPTIMIZE__
#define OPTIMIZATION "-O2"
#else
#define OPTIMIZATION "-O0"
#endif

extern const char stubc_target[];
const char stubc_target[] = "stubc-target:" MACHINE " " OPTIMIZATION;
