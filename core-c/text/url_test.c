/* SPDX-License-Identifier: MIT */
/* Addresses: round trips, the price of a step, and hostile ones. */
#include "url.h"

#include <string.h>

#include "registry.h"
#include "test.h"
#include "codec.h"

static ls_action in[LS_MAX_SCHEDULE], out[LS_MAX_SCHEDULE];
static char text[LS_MAX_SCHEDULE];
static struct ls_url url;
static struct ls_machine m;

static void ignore(void *cx, const char *key, u32 kl, const char *value, u32 vl)
{
	(void)key, (void)kl, (void)value, (void)vl;
	++*(u32 *)cx;
}

static void test_codec(u32 n, u32 threads, u32 seed, u32 env_percent)
{
	enum ls_damage damage;
	u32 length, back;

	for (u32 i = 0; i < n; i++)
		in[i] = test_random(&seed) % 100 < env_percent
			    ? LS_ENV_OF(1 + test_random(&seed) % (LS_ENV_KINDS - 1), 1 + test_random(&seed) % threads)
			    : LS_STEP_OF(1 + test_random(&seed) % threads);
	length = ls_encode_schedule(in, n, threads, text, sizeof text);
	EXPECT(length > 0, "%u steps", n);
	back = ls_decode_schedule(text, length, threads, out, LS_MAX_SCHEDULE, &damage);
	EXPECT(damage == LS_INTACT && back == n && !memcmp(in, out, n), "%u steps of %u threads: %u back, damage %u", n,
	       threads, back, damage);
}

static void test_price(void)
{
	u32 seed = 4242;

	for (u32 i = 0; i < 10000; i++)
		in[i] = LS_STEP_OF(1 + test_random(&seed) % 4);
	for (u32 n = 200; n <= 10000; n *= 50) {
		u32 length = ls_encode_schedule(in, n, 4, text, sizeof text);

		printf("%u random steps of 4 threads: %u characters, %.3f a step\n", n, length, (double)length / n);
		EXPECT((double)length / n <= 0.4, "%u", length);
	}
}

/* What stands behind the end is told: that it does (zeros, which the decoder reads past the end anyway), or that it
 * spoils the last steps. */
static void test_goes_on(void)
{
	enum ls_damage damage;
	u32 seed = 7, whole = 0;

	for (u32 n = 0; n < 400; n += 1 + n / 8) {
		u32 length, read;

		for (u32 i = 0; i < n; i++)
			in[i] = LS_STEP_OF(1 + test_random(&seed) % 3);
		length = ls_encode_schedule(in, n, 3, text, sizeof text - 8);
		read = ls_decode_schedule(text, length, 3, out, LS_MAX_SCHEDULE, &damage);
		EXPECT(damage == LS_INTACT && read == n, "%u steps: %u, %u read", n, damage, read);
		for (u32 more = 1; more <= 8; more++) {
			bool same;

			text[length + more - 1] = "AAAxAAxxx"[more];
			read = ls_decode_schedule(text, length + more, 3, out, LS_MAX_SCHEDULE, &damage);
			same = read == n && !memcmp(in, out, n * sizeof *in);
			whole += same;
			EXPECT(damage == (same ? LS_GOES_ON : LS_BAD_CHECK), "%u steps, %u more: %u", n, more, damage);
			EXPECT(same || more > 2, "%u steps, %u zeros more: %u read", n, more, read);
		}
	}
	EXPECT(whole > 100, "%u", whole);
}

/* Cut anywhere, the decoder keeps a prefix of what was written, and says so. */
static void test_cuts(void)
{
	enum ls_damage damage;
	u32 seed = 99, length;

	for (u32 i = 0; i < 300; i++)
		in[i] = LS_STEP_OF(1 + test_random(&seed) % 3);
	length = ls_encode_schedule(in, 300, 3, text, sizeof text);
	for (u32 cut = 0; cut + 12 < length; cut++) {
		u32 n = ls_decode_schedule(text, cut, 3, out, LS_MAX_SCHEDULE, &damage);
		u32 same = 0;

		while (same < n && in[same] == out[same])
			same++;
		EXPECT(damage == LS_CUT_SHORT, "cut at %u: %u", cut, damage);
		EXPECT(same == n, "cut at %u: only %u of %u steps are those written", cut, same, n);
		EXPECT(cut < 40 || 2 * same > 3 * cut, "cut at %u: only %u steps survive", cut, same);
	}
}

