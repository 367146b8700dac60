/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-number.h"
#include "tvm-report.h"

#include <math.h>
#include <string.h>

typedef struct
{
  LaminaBuilder *builder;
  LaminaImport *import;
  LaminaSource *source;
  TvmReport *report;
  char *title;
  guint32 run;
} TvmBuild;

static const char *
get_cell (TvmBuild     *self,
          const TvmRow *row,
          const char   *column)
{
  return tvm_report_get_cell (self->report, row, tvm_report_find_column (self->report, column));
}

/* The duration of a row in nanoseconds, LAMINA_ABSENT without one. */
static gint64
tvm_build_get_duration (TvmBuild     *self,
                        const TvmRow *row)
{
  const char *cell = get_cell (self, row, TVM_DURATION_COLUMN);
  gint64 duration = cell ? tvm_number_get (cell, self->report->point, 3) : LAMINA_ABSENT;

  return duration < 0 ? LAMINA_ABSENT : duration;
}

/*
 * `float32[1, 64, 56, 56], float32[1, 64, 54, 54]`: compiled functions take what they write as their last argument.
 * `float32[]` is a scalar. The graph executor names the shape of the output alone, `(1, 64, 56, 56)`.
 */

static void
add_tensor (TvmBuild   *self,
            guint32     layer,
            const char *dtype,
            gsize       dtype_length,
            const char *dims,
            gsize       dims_length,
            gboolean    is_output)
{
  LaminaTensorInit tensor = LAMINA_TENSOR_INIT;
  g_autofree char *word = g_strndup (dtype, dtype_length);
  LaminaShape shape;
  guint32 id;

  tensor.dtype = lamina_builder_intern_raw (self->builder, word, dtype_length);
  tensor.role = is_output ? LAMINA_ROLE_ACTIVATION : LAMINA_ROLE_UNKNOWN;
  if (lamina_shape_parse (dims, dims_length, &shape))
    {
      tensor.shape = lamina_builder_intern_shape (self->builder, shape.dims, shape.n);
      tensor.bytes = lamina_shape_get_bytes (shape.dims, shape.n, lamina_dtype_get_bits (word));
      if (tensor.bytes != LAMINA_ABSENT)
        tensor.estimated = LAMINA_ESTIMATE_BYTES;
    }
  id = lamina_builder_add_tensor (self->builder, self->run, &tensor);
  if (is_output)
    lamina_builder_add_output (self->builder, self->run, layer, id);
  else
    lamina_builder_add_input (self->builder, self->run, layer, id);
}

static void
add_arguments (TvmBuild     *self,
               const TvmRow *row,
               guint32       layer,
               const char   *text)
{
  while (TRUE)
    {
      const char *open, *close;

      while (*text == ',' || *text == ' ')
        text++;
      if (*text == '\0')
        return;
      open = strchr (text, '[');
      close = open ? strchr (open, ']') : NULL;
      if (!close)
        {
          lamina_import_note (self->import, N_("the shapes of arguments could not be read"), self->source, row->offset,
                              row->record);
          return;
        }
      add_tensor (self, layer, text, (gsize) (open - text), open, (gsize) (close + 1 - open),
                  strchr (close, '[') == NULL);
      text = close + 1;
    }
}

/* The tensors of a row of the report. */
static void
tvm_build_tensors (TvmBuild     *self,
                   const TvmRow *row,
                   guint32       layer)
{
  static const char *const columns[] = { TVM_SHAPES_COLUMN, "VM::Argument Shapes" };
  const char *output = get_cell (self, row, TVM_OUTPUT_COLUMN);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const char *cell = get_cell (self, row, columns[i]);

      if (cell)
        add_arguments (self, row, layer, cell);
    }
  if (output)
    add_tensor (self, layer, "", 0, output, strlen (output), TRUE);
}

/* Columns of the roofline pass: what it counts of a row is the row's work. */
#define FLOP_COLUMN "Estimated FLOPs"
#define BYTES_COLUMN "Loaded Bytes"

static guint32
intern_cell (TvmBuild     *self,
             const TvmRow *row,
             const char   *column)
{
  const char *cell = get_cell (self, row, column);

  return cell ? lamina_builder_intern_raw (self->builder, cell, strlen (cell)) : 0;
}

