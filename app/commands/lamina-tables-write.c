/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tables-private.h"

#include "lamina-finding.h"
#include "lamina-idle.h"
#include "lamina-layer-dtype.h"
#include "lamina-layer-value.h"
#include "lamina-live-set.h"
#include "lamina-module-paths.h"
#include "lamina-steps.h"
#include "lamina-work.h"

#include <math.h>
#include <string.h>

/* The rows of a document. */

/* statement  of the table that is written at the moment; n: its next column
 * is_failed  a row could not be written */
typedef struct
{
  sqlite3 *database;
  const LaminaTraceKey *key;
  const char *const *wanted;
  sqlite3_stmt *statement;
  int n;
  gboolean is_failed;
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaIdle *idle; /* of all of the run */
  guint number;
} Writer;

static gboolean
begin_table (Writer     *self,
             const char *name)
{
  g_autoptr (GString) query = NULL;

  g_clear_pointer (&self->statement, sqlite3_finalize);
  if (self->wanted != NULL && strcmp (name, lamina_tables[0].name) != 0 && !g_strv_contains (self->wanted, name))
    return FALSE;
  for (guint i = 0; i < LAMINA_N_TABLES; i++)
    if (g_str_equal (lamina_tables[i].name, name))
      {
        query = g_string_new (NULL);
        g_string_printf (query, "INSERT INTO %s VALUES (?", name);
        for (const char *c = lamina_tables[i].columns; *c != '\0'; c++)
          if (*c == ',')
            g_string_append (query, ", ?");
        g_string_append_c (query, ')');
      }
  self->is_failed |= sqlite3_prepare_v2 (self->database, query->str, -1, &self->statement, NULL) != SQLITE_OK;
  return !self->is_failed;
}

static void
add_integer (Writer *self,
             gint64  number)
{
  if (number == LAMINA_ABSENT)
    sqlite3_bind_null (self->statement, ++self->n);
  else
    sqlite3_bind_int64 (self->statement, ++self->n, number);
}

static void
add_index (Writer  *self,
           guint32  index)
{
  add_integer (self, index != LAMINA_NONE ? (gint64) index : LAMINA_ABSENT);
}

static void
add_real (Writer *self,
          double  number)
{
  if (isnan (number))
    sqlite3_bind_null (self->statement, ++self->n);
  else
    sqlite3_bind_double (self->statement, ++self->n, number);
}

/* A text that is empty says nothing. It must stay until the row is written. */
static void
add_text (Writer     *self,
          const char *text)
{
  if (text == NULL || *text == '\0')
    sqlite3_bind_null (self->statement, ++self->n);
  else
    sqlite3_bind_text (self->statement, ++self->n, text, -1, SQLITE_STATIC);
}

static void
add_string (Writer  *self,
            guint32  id)
{
  add_text (self, id != 0 ? lamina_run_get_string (self->run, id) : NULL);
}

static void
begin_row (Writer *self)
{
  self->n = 0;
  add_text (self, self->key->trace);
  if (self->run != NULL)
    add_integer (self, self->number + 1);
}

static void
end_row (Writer *self)
{
  self->is_failed |= sqlite3_step (self->statement) != SQLITE_DONE;
  sqlite3_reset (self->statement);
}

/* From the start of the run. */
static gint64
get_begin (Writer  *self,
           guint32  track,
           gint64   start)
{
  guint clock;

  if (start == LAMINA_ABSENT || track == LAMINA_NONE)
    return LAMINA_ABSENT;
  clock = lamina_track_get_info (lamina_run_get_track (self->run, track))->clock;
  return lamina_subtract_saturating (lamina_add_saturating (start, lamina_timebase_get_offset (self->timebase, clock)),
                                     lamina_timebase_get_start (self->timebase));
}

static const char *
get_section (Writer  *self,
             guint32  section)
{
  return section != LAMINA_NONE ? lamina_run_get_section (self->run, section)->title : NULL;
}

/* Tables */

/* A property by its key, whatever its heading; NULL without one. */
static const LaminaValue *
find_property (LaminaDocument *document,
               const char     *key)
{
  LaminaDetails *properties = lamina_document_get_properties (document);

  for (guint i = 0; i < lamina_details_get_n (properties); i++)
    if (g_str_equal (lamina_details_get (properties, i)->key, key))
      return &lamina_details_get (properties, i)->value;
  return NULL;
}

