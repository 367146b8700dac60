/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/*
 * Every how manieth of many like cases a test tries: 1 unless LAMINA_TEST_STRIDE says more. ./check full tries all of them in the
 * build that is the fastest, and fewer where a sanitizer or valgrind makes the same program many times as slow.
 */
static inline guint
test_stride (void)
{
  const char *text = g_getenv ("LAMINA_TEST_STRIDE");

  return text != NULL ? MAX (1, (guint) g_ascii_strtoull (text, NULL, 10)) : 1;
}