static gint64
get_number (TvmBuild     *self,
            const TvmRow *row,
            const char   *column)
{
  const char *cell = get_cell (self, row, column);
  gint64 number = cell ? tvm_number_get (cell, self->report->point, 0) : LAMINA_ABSENT;

  if (number >= 0)
    return number;
  if (cell)
    lamina_import_note (self->import, N_("a number that is negative or cannot be read is left out"), self->source, row->offset,
                        row->record);
  return LAMINA_ABSENT;
}

static void
fill_layer (TvmBuild        *self,
            const TvmRow    *row,
            LaminaLayerInit *layer)
{
  const char *name = get_cell (self, row, TVM_NAME_COLUMN);
  const char *type = get_cell (self, row, TVM_TYPE_COLUMN);
  gint64 calls = get_number (self, row, TVM_COUNT_COLUMN);

  layer->name = intern_cell (self, row, TVM_NAME_COLUMN);
  layer->device = intern_cell (self, row, TVM_DEVICE_COLUMN);
  if (name)
    {
      g_autofree char *title = tvm_function_dup_type (type ? type : name);
      /* Rows of one function for different shapes are different layers. */
      const char *shapes = get_cell (self, row, TVM_SHAPES_COLUMN);
      g_autofree char *key = shapes ? g_strdup_printf ("%s %s", name, shapes) : NULL;

      layer->type = lamina_builder_intern_raw (self->builder, title, strlen (title));
      layer->key = key ? lamina_builder_intern_raw (self->builder, key, strlen (key)) : 0;
      if (strstr (name, "DeviceCopy"))
        layer->phase = LAMINA_PHASE_COPY;
    }
  if (calls != LAMINA_ABSENT)
    layer->calls = (guint32) MIN (calls, G_MAXUINT32);
  layer->duration = tvm_build_get_duration (self, row);
  if (layer->duration == LAMINA_ABSENT && get_cell (self, row, TVM_DURATION_COLUMN))
    lamina_import_note (self->import, N_("a duration that is not a number of microseconds is left out"), self->source, row->offset,
                        row->record);
  layer->flop = get_number (self, row, FLOP_COLUMN);
  layer->bytes = get_number (self, row, BYTES_COLUMN);
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

/* So many rows that stand from the longest on do not do so by chance. */
#define LEAST_SORTED 4

/*
 * Whether rows are in the order of their cost, as the profiler of TVM writes them unless it is told otherwise, and not in that of
 * the calls.
 */
static gboolean
is_by_cost (TvmBuild *self)
{
  TvmReport *report = self->report;
  gint64 last = G_MAXINT64;

  if (is_aggregated (self))
    return TRUE;
  for (guint i = 0; i < report->rows->len; i++)
    {
      gint64 duration = tvm_build_get_duration (self, &g_array_index (report->rows, TvmRow, i));

      if (duration == LAMINA_ABSENT || duration > last)
        return FALSE;
      last = duration;
    }
  return report->rows->len >= LEAST_SORTED;
}

/* The layers, rising as the rows of the report. */
static void
tvm_build_layers (TvmBuild *self)
{
  TvmReport *report = self->report;
  gboolean has_order = !is_by_cost (self);

  for (guint i = 0; i < report->rows->len; i++)
    {
      const TvmRow *row = &g_array_index (report->rows, TvmRow, i);
      LaminaLayerInit init = LAMINA_LAYER_INIT;
      guint32 layer;

      fill_layer (self, row, &init);
      if (has_order)
        init.order = i;
      layer = lamina_builder_add_layer (self->builder, self->run, &init);
      if (report->header_length > 0)
        lamina_builder_add_layer_args (self->builder, self->run, layer, 0, 0, report->header_offset,
                                       report->header_length);
      lamina_builder_add_layer_args (self->builder, self->run, layer, 0, 0, row->offset, row->length);
      tvm_build_tensors (self, row, layer);
      lamina_import_account (self->import, row->record, LAMINA_RECORD_SHOWN);
    }
}

/* Columns that are something else in a layer. */
static const char *const others[] = { TVM_DURATION_COLUMN, TVM_COUNT_COLUMN, "Estimated FLOPs", "Loaded Bytes", NULL };

static gboolean
holds_integers (TvmReport *report,
                guint      column)
{
  for (guint i = 0; i < report->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (report, &g_array_index (report->rows, TvmRow, i), column);

      if (cell && tvm_number_get (cell, report->point, 0) == LAMINA_ABSENT)
        return FALSE;
      if (cell && tvm_number_get_real (cell, report->point) != (double) tvm_number_get (cell, report->point, 0))
        return FALSE;
    }
  return TRUE;
}

static void
fill_integers (TvmBuild *self,
               guint     column,
               guint32   metric,
               gboolean  microseconds)
{
  for (guint i = 0; i < self->report->rows->len; i++)
    {
      const TvmRow *row = &g_array_index (self->report->rows, TvmRow, i);
      const char *cell = tvm_report_get_cell (self->report, row, column);
      gint64 number;

      if (!cell)
        continue;
      number = tvm_number_get (cell, self->report->point, microseconds ? 3 : 0);
      /* A counter of the processor that ran over is printed as -1. */
      if (number == -1 && !microseconds)
        {
          lamina_import_note (self->import, N_("a counter overflowed"), self->source, row->offset, row->record);
          number = LAMINA_ABSENT;
        }
      lamina_builder_set_metric_integer (self->builder, self->run, metric, i, number);
    }
}

static void
fill_reals (TvmBuild *self,
            guint     column,
            guint32   metric,
            char      point)
{
  for (guint i = 0; i < self->report->rows->len; i++)
    {
      const char *cell = tvm_report_get_cell (self->report, &g_array_index (self->report->rows, TvmRow, i), column);

      if (cell)
        lamina_builder_set_metric_real (self->builder, self->run, metric, i, tvm_number_get_real (cell, point));
    }
}

static void
add_metric (TvmBuild *self,
            guint     column)
{
  const TvmColumn *info = &g_array_index (self->report->columns, TvmColumn, column);
  gboolean is_percent = info->kind == TVM_KIND_PERCENT, is_time = info->kind == TVM_KIND_MICROSECONDS;
  gboolean is_real = is_time ? g_str_has_suffix (info->name, "(us)") : is_percent || !holds_integers (self->report, column);
  LaminaUnit unit_of_time = is_real ? LAMINA_UNIT_MICROSECONDS : LAMINA_UNIT_NANOSECONDS;
  LaminaUnit unit = is_percent ? LAMINA_UNIT_PERCENT : is_time ? unit_of_time : LAMINA_UNIT_NONE;
  guint32 metric = lamina_builder_add_metric (self->builder, self->run, info->name, unit,
                                              is_real ? LAMINA_VALUE_REAL : LAMINA_VALUE_INTEGER);

  /* Percentages are printed with a point in all languages. */
  if (is_real)
    fill_reals (self, column, metric, is_percent ? '.' : self->report->point);
  else
    fill_integers (self, column, metric, is_time);
}

/* The column whose name is or ends with one of two words: Linux and PAPI have names of their own for each event. */
static guint
find_event (TvmReport  *report,
            const char *linux_name,
            const char *papi_name)
{
  for (guint i = 0; i < report->columns->len; i++)
    {
      const char *name = g_array_index (report->columns, TvmColumn, i).name;
      const char *colon = strrchr (name, ':');

      if (g_ascii_strcasecmp (colon ? colon + 1 : name, linux_name) == 0 || g_ascii_strcasecmp (name, papi_name) == 0)
        return i;
    }
  return LAMINA_NONE;
}

static void
add_ratio (TvmBuild   *self,
           const char *name,
           LaminaUnit  unit,
           double      factor,
           guint       numerator,
           guint       denominator)
{
  guint32 metric;

  if (numerator == LAMINA_NONE || denominator == LAMINA_NONE)
    return;
  metric = lamina_builder_add_metric (self->builder, self->run, name, unit, LAMINA_VALUE_REAL);
  lamina_builder_set_metric_estimated (self->builder, self->run, metric);
  for (guint i = 0; i < self->report->rows->len; i++)
    {
      const TvmRow *row = &g_array_index (self->report->rows, TvmRow, i);
      const char *above = tvm_report_get_cell (self->report, row, numerator);
      const char *below = tvm_report_get_cell (self->report, row, denominator);
      double a = above ? tvm_number_get_real (above, self->report->point) : (double) NAN;
      double b = below ? tvm_number_get_real (below, self->report->point) : (double) NAN;

      if (a >= 0 && b > 0)
        lamina_builder_set_metric_real (self->builder, self->run, metric, i, factor * a / b);
    }
}

static void
add_ratios (TvmBuild *self)
{
  guint cycles = find_event (self->report, "CYCLES", "PAPI_TOT_CYC");
  guint instructions = find_event (self->report, "INSTRUCTIONS", "PAPI_TOT_INS");

  add_ratio (self, "Instructions per cycle", LAMINA_UNIT_NONE, 1, instructions, cycles);
  add_ratio (self, "Stalled in the front end", LAMINA_UNIT_PERCENT, 100,
             find_event (self->report, "STALLED-CYCLES-FRONTEND", "PAPI_STL_ICY"), cycles);
  add_ratio (self, "Stalled in the back end", LAMINA_UNIT_PERCENT, 100,
             find_event (self->report, "STALLED-CYCLES-BACKEND", "PAPI_RES_STL"), cycles);
  add_ratio (self, "Cache misses per 1000 instructions", LAMINA_UNIT_NONE, 1000,
             find_event (self->report, "CACHE-MISSES", "PAPI_L3_TCM"), instructions);
}

/* The columns of the tool, and what follows from the counters of the processor. */
static void
tvm_build_metrics (TvmBuild *self)
{
  TvmReport *report = self->report;

  for (guint i = 0; i < report->columns->len; i++)
    {
      const TvmColumn *column = &g_array_index (report->columns, TvmColumn, i);

      if (column->kind != TVM_KIND_TEXT && !g_strv_contains (others, column->name))
        add_metric (self, i);
    }
  add_ratios (self);
}

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
  if (is_by_cost (self))
    lamina_builder_set_track_caption (self->builder, self->run, track,
                                      lamina_builder_own_word (self->builder, N_("by cost: their order is not stated")));
  g_hash_table_insert (tracks, g_strdup (device), GUINT_TO_POINTER (track));
  return track;
}

