/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

GHashTable *
gpu_numbers_new (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

void
gpu_numbers_set (GHashTable *self,
                 gint64      key,
                 gint64      number)
{
  if (key != LAMINA_ABSENT && number != LAMINA_ABSENT)
    g_hash_table_insert (self, gpu_dup_number (key), gpu_dup_number (number));
}

gint64
gpu_numbers_get (GHashTable *self,
                 gint64      key)
{
  const gint64 *found = g_hash_table_lookup (self, &key);

  return found != NULL ? *found : LAMINA_ABSENT;
}

GHashTable *
gpu_numbers_read (GpuTrace   *self,
                  const char *table,
                  const char *key,
                  const char *number)
{
  const char *const columns[] = { key, number, NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->database, table, columns, NULL);
  GHashTable *numbers = gpu_numbers_new ();

  while (gpu_events_next (self, rows))
    gpu_numbers_set (numbers, lamina_sqlite_rows_get_integer (rows, 0), lamina_sqlite_rows_get_integer (rows, 1));
  return numbers;
}
