/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Under what the meaning of a type and a name is kept in a table by pointers. Never 0. */
static inline guint64
lamina_work_key_name (guint32 type,
                      guint32 name,
                      guint8  family)
{
  return (guint64) type << 40 ^ (guint64) name << 8 ^ (guint64) family << 2 ^ 2;
}

/* The low half of most keys is the same: g_direct_hash() would put all names of a family into one place. */
static inline guint
lamina_work_hash_key (gconstpointer key)
{
  return (guint) ((GPOINTER_TO_SIZE (key) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

G_END_DECLS