static void
add_slice (TvmBuild   *self,
           GHashTable *tracks,
           Place       place,
           gint64      start)
{
  const TvmRow *row = &g_array_index (self->report->rows, TvmRow, place.row);
  const char *name = get_cell (self, row, TVM_NAME_COLUMN);
  const char *device = get_cell (self, row, TVM_DEVICE_COLUMN);
  g_autofree char *valid = g_utf8_make_valid (device ? device : lamina_builder_own_word (self->builder, N_("Device")), -1);
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.start = start;
  slice.duration = place.duration;
  slice.layer = place.row;
  /* Without what all functions have in common; the whole name is that of the layer. */
  if (name)
    {
      g_autofree char *type = tvm_function_dup_type (name);
      g_autofree char *label = lamina_label_dup (name, type);

      slice.name = lamina_builder_intern_raw (self->builder, label, strlen (label));
    }
  lamina_builder_add_slice (self->builder, self->run, find_track (self, tracks, valid), &slice);
}

/* The slices, one after the other. */
static void
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

static void
add_time (TvmBuild   *self,
          const char *key,
          gint64      time,
          gboolean    estimated)
{
  LaminaValue value = LAMINA_VALUE_INIT_INTEGER (time, LAMINA_UNIT_NANOSECONDS);

  value.estimated = estimated;
  if (time != LAMINA_ABSENT)
    lamina_builder_add_property (self->builder, self->title, key, &value);
}

