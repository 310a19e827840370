/* SPDX-License-Identifier: MIT */
#include "codec.h"

#include "scenario.h"

static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { HALF = 1024, ONE = 2048, RATE = 5, TRIM = 6 };

/* Probabilities that a bit is 0, in 1/2048; all start at one half. */
struct model {
	u16 same[4];   /* by whether the last two steps repeated their actor */
	u16 env[2];    /* by whether the last step was the environment's */
	u16 which[16]; /* a thread, as a tree of 4 bits */
	u16 kind[8], whom[16];
};

struct coder {
	u64 low;
	u32 range, code;
	u32 cache_size;
	u8 cache;
	bool first; /* the first byte of the stream carries nothing and is left out */
	/* characters: 6 bits each */
	char *out; /* NULL: they are counted only */
	const char *in;
	u32 at, room;
	u32 zeros; /* the last so many written are zeros */
	u32 bits, bit_count;
	bool overrun; /* encoding: out of room; decoding: read past the end */
	u32 past_end, padding;
	struct model model;
};

/* First guesses: every thread as likely, the environment seldom. */
static void start(struct coder *c, u32 threads)
{
	u16 *p = (u16 *)&c->model;

	for (u32 i = 0; i < sizeof c->model / sizeof *p; i++)
		p[i] = HALF;
	for (u32 i = 0; i < 4; i++)
		c->model.same[i] = (u16)(ONE / (threads < 2 ? 2 : threads));
	c->model.env[0] = ONE - ONE / 16;
	c->range = 0xffffffffu;
	c->cache_size = 1;
	c->first = true;
}

static void put_char(struct coder *c, u32 six)
{
	if (c->at >= c->room) {
		c->overrun = true;
		return;
	}
	if (c->out)
		c->out[c->at] = base64[six & 63];
	c->at++;
	c->zeros = six & 63 ? 0 : c->zeros + 1;
}

static void put_byte(struct coder *c, u8 byte)
{
	c->bits = c->bits << 8 | byte;
	c->bit_count += 8;
	while (c->bit_count >= 6) {
		c->bit_count -= 6;
		put_char(c, c->bits >> c->bit_count);
	}
}

static void shift_low(struct coder *c)
{
	if ((u32)c->low < 0xff000000u || c->low >> 32) {
		u8 carry = (u8)(c->low >> 32), byte = c->cache;

		while (c->cache_size--) {
			if (!c->first)
				put_byte(c, (u8)(byte + carry));
			c->first = false;
			byte = 0xff;
		}
		c->cache_size = 0;
		c->cache = (u8)(c->low >> 24);
	}
	c->cache_size++;
	c->low = (u32)c->low << 8;
}

static void encode_bit(struct coder *c, u16 *p, u32 bit)
{
	u32 bound = (c->range >> 11) * *p;

	if (!bit) {
		c->range = bound;
		*p = (u16)(*p + ((ONE - *p) >> RATE));
	} else {
		c->low += bound;
		c->range -= bound;
		*p = (u16)(*p - (*p >> RATE));
	}
	while (c->range < 1u << 24) {
		c->range <<= 8;
		shift_low(c);
	}
}

/* Ends on the number in [low, low + range) with the most zeros behind. */
static void end(struct coder *c)
{
	for (u32 zeros = 31; zeros > 0; zeros--) {
		u64 mask = ((u64)1 << zeros) - 1, v = (c->low + mask) & ~mask;

		if (v < c->low + c->range) {
			c->low = v;
			break;
		}
	}
	for (u32 i = 0; i < 5; i++)
		shift_low(c);
}

static s32 value_of(char ch)
{
	for (s32 i = 0; i < 64; i++)
		if (base64[i] == ch)
			return i;
	return -1;
}

static u8 get_byte(struct coder *c)
{
	while (c->bit_count < 8) {
		u32 six = c->padding;

		if (c->at < c->room)
			six = (u32)value_of(c->in[c->at++]);
		else
			c->past_end++;
		c->bits = c->bits << 6 | six;
		c->bit_count += 6;
	}
	c->bit_count -= 8;
	return (u8)(c->bits >> c->bit_count);
}

static u32 decode_bit(struct coder *c, u16 *p)
{
	u32 bound = (c->range >> 11) * *p, bit = c->code >= bound;

	if (!bit) {
		c->range = bound;
		*p = (u16)(*p + ((ONE - *p) >> RATE));
	} else {
		c->code -= bound;
		c->range -= bound;
		*p = (u16)(*p - (*p >> RATE));
	}
	while (c->range < 1u << 24) {
		c->range <<= 8;
		c->code = c->code << 8 | get_byte(c);
	}
	return bit;
}

/* A number below 2^bits, most significant bit first, through a tree of bit models. */
static u32 code_tree(struct coder *c, u16 *tree, u32 bits, u32 value, bool encode)
{
	u32 node = 1;

	for (u32 i = bits; i-- > 0;) {
		u32 bit = value >> i & 1;

		if (encode)
			encode_bit(c, &tree[node], bit);
		else
			bit = decode_bit(c, &tree[node]);
		node = node << 1 | bit;
	}
	return node - (1u << bits);
}

static u32 bits_for(u32 threads)
{
	u32 bits = 0;

	while (1u << bits < threads)
		bits++;
	return bits;
}

