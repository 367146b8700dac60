/* SPDX-License-Identifier: Apache-2.0 */
#include "check-bad-input.h"
#include "dump-document.h"

/* Timelines of MegEngine's imperative profiler through the engine and the loader, as the programs use them. */

static void
test_small (void)
{
  check_expected ("chrome-trace", "megengine-timeline/small.json", "megengine-timeline/small.txt");
}

/* An operator that is run twice, the second time for a later dispatch; and two that overlap without nesting. */
static void
test_repeated (void)
{
  check_expected ("chrome-trace", "megengine-timeline/repeated.json", "megengine-timeline/repeated.txt");
}

#define EVENT(phase, ts, args) "{\"name\":\"Add\",\"cat\":\"Kernel\",\"ph\":\"" phase "\",\"pid\":1,\"tid\":1,\"ts\":" ts "," \
                               "\"args\":{" args "}}"
#define TRACE(args) "[" EVENT ("B", "1", "") "," EVENT ("E", "5", args) "]"

static const BadInput bad_inputs[] = {
  { "good", RIGHT (TRACE ("\"__id__\":1,\"__name__\":\"Add\",\"__device__\":\"gpu0:0\"")) },
  { "id-is-word", RIGHT (TRACE ("\"__id__\":\"one\"")) },
  { "id-is-huge", RIGHT (TRACE ("\"__id__\":18446744073709551615")) },
  { "id-is-object", RIGHT (TRACE ("\"__id__\":{}")) },
  { "name-is-number", RIGHT (TRACE ("\"__id__\":1,\"__name__\":7,\"__device__\":8")) },
  { "name-is-null", RIGHT (TRACE ("\"__id__\":1,\"__name__\":null,\"__device__\":null")) },
  { "equal-ids", RIGHT ("[" EVENT ("X", "1,\"dur\":5", "\"__id__\":1") "," EVENT ("X", "2,\"dur\":2", "\"__id__\":1") "]") },
  { "no-end", ISSUE_OF ("[" EVENT ("B", "1", "\"__id__\":1") "]", "does not end") },
  { "no-begin", ISSUE_OF ("[" EVENT ("E", "1", "\"__id__\":1") "]", "end without") },
};

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/megengine-timeline/small", test_small);
  g_test_add_func ("/megengine-timeline/repeated", test_repeated);
  add_bad_inputs ("megengine-timeline/bad", "input.json", bad_inputs, G_N_ELEMENTS (bad_inputs));
  return g_test_run ();
}
