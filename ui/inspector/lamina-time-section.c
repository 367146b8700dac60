/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-axis.h"
#include "lamina-layer-text.h"
#include "lamina-link.h"
#include "lamina-place-text.h"
#include "lamina-rows.h"
#include "lamina-swatch.h"
#include "lamina-text.h"
#include "lamina-time-bar.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* A layer with more slices than this lists the first ones. */
#define MAX_SLICES 12

static LaminaFamily
get_family (const guint8 *families,
            guint32       row)
{
  return families ? families[row] : LAMINA_FAMILY_OTHER;
}

/* How a layer is related to the track that a slice of it lies on. */
static const char *
get_relation (LaminaRun *run,
              guint      track)
{
  switch (lamina_run_get_track_kind (run, track))
    {
    case LAMINA_GROUP_DEVICE:
      return _("runs on %s");
    case LAMINA_GROUP_HOST:
      return lamina_run_get_cost_kind (run) == LAMINA_COST_DEVICE ? _("launched on %s") : _("runs on %s");
    case LAMINA_GROUP_COUNTERS:
    case LAMINA_GROUP_OTHER:
    default:
      return _("on %s");
    }
}

/* The track as a link, with start and end of the slice there. */
static void
add_slice (GtkBox               *box,
           LaminaSession        *session,
           const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (session);
  g_autofree char *whole = lamina_run_dup_track_path (run, slice->track);
  g_autofree char *path = lamina_widget_dup_ends (whole);
  const char *name = lamina_run_translate (run, lamina_track_get_info (lamina_run_get_track (run, slice->track))->name);
  g_autofree char *markup = lamina_link_dup_markup (get_relation (run, slice->track), name);
  g_autofree char *text = NULL;
  g_autofree char *length = NULL;
  g_autofree char *tooltip = NULL;
  LaminaRange place;
  GtkLabel *key;

  lamina_session_get_slice_range (session, slice, &place);
  text = lamina_place_dup_range (session, &place);
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), place.end - place.start);
  tooltip = g_strdup_printf ("%s\n%s", path, length);
  key = lamina_rows_add_markup (box, markup, text, tooltip);
  lamina_link_set_slice (key, session, slice);
}

