/* Preloaded before the C library, to simulate another date and a disk with slow writes.

   DATE_SHIFT is the number of seconds added to the date; the monotonic clock is unchanged.
   SYNC_MILLISECONDS is the time added to each fsync and fdatasync. LOCK_MICROSECONDS is the most
   that is added, at random, to each lock of a part of a file: SQLite takes one to begin to read, so
   that readers overtake each other. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define FIRST_DATE 1000000000 /* earlier deadlines are by the monotonic clock (under 30 years) */

static long long number(const char *name)
{
    const char *value = getenv(name);
    return value ? atoll(value) : 0;
}

static long long shift, pause_ms, lock_us;

__attribute__((constructor)) static void read_environment(void)
{
    shift = number("DATE_SHIFT");
    pause_ms = number("SYNC_MILLISECONDS");
    lock_us = number("LOCK_MICROSECONDS");
}

#define REAL(type, name, ...)                                  \
    static type (*real)(__VA_ARGS__);                          \
    if (!real)                                                 \
        real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

int clock_gettime(clockid_t clock, struct timespec *now)
{
    REAL(int, clock_gettime, clockid_t, struct timespec *);
    int failed = real(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += shift;
    return failed;
}

time_t time(time_t *kept)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return kept ? (*kept = now.tv_sec) : now.tv_sec;
}

int gettimeofday(struct timeval *now, void *zone)
{
    REAL(int, gettimeofday, struct timeval *, void *);
    int failed = real(now, zone);
    if (!failed)
        now->tv_sec += shift;
    return failed;
}

static struct timespec as_the_kernel_has_it(const struct timespec *deadline)
{
    struct timespec shifted = *deadline;
    if (shifted.tv_sec > FIRST_DATE)
        shifted.tv_sec -= shift;
    return shifted;
}

int sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    REAL(int, sem_timedwait, sem_t *, const struct timespec *);
    struct timespec until = as_the_kernel_has_it(deadline);
    return real(semaphore, &until);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline)
{
    REAL(int, sem_clockwait, sem_t *, clockid_t, const struct timespec *);
    struct timespec until = as_the_kernel_has_it(deadline);
    return real(semaphore, clock, &until);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *deadline)
{
    REAL(int, pthread_cond_timedwait, pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    struct timespec until = as_the_kernel_has_it(deadline);
    return real(condition, mutex, &until);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *deadline)
{
    REAL(int, pthread_cond_clockwait, pthread_cond_t *, pthread_mutex_t *, clockid_t,
         const struct timespec *);
    struct timespec until = as_the_kernel_has_it(deadline);
    return real(condition, mutex, clock, &until);
}

#define SLOW(name)                     \
    int name(int fd)                   \
    {                                  \
        REAL(int, name, int);          \
        usleep(1000 * pause_ms);       \
        return real(fd);               \
    }

SLOW(fsync)
SLOW(fdatasync)

static void wait_for_lock(int command, const struct flock *lock)
{
    static __thread unsigned chance;
    if (!lock_us || command != F_SETLK || lock->l_type == F_UNLCK)
        return;
    if (!chance)
        chance = (unsigned)(size_t)&chance ^ (unsigned)getpid();
    usleep(rand_r(&chance) % lock_us);
}

#define LOCK(name)                                          \
    int name(int fd, int command, ...)                      \
    {                                                       \
        va_list given;                                      \
        va_start(given, command);                           \
        void *argument = va_arg(given, void *);             \
        va_end(given);                                      \
        REAL(int, name, int, int, ...);                     \
        wait_for_lock(command, argument);                   \
        return real(fd, command, argument);                 \
    }

LOCK(fcntl)
LOCK(fcntl64)
