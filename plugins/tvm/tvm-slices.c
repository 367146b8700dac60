/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-build.h"
#include "tvm-number.h"
#include "tvm-operators.h"

#include <string.h>

/*
 * A report has durations and no starts, so rows are laid end to end: those of single calls as they were called, those
 * that stand for several from the longest on.
 */

typedef struct
{
  guint32 row;
  gint64 duration;
} Place;

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const Place *left = a, *right = b;

  if (left->duration != right->duration)
    return left->duration > right->duration ? -1 : 1;
  return (left->row > right->row) - (left->row < right->row);
}

/* Whether any row stands for several calls. */
static gboolean
is_aggregated (TvmBuild *self)
{
  TvmReport *report = self->report;
  guint count = tvm_report_find_column (report, TVM_COUNT_COLUMN);

  for (guint i = 0; i < report->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (report, &g_array_index (report->rows, TvmRow, i), count);

      if (cell && tvm_number_get (cell, report->point, 0) > 1)
        return TRUE;
    }
  return FALSE;
}

static GArray *
find_places (TvmBuild *self)
{
  TvmReport *report = self->report;
  GArray *places = g_array_sized_new (FALSE, FALSE, sizeof (Place), report->rows->len);

  for (guint32 i = 0; i < report->rows->len; i++)
    {
      Place place = { i, tvm_build_get_duration (self, &g_array_index (report->rows, TvmRow, i)) };

      if (place.duration != LAMINA_ABSENT)
        g_array_append_val (places, place);
    }
  if (is_aggregated (self))
    g_array_sort (places, compare_places);
  return places;
}

static guint32
find_track (TvmBuild   *self,
            GHashTable *tracks,
            const char *device)
{
  gpointer found;
  guint32 group, track;

  if (g_hash_table_lookup_extended (tracks, device, NULL, &found))
    return GPOINTER_TO_UINT (found);
  group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, device, LAMINA_GROUP_OTHER);
  track = lamina_builder_add_track (self->builder, self->run, group, lamina_builder_own_word (self->builder, N_("Functions")), 0);
  g_hash_table_insert (tracks, g_strdup (device), GUINT_TO_POINTER (track));
  return track;
}

/* Without what all functions have in common; the whole name is that of the layer. */
static guint32
intern_label (TvmBuild   *self,
              const char *name)
{
  g_autofree char *type = tvm_function_dup_type (name);
  g_autofree char *label = lamina_label_dup (name, type);

  return lamina_builder_intern_raw (self->builder, label, strlen (label));
}

static void
add_slice (TvmBuild   *self,
           GHashTable *tracks,
           Place       place,
           gint64      start)
{
  TvmReport *report = self->report;
  const TvmRow *row = &g_array_index (report->rows, TvmRow, place.row);
  const char *name = tvm_report_get_cell (report, row, tvm_report_find_column (report, TVM_NAME_COLUMN));
  const char *device = tvm_report_get_cell (report, row, tvm_report_find_column (report, TVM_DEVICE_COLUMN));
  g_autofree char *valid = g_utf8_make_valid (device ? device : lamina_builder_own_word (self->builder, N_("Device")), -1);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = place.duration;
  slice.layer = place.row;
  if (name)
    slice.name = intern_label (self, name);
  lamina_builder_add_slice (self->builder, self->run, find_track (self, tracks, valid), &slice);
}

void
tvm_build_slices (TvmBuild *self)
{
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) places = find_places (self);
  gint64 start = 0;

  lamina_builder_add_clock (self->builder, self->run, "end to end");
  for (guint i = 0; i < places->len; i++)
    {
      Place place = g_array_index (places, Place, i);

      add_slice (self, tracks, place, start);
      start = lamina_number_add (start, place.duration);
    }
}
