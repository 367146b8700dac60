/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-details-text.h"

#include "lamina-layer-details.h"
#include "lamina-layer-text.h"
#include "lamina-session-gaps.h"
#include "lamina-work.h"

#include <glib/gi18n.h>
#include <math.h>

static void
add_text (GString    *out,
          const char *key,
          const char *value)
{
  if (value && *value)
    g_string_append_printf (out, "%s: %s\n", key, value);
}

static void
add_number (GString    *out,
            const char *key,
            gint64      value,
            LaminaUnit  unit,
            gboolean    estimated)
{
  g_autofree char *digits = lamina_figure_dup_exact (value, unit);

  if (value != LAMINA_ABSENT)
    g_string_append_printf (out, "%s: %s%s\n", key, estimated ? "≈ " : "", digits);
}

static void
add_value (GString           *out,
           const char        *key,
           const LaminaValue *value)
{
  g_autofree char *text = lamina_value_to_string (value);

  g_string_append_printf (out, "%s: %s%s\n", key, value->estimated ? "≈ " : "", text);
}

static void
add_tensor (GString    *out,
            LaminaRun  *run,
            const char *key,
            guint32     tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint32 id = lamina_column_id (tensors->shape, tensor);
  g_autofree char *bare = id ? lamina_run_dup_shape_text (run, id) : g_strdup ("—");
  guint estimated = tensors->estimated ? tensors->estimated[tensor] : LAMINA_ESTIMATE_NONE;
  g_autofree char *shape = g_strconcat (id && (estimated & LAMINA_ESTIMATE_SHAPE) ? "≈ " : "", bare, NULL);
  g_autofree char *bytes = lamina_figure_dup_exact (lamina_column_number (tensors->bytes, tensor), LAMINA_UNIT_BYTES);
  g_autoptr (GString) text = g_string_new (shape);
  const char *dtype = lamina_run_get_string (run, lamina_column_id (tensors->dtype, tensor));
  g_autofree char *marked = g_strconcat (*dtype && (estimated & LAMINA_ESTIMATE_DTYPE) ? "≈ " : "", dtype, NULL);
  const char *words[] = {
    marked,
    lamina_run_get_string (run, lamina_column_id (tensors->layout, tensor)),
    lamina_role_get_title (tensors->role ? tensors->role[tensor] : LAMINA_ROLE_UNKNOWN),
    lamina_column_number (tensors->bytes, tensor) == LAMINA_ABSENT ? "" : bytes,
    lamina_run_get_string (run, lamina_column_id (tensors->name, tensor)),
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (*words[i])
      g_string_append_printf (text, " · %s", words[i]);
  add_text (out, key, text->str);
}

static void
add_metrics (GString   *out,
             LaminaRun *run,
             guint32    layer)
{
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, i);
      const char *name = lamina_run_translate (run, metric->name);

      if (metric->integers)
        add_number (out, name, metric->integers[layer], metric->unit, metric->estimated);
      else if (metric->reals && !isnan (metric->reals[layer]))
        {
          LaminaValue value = LAMINA_VALUE_INIT_REAL (metric->reals[layer], metric->unit);

          value.estimated = metric->estimated;
          add_value (out, name, &value);
        }
    }
}

/* @details may be NULL. */
static void
add_attributes (GString       *out,
                LaminaDetails *details)
{
  for (guint i = 0; details && i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (detail->group)
        g_string_append_printf (out, "%s / ", detail->group);
      add_value (out, detail->key, &detail->value);
    }
}

static void
add_times (GString   *out,
           LaminaRun *run,
           guint32    layer)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  guint estimated = layers->estimated ? layers->estimated[layer] : LAMINA_ESTIMATE_NONE;
  gboolean is_guess = (estimated & LAMINA_ESTIMATE_DURATION) != 0;

  add_number (out, _("Time"), lamina_column_number (lamina_run_get_costs (run), layer), LAMINA_UNIT_NANOSECONDS, is_guess);
  add_number (out, _("Device"), lamina_column_number (layers->device_time, layer), LAMINA_UNIT_NANOSECONDS, is_guess);
  add_number (out, _("Waiting"), lamina_column_number (layers->wait, layer), LAMINA_UNIT_NANOSECONDS, is_guess);
  add_number (out, _("On the host"), lamina_column_number (layers->host, layer), LAMINA_UNIT_NANOSECONDS, is_guess);
  add_number (out, _("Self"), lamina_column_number (layers->host_self, layer), LAMINA_UNIT_NANOSECONDS,
              is_guess);
  add_number (out, _("Calls"), lamina_layers_get_calls (layers, layer), LAMINA_UNIT_NONE, FALSE);
  add_number (out, _("FLOP"), lamina_column_number (layers->flop, layer), LAMINA_UNIT_FLOP,
              (estimated & LAMINA_ESTIMATE_FLOP) != 0);
  add_number (out, _("Bytes moved"), lamina_column_number (layers->bytes, layer), LAMINA_UNIT_BYTES,
              (estimated & LAMINA_ESTIMATE_BYTES) != 0);
}

