/* Loaded before a program under qemu-user (LD_PRELOAD), which before version 8 knows no TCGETS2 and TCSETS2: asks for the
 * settings of a terminal the older way. Speeds, which a pseudo-terminal has none of, are as they were set last. */
#define _GNU_SOURCE
#include <asm/termbits.h>
#include <asm/ioctls.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>

typedef int (*ioctl_t)(int, unsigned long, void *);

int ioctl(int fd, unsigned long request, ...) {
    static ioctl_t real;
    static unsigned input = 9600, output = 9600;
    va_list rest;
    va_start(rest, request);
    void *argument = va_arg(rest, void *);
    va_end(rest);
    if (!real)
        real = (ioctl_t)dlsym(RTLD_NEXT, "ioctl");
    struct termios2 *settings = argument;
    struct termios older;
    switch (request) {
    case TCGETS2:
        if (real(fd, TCGETS, &older) != 0)
            return -1;
        memcpy(settings, &older, sizeof older);
        settings->c_ispeed = input;
        settings->c_ospeed = output;
        return 0;
    case TCSETS2:
    case TCSETSW2:
    case TCSETSF2:
        input = settings->c_ispeed;
        output = settings->c_ospeed;
        memcpy(&older, settings, sizeof older);
        older.c_cflag = (older.c_cflag & ~(CBAUD | CIBAUD)) | B9600;
        return real(fd, TCSETS + (request - TCSETS2), &older);
    default:
        return real(fd, request, argument);
    }
}
