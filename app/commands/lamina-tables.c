/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tables.h"

#include "lamina-csv.h"
#include "lamina-finding.h"
#include "lamina-layer-dtype.h"
#include "lamina-layer-value.h"
#include "lamina-steps.h"
#include "lamina-work.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#define READ_BYTES ((gsize) 1 << 20)

const char *const lamina_tables_names[] = { "traces", "steps", "layers", "tracks", "slices", "counters", "tensors", "collectives",
                                            "findings", NULL };

static const struct
{
  const char *name;
  const char *columns;
} tables[] = {
  { "traces", "trace TEXT PRIMARY KEY, path TEXT, format TEXT, tool TEXT, bytes INTEGER, sha256 TEXT, host TEXT, rank INTEGER, "
              "world_size INTEGER, device TEXT, start_unix_ns INTEGER, runs INTEGER, records_read INTEGER, records_shown INTEGER, "
              "records_merged INTEGER, records_skipped INTEGER, records_lost INTEGER, records_repaired INTEGER, "
              "lamina_version TEXT, schema INTEGER, error TEXT" },
  { "steps", "trace TEXT, run INTEGER, step TEXT, section INTEGER, device TEXT, begin_ns INTEGER, dur_ns INTEGER, "
             "compute_ns INTEGER, exposed_comm_ns INTEGER, exposed_copy_ns INTEGER, idle_ns INTEGER" },
  { "layers", "trace TEXT, run INTEGER, id INTEGER, parent INTEGER, name TEXT, type TEXT, family TEXT, section TEXT, "
              "annotation TEXT, device TEXT, phase TEXT, calls INTEGER, begin_ns INTEGER, cost_ns INTEGER, device_ns INTEGER, "
              "host_ns INTEGER, self_ns INTEGER, wait_ns INTEGER, flop INTEGER, bytes INTEGER, shapes TEXT, outputs TEXT, "
              "dtype TEXT, key TEXT, estimated TEXT" },
  { "tracks", "trace TEXT, run INTEGER, track INTEGER, path TEXT, kind TEXT, is_counter INTEGER, n INTEGER" },
  { "slices", "trace TEXT, run INTEGER, track INTEGER, slice INTEGER, depth INTEGER, name TEXT, category TEXT, begin_ns INTEGER, "
              "dur_ns INTEGER, layer INTEGER" },
  { "counters", "trace TEXT, run INTEGER, track INTEGER, time_ns INTEGER, value REAL" },
  { "tensors", "trace TEXT, run INTEGER, id INTEGER, name TEXT, role TEXT, dtype TEXT, shape TEXT, bytes INTEGER, producer INTEGER" },
  { "collectives", "trace TEXT, run INTEGER, layer INTEGER, type TEXT, name TEXT, section TEXT, device TEXT, bytes INTEGER, "
                   "begin_ns INTEGER, dur_ns INTEGER, algbw_bytes_per_s REAL" },
  { "findings", "trace TEXT, run INTEGER, rule TEXT, severity TEXT, what TEXT, cost_ns INTEGER, share REAL" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (tables) + 1 == G_N_ELEMENTS (lamina_tables_names));

gboolean
lamina_tables_fail (sqlite3  *database,
                    GError  **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", sqlite3_errmsg (database));
  return FALSE;
}

static gboolean
execute (sqlite3     *database,
         const char  *statement,
         GError     **error)
{
  return sqlite3_exec (database, statement, NULL, NULL, NULL) == SQLITE_OK || lamina_tables_fail (database, error);
}

static gint64
ask_number (sqlite3    *database,
            const char *query,
            const char *argument)
{
  sqlite3_stmt *statement = NULL;
  gint64 number = 0;

  if (sqlite3_prepare_v2 (database, query, -1, &statement, NULL) == SQLITE_OK)
    {
      if (argument != NULL)
        sqlite3_bind_text (statement, 1, argument, -1, SQLITE_STATIC);
      if (sqlite3_step (statement) == SQLITE_ROW)
        number = sqlite3_column_int64 (statement, 0);
    }
  sqlite3_finalize (statement);
  return number;
}

gboolean
lamina_tables_prepare (sqlite3  *database,
                       GError  **error)
{
  gint64 schema = ask_number (database, "PRAGMA user_version", NULL);

  if (schema != 0 && schema != LAMINA_TABLES_SCHEMA)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "its tables are of schema %" G_GINT64_FORMAT ", not %d", schema,
                   LAMINA_TABLES_SCHEMA);
      return FALSE;
    }
  if (schema == 0 && ask_number (database, "SELECT count(*) FROM sqlite_schema", NULL) > 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "it is a database of something else");
      return FALSE;
    }
  /* All of it or nothing, whenever it is interrupted. */
  if (!execute (database, "BEGIN", error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *statement = g_strdup_printf ("CREATE TABLE IF NOT EXISTS %s (%s)", tables[i].name, tables[i].columns);

      if (!execute (database, statement, error))
        return FALSE;
    }
  return execute (database, "PRAGMA user_version = " G_STRINGIFY (LAMINA_TABLES_SCHEMA), error)
         && execute (database, "COMMIT", error);
}