static void
add_number_property (Writer     *self,
                     const char *key)
{
  const LaminaValue *value = self->document != NULL ? find_property (self->document, key) : NULL;

  add_integer (self, value != NULL && value->type == LAMINA_VALUE_INTEGER ? value->integer : LAMINA_ABSENT);
}

static void
add_text_property (Writer     *self,
                   const char *key)
{
  const LaminaValue *value = self->document != NULL ? find_property (self->document, key) : NULL;

  add_text (self, value != NULL && value->type == LAMINA_VALUE_TEXT ? value->text : NULL);
}

/* When the first run begins, where its clock is that of the calendar: times before 2001 are counted from something else. */
#define LEAST_UNIX_TIME G_GINT64_CONSTANT (1000000000000000000)

static gint64
find_start (LaminaDocument *document)
{
  LaminaRun *run = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  const LaminaValue *session = find_property (document, "session start (ns since 1970)");
  gint64 start;

  if (lamina_run_get_unit (run) != LAMINA_AXIS_NANOSECONDS || lamina_run_get_timing (run) != LAMINA_TIMING_MEASURED)
    return LAMINA_ABSENT;
  start = lamina_timebase_get_start (timebase);
  if (session != NULL && session->type == LAMINA_VALUE_INTEGER)
    start = lamina_add_saturating (start, session->integer);
  return start >= LEAST_UNIX_TIME ? start : LAMINA_ABSENT;
}

static void
write_trace (Writer     *self,
             const char *file,
             const char *message)
{
  g_autofree char *path = g_canonicalize_filename (file, NULL);
  g_autofree char *name = g_filename_display_name (path);
  const LaminaImportCounts *counts = NULL;

  if (!begin_table (self, "traces"))
    return;
  begin_row (self);
  add_text (self, name);
  add_text (self, self->document ? lamina_document_get_format (self->document) : NULL);
  add_text (self, self->document ? lamina_document_get_tool (self->document) : NULL);
  add_integer (self, self->key->bytes);
  add_text (self, self->key->sha256);
  add_text_property (self, "host");
  add_number_property (self, "rank");
  add_number_property (self, "world_size");
  add_text_property (self, "name");
  add_integer (self, self->document ? find_start (self->document) : LAMINA_ABSENT);
  add_integer (self, self->document ? (gint64) lamina_document_get_n_runs (self->document) : LAMINA_ABSENT);
  if (self->document != NULL)
    counts = lamina_import_report_get_counts (lamina_document_get_report (self->document));
  add_integer (self, counts ? (gint64) counts->read : LAMINA_ABSENT);
  add_integer (self, counts ? (gint64) counts->shown : LAMINA_ABSENT);
  add_integer (self, counts ? (gint64) counts->merged : LAMINA_ABSENT);
  add_integer (self, counts ? (gint64) counts->skipped : LAMINA_ABSENT);
  add_integer (self, counts ? (gint64) counts->lost : LAMINA_ABSENT);
  add_integer (self, counts ? (gint64) counts->repaired : LAMINA_ABSENT);
  add_integer (self, self->document ? lamina_import_report_find_damage (lamina_document_get_report (self->document)) != NULL
                                     : LAMINA_ABSENT);
  add_text (self, LAMINA_VERSION);
  add_integer (self, LAMINA_TABLES_SCHEMA);
  add_text (self, message);
  end_row (self);
}

/* What to call a device that is a group, also where others have the name of the group. */
static char *
dup_device_name (Writer  *self,
                 guint32  group)
{
  const LaminaIdleDevice *device = lamina_idle_find_device (self->idle, group);

  return device != NULL ? lamina_idle_dup_device_name (self->run, device)
                        : g_strdup (lamina_run_get_group (self->run, group)->name);
}

static void
write_steps (Writer      *self,
             LaminaSteps *steps)
{
  if (!begin_table (self, "steps"))
    return;
  for (guint i = 0; i < lamina_steps_get_n (steps); i++)
    {
      const LaminaStep *step = lamina_steps_get (steps, i);
      g_autofree char *device = step->device != LAMINA_NONE ? dup_device_name (self, step->device) : NULL;

      begin_row (self);
      add_text (self, get_section (self, step->section));
      add_integer (self, step->section + 1);
      add_text (self, device);
      add_integer (self, lamina_subtract_saturating (step->start, lamina_timebase_get_start (self->timebase)));
      add_integer (self, step->wall);
      add_integer (self, step->computation);
      add_integer (self, step->exposed_communication);
      add_integer (self, step->exposed_copy);
      add_integer (self, step->idle);
      end_row (self);
    }
}