/* Start and end on the axis of each slice, counted from the start of the run. */
static void
add_slice (GString              *out,
           LaminaRun            *run,
           LaminaTimebase       *timebase,
           const LaminaSliceRef *slice)
{
  LaminaUnit unit = lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS ? LAMINA_UNIT_NANOSECONDS : LAMINA_UNIT_NONE;
  LaminaTrack *track = lamina_run_get_track (run, slice->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  gint64 first = lamina_add_saturating (slices->start[slice->slice],
                                        lamina_timebase_get_offset (timebase, lamina_track_get_info (track)->clock));
  gint64 last = lamina_add_saturating (first, slices->duration[slice->slice]);
  guint64 origin = (guint64) lamina_timebase_get_start (timebase);
  g_autofree char *path = lamina_run_dup_track_path (run, slice->track);
  g_autofree char *start = lamina_figure_dup_exact ((gint64) ((guint64) first - origin), unit);
  g_autofree char *end = lamina_figure_dup_exact ((gint64) ((guint64) last - origin), unit);

  g_string_append_printf (out, "%s: %s → %s\n", path, start, end);
}

static void
add_layer (GString        *out,
           LaminaDocument *document,
           LaminaTimebase *timebase,
           guint           index,
           guint32         layer)
{
  LaminaRun *run = lamina_document_get_run (document, index);
  const LaminaLayers *layers = lamina_layers_in_force (run);
  g_autoptr (LaminaDetails) details = lamina_layer_details_read (document, index, layer, NULL);
  g_autofree char *order = lamina_layer_dup_place (run, layer);

  g_string_append (out, lamina_run_get_string (run, lamina_column_id (layers->name, layer)));
  g_string_append_c (out, '\n');
  add_text (out, _("Type"), lamina_run_get_string (run, lamina_column_id (layers->type, layer)));
  add_text (out, _("Phase"), lamina_phase_get_title (layers->phase ? layers->phase[layer] : LAMINA_PHASE_UNKNOWN));
  add_text (out, _("Place"), order);
  add_text (out, _("Annotation"), lamina_run_get_string (run, lamina_column_id (layers->annotation, layer)));
  add_text (out, _("Device"), lamina_run_get_string (run, lamina_column_id (layers->device, layer)));
  add_times (out, run, layer);
  for (guint32 i = layers->first_slice ? layers->first_slice[layer] : 0;
       layers->first_slice && i < layers->first_slice[layer + 1]; i++)
    add_slice (out, run, timebase, &layers->slices[i]);
  for (guint32 i = layers->first_input ? layers->first_input[layer] : 0;
       layers->first_input && i < layers->first_input[layer + 1]; i++)
    add_tensor (out, run, _("Input"), layers->inputs[i]);
  for (guint32 i = lamina_column_first (layers->first_output, layer);
       i < lamina_column_first (layers->first_output, layer + 1); i++)
    add_tensor (out, run, _("Output"), layers->outputs[i]);
  add_metrics (out, run, layer);
  add_attributes (out, details);
}

static void
add_slice_details (GString           *out,
                   LaminaDocument    *document,
                   LaminaTimebase    *timebase,
                   const LaminaPlace *place)
{
  LaminaRun *run = lamina_document_get_run (document, place->run);
  const LaminaSliceRef slice = { place->track, place->row };
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice.track));
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, place, NULL);

  g_string_append (out, lamina_run_get_string (run, slices->name[slice.slice]));
  g_string_append_c (out, '\n');
  add_text (out, _("Category"), lamina_run_get_string (run, lamina_slices_get_category (slices, slice.slice)));
  add_slice (out, run, timebase, &slice);
  add_attributes (out, details);
}

char *
lamina_details_dup_place (LaminaDocument    *document,
                          LaminaTimebase    *timebase,
                          const LaminaPlace *place)
{
  GString *out = g_string_new (NULL);

  if (place->kind == LAMINA_PLACE_LAYER)
    add_layer (out, document, timebase, place->run, place->row);
  else
    add_slice_details (out, document, timebase, place);
  return g_string_free (out, FALSE);
}

static void
add_slice_name (GString        *out,
                LaminaRun      *run,
                const char     *key,
                LaminaSliceRef  slice)
{
  if (slice.track != LAMINA_NONE)
    add_text (out, key, lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, slice.track))
                                                      ->name[slice.slice]));
}

