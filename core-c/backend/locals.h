/* SPDX-License-Identifier: MIT */
/* What a line LS_DECLARE of procs.h makes in every backend: the object's type, the locals, the numbers. */
#ifndef LOCKSTEP_LOCALS_H
#define LOCKSTEP_LOCALS_H

/* Locals are copied and masked word by word: no padding, and a bit of a mask for each. */
#define LS_DECLARE_LOCALS(text, name, number, object, ...)                                                             \
	object;                                                                                                        \
	typedef object name##_object;                                                                                  \
	_Pragma("GCC diagnostic push") _Pragma("GCC diagnostic error \"-Wpadded\"") struct name##_my {                 \
		__VA_ARGS__                                                                                            \
	};                                                                                                             \
	_Pragma("GCC diagnostic pop") _Static_assert(sizeof(struct name##_my) % 4 == 0, "locals in whole words");      \
	_Static_assert(sizeof(struct name##_my) <= 4 * 32, "a bit for each local");                                    \
	enum { LS_PROC_##name = number, LS_TEXT_OF_##name = LS_TEXT_##text };

#endif