/* Files */

gboolean
lamina_trace_key_init (LaminaTraceKey  *self,
                       const char      *file,
                       GError         **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *buffer = g_malloc (READ_BYTES);
  FILE *stream = g_fopen (file, "rb");
  gsize n;

  *self = (LaminaTraceKey) { .bytes = 0 };
  if (stream == NULL)
    {
      int code = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), "%s", g_strerror (code));
      return FALSE;
    }
  while ((n = fread (buffer, 1, READ_BYTES, stream)) > 0)
    {
      g_checksum_update (checksum, buffer, (gssize) n);
      self->bytes += (gint64) n;
    }
  n = (gsize) ferror (stream);
  fclose (stream);
  self->sha256 = g_strdup (g_checksum_get_string (checksum));
  g_strlcpy (self->trace, self->sha256, sizeof self->trace);
  if (n == 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "can't be read");
  return FALSE;
}

void
lamina_trace_key_clear (LaminaTraceKey *self)
{
  g_clear_pointer (&self->sha256, g_free);
}

gboolean
lamina_tables_has (sqlite3              *database,
                   const LaminaTraceKey *key)
{
  return ask_number (database, "SELECT count(*) FROM traces WHERE trace = ? AND error IS NULL", key->trace) > 0;
}

gboolean
lamina_tables_drop_stranger (sqlite3              *database,
                             const LaminaTraceKey *key)
{
  g_autofree char *statement = g_strdup_printf ("DELETE FROM traces WHERE trace = '%s' AND error LIKE '%%no format in use knows%%'",
                                                key->trace);

  return sqlite3_exec (database, statement, NULL, NULL, NULL) == SQLITE_OK && sqlite3_changes (database) > 0;
}

/* Rows */

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
  guint number;
} Writer;

