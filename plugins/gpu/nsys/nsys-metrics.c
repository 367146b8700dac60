/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

/* Metrics of devices, which are sampled. What a type of metric is of, stands in its lowest byte. */
#define METRIC_DEVICE 0xff

typedef struct
{
  GpuTrace *trace;
  GHashTable *names;  /* of type and metric: a text */
  GHashTable *tracks; /* of the same: a track from 1 on */
} Metrics;

static gint64
get_metric_key (gint64 type,
                gint64 metric)
{
  return (gint64) ((guint64) type << 16 ^ (guint64) metric);
}

static void
read_metric_names (Metrics *self)
{
  static const char *const columns[] = { "typeId", "metricId", "metricName", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (self->trace->database, "TARGET_INFO_GPU_METRICS", columns, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 key = get_metric_key (lamina_sqlite_rows_get_integer (rows, 0), lamina_sqlite_rows_get_integer (rows, 1));
      char *name = gpu_rows_dup_text (rows, 2);

      if (name != NULL)
        g_hash_table_insert (self->names, gpu_dup_number (key), name);
    }
}

static guint32
need_track (Metrics *self,
            gint64   type,
            gint64   metric)
{
  gint64 key = get_metric_key (type, metric);
  guint track = GPOINTER_TO_UINT (g_hash_table_lookup (self->tracks, &key));
  const char *name = g_hash_table_lookup (self->names, &key);
  g_autofree char *title = NULL;

  if (track > 0)
    return track - 1;
  title = name != NULL ? g_strdup_printf ("GPU %d · %s", (int) (type & METRIC_DEVICE), name)
                       : g_strdup_printf ("GPU %d · metric %" G_GINT64_FORMAT, (int) (type & METRIC_DEVICE), metric);
  track = gpu_counters_need_track (self->trace, title, strchr (title, '%') ? LAMINA_UNIT_PERCENT : LAMINA_UNIT_NONE);
  g_hash_table_insert (self->tracks, gpu_dup_number (key), GUINT_TO_POINTER (track + 1));
  return track;
}

void
nsys_add_metrics (GpuTrace *trace)
{
  static const char *const columns[] = { "timestamp", "typeId", "metricId", "value", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (trace->database, "GPU_METRICS", columns, trace->import);
  Metrics self = { .trace = trace };

  self.names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self.tracks = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  read_metric_names (&self);
  while (lamina_sqlite_rows_next (rows))
    {
      gint64 time = lamina_sqlite_rows_get_integer (rows, 0), type = lamina_sqlite_rows_get_integer (rows, 1);
      gint64 metric = lamina_sqlite_rows_get_integer (rows, 2);
      double value = lamina_sqlite_rows_get_real (rows, 3);
      guint32 record = lamina_sqlite_rows_get_record (rows);

      if (!lamina_sqlite_rows_check (rows))
        continue;
      if (time == LAMINA_ABSENT || type == LAMINA_ABSENT || metric == LAMINA_ABSENT || isnan (value))
        {
          lamina_import_skip (trace->import, record, N_("the sample of a metric is not whole"));
          continue;
        }
      lamina_builder_add_sample (trace->builder, trace->run, need_track (&self, type, metric), time, value);
      lamina_import_account (trace->import, record, LAMINA_RECORD_SHOWN);
    }
  g_hash_table_unref (self.names);
  g_hash_table_unref (self.tracks);
}
