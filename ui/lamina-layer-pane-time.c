/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-pane-private.h"

#include "lamina-axis.h"
#include "lamina-layer-query.h"
#include "lamina-layer-text.h"
#include "lamina-rows.h"
#include "lamina-span.h"

#include <glib/gi18n.h>
#include <math.h>

/* A layer with more slices than this lists the first ones. */
#define MAX_SLICES 8

/* The digits that tell the ends of a slice apart from each other. */
static gint64
get_step (guint64 duration)
{
  gint64 step = 1;

  while ((guint64) step * 10 <= duration / 100)
    step *= 10;
  return step;
}

/* Both ends on one scale, with the unit once: `11.120 → 11.346 ms`. */
static char *
dup_place (LaminaLayerPane   *self,
           const LaminaRange *place)
{
  LaminaAxisUnit unit = lamina_run_get_unit (lamina_session_get_run (self->session));
  gint64 step = get_step (lamina_span_get (place));
  LaminaRange bounds;
  gint64 largest;
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;

  lamina_session_get_bounds (self->session, &bounds);
  largest = place->end - bounds.start;
  start = lamina_axis_dup_tick_number (unit, place->start - bounds.start, step, largest);
  end = lamina_axis_dup_tick_text (unit, place->end - bounds.start, step, largest);
  return g_strdup_printf ("%s\u00a0→\u00a0%s", start, end);
}

typedef struct
{
  LaminaSession *session;
  LaminaSliceRef slice;
} Link;

static void
link_free (gpointer data,
           GClosure *closure)
{
  Link *link = data;

  g_object_unref (link->session);
  g_free (link);
}

static void
follow_link (gpointer user_data)
{
  Link *link = user_data;

  lamina_session_select_slice (link->session, &link->slice);
  link_free (link, NULL);
}

/* Later, for it makes the pane throw this label away, and GTK goes on with it. */
static gboolean
on_slice_link (GtkLabel   *label,
               const char *uri,
               Link       *link)
{
  Link *copy = g_memdup2 (link, sizeof *link);

  g_object_ref (copy->session);
  g_idle_add_once (follow_link, copy);
  return TRUE;
}

/* The track as a link, with start and end of the slice there. */
static void
add_slice (LaminaLayerPane      *self,
           const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autofree char *path = lamina_run_dup_track_path (run, slice->track);
  g_autofree char *markup = g_markup_printf_escaped ("<a href=\"slice\">%s</a>", path);
  Link *link = g_new0 (Link, 1);
  g_autofree char *text = NULL;
  LaminaRange place;
  GtkWidget *key;
  GtkLabel *value;

  lamina_session_get_slice_range (self->session, slice, &place);
  text = dup_place (self, &place);
  value = lamina_rows_add (self->times, path, text, NULL);
  key = gtk_widget_get_prev_sibling (GTK_WIDGET (value));
  gtk_widget_remove_css_class (key, "dim-label");
  gtk_label_set_markup (GTK_LABEL (key), markup);
  link->session = g_object_ref (self->session);
  link->slice = *slice;
  g_signal_connect_data (key, "activate-link", G_CALLBACK (on_slice_link), link, link_free, 0);
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

static void
add_slices (LaminaLayerPane *self,
            guint32          layer)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n = 0;

  for (guint32 i = layers->first_slice ? layers->first_slice[layer] : 0;
       layers->first_slice && i < layers->first_slice[layer + 1] && n < MAX_SLICES; i++)
    if (!is_part (run, &layers->slices[i]))
      {
        add_slice (self, &layers->slices[i]);
        n++;
      }
}

void
lamina_layer_pane_show_layer_time (LaminaLayerPane *self,
                                   guint32          layer)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 cost = lamina_column_number (lamina_run_get_costs (run), layer);
  gint64 device = lamina_column_number (layers->device_time, layer), wait = lamina_column_number (layers->wait, layer);
  gint64 host = lamina_column_number (layers->host, layer), self_time = lamina_column_number (layers->host_self, layer);
  gboolean estimated = layers->estimated && (layers->estimated[layer] & LAMINA_ESTIMATE_DURATION);
  g_autofree char *figure = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *share = lamina_layer_dup_share (lamina_layer_get_share (run, layer));
  g_autofree char *total = g_strdup_printf ("%s%s · %s", estimated ? "≈ " : "", figure, share);
  g_autofree char *exact = lamina_figure_dup_exact (cost, LAMINA_UNIT_NANOSECONDS);

  lamina_rows_clear (self->times);
  gtk_label_set_text (self->time_total, cost == LAMINA_ABSENT ? "—" : total);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->time_total), exact);
  gtk_widget_set_visible (GTK_WIDGET (self->time_bar), cost != LAMINA_ABSENT);
  lamina_time_bar_set (self->time_bar, layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER, cost,
                       cost == device ? wait : LAMINA_ABSENT);
  lamina_rows_add_number (self->times, _("Waiting"), wait, LAMINA_UNIT_NANOSECONDS, estimated);
  if (wait == LAMINA_ABSENT)
    lamina_rows_add_number (self->times, _("On the device"), device, LAMINA_UNIT_NANOSECONDS, estimated);
  lamina_rows_add_number (self->times, _("On the host"), host, LAMINA_UNIT_NANOSECONDS, estimated);
  if (self_time != host)
    lamina_rows_add_number (self->times, _("Without children"), self_time, LAMINA_UNIT_NANOSECONDS, estimated);
  if (layers->calls && layers->calls[layer] > 1)
    lamina_rows_add_number (self->times, _("Calls"), layers->calls[layer], LAMINA_UNIT_NONE, FALSE);
  if (layers->calls && layers->calls[layer] == 0)
    lamina_rows_add_note (self->times, _("It is listed in the file but did not run."));
  add_slices (self, layer);
  gtk_widget_set_visible (self->time_section, gtk_widget_get_first_child (GTK_WIDGET (self->times)) != NULL
                                                || cost != LAMINA_ABSENT);
}