/* Why a device is idle, in all of the run or in a step: a row for each cause. */
static void
write_causes (Writer           *self,
              guint32           device,
              const LaminaStep *step,
              const gint64     *times,
              const guint      *counts)
{
  g_autofree char *name = dup_device_name (self, device);

  for (guint i = LAMINA_FIRST_CAUSE; i < LAMINA_N_LOADS; i++)
    if (times[i] > 0)
      {
        begin_row (self);
        add_text (self, step != NULL ? get_section (self, step->section) : NULL);
        add_integer (self, step != NULL ? (gint64) step->section + 1 : LAMINA_ABSENT);
        add_text (self, name);
        add_text (self, lamina_load_get_info ((LaminaLoad) i)->key);
        add_integer (self, times[i]);
        add_integer (self, counts[i]);
        end_row (self);
      }
}

/* Told where the causes are all of its idle time: a step of several stretches has others between them. */
static void
write_idle_of_step (Writer           *self,
                    guint             device,
                    const LaminaStep *step)
{
  gint64 end = lamina_add_saturating (step->start, step->wall), times[LAMINA_N_LOADS], sum = 0;
  guint counts[LAMINA_N_LOADS];
  g_autoptr (LaminaIdle) idle = NULL;
  const LaminaIdleDevice *alone;

  /* Before its first work and behind its last the device is looked at for this step alone. */
  if (!lamina_idle_measure_causes (self->idle, device, step->start, end, times, counts))
    {
      idle = lamina_idle_new (self->run, self->timebase, FALSE, LAMINA_NONE, step->start, end, NULL);
      alone = lamina_idle_find_device (idle, step->device);
      if (alone == NULL)
        return;
      memcpy (times, alone->times, sizeof times);
      memcpy (counts, alone->counts, sizeof counts);
    }
  for (guint i = LAMINA_FIRST_CAUSE; i < LAMINA_N_LOADS; i++)
    sum = lamina_add_saturating (sum, times[i]);
  if (sum == step->idle)
    write_causes (self, step->device, step, times, counts);
}

static void
write_idle_of_steps (Writer      *self,
                     LaminaSteps *steps)
{
  for (guint i = 0; i < lamina_steps_get_n (steps) && !self->is_failed; i++)
    {
      const LaminaStep *step = lamina_steps_get (steps, i);

      for (guint k = 0; step->wall > 0 && k < lamina_idle_get_n_devices (self->idle); k++)
        if (lamina_idle_get_device (self->idle, k)->group == step->device)
          write_idle_of_step (self, k, step);
    }
}

static void
write_idle (Writer      *self,
            LaminaSteps *steps)
{
  if (!begin_table (self, "idle"))
    return;
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);

      write_causes (self, device->group, NULL, device->times, device->counts);
    }
  write_idle_of_steps (self, steps);
}

static const char *
get_estimates (guint8 estimated)
{
  gboolean flop = (estimated & LAMINA_ESTIMATE_FLOP) != 0, bytes = (estimated & LAMINA_ESTIMATE_BYTES) != 0;

  return flop && bytes ? "flop bytes" : flop ? "flop" : bytes ? "bytes" : NULL;
}

static const char *
get_phase (guint8 phase)
{
  static const char *const phases[] = { NULL, "forward", "backward", "optimizer", "copy" };

  return phase < G_N_ELEMENTS (phases) ? phases[phase] : NULL;
}

