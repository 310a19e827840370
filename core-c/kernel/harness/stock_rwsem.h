/* SPDX-License-Identifier: MIT */
/* What /stock lets tasks do to a rwsem of the kernel: one call of a task's role, which takes it once. */
#ifndef LOCKSTEP_HARNESS_STOCK_RWSEM_H
#define LOCKSTEP_HARNESS_STOCK_RWSEM_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* --- i_rwsem of a directory, which is the current one ------------------------------------------ */

#define STOCK_FOLDER "/folder"

/* A writer: down_write(). */
static inline bool make_and_remove(unsigned number, unsigned turn)
{
	char name[24];

	snprintf(name, sizeof name, "made-%u", number);
	/* the one who did this before may have been ended in between */
	return turn & 1 ? rmdir(name) == 0 || errno == ENOENT : mkdir(name, 0700) == 0 || errno == EEXIST;
}

/* A reader: of a name that is not there nothing is kept, so that each look asks the file system. */
static inline bool look_up(unsigned number)
{
	char name[24];
	struct stat s;

	snprintf(name, sizeof name, "missing-%u", number);
	return stat(name, &s) != 0;
}

/* A reader that can be killed: down_read_killable(). */
static inline bool list_names(void)
{
	char names[1024];
	int fd = open(".", O_RDONLY | O_DIRECTORY);
	bool fine = fd >= 0 && syscall(SYS_getdents64, fd, names, sizeof names) > 0;

	return close(fd) == 0 && fine;
}

static inline bool use_folder(char role, unsigned number, unsigned turn)
{
	return role == 'W' ? make_and_remove(number, turn) : role == 'R' ? look_up(number) : list_names();
}

/* --- mmap_lock of a process, whose threads these are -------------------------------------------- */

enum { PAGE = 4096, PAGES = 4 };

struct stock_room {
	char *pages; /* of its own, with a gap to the others */
	int maps;
};

static inline bool make_room(struct stock_room *room)
{
	char *all = mmap(NULL, (PAGES + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	room->pages = all + PAGE;
	room->maps = open("/proc/self/maps", O_RDONLY);
	return all != MAP_FAILED && room->maps >= 0 && mprotect(room->pages, PAGES * PAGE, PROT_READ | PROT_WRITE) == 0;
}

/* K: a writer that can be killed; R: a reader that brings pages in, or takes them away; Q: one that can be killed. */
static inline bool use_memory(const struct stock_room *room, char role, unsigned turn)
{
	char text[256];

	if (role == 'K')
		return mprotect(room->pages, PAGES * PAGE, turn & 1 ? PROT_READ | PROT_WRITE : PROT_READ) == 0;
	if (role == 'R')
		return madvise(room->pages, PAGES * PAGE, turn & 1 ? MADV_DONTNEED : MADV_POPULATE_WRITE) == 0;
	return pread(room->maps, text, sizeof text, 0) > 0;
}

#endif
