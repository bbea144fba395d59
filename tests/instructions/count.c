/* A plugin of qemu-user: counts the instructions that a program executes, all its threads together, into the eight bytes
 * of a file, which others may read meanwhile. Loaded with -plugin count.so,into=PATH. */
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What of qemu's plugin interface is used here, of version 1: that of qemu 7.2, with which it was tried. */
typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
typedef void (*translated_t)(qemu_plugin_id_t, struct qemu_plugin_tb *);
typedef void (*executed_t)(unsigned int, void *);
enum { NO_REGISTERS = 0 };
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, translated_t);
extern void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, executed_t, int, void *);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static uint64_t *count;

static void executed(unsigned int cpu, void *instructions) {
    (void)cpu;
    __atomic_fetch_add(count, (uintptr_t)instructions, __ATOMIC_RELAXED);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_cb(block, executed, NO_REGISTERS, (void *)qemu_plugin_tb_n_insns(block));
}

__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc,
                                                              char **argv) {
    (void)info;
    if (argc != 1 || strncmp(argv[0], "into=", 5) != 0)
        return -1;
    int file = open(argv[0] + 5, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof *count) != 0)
        return -1;
    void *mapped = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED)
        return -1;
    count = mapped;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