/* `Sum`, `Total (cpu0)`. The longest total is the time of the whole call; a device that only waits has less. */
static void
add_totals (TvmBuild *self,
            gint64   *total)
{
  TvmReport *report = self->report;

  *total = LAMINA_ABSENT;
  for (guint i = 0; i < report->totals->len; i++)
    {
      const TvmRow *row = &g_array_index (report->totals, TvmRow, i);
      const char *name = tvm_report_get_cell (report, row, tvm_report_find_column (report, TVM_NAME_COLUMN));
      const char *device = tvm_report_get_cell (report, row, tvm_report_find_column (report, TVM_DEVICE_COLUMN));
      g_autofree char *label = device ? g_strdup_printf ("%s (%s)", name, device) : g_strdup (name);
      g_autofree char *key = g_utf8_make_valid (label, -1);
      gint64 time = tvm_build_get_duration (self, row);

      add_time (self, key, time, FALSE);
      if (strcmp (name, "Sum") != 0)
        *total = MAX (*total, time);
      lamina_import_account (self->import, row->record, LAMINA_RECORD_MERGED);
    }
}

static gint64
get_milliseconds (const char *text)
{
  return text ? tvm_number_get (text, '.', 6) : LAMINA_ABSENT;
}

/* What the report says beside its rows. */
static void
tvm_build_properties (TvmBuild *self)
{
  TvmReport *report = self->report;
  gint64 total, sum = LAMINA_ABSENT;

  for (guint i = 0; i < report->rows->len; i++)
    sum = lamina_number_add (sum, tvm_build_get_duration (self, &g_array_index (report->rows, TvmRow, i)));
  add_time (self, lamina_builder_own_word (self->builder, N_("Mean")), get_milliseconds (report->mean), FALSE);
  add_time (self, lamina_builder_own_word (self->builder, N_("Standard deviation")), get_milliseconds (report->deviation), FALSE);
  add_totals (self, &total);
  lamina_builder_set_stated_time (self->builder, self->run, total);
  if (total != LAMINA_ABSENT && sum != LAMINA_ABSENT && total > sum)
    add_time (self, lamina_builder_own_word (self->builder, N_("Not in any function")), total - sum, TRUE);
  for (guint i = 0; i + 1 < report->configuration->len; i += 2)
    {
      g_autofree char *key = g_utf8_make_valid (report->configuration->pdata[i], -1);
      g_autofree char *text = g_strstrip (g_utf8_make_valid (report->configuration->pdata[i + 1], -1));
      LaminaValue value = LAMINA_VALUE_INIT_TEXT (text);
      gint64 number;

      /* Numbers become numbers, so that views can write them as they write others. */
      if (lamina_decimal_parse (text, strlen (text), 0, &number) && strspn (text, "-0123456789") == strlen (text))
        value = LAMINA_VALUE_INIT_INTEGER (number, LAMINA_UNIT_NONE);
      lamina_builder_add_property (self->builder, self->title, key, &value);
    }
}

