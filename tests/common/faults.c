/* Loaded before a program under test (LD_PRELOAD): lets its writes fail, and sets its clock.
 *
 * FAULT_FILE   writes count where the file's name contains this
 * FAULT_AT     number of the first write, sync or truncation that fails, from 1
 * FAULT_TIMES  how many fail
 * FAULT_ERRNO  with which error
 * FAULT_MARK   a file made when one has failed
 * FAULT_SLOW   how many milliseconds each takes before it is done
 * FAULT_CLOCK  a file with a number of seconds by which the time of day is wrong
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static long number(const char *name, long otherwise) {
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

static int fails(int fd) {
    static long seen = 0;
    const char *wanted = getenv("FAULT_FILE");
    if (!wanted)
        return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    if (!name || !strstr(name, wanted))
        return 0;
    usleep((useconds_t)number("FAULT_SLOW", 0) * 1000);
    long at = number("FAULT_AT", 0), now = __atomic_add_fetch(&seen, 1, __ATOMIC_SEQ_CST);
    if (at == 0 || now < at || now >= at + number("FAULT_TIMES", 1))
        return 0;
    const char *mark = getenv("FAULT_MARK");
    if (mark)
        close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    errno = (int)number("FAULT_ERRNO", EIO);
    return 1;
}

#define NEXT(type, name) \
    static type real; \
    if (!real) \
        real = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*write_t)(int, const void *, size_t);
typedef ssize_t (*pwrite_t)(int, const void *, size_t, off64_t);
typedef int (*sync_t)(int);
typedef int (*truncate_t)(int, off64_t);
typedef int (*gettime_t)(clockid_t, struct timespec *);

ssize_t write(int fd, const void *bytes, size_t length) {
    NEXT(write_t, "write");
    return fails(fd) ? -1 : real(fd, bytes, length);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    NEXT(pwrite_t, "pwrite64");
    return fails(fd) ? -1 : real(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
    NEXT(pwrite_t, "pwrite64");
    return fails(fd) ? -1 : real(fd, bytes, length, offset);
}

int fsync(int fd) {
    NEXT(sync_t, "fsync");
    return fails(fd) ? -1 : real(fd);
}

int fdatasync(int fd) {
    NEXT(sync_t, "fdatasync");
    return fails(fd) ? -1 : real(fd);
}

int ftruncate64(int fd, off64_t length) {
    NEXT(truncate_t, "ftruncate64");
    return fails(fd) ? -1 : real(fd, length);
}

int ftruncate(int fd, off_t length) {
    NEXT(truncate_t, "ftruncate64");
    return fails(fd) ? -1 : real(fd, length);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    NEXT(gettime_t, "clock_gettime");
    int done = real(clock, time);
    const char *name = getenv("FAULT_CLOCK");
    if (done == 0 && name && clock == CLOCK_REALTIME) {
        char text[32] = {0};
        int fd = open(name, O_RDONLY | O_CLOEXEC);
        if (fd >= 0) {
            if (read(fd, text, sizeof text - 1) > 0)
                time->tv_sec += atol(text);
            close(fd);
        }
    }
    return done;
}
