/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ls_text_start(struct ls_text *t, char *buffer, u32 room)
{
	t->at = buffer;
	t->length = 0;
	t->room = room;
	buffer[0] = 0;
}

void ls_put_bytes(struct ls_text *t, const char *s, u32 n)
{
	u32 left = t->room - 1 - t->length;

	if (n > left)
		n = left;
	memcpy(t->at + t->length, s, n);
	t->length += n;
	t->at[t->length] = 0;
}

void ls_put(struct ls_text *t, const char *s)
{
	ls_put_bytes(t, s, (u32)strlen(s));
}

/* A small printf: %s %u %d %x %c %% with no widths, so that WASM needs no libc formatter. */
static void put_number(struct ls_text *t, u32 v, u32 base)
{
	char digits[12];
	u32 n = sizeof digits;

	do {
		digits[--n] = "0123456789abcdef"[v % base];
		v /= base;
	} while (v);
	ls_put_bytes(t, digits + n, (u32)sizeof digits - n);
}

void ls_putf(struct ls_text *t, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	for (const char *p = format; *p; p++) {
		if (*p != '%') {
			ls_put_bytes(t, p, 1);
			continue;
		}
		switch (*++p) {
		case 's':
			ls_put(t, va_arg(ap, const char *));
			break;
		case 'd': {
			s32 v = va_arg(ap, s32);

			if (v < 0)
				ls_put(t, "-");
			put_number(t, v < 0 ? 0u - (u32)v : (u32)v, 10);
			break;
		}
		case 'u':
			put_number(t, va_arg(ap, u32), 10);
			break;
		case 'x':
			put_number(t, va_arg(ap, u32), 16);
			break;
		case 'c': {
			char c = (char)va_arg(ap, int);

			ls_put_bytes(t, &c, 1);
			break;
		}
		default:
			ls_put_bytes(t, p, 1);
		}
	}
	va_end(ap);
}

/* Length of the UTF-8 sequence at s, or 0 when it is none. */
static u32 utf8_length(const unsigned char *s)
{
	u32 n = s[0] < 0x80                   ? 1
		: s[0] >= 0xc2 && s[0] < 0xe0 ? 2
		: s[0] >= 0xe0 && s[0] < 0xf0 ? 3
		: s[0] >= 0xf0 && s[0] < 0xf5 ? 4
					      : 0;

	for (u32 i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

void ls_put_json(struct ls_text *t, const char *s)
{
	ls_put(t, "\"");
	while (*s) {
		u32 n = utf8_length((const unsigned char *)s);

		if (n == 0 || (unsigned char)*s < 0x20) {
			ls_put(t, *s == '\n' ? "\\n" : *s == '\t' ? "\\t" : "?");
			n = 1;
		} else if (*s == '"' || *s == '\\') {
			ls_putf(t, "\\%c", *s);
		} else {
			ls_put_bytes(t, s, n);
		}
		s += n;
	}
	ls_put(t, "\"");
}

bool ls_is(const char *text, u32 length, const char *name)
{
	return strlen(name) == length && !memcmp(text, name, length);
}

const char *ls_find(const char *text, const char *part)
{
	size_t length = strlen(part);

	for (; *text; text++)
		if (!strncmp(text, part, length))
			return text;
	return NULL;
}

static u32 digit_of(char c)
{
	return c >= '0' && c <= '9' ? (u32)(c - '0') : c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10 : 16;
}

u32 ls_number(const char *text, u32 length)
{
	bool minus = length && *text == '-', hex = length > 2 && text[0] == '0' && text[1] == 'x';
	u32 value = 0, base = hex ? 16 : 10;

	for (u32 i = hex ? 2 : minus; i < length && digit_of(text[i]) < base; i++)
		value = value * base + digit_of(text[i]);
	return minus ? -value : value;
}
