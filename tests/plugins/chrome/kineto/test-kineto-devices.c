/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"

/* Devices beside a host that has their numbers, and what is written around their work, as dumps of small traces. */

/* The process of the host has the number of a device. */
static void
test_shared_pid (void)
{
  check_expected ("chrome-trace", "kineto/shared-pid.json", "kineto/shared-pid.txt");
}

/* So has a thread that of a stream; names and what is sorted by follow the words of the file, in whichever order. */
static void
test_shared_tid (void)
{
  check_expected ("chrome-trace", "kineto/shared-tid.json", "kineto/shared-tid.txt");
}

/* The number of the host is that of a device which is named, but did nothing. */
static void
test_named (void)
{
  check_expected ("chrome-trace", "kineto/named-devices.json", "kineto/named-devices.txt");
}

/* Two ranks of a job in one file, each with a device that is called GPU 0. */
static void
test_same_labels (void)
{
  check_expected ("chrome-trace", "kineto/same-labels.json", "kineto/same-labels.txt");
}

/* Annotations that were widened give way to the work that they cross. */
static void
test_widened (void)
{
  check_expected ("chrome-trace", "kineto/widened.json", "kineto/widened.txt");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kineto-devices/shared-pid", test_shared_pid);
  g_test_add_func ("/kineto-devices/shared-tid", test_shared_tid);
  g_test_add_func ("/kineto-devices/named", test_named);
  g_test_add_func ("/kineto-devices/same-labels", test_same_labels);
  g_test_add_func ("/kineto-devices/widened", test_widened);

  return g_test_run ();
}
