/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Keys of hash tables that are made of two ids. g_int64_hash() of GLib 2.74 looks at the lower one alone, which may be the same
 * for all of them.
 */
static inline guint64
chrome_key (guint32 high,
            guint32 low)
{
  return (guint64) high << 32 | low;
}

static inline guint
chrome_key_hash (gconstpointer key)
{
  return (guint) (*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

G_END_DECLS