static void
write_layers (Writer *self)
{
  const LaminaLayers *layers = lamina_layers_in_force (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  g_autoptr (LaminaModulePaths) modules = NULL;

  if (!begin_table (self, "layers"))
    return;
  modules = lamina_module_paths_new (self->run);
  for (guint32 i = 0; i < layers->n && !self->is_failed; i++)
    {
      g_autofree char *shapes = lamina_layer_dup_shapes (self->run, i, FALSE);
      g_autofree char *outputs = lamina_layer_dup_shapes (self->run, i, TRUE);
      guint32 track = lamina_column_row (layers->track, i);

      begin_row (self);
      add_index (self, i);
      add_index (self, lamina_column_row (layers->parent, i));
      add_string (self, lamina_column_id (layers->name, i));
      add_string (self, lamina_column_id (layers->type, i));
      add_text (self, lamina_family_get_title ((LaminaFamily) layers->family[i]));
      add_text (self, get_section (self, lamina_column_row (layers->section, i)));
      add_string (self, lamina_column_id (layers->annotation, i));
      add_text (self, lamina_module_paths_get (modules, i));
      add_string (self, lamina_column_id (layers->device, i));
      add_text (self, get_phase (layers->phase ? layers->phase[i] : 0));
      add_integer (self, lamina_layers_get_calls (layers, i));
      add_integer (self, get_begin (self, track, lamina_run_get_layer_track_start (self->run, i)));
      add_integer (self, costs != NULL ? costs[i] : LAMINA_ABSENT);
      add_integer (self, lamina_column_number (layers->device_time, i));
      add_integer (self, lamina_column_number (layers->host, i));
      add_integer (self, lamina_column_number (layers->host_self, i));
      add_integer (self, lamina_column_number (layers->wait, i));
      add_integer (self, lamina_column_number (layers->flop, i));
      add_integer (self, lamina_column_number (layers->bytes, i));
      add_text (self, shapes);
      add_text (self, outputs);
      add_string (self, lamina_layer_get_dtype (self->run, i));
      add_string (self, lamina_column_id (layers->key, i));
      add_text (self, get_estimates (layers->estimated ? layers->estimated[i] : 0));
      end_row (self);
    }
}

/* What the file states of a collective. */
typedef struct
{
  char *group; /* or NULL */
  gint64 seq;
  gint64 ranks;
} Exchange;

static void
read_exchange (Writer   *self,
               guint32   layer,
               Exchange *exchange)
{
  g_autoptr (LaminaDetails) details = lamina_run_describe_layer (self->run, layer, NULL);

  *exchange = (Exchange) { NULL, LAMINA_ABSENT, LAMINA_ABSENT };
  for (guint i = 0; details != NULL && i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      gboolean is_number = detail->value.type == LAMINA_VALUE_INTEGER;

      if (exchange->group == NULL && g_str_equal (detail->key, "group name"))
        exchange->group = is_number ? g_strdup_printf ("%" G_GINT64_FORMAT, detail->value.integer) : g_strdup (detail->value.text);
      else if (is_number && g_str_equal (detail->key, "Seq"))
        exchange->seq = detail->value.integer;
      else if (is_number && g_str_equal (detail->key, "group size"))
        exchange->ranks = detail->value.integer;
    }
}

/* How much of the algorithm bandwidth each link carries, as nccl-tests defines it; NaN for what it does not define. */
static double
get_bus_factor (const char *type,
                gint64      ranks)
{
  double part = ranks > 1 ? (double) (ranks - 1) / (double) ranks : NAN;

  if (g_str_equal (type, "all-reduce"))
    return 2 * part;
  if (g_str_equal (type, "all-gather") || g_str_equal (type, "reduce-scatter") || g_str_equal (type, "all-to-all"))
    return part;
  return g_str_equal (type, "collective broadcast") || g_str_equal (type, "collective reduce") ? 1 : NAN;
}

static void
write_collective (Writer             *self,
                  const LaminaLayers *layers,
                  guint32             layer,
                  gint64              cost)
{
  gint64 bytes = lamina_column_number (layers->bytes, layer);
  double rate = bytes != LAMINA_ABSENT ? (double) bytes * 1e9 / (double) cost : NAN;
  const char *type = lamina_run_get_string (self->run, lamina_column_id (layers->type, layer));
  Exchange exchange;

  read_exchange (self, layer, &exchange);
  begin_row (self);
  add_index (self, layer);
  add_text (self, type);
  add_string (self, lamina_column_id (layers->name, layer));
  add_text (self, get_section (self, lamina_column_row (layers->section, layer)));
  add_string (self, lamina_column_id (layers->device, layer));
  add_text (self, exchange.group);
  add_integer (self, exchange.seq);
  add_integer (self, exchange.ranks);
  add_integer (self, bytes);
  add_integer (self, get_begin (self, lamina_column_row (layers->track, layer),
                                lamina_run_get_layer_track_start (self->run, layer)));
  add_integer (self, cost);
  add_real (self, rate);
  add_real (self, rate * get_bus_factor (type, exchange.ranks));
  end_row (self);
  g_free (exchange.group);
}

static void
write_collectives (Writer *self)
{
  const LaminaLayers *layers = lamina_layers_in_force (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);

  if (!begin_table (self, "collectives") || costs == NULL)
    return;
  for (guint32 i = 0; i < layers->n && !self->is_failed; i++)
    if (layers->family[i] == LAMINA_FAMILY_COMMUNICATION && costs[i] != LAMINA_ABSENT && costs[i] > 0)
      write_collective (self, layers, i, costs[i]);
}

static void
write_tracks (Writer *self)
{
  static const char *const kinds[] = { "host", "device", "counters", "other" };

  if (!begin_table (self, "tracks"))
    return;
  for (guint32 i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (self->run, i);
      g_autofree char *path = lamina_run_dup_track_path (self->run, i);
      gboolean is_counter = lamina_track_get_info (track)->is_counter;

      begin_row (self);
      add_index (self, i);
      add_text (self, path);
      add_text (self, kinds[lamina_run_get_track_kind (self->run, i)]);
      add_integer (self, is_counter);
      add_integer (self, is_counter ? lamina_track_get_samples (track)->n : lamina_track_get_slices (track)->n);
      end_row (self);
    }
}

static void
write_slices_of (Writer  *self,
                 guint32  index)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (self->run, index));

  for (guint depth = 0; depth < slices->n_lanes; depth++)
    for (guint32 i = slices->first[depth]; i < slices->first[depth + 1] && !self->is_failed; i++)
      {
        begin_row (self);
        add_index (self, index);
        add_index (self, i);
        add_integer (self, depth);
        add_string (self, slices->name[i]);
        add_string (self, lamina_slices_get_category (slices, i));
        add_integer (self, get_begin (self, index, slices->start[i]));
        add_integer (self, slices->flags != NULL && (slices->flags[i] & LAMINA_SLICE_OPEN) != 0
                           ? LAMINA_ABSENT : slices->duration[i]);
        add_index (self, lamina_column_row (slices->layer, i));
        end_row (self);
      }
}

