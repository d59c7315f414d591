/* A plugin of QEMU's user emulation: at every system call that marks a place it writes how many instructions the guest
 * has executed since the mark before. QEMU 7's interface, as far as it is needed (docs/devel/tcg-plugins in its sources). */

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;
typedef void translated(uint64_t id, struct qemu_plugin_tb *block);
typedef void executed(unsigned processor, void *data);
typedef void called(uint64_t id, unsigned processor, int64_t number, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                    uint64_t, uint64_t, uint64_t);

extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, translated *callback);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *block, executed *callback, int flags, void *data);
extern void qemu_plugin_register_vcpu_syscall_cb(uint64_t id, called *callback);

/* The version of the interface. */
int qemu_plugin_version = 1;

/* A number that no system call has: see emulated.c. */
#define MARK 0x7f00

static uint64_t count;

static void block_executed(unsigned processor, void *instructions)
{
    (void)processor;
    count += (uintptr_t)instructions;
}

/* A system call ends its block, and nothing else leaves one early in a program without faults: blocks are counted whole. */
static void block_translated(uint64_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, block_executed, 0, (void *)(uintptr_t)qemu_plugin_tb_n_insns(block));
}

static void system_called(uint64_t id, unsigned processor, int64_t number, uint64_t a1, uint64_t a2, uint64_t a3, uint64_t a4,
                          uint64_t a5, uint64_t a6, uint64_t a7, uint64_t a8)
{
    (void)id, (void)processor, (void)a1, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != MARK)
        return;
    printf("%" PRIu64 "\n", count);
    fflush(stdout);
    count = 0;
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, block_translated);
    qemu_plugin_register_vcpu_syscall_cb(id, system_called);
    return 0;
}