static gboolean
begin_table (Writer     *self,
             const char *name)
{
  g_autoptr (GString) query = NULL;

  g_clear_pointer (&self->statement, sqlite3_finalize);
  if (self->wanted != NULL && strcmp (name, tables[0].name) != 0 && !g_strv_contains (self->wanted, name))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (g_str_equal (tables[i].name, name))
      {
        query = g_string_new (NULL);
        g_string_printf (query, "INSERT INTO %s VALUES (?", name);
        for (const char *c = tables[i].columns; *c != '\0'; c++)
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
  add_text (self, LAMINA_VERSION);
  add_integer (self, LAMINA_TABLES_SCHEMA);
  add_text (self, message);
  end_row (self);
}

static void
write_steps (Writer *self)
{
  g_autoptr (LaminaSteps) steps = lamina_steps_new (self->run, self->timebase, NULL);

  if (!begin_table (self, "steps"))
    return;
  for (guint i = 0; i < lamina_steps_get_n (steps); i++)
    {
      const LaminaStep *step = lamina_steps_get (steps, i);

      begin_row (self);
      add_text (self, get_section (self, step->section));
      add_integer (self, step->section + 1);
      add_text (self, step->device != LAMINA_NONE ? lamina_run_get_group (self->run, step->device)->name : NULL);
      add_integer (self, lamina_subtract_saturating (step->start, lamina_timebase_get_start (self->timebase)));
      add_integer (self, step->wall);
      add_integer (self, step->computation);
      add_integer (self, step->exposed_communication);
      add_integer (self, step->exposed_copy);
      add_integer (self, step->idle);
      end_row (self);
    }
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

  if (!begin_table (self, "layers"))
    return;
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

static void
write_collectives (Writer *self)
{
  const LaminaLayers *layers = lamina_layers_in_force (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);

  if (!begin_table (self, "collectives") || costs == NULL)
    return;
  for (guint32 i = 0; i < layers->n; i++)
    {
      gint64 bytes = lamina_column_number (layers->bytes, i);

      if (layers->family[i] != LAMINA_FAMILY_COMMUNICATION || costs[i] == LAMINA_ABSENT || costs[i] <= 0)
        continue;
      begin_row (self);
      add_index (self, i);
      add_string (self, lamina_column_id (layers->type, i));
      add_string (self, lamina_column_id (layers->name, i));
      add_text (self, get_section (self, lamina_column_row (layers->section, i)));
      add_string (self, lamina_column_id (layers->device, i));
      add_integer (self, bytes);
      add_integer (self, get_begin (self, lamina_column_row (layers->track, i), lamina_run_get_layer_track_start (self->run, i)));
      add_integer (self, costs[i]);
      add_real (self, bytes != LAMINA_ABSENT ? (double) bytes * 1e9 / (double) costs[i] : NAN);
      end_row (self);
    }
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
        add_integer (self, slices->flags != NULL && (slices->flags[i] & LAMINA_SLICE_OPEN) != 0 ? LAMINA_ABSENT : slices->duration[i]);
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
  findings = lamina_findings_new (self->document, self->number, self->timebase, LAMINA_NONE, NULL);
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

  self->run = lamina_document_get_run (self->document, number);
  self->number = number;
  self->timebase = timebase = lamina_timebase_new (self->run, TRUE);
  write_steps (self);
  write_layers (self);
  write_tracks (self);
  write_contents (self, "slices", FALSE);
  write_contents (self, "counters", TRUE);
  write_tensors (self);
  write_collectives (self);
  write_findings (self);
}

/* What is left of a file that could not be read, or was read by another version. */
static gboolean
forget (sqlite3     *database,
        const char  *trace,
        GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *statement = g_strdup_printf ("DELETE FROM %s WHERE trace = '%s'", tables[i].name, trace);

      if (!execute (database, statement, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
write_all (Writer      *self,
           const char  *file,
           const char  *message,
           GError     **error)
{
  if (!execute (self->database, "BEGIN", error) || !forget (self->database, self->key->trace, error))
    return FALSE;
  write_trace (self, file, message);
  for (guint i = 0; self->document != NULL && i < lamina_document_get_n_runs (self->document); i++)
    write_run (self, i);
  g_clear_pointer (&self->statement, sqlite3_finalize);
  if (!self->is_failed)
    return execute (self->database, "COMMIT", error);
  lamina_tables_fail (self->database, error);
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

gboolean
lamina_tables_merge (sqlite3     *database,
                     const char  *other,
                     GError     **error)
{
  char *attach = sqlite3_mprintf ("ATTACH %Q AS other", other);
  gboolean done = execute (database, attach, error) && execute (database, "BEGIN", error);

  sqlite3_free (attach);
  for (guint i = 0; done && i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *old = g_strdup_printf ("DELETE FROM main.%s WHERE trace IN (SELECT trace FROM other.traces)", tables[i].name);
      g_autofree char *rows = g_strdup_printf ("INSERT INTO main.%s SELECT * FROM other.%s", tables[i].name, tables[i].name);

      done = execute (database, old, error) && execute (database, rows, error);
    }
  done = done && execute (database, "COMMIT", error);
  if (!done)
    sqlite3_exec (database, "ROLLBACK", NULL, NULL, NULL);
  sqlite3_exec (database, "DETACH other", NULL, NULL, NULL);
  return done;
}

/* CSV */

static gboolean
write_csv_table (sqlite3     *database,
                 const char  *name,
                 const char  *path,
                 GError     **error)
{
  g_autofree char *query = g_strdup_printf ("SELECT * FROM %s", name);
  g_autoptr (GString) text = g_string_new (NULL);
  sqlite3_stmt *statement = NULL;
  FILE *stream = NULL;
  gboolean done;

  if (sqlite3_prepare_v2 (database, query, -1, &statement, NULL) != SQLITE_OK)
    return lamina_tables_fail (database, error);
  stream = g_fopen (path, "wb");
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : "", sqlite3_column_name (statement, i));
  g_string_append (text, "\r\n");
  while (stream != NULL && sqlite3_step (statement) == SQLITE_ROW)
    {
      for (int i = 0; i < sqlite3_column_count (statement); i++)
        {
          const char *cell = (const char *) sqlite3_column_text (statement, i);

          if (i > 0)
            g_string_append_c (text, ',');
          if (cell != NULL)
            lamina_csv_append (text, cell);
        }
      g_string_append (text, "\r\n");
      if (text->len > READ_BYTES)
        {
          fwrite (text->str, 1, text->len, stream);
          g_string_truncate (text, 0);
        }
    }
  sqlite3_finalize (statement);
  done = stream != NULL && fwrite (text->str, 1, text->len, stream) == text->len && !ferror (stream);
  if (stream != NULL)
    done = fclose (stream) == 0 && done;
  if (!done)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s", path, g_strerror (errno));
  return done;
}

gboolean
lamina_tables_write_csv (sqlite3     *database,
                         const char  *folder,
                         GError     **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *name = g_strconcat (tables[i].name, ".csv", NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!write_csv_table (database, tables[i].name, path, error))
        return FALSE;
    }
  return TRUE;
}