char *
lamina_details_dup_gap (LaminaSession *session)
{
  LaminaRun *run = lamina_session_get_run (session);
  GString *out = g_string_new (NULL);
  LaminaLoad causes[LAMINA_N_LOADS];
  const LaminaIdleDevice *device;
  g_autofree char *name = NULL;
  LaminaRange bounds;
  LaminaGap gap;
  guint n;

  if (!lamina_session_gaps_get (lamina_session_get_gaps (session), lamina_session_get_selected_gap (session), &gap, &device))
    return g_string_free (out, FALSE);
  name = lamina_idle_dup_device_name (run, device);
  lamina_session_get_bounds (session, &bounds);
  add_text (out, _("Gap"), name);
  add_number (out, _("Start"), gap.start - bounds.start, LAMINA_UNIT_NANOSECONDS, FALSE);
  add_number (out, _("End"), gap.end - bounds.start, LAMINA_UNIT_NANOSECONDS, FALSE);
  add_number (out, _("Length"), gap.end - gap.start, LAMINA_UNIT_NANOSECONDS, FALSE);
  n = lamina_gap_list_causes (gap.parts, causes);
  for (guint i = 0; i < n; i++)
    add_number (out, _(lamina_load_get_info (causes[i])->short_title), gap.parts[causes[i]], LAMINA_UNIT_NANOSECONDS, FALSE);
  add_slice_name (out, run, _("On the host"), gap.host);
  add_slice_name (out, run, _("Work before the gap"), gap.before);
  add_slice_name (out, run, _("Work after the gap"), gap.after);
  add_slice_name (out, run, _("Launched by"), gap.launch);
  return g_string_free (out, FALSE);
}

static void
add_count (GString    *out,
           const char *key,
           guint64     count)
{
  g_autofree char *digits = lamina_figure_dup_exact ((gint64) MIN (count, G_MAXINT64), LAMINA_UNIT_NONE);

  g_string_append_printf (out, "%s: %s\n", key, digits);
}

char *
lamina_issue_dup_place (LaminaDocument    *document,
                        const LaminaIssue *issue,
                        gboolean           exact)
{
  LaminaSources *sources = lamina_document_get_sources (document);
  g_autofree char *line = NULL;
  g_autofree char *byte = NULL;
  g_autofree char *place = NULL;

  if (issue->line == 0)
    return NULL;
  line = lamina_figure_dup_exact ((gint64) MIN (issue->line, G_MAXINT64), LAMINA_UNIT_NONE);
  byte = lamina_figure_dup_exact ((gint64) MIN (issue->offset, G_MAXINT64), LAMINA_UNIT_NONE);
  place = exact ? g_strdup_printf (_("line %s, byte %s"), line, byte) : g_strdup_printf (_("line %s"), line);
  if (sources && lamina_sources_get_n (sources) > 1 && issue->source < lamina_sources_get_n (sources))
    return g_strdup_printf ("%s, %s", lamina_source_get_name (lamina_sources_get (sources, issue->source)), place);
  return g_steal_pointer (&place);
}

const char *
lamina_details_get_tool (LaminaDocument *document)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  const char *tool = lamina_document_get_tool (document);
  const char *format = lamina_document_get_format (document);

  for (guint i = 0; tool == NULL && i < lamina_engine_get_n_plugins (engine); i++)
    if (g_str_equal (lamina_engine_get_plugin (engine, i)->module, format))
      tool = lamina_engine_get_plugin (engine, i)->name;
  return tool != NULL ? tool : format;
}

char *
lamina_details_dup_report (LaminaDocument *document)
{
  LaminaImportReport *report = lamina_document_get_report (document);
  LaminaSources *sources = lamina_document_get_sources (document);
  const char *tool = lamina_document_get_tool (document);
  GString *out = g_string_new (NULL);

  for (guint i = 0; sources && i < lamina_sources_get_n (sources); i++)
    g_string_append_printf (out, "%s\n", lamina_source_get_name (lamina_sources_get (sources, i)));
  g_string_append_printf (out, "%s: %s\n", _("Format"), lamina_document_get_format (document));
  if (tool)
    g_string_append_printf (out, "%s: %s\n", _("Tool"), tool);
  add_count (out, _("Records read"), lamina_import_report_get_counts (report)->read);
  add_count (out, _("Shown"), lamina_import_report_get_counts (report)->shown);
  add_count (out, _("Merged into others"), lamina_import_report_get_counts (report)->merged);
  add_count (out, _("Skipped"), lamina_import_report_get_counts (report)->skipped);
  add_count (out, _("Lost"), lamina_import_report_get_counts (report)->lost);
  add_count (out, _("Repaired"), lamina_import_report_get_counts (report)->repaired);
  for (guint i = 0; i < lamina_import_report_get_n_issues (report); i++)
    {
      const LaminaIssue *issue = lamina_import_report_get_issue (report, i);
      g_autofree char *count = lamina_figure_dup_exact ((gint64) MIN (issue->count, G_MAXINT64), LAMINA_UNIT_NONE);
      g_autofree char *place = lamina_issue_dup_place (document, issue, TRUE);

      g_string_append_printf (out, "%s × %s", count, lamina_document_translate_issue (document, issue->kind));
      if (place)
        g_string_append_printf (out, " (%s)", place);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}