/* Runs are told apart by their titles. */
static char *
dup_title (LaminaBuilder *builder,
           TvmReport     *report,
           guint          index,
           guint          n,
           GHashTable    *titles)
{
  const char *word = N_("Report");
  g_autofree char *title = NULL;
  char *unique;

  if (report->title)
    title = g_strdup (report->title);
  else
    title = n == 1 ? g_strdup (word) : g_strdup_printf ("%s %u", word, index + 1);
  unique = g_strdup (title);
  for (guint i = 2; g_hash_table_contains (titles, unique); i++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s (%u)", title, i);
    }
  g_hash_table_add (titles, g_strdup (unique));
  if (!report->title)
    lamina_builder_own_text (builder, unique, word);
  return unique;
}

void
tvm_build (LaminaBuilder *builder,
           LaminaSource  *source,
           GPtrArray     *reports)
{
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  lamina_builder_set_tool (builder, "TVM");
  for (guint i = 0; i < reports->len; i++)
    {
      TvmReport *report = reports->pdata[i];
      g_autofree char *title = dup_title (builder, report, i, reports->len, titles);
      TvmBuild build = { .builder = builder, .import = lamina_builder_get_import (builder), .source = source,
                         .report = report, .title = title };

      build.run = lamina_builder_add_run (builder, title, LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_END_TO_END);
      lamina_builder_set_layer_word (builder, build.run, LAMINA_LAYER_WORD_FUNCTION);
      tvm_build_layers (&build);
      tvm_build_metrics (&build);
      tvm_build_slices (&build);
      tvm_build_properties (&build);
    }
}
