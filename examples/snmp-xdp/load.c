/* Loads the program of an object file by bpf(2), has the kernel run it on packets, and prints what it returns. Of maps,
   it knows an array of one 64-bit number. A packet on standard input is its length in four octets, then its octets. */
#include <elf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char object[1 << 20], report[1 << 20];
static unsigned char packet[1 << 16], changed[1 << 17];

static int call(int command, union bpf_attr *attributes)
{
    return (int)syscall(__NR_bpf, command, attributes, sizeof *attributes);
}

static uint64_t address(const void *object_at)
{
    return (uint64_t)(uintptr_t)object_at;
}

static int fail(const char *what, int code)
{
    fprintf(stderr, "%s: %s\n%s", what, strerror(errno), report);
    return code;
}

int main(int count, char **arguments)
{
    FILE *const file = count > 1 ? fopen(arguments[1], "rb") : NULL;
    const Elf64_Ehdr *const head = (const Elf64_Ehdr *)object;
    const Elf64_Shdr *sections;
    struct bpf_insn *code = NULL;
    struct bpf_prog_info info = {0};
    union bpf_attr a = {0};
    const uint32_t repeat = count > 2 ? (uint32_t)atol(arguments[2]) : 1;
    uint32_t instructions = 0, i, map = UINT32_MAX, length, key = 0;
    uint64_t dropped = 0;
    int program, program_section = 0;
    if (file == NULL || fread(object, 1, sizeof object, file) < sizeof *head) {
        return fail("cannot read the object", 1);
    }
    sections = (const Elf64_Shdr *)(object + head->e_shoff);
    for (i = 0; i < head->e_shnum; i++) {
        if (strcmp(object + sections[head->e_shstrndx].sh_offset + sections[i].sh_name, "xdp") == 0) {
            program_section = (int)i;
            code = (struct bpf_insn *)(object + sections[i].sh_offset);
            instructions = (uint32_t)(sections[i].sh_size / sizeof *code);
        }
    }
    for (i = 0; i < head->e_shnum; i++) {
        const Elf64_Rel *relocation = (const Elf64_Rel *)(object + sections[i].sh_offset);
        const Elf64_Rel *const end = relocation + sections[i].sh_size / sizeof *relocation;
        if (sections[i].sh_type != SHT_REL || (int)sections[i].sh_info != program_section) {
            continue;
        }
        for (; relocation < end; relocation++) {
            struct bpf_insn *const at = code + relocation->r_offset / sizeof *code;
            if (map == UINT32_MAX) {
                a.map_type = BPF_MAP_TYPE_ARRAY;
                a.key_size = 4;
                a.value_size = 8;
                a.max_entries = 1;
                map = (uint32_t)call(BPF_MAP_CREATE, &a);
                if (map == UINT32_MAX) {
                    return fail("the kernel permits no map", 2);
                }
            }
            at->src_reg = BPF_PSEUDO_MAP_FD;
            at->imm = (int)map;
        }
    }
    memset(&a, 0, sizeof a);
    a.prog_type = BPF_PROG_TYPE_XDP;
    a.insns = address(code);
    a.insn_cnt = instructions;
    a.license = address("");
    a.log_level = count > 3 ? 2 : 0;
    a.log_buf = count > 3 ? address(report) : 0;
    a.log_size = count > 3 ? sizeof report : 0;
    program = call(BPF_PROG_LOAD, &a);
    if (program < 0) {
        return fail("the kernel does not load the program", errno == EPERM || errno == ENOSYS ? 2 : 1);
    }
    memset(&a, 0, sizeof a);
    a.info.bpf_fd = (uint32_t)program;
    a.info.info_len = sizeof info;
    a.info.info = address(&info);
    call(BPF_OBJ_GET_INFO_BY_FD, &a);
    printf("%u bytes, %u steps of the verifier\n", instructions * 8, info.verified_insns);
    while (fread(&length, 4, 1, stdin) == 1 && length <= sizeof packet && fread(packet, 1, length, stdin) == length) {
        memset(&a, 0, sizeof a);
        a.test.prog_fd = (uint32_t)program;
        a.test.data_in = address(packet);
        a.test.data_size_in = length;
        a.test.data_out = address(changed);
        a.test.data_size_out = sizeof changed;
        a.test.repeat = repeat;
        if (call(BPF_PROG_TEST_RUN, &a) < 0) {
            return fail("the kernel does not run the program", 2);
        }
        printf(repeat > 1 ? "%u, %u ns\n" : "%u\n", a.test.retval, a.test.duration);
    }
    if (map != UINT32_MAX) {
        memset(&a, 0, sizeof a);
        a.map_fd = map;
        a.key = address(&key);
        a.value = address(&dropped);
        call(BPF_MAP_LOOKUP_ELEM, &a);
        printf("%lu dropped\n", (unsigned long)dropped);
    }
    return 0;
}