static void
write_samples_of (Writer  *self,
                  guint32  index)
{
  const LaminaSamples *samples = lamina_track_get_samples (lamina_run_get_track (self->run, index));

  for (guint i = 0; i < samples->n && !self->is_failed; i++)
    {
      begin_row (self);
      add_index (self, index);
      add_integer (self, get_begin (self, index, samples->time[i]));
      add_real (self, samples->value[i]);
      end_row (self);
    }
}

static void
write_contents (Writer     *self,
                const char *name,
                gboolean    of_counters)
{
  if (!begin_table (self, name))
    return;
  for (guint32 i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    if (lamina_track_get_info (lamina_run_get_track (self->run, i))->is_counter == of_counters)
      {
        if (of_counters)
          write_samples_of (self, i);
        else
          write_slices_of (self, i);
      }
}

/* A whole number of bytes that a counter holds. */
static gint64
get_bytes (double value)
{
  return value > -0x1p63 && value < 0x1p63 ? (gint64) value : LAMINA_ABSENT;
}

static void
write_level_of (Writer  *self,
                guint32  index)
{
  const LaminaSamples *samples = lamina_track_get_samples (lamina_run_get_track (self->run, index));
  g_autofree char *path = lamina_run_dup_track_path (self->run, index);
  guint peak = 0;

  for (guint i = 1; i < samples->n; i++)
    if (!(samples->value[i] <= samples->value[peak]))
      peak = i;
  if (samples->n == 0)
    return;
  begin_row (self);
  add_text (self, lamina_run_get_title (self->run));
  add_index (self, index);
  add_text (self, path);
  add_integer (self, get_bytes (samples->value[0]));
  add_integer (self, get_bytes (samples->value[peak]));
  add_integer (self, get_begin (self, index, samples->time[peak]));
  add_integer (self, get_bytes (samples->value[samples->n - 1]));
  end_row (self);
}

/* Levels of memory that the file states, and what its tensors keep, where it says how long. */
static void
write_memory (Writer *self)
{
  g_autoptr (LaminaLiveSet) live = NULL;
  const LaminaLiveSteps *steps;
  guint peak;

  if (!begin_table (self, "memory"))
    return;
  for (guint32 i = 0; i < lamina_run_get_n_tracks (self->run); i++)
    if (lamina_track_get_info (lamina_run_get_track (self->run, i))->is_counter
        && lamina_track_get_info (lamina_run_get_track (self->run, i))->unit == LAMINA_UNIT_BYTES)
      write_level_of (self, i);
  live = lamina_live_set_new (self->run, self->timebase, NULL);
  peak = lamina_live_set_get_peak (live);
  if (peak == LAMINA_NONE)
    return;
  steps = lamina_live_set_get_steps (live);
  begin_row (self);
  add_text (self, lamina_run_get_title (self->run));
  add_index (self, LAMINA_NONE);
  add_text (self, "live tensors");
  add_integer (self, steps->total[0]);
  add_integer (self, steps->total[peak]);
  add_integer (self, lamina_subtract_saturating (steps->position[peak], lamina_timebase_get_start (self->timebase)));
  add_integer (self, steps->total[steps->n - 1]);
  end_row (self);
}

static void
write_tensors (Writer *self)
{
  static const char *const roles[] = { NULL, "input", "parameter", "activation", "workspace", "output" };
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);

  if (!begin_table (self, "tensors"))
    return;
  for (guint32 i = 0; i < tensors->n && !self->is_failed; i++)
    {
      g_autofree char *shape = tensors->shape[i] != 0 ? lamina_run_dup_shape_text (self->run, tensors->shape[i]) : NULL;

      begin_row (self);
      add_index (self, i);
      add_string (self, lamina_column_id (tensors->name, i));
      add_text (self, roles[lamina_tensors_get_role (tensors, i)]);
      add_string (self, lamina_column_id (tensors->dtype, i));
      add_text (self, shape);
      add_integer (self, lamina_column_number (tensors->bytes, i));
      add_index (self, lamina_column_row (tensors->producer, i));
      end_row (self);
    }
}