/* Whether a slice lies inside another one of the same layer. */
static gboolean
is_part (LaminaRun            *run,
         const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (run, slice->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 parent = lamina_track_get_parent (track, slice->slice);

  return parent != LAMINA_NONE
         && lamina_column_row (slices->layer, parent) == lamina_column_row (slices->layer, slice->slice);
}

/* Slices on devices first: they are what the time above is about. */
static void
add_slices (GtkBox        *box,
            LaminaSession *session,
            guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 first = layers->first_slice ? layers->first_slice[layer] : 0;
  guint32 end = layers->first_slice ? layers->first_slice[layer + 1] : 0;
  guint n = 0, n_left_out = 0;

  for (int on_device = 1; on_device >= 0; on_device--)
    for (guint32 i = first; i < end; i++)
      {
        LaminaGroupKind kind = lamina_run_get_track_kind (run, layers->slices[i].track);

        if ((kind == LAMINA_GROUP_DEVICE) != on_device || (n < MAX_SLICES && is_part (run, &layers->slices[i])))
          continue;
        if (n < MAX_SLICES)
          add_slice (box, session, &layers->slices[i]);
        n_left_out += n++ >= MAX_SLICES;
      }
  if (n_left_out > 0)
    {
      g_autofree char *text = lamina_text_dup (ngettext ("and %u more slice", "and %u more slices", n_left_out), n_left_out);

      lamina_rows_add_note (box, text);
    }
}

/* How long it waits: from its first moment on the device. */
static void
add_wait (GtkBox       *box,
          LaminaFamily  family,
          gint64        wait,
          gboolean      estimated)
{
  g_autofree char *figure = lamina_figure_dup (wait, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *exact = lamina_figure_dup_exact (wait, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *text = g_strdup_printf (_("waits %s%s for its input"), estimated ? "≈ " : "", figure);
  GtkWidget *swatch = lamina_swatch_new ();
  GtkLabel *value = lamina_rows_add (box, text, "", exact);

  lamina_swatch_set_waiting (LAMINA_SWATCH (swatch), family);
  lamina_rows_set_start (value, swatch);
}

static void
add_bar (GtkBox       *box,
         LaminaFamily  family,
         gint64        total,
         gint64        wait)
{
  GtkWidget *bar = g_object_new (LAMINA_TYPE_TIME_BAR, "margin-bottom", 2, NULL);

  lamina_time_bar_set (LAMINA_TIME_BAR (bar), family, total, wait);
  gtk_box_append (box, bar);
}

static void
set_total (LaminaPaneSection *section,
           LaminaRun     *run,
           guint32        layer,
           gboolean       estimated)
{
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  g_autofree char *figure = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *share = lamina_layer_dup_share (lamina_layer_get_share (run, layer));
  g_autofree char *total = g_strdup_printf ("%s%s · %s", estimated ? "≈ " : "", figure, share);
  g_autofree char *exact = lamina_figure_dup_exact (cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *tooltip = g_strdup_printf (_("%s, %s of the time of the run"), exact, share);

  lamina_pane_section_set_note (section, cost == LAMINA_ABSENT ? "—" : total, cost == LAMINA_ABSENT ? NULL : tooltip);
}

void
lamina_time_section_show_layer (LaminaPaneSection *section,
                                LaminaSession *session,
                                guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  GtkBox *box = lamina_pane_section_get_content (section);
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  gint64 device = lamina_column_number (layers->device_time, layer), wait = lamina_column_number (layers->wait, layer);
  gint64 host = lamina_column_number (layers->host, layer), self_time = lamina_column_number (layers->host_self, layer);
  gboolean estimated = layers->estimated && (layers->estimated[layer] & LAMINA_ESTIMATE_DURATION);
  guint32 annotation = lamina_column_id (layers->annotation, layer);

  lamina_rows_clear (box);
  set_total (section, run, layer, estimated);
  if (cost != LAMINA_ABSENT)
    add_bar (box, get_family (layers->family, layer), cost, cost == device ? wait : LAMINA_ABSENT);
  if (wait != LAMINA_ABSENT && wait > 0)
    add_wait (box, get_family (layers->family, layer), wait, estimated);
  if (device != cost)
    lamina_rows_add_number (box, _("Device"), device, LAMINA_UNIT_NANOSECONDS, estimated);
  add_slices (box, session, layer);
  /* The region of the code that launched it. */
  if (annotation != 0)
    lamina_rows_add (box, _("launched in"), lamina_run_get_string (run, annotation), lamina_run_get_string (run, annotation));
  lamina_rows_add_number (box, _("On the host"), host, LAMINA_UNIT_NANOSECONDS, estimated);
  if (self_time != host)
    lamina_rows_add_number (box, _("Self"), self_time, LAMINA_UNIT_NANOSECONDS, estimated);
  if (lamina_layers_get_calls (layers, layer) > 1)
    lamina_rows_add_number (box, _("Calls"), lamina_layers_get_calls (layers, layer), LAMINA_UNIT_NONE, FALSE);
  if (lamina_layers_get_calls (layers, layer) == 0)
    lamina_rows_add_note (box, _("Listed in the file but not executed."));
  else if (lamina_run_get_timing (run) == LAMINA_TIMING_ORDER && cost == LAMINA_ABSENT)
    lamina_rows_add_note (box, _("This file has no times. Positions show the order of execution, not durations."));
  lamina_pane_section_show_if_filled (section);
}

void
lamina_time_section_show_slice (LaminaPaneSection        *section,
                                LaminaSession        *session,
                                const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  LaminaAxisUnit unit = lamina_run_get_unit (run);
  gint64 duration = slices->duration[slice->slice];
  gboolean open = slices->flags && (slices->flags[slice->slice] & LAMINA_SLICE_OPEN);
  g_autofree char *figure = lamina_axis_dup_length_text (unit, duration);
  g_autofree char *exact = lamina_figure_dup_exact (duration, LAMINA_UNIT_NANOSECONDS);
  gboolean is_time = unit == LAMINA_AXIS_NANOSECONDS && !open;
  GtkBox *box = lamina_pane_section_get_content (section);

  lamina_rows_clear (box);
  lamina_pane_section_set_note (section, open ? _("its end is not in the file") : figure, is_time ? exact : NULL);
  if (is_time)
    add_bar (box, get_family (slices->family, slice->slice), duration, LAMINA_ABSENT);
  add_slice (box, session, slice);
  lamina_pane_section_show_if_filled (section);
}