/* What the coder remembers of the steps before. */
struct past {
	ls_action last;
	u32 repeats; /* bits: did the last two steps repeat their actor */
	u32 was_env;
};

static ls_action code_action(struct coder *c, struct past *past, u32 threads, ls_action a, bool encode)
{
	u32 bits = bits_for(threads), env, same = a == past->last;

	if (encode)
		encode_bit(c, &c->model.same[past->repeats], !same);
	else
		same = !decode_bit(c, &c->model.same[past->repeats]);
	past->repeats = (past->repeats << 1 | same) & 3;
	if (same)
		return past->last;
	env = LS_ACTION_ENV(a) != 0;
	if (encode)
		encode_bit(c, &c->model.env[past->was_env], env);
	else
		env = decode_bit(c, &c->model.env[past->was_env]);
	past->was_env = env;
	if (env) {
		u32 kind = code_tree(c, c->model.kind, 3, LS_ACTION_ENV(a), encode);
		u32 tid = code_tree(c, c->model.whom, bits, (u32)LS_ACTION_TID(a) - 1, encode);

		past->last = LS_ENV_OF(kind ? kind : LS_ENV_CHOOSE, tid + 1);
	} else {
		/* counted on from the last actor: after a thread's own step one number is never used */
		u32 from = LS_ACTION_TID(past->last), on = ((a & 15u) + 2 * threads - from) % threads;

		on = code_tree(c, c->model.which, bits, on, encode);
		past->last = LS_STEP_OF((on + from) % threads + 1);
	}
	return past->last;
}

static u32 checksum(const ls_action *actions, u32 n)
{
	u32 h = 2166136261u;

	for (u32 i = 0; i < n; i++)
		h = (h ^ actions[i]) * 16777619u;
	return (h ^ h >> 6 ^ h >> 12 ^ h >> 18) & 63;
}

u32 ls_encode_schedule(const ls_action *actions, u32 n, u32 threads, char *out, u32 room)
{
	struct coder c = {.out = out, .room = room};
	struct past past = {0};
	u32 length = n;

	do { /* the length, 5 bits a character, low end first; bit 5 = more follows */
		put_char(&c, (length & 31) | (length > 31 ? 32 : 0));
		length >>= 5;
	} while (length);
	put_char(&c, checksum(actions, n));
	start(&c, threads);
	for (u32 i = 0; i < n; i++)
		code_action(&c, &past, threads, actions[i], true);
	end(&c);
	if (c.bit_count)
		put_char(&c, c.bits << (6 - c.bit_count));
	/* the decoder reads zeros past the end, and zero is 'A' */
	for (u32 i = 0; i < TRIM && c.at > 2 && c.zeros; i++, c.zeros--)
		c.at--;
	return c.overrun ? 0 : c.at;
}

/* The length and the check character in front. False when they are not whole. */
static bool decode_head(struct coder *c, u32 *length, u32 *check)
{
	u32 shift = 0;
	s32 v;

	*length = 0;
	do {
		if (c->at >= c->room || shift > 15)
			return false;
		v = value_of(c->in[c->at++]);
		*length |= ((u32)v & 31) << shift;
		shift += 5;
	} while (v & 32);
	if (c->at >= c->room)
		return false;
	*check = (u32)value_of(c->in[c->at++]);
	return true;
}

/* Reads up to `most` actions behind the head; past the end the characters are taken to be
 * `padding`. With `like`, stops before the first action that differs from it. */
static u32 decode_body(struct coder c, u32 threads, u32 padding, u32 most, ls_action *out, const ls_action *like)
{
	struct past past = {0};
	u32 n = 0;

	c.padding = padding;
	start(&c, threads);
	for (u32 i = 0; i < 4; i++)
		c.code = c.code << 8 | get_byte(&c);
	while (n < most && c.past_end <= TRIM + 2) {
		ls_action a = code_action(&c, &past, threads, 0, false);

		if (like ? like[n] != a : (out[n] = a, false))
			break;
		n++;
	}
	return n;
}

u32 ls_decode_schedule(const char *text, u32 length, u32 threads, ls_action *out, u32 max, enum ls_damage *damage)
{
	struct coder c = {.in = text};
	u32 promised, check, n;

	while (c.room < length && value_of(text[c.room]) >= 0)
		c.room++;
	*damage = c.room < length ? LS_BAD_CHARACTER : LS_INTACT;
	if (!decode_head(&c, &promised, &check)) {
		if (*damage == LS_INTACT)
			*damage = LS_CUT_SHORT;
		return 0;
	}
	if (promised > max)
		promised = max;
	n = decode_body(c, threads, 0, promised, out, NULL);
	if (n == promised && checksum(out, n) == check) {
		if (*damage == LS_INTACT && c.room > ls_encode_schedule(out, n, threads, NULL, UINT32_MAX))
			*damage = LS_GOES_ON;
		return n;
	}
	/* what the characters that are there tell does not depend on those that are not */
	if (n < promised || *damage != LS_INTACT)
		n = decode_body(c, threads, 63, n, NULL, out);
	if (*damage == LS_INTACT)
		*damage = n < promised ? LS_CUT_SHORT : LS_BAD_CHECK;
	return n;
}