static void
write_findings (Writer *self)
{
  LaminaFindings *findings;

  if (!begin_table (self, "findings"))
    return;
  findings = lamina_findings_new (self->document, self->number, self->timebase, LAMINA_NONE, self->idle, NULL);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);

      begin_row (self);
      add_text (self, finding->rule);
      add_text (self, lamina_severity_get_name (finding->severity));
      add_text (self, finding->what);
      add_integer (self, finding->cost);
      add_real (self, finding->share);
      end_row (self);
    }
  lamina_findings_free (findings);
}

static void
write_run (Writer *self,
           guint   number)
{
  g_autoptr (LaminaTimebase) timebase = NULL;
  g_autoptr (LaminaSteps) steps = NULL;
  g_autoptr (LaminaIdle) idle = NULL;

  self->run = lamina_document_get_run (self->document, number);
  self->number = number;
  self->timebase = timebase = lamina_timebase_new (self->run, TRUE);
  self->idle = idle = lamina_idle_new (self->run, timebase, FALSE, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, NULL);
  steps = lamina_steps_new (self->run, timebase, NULL);
  write_steps (self, steps);
  write_idle (self, steps);
  write_layers (self);
  write_tracks (self);
  write_contents (self, "slices", FALSE);
  write_contents (self, "counters", TRUE);
  write_memory (self);
  write_tensors (self);
  write_collectives (self);
  write_findings (self);
}

static gboolean
write_all (Writer      *self,
           const char  *file,
           const char  *message,
           GError     **error)
{
  g_autofree char *key = g_strdup_printf ("'%s'", self->key->trace);

  if (!lamina_tables_execute (self->database, "BEGIN", error) || !lamina_tables_forget (self->database, key, error))
    return FALSE;
  write_trace (self, file, message);
  for (guint i = 0; self->document != NULL && i < lamina_document_get_n_runs (self->document); i++)
    write_run (self, i);
  g_clear_pointer (&self->statement, sqlite3_finalize);
  if (self->is_failed)
    lamina_tables_fail (self->database, error);
  else if ((self->document == NULL || lamina_document_check_reading (self->document, error))
           && lamina_tables_execute (self->database, "COMMIT", error))
    return TRUE;
  sqlite3_exec (self->database, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

gboolean
lamina_tables_write (sqlite3               *database,
                     const LaminaTraceKey  *key,
                     const char            *file,
                     LaminaDocument        *document,
                     const char *const     *wanted,
                     GError               **error)
{
  Writer self = { .database = database, .key = key, .wanted = wanted, .document = document };

  return write_all (&self, file, NULL, error);
}

gboolean
lamina_tables_write_failure (sqlite3               *database,
                             const LaminaTraceKey  *key,
                             const char            *file,
                             const char            *message,
                             GError               **error)
{
  Writer self = { .database = database, .key = key };

  return write_all (&self, file, message, error);
}
