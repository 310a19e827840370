// SPDX-License-Identifier: MIT
/* Work that makes the kernel take a rwsem of its own: a directory's i_rwsem, or a process's mmap_lock. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/harness/stock_work.h"

/* --- i_rwsem of a directory, which is the current one ------------------------------------------ */

#define FOLDER "/folder"

static bool enter_folder(void)
{
	return (mkdir(FOLDER, 0700) == 0 || errno == EEXIST) && chdir(FOLDER) == 0;
}

static int open_folder(void)
{
	return open(".", O_RDONLY | O_DIRECTORY);
}

/* A writer: down_write(). */
static bool make_and_remove(unsigned number, unsigned turn)
{
	char name[24];

	snprintf(name, sizeof name, "made-%u", number);
	/* the one who did this before may have been ended in between */
	return turn & 1 ? rmdir(name) == 0 || errno == ENOENT : mkdir(name, 0700) == 0 || errno == EEXIST;
}

/* A reader: of a name that is not there nothing is kept, so that each look asks the file system. */
static bool look_up(unsigned number)
{
	char name[24];
	struct stat s;

	snprintf(name, sizeof name, "missing-%u", number);
	return stat(name, &s) != 0;
}

/* A reader that can be killed: down_read_killable(). */
static bool list_names(void)
{
	char names[1024];
	int fd = open_folder();
	bool fine = fd >= 0 && syscall(SYS_getdents64, fd, names, sizeof names) > 0;

	return close(fd) == 0 && fine;
}

static bool use_folder(struct stock_task *task)
{
	return task->role == 'W'   ? make_and_remove(task->number, task->turn)
	       : task->role == 'R' ? look_up(task->number)
				   : list_names();
}

/* The last that took it wrote: then nobody's name is left in it. */
static bool write_to_folder(struct stock_task *task)
{
	return make_and_remove(task->number, 0) && make_and_remove(task->number, 1);
}

static const struct stock_work of_folder = {
    .roles_option = "--folder",
    .number_option = "--kills",
    .number_is = STOCK_KILLS,
    .killable = 'Q',
    .about = "a directory, %u killed a second",
    .warm_up = true,
    .object = "dir",
    .which = open_folder,
    .prepare = enter_folder,
    .calm = write_to_folder,
    .use = use_folder,
};

/* --- mmap_lock of a process, whose threads these are -------------------------------------------- */

enum { PAGE = 4096, PAGES = 4 };

struct room {
	char *pages; /* of its own, with a gap to the others */
	int maps;
};

static bool make_room(struct stock_task *task)
{
	char *all = mmap(NULL, (PAGES + 2) * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct room *room = task->own = malloc(sizeof *room);

	if (!room || all == MAP_FAILED)
		return false;
	room->pages = all + PAGE;
	room->maps = open("/proc/self/maps", O_RDONLY);
	return room->maps >= 0 && mprotect(room->pages, PAGES * PAGE, PROT_READ | PROT_WRITE) == 0;
}

static bool protect(const struct room *room, int protection)
{
	return mprotect(room->pages, PAGES * PAGE, protection) == 0;
}

/* K: a writer that can be killed; R: a reader that brings pages in, or takes them away; Q: one that can be killed. */
static bool use_memory(struct stock_task *task)
{
	const struct room *room = task->own;
	char text[256];

	if (task->role == 'K')
		return protect(room, task->turn & 1 ? PROT_READ | PROT_WRITE : PROT_READ);
	if (task->role == 'R')
		return madvise(room->pages, PAGES * PAGE, task->turn & 1 ? MADV_DONTNEED : MADV_POPULATE_WRITE) == 0;
	return pread(room->maps, text, sizeof text, 0) > 0;
}

/* As write_to_folder() is for the directory. */
static bool write_to_memory(struct stock_task *task)
{
	return protect(task->own, PROT_READ);
}

static const struct stock_work of_memory = {
    .roles_option = "--memory",
    .about = "the memory of a process",
    .threads = true,
    .warm_up = true,
    .object = "mm",
    .enter = make_room,
    .calm = write_to_memory,
    .use = use_memory,
};

const struct stock_works rwsem_merged_work = {.work = {&of_folder, &of_memory}};