void
lamina_layer_pane_show_slice_time (LaminaLayerPane      *self,
                                   const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  LaminaAxisUnit unit = lamina_run_get_unit (run);
  gint64 duration = slices->duration[slice->slice];
  gboolean open = slices->flags && (slices->flags[slice->slice] & LAMINA_SLICE_OPEN);
  g_autofree char *figure = lamina_axis_dup_length_text (unit, duration);
  gboolean is_time = unit == LAMINA_AXIS_NANOSECONDS && !open;

  lamina_rows_clear (self->times);
  gtk_label_set_text (self->time_total, open ? _("its end is not in the file") : figure);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->time_total), NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->time_bar), is_time);
  lamina_time_bar_set (self->time_bar, slices->family ? slices->family[slice->slice] : LAMINA_FAMILY_OTHER,
                       is_time ? duration : LAMINA_ABSENT, LAMINA_ABSENT);
  add_slice (self, slice);
  gtk_widget_set_visible (self->time_section, TRUE);
}

static void
add_rate (LaminaLayerPane *self,
          guint32          layer)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 flop = lamina_column_number (layers->flop, layer), device = lamina_column_number (layers->device_time, layer);
  gint64 wait = lamina_column_number (layers->wait, layer);
  double rate = lamina_layer_get_rate (run, layer, LAMINA_UNIT_FLOP);
  double kernel = wait > 0 && device > wait ? (double) flop / (double) (device - wait) * 1e9 : NAN;
  g_autofree char *figure = lamina_figure_dup_rate (isnan (kernel) ? rate : kernel, LAMINA_UNIT_FLOP);
  g_autofree char *whole = lamina_figure_dup_rate (rate, LAMINA_UNIT_FLOP);

  if (isnan (rate))
    return;
  lamina_rows_add_figure (self->figures, figure, isnan (kernel) ? NULL : _("%s in kernel"));
  if (!isnan (kernel))
    lamina_rows_add (self->works, _("With the wait"), whole, NULL);
}

static void
add_intensity (LaminaLayerPane *self,
               gint64           flop,
               gint64           bytes)
{
  g_autofree char *figure = NULL;
  g_autofree char *text = NULL;

  if (flop == LAMINA_ABSENT || bytes == LAMINA_ABSENT || bytes <= 0)
    return;
  figure = lamina_figure_dup_real ((double) flop / (double) bytes, LAMINA_UNIT_NONE);
  text = g_strdup_printf ("%s\u00a0%s", figure, _("FLOP per byte"));
  lamina_rows_add_figure (self->figures, text, NULL);
}

void
lamina_layer_pane_show_work (LaminaLayerPane *self,
                             guint32          layer)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 flop = lamina_column_number (layers->flop, layer), bytes = lamina_column_number (layers->bytes, layer);
  guint estimated = layers->estimated ? layers->estimated[layer] : LAMINA_ESTIMATE_NONE;
  double bandwidth = lamina_layer_get_rate (run, layer, LAMINA_UNIT_BYTES);
  g_autofree char *figure = lamina_figure_dup (flop, LAMINA_UNIT_FLOP);
  g_autofree char *rate = lamina_figure_dup_rate (bandwidth, LAMINA_UNIT_BYTES);

  lamina_rows_clear (self->figures);
  lamina_rows_clear (self->works);
  gtk_widget_set_visible (self->work_section, flop != LAMINA_ABSENT || bytes != LAMINA_ABSENT);
  if (flop != LAMINA_ABSENT)
    {
      lamina_rows_add_figure (self->figures, figure, estimated & LAMINA_ESTIMATE_FLOP ? _("%s, estimated") : NULL);
      add_rate (self, layer);
    }
  add_intensity (self, flop, bytes);
  gtk_widget_set_visible (GTK_WIDGET (self->figures), gtk_widget_get_first_child (GTK_WIDGET (self->figures)) != NULL);
  lamina_rows_add_number (self->works, _("Moved"), bytes, LAMINA_UNIT_BYTES, (estimated & LAMINA_ESTIMATE_BYTES) != 0);
  if (!isnan (bandwidth))
    lamina_rows_add (self->works, _("Bandwidth"), rate, NULL);
}
