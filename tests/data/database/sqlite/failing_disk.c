/* Loaded before the C library: makes a disk fail as a control file says, such as "write 122 0".

   FAILING_DISK names the control file, which is read before each call on a file in the folder of
   that name with ".d" added. It contains "read", "write" or "sync", an error number, and the byte
   of a file from which on calls fail. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int fd, const char *operation, off64_t at)
{
    char link[64], path[4096], folder[4096], wanted[16] = "";
    int number = 0;
    long long from = 0;
    const char *control = getenv("FAILING_DISK");
    FILE *file;
    ssize_t length;

    if (!control)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    snprintf(folder, sizeof folder, "%s.d/", control);
    if (!strstr(path, folder) || !(file = fopen(control, "r")))
        return 0;
    if (fscanf(file, "%15s %d %lld", wanted, &number, &from) != 3 || at < from ||
        strcmp(wanted, operation))
        number = 0;
    fclose(file);
    errno = number;
    return number;
}

#define REPLACED(type, name, operation, at, parameters, arguments)      \
    type name parameters                                                \
    {                                                                   \
        static type (*real) parameters;                                 \
        if (!real)                                                      \
            real = (type (*) parameters)dlsym(RTLD_NEXT, #name);        \
        return fails(fd, operation, at) ? -1 : real arguments;              \
    }

REPLACED(ssize_t, read, "read", lseek64(fd, 0, SEEK_CUR), (int fd, void *to, size_t n), (fd, to, n))
REPLACED(ssize_t, pread, "read", at, (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
REPLACED(ssize_t, pread64, "read", at, (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
REPLACED(ssize_t, write, "write", lseek64(fd, 0, SEEK_CUR), (int fd, const void *from, size_t n), (fd, from, n))
REPLACED(ssize_t, pwrite, "write", at, (int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
REPLACED(ssize_t, pwrite64, "write", at, (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at))
REPLACED(int, fsync, "sync", 0, (int fd), (fd))
REPLACED(int, fdatasync, "sync", 0, (int fd), (fd))
