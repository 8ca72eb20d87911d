/* Loaded before the C library: has a disk fail as its control file says, such as "write 122".

   The control file is named by FAILING_DISK; it is looked at before each call on a file whose path
   contains its folder. What it names is "read", "write" or "sync", and the number of an error. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int fd, const char *operation)
{
    char link[64], path[4096], folder[4096], wanted[16] = "";
    int number = 0;
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
    if (fscanf(file, "%15s %d", wanted, &number) != 2 || strcmp(wanted, operation))
        number = 0;
    fclose(file);
    errno = number;
    return number;
}

#define REPLACED(type, name, operation, parameters, arguments)          \
    type name parameters                                                \
    {                                                                   \
        static type (*real) parameters;                                 \
        if (!real)                                                      \
            real = (type (*) parameters)dlsym(RTLD_NEXT, #name);        \
        return fails(fd, operation) ? -1 : real arguments;              \
    }

REPLACED(ssize_t, read, "read", (int fd, void *to, size_t n), (fd, to, n))
REPLACED(ssize_t, pread, "read", (int fd, void *to, size_t n, off_t at), (fd, to, n, at))
REPLACED(ssize_t, pread64, "read", (int fd, void *to, size_t n, off64_t at), (fd, to, n, at))
REPLACED(ssize_t, write, "write", (int fd, const void *from, size_t n), (fd, from, n))
REPLACED(ssize_t, pwrite, "write", (int fd, const void *from, size_t n, off_t at), (fd, from, n, at))
REPLACED(ssize_t, pwrite64, "write", (int fd, const void *from, size_t n, off64_t at), (fd, from, n, at))
REPLACED(int, fsync, "sync", (int fd), (fd))
REPLACED(int, fdatasync, "sync", (int fd), (fd))