static void parse(const char *s, u32 length)
{
	u32 extras = 0;

	url.schedule = out;
	ls_url_parse(s, length, &url, ignore, &extras);
	EXPECT(url.scenario != NULL, " ");
	EXPECT(ls_reset(&m, &url.config) == 0, "a configuration that does not reset: %.60s", s);
	EXPECT(url.at <= url.length, "%u of %u", url.at, url.length);
	for (u32 i = 0; i < url.length; i++)
		if (ls_step(&m, out[i]) > LS_SPUN) {
			EXPECT(false, "kept a step that does not apply: %.60s", s);
			break;
		}
}

static void test_round_trips(void)
{
	for (u32 i = 0; ls_scenario_at(i); i++) {
		const struct ls_scenario *s = ls_scenario_at(i);
		struct ls_config c;
		struct ls_text t;
		u32 n = 0, seed = 5 + i;

		ls_scenario_config(s, &c);
		c.rounds = (u8)(s->rounds + i % 3);
		c.budget[LS_ENV_PREEMPT] = 3;
		c.switches ^= i & 1;
		ls_reset(&m, &c);
		for (u32 k = 0; k < 400; k++) {
			ls_action a =
			    (ls_action)(test_random(&seed) % 3 ? test_random(&seed) % c.n : test_random(&seed) % 112);

			if (ls_step(&m, a) <= LS_SPUN)
				in[n++] = a;
		}
		ls_text_start(&t, text, sizeof text);
		ls_url_format(s, &c, in, n, n / 2, &t);
		parse(text, t.length);
		EXPECT(url.notes == 0, "%s: %s", text, url.note[0]);
		EXPECT(url.scenario == s && url.length == n && url.at == n / 2 && !memcmp(in, out, n), "%s", text);
		EXPECT(!memcmp(&url.config, &c, sizeof c), "%s", text);
	}
}

static void test_notes(void)
{
	static const struct {
		const char *address, *word;
	} bad[] = {
	    {"no-such-lock?n=2", "no scenario"},
	    {"mcs?n=0", "threads"},
	    {"mcs?n=99999999999999999999", "threads"},
	    {"mcs?r=0", "rounds"},
	    {"mcs?roles=XYZ", "roles"},
	    {"mcs?sw=nonsense", "switch"},
	    {"mcs?b=1.2.x", "budget"},
	    {"mcs?v=7", "version"},
	    {"mcs?s=%%%%", "character"},
	    {"mcs?fp=000000&s=BAAAA", "another version"},
	    {"mcs?at=12", "outside"},
	    {"mcs?s=z", "cut short"},
	};

	for (u32 i = 0; i < sizeof bad / sizeof *bad; i++) {
		parse(bad[i].address, (u32)strlen(bad[i].address));
		EXPECT(url.notes >= 1 && strstr(url.note[0], bad[i].word), "%s: \"%s\"", bad[i].address,
		       url.notes ? url.note[0] : "");
	}
}

/* Addresses from when lines that only describe counted, too, are of the text as it is. */
static void test_fingerprints(void)
{
	const struct ls_scenario *mcs = ls_scenario_named("mcs");
	const struct ls_lock_facts *f = ls_locks[mcs->lock];
	const u32 prints[] = {f->fingerprint, f->formerly, f->fingerprint + 1};
	char address[64];

	for (u32 i = 0; i < 3; i++) {
		snprintf(address, sizeof address, "mcs?fp=%06x&s=BAAAA", prints[i]);
		parse(address, (u32)strlen(address));
		EXPECT((url.notes && strstr(url.note[0], "another version")) == (i == 2), "%s", address);
	}
}

static void test_hostile(void)
{
	static const char *const start[] = {"mcs?", "mcs-queue?v=1&s=", "#/mcs?n=3&s=", "", "?", "mcs?&&&=&="};
	static char s[3000];
	u32 seed = 31337;

	for (u32 i = 0; i < 20000; i++) {
		u32 n = (u32)snprintf(s, 64, "%s", start[i % 6]), end = n + test_random(&seed) % 300;

		while (n < end)
			s[n++] = test_random(&seed) % 4 ? "ABCxyz0189-_&=,.?#"[test_random(&seed) % 18]
							: (char)test_random(&seed);
		parse(s, n);
	}
}

int main(void)
{
	for (u32 threads = 1; threads <= LS_MAX_THREADS; threads++)
		for (u32 n = 0; n < 120; n += 7)
			test_codec(n, threads, 1 + n * 31 + threads, n % 3 * 20);
	test_codec(100000, 4, 8, 2);
	test_codec(LS_MAX_SCHEDULE, 1, 8, 0);
	test_price();
	test_cuts();
	test_goes_on();
	test_round_trips();
	test_notes();
	test_fingerprints();
	test_hostile();
	return test_end();
}
