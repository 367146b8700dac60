/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-spoken.h"

#include "lamina-axis.h"
#include "lamina-layer-noun.h"
#include "lamina-session-gaps.h"
#include "lamina-whole-name.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* In characters: nobody listens to more. */
#define LONGEST_NAME 300

/* Milliseconds in which changes are gathered. */
#define DELAY 100

static char *
dup_position (LaminaSession *session,
              gint64         position)
{
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  return lamina_axis_dup_position_text (lamina_run_get_unit (lamina_session_get_run (session)),
                                        (gint64) ((guint64) position - (guint64) bounds.start));
}

static char *
dup_slice (LaminaSession        *session,
           const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  g_autofree char *whole = lamina_run_dup_track_path (run, slice->track);
  g_autofree char *path = lamina_widget_dup_ends (whole);
  g_autofree char *name = lamina_whole_name_dup_cut (lamina_run_get_string (run, slices->name[slice->slice]), LONGEST_NAME);
  LaminaRange place;
  g_autofree char *length = NULL;
  g_autofree char *start = NULL;

  lamina_session_get_slice_range (session, slice, &place);
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), place.end - place.start);
  start = dup_position (session, place.start);
  /* Translators: name, length, start and track of a slice. */
  return g_strdup_printf (_("%s, %s, from %s on, on %s"), name, length, start, path);
}

static char *
dup_gap (LaminaSession *session)
{
  const LaminaSelection *selection = lamina_session_get_selection (session);
  g_autofree char *start = dup_position (session, selection->gap.start);
  g_autofree char *length = lamina_figure_dup (selection->gap.end - selection->gap.start, LAMINA_UNIT_NANOSECONDS);
  const LaminaIdleDevice *device;
  g_autofree char *name = NULL;
  LaminaGap gap;

  if (!lamina_session_gaps_get (lamina_session_get_gaps (session), lamina_session_get_selected_gap (session), &gap, &device))
    return g_strdup (_("Nothing is selected."));
  name = lamina_idle_dup_device_name (lamina_session_get_run (session), device);
  /* Translators: a device, a time, a place on the axis and the cause, such as launch-bound. */
  return g_strdup_printf (_("Selected: gap of %s, %s, from %s on, %s."), name, length, start,
                          _(lamina_load_get_info (gap.cause)->short_title));
}

static char *
dup_selection (LaminaSession *session)
{
  const LaminaSelection *selection = lamina_session_get_selection (session);
  LaminaRun *run = lamina_session_get_run (session);
  g_autofree char *what = NULL;
  guint n = 0;

  lamina_session_get_selected_layers (session, &n);
  if (selection->device != LAMINA_NONE)
    return dup_gap (session);
  if (selection->slice.track != LAMINA_NONE)
    what = dup_slice (session, &selection->slice);
  else if (selection->layer != LAMINA_NONE)
    what = lamina_whole_name_dup_cut (lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name,
                                                                                    selection->layer)), LONGEST_NAME);
  if (!what)
    return g_strdup (_("Nothing is selected."));
  if (n > 1)
    {
      g_autofree char *count = lamina_layers_dup_count (run, n);

      /* Translators: how many layers, and the name of one */
      return g_strdup_printf (_("Selected: %s, first of all %s."), count, what);
    }
  return g_strdup_printf (_("Selected: %s."), what);
}

char *
lamina_spoken_dup_range (LaminaSession *session)
{
  const LaminaRange *range = lamina_session_get_range (session);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  g_autofree char *length = NULL;
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  length = dup_position (session, bounds.end);
  if (!range || (range->start == bounds.start && range->end == bounds.end))
    return g_strdup_printf (_("The whole run of %s is visible."), length);
  start = dup_position (session, range->start);
  end = dup_position (session, range->end);
  return g_strdup_printf (_("Visible: %s to %s of %s."), start, end, length);
}

/* One source for each canvas, whose id the canvas keeps. */
static GQuark
get_quark (void)
{
  static GQuark quark;

  if (!quark)
    quark = g_quark_from_static_string ("lamina-spoken");
  return quark;
}

typedef struct
{
  GtkWidget *canvas;
  LaminaSession *session;
} Saying;

static gboolean
say (gpointer user_data)
{
  Saying *saying = user_data;
  g_autofree char *selection = dup_selection (saying->session);
  g_autofree char *range = lamina_spoken_dup_range (saying->session);
  /* Translators: two sentences, what is selected and what is visible. */
  g_autofree char *text = g_strdup_printf (C_("two sentences", "%s %s"), selection, range);

  g_object_set_qdata (G_OBJECT (saying->canvas), get_quark (), NULL);
  /* The canvas may have gone in between, or show another document. */
  if (gtk_widget_get_root (saying->canvas))
    gtk_accessible_update_property (GTK_ACCESSIBLE (saying->canvas), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                    GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  return G_SOURCE_REMOVE;
}

static void
saying_free (gpointer user_data)
{
  Saying *saying = user_data;

  g_object_unref (saying->canvas);
  g_object_unref (saying->session);
  g_free (saying);
}

static void
queue (GtkWidget     *canvas,
       GParamSpec    *pspec,
       LaminaSession *session)
{
  Saying *saying;

  if (g_object_get_qdata (G_OBJECT (canvas), get_quark ()))
    return;
  saying = g_new0 (Saying, 1);
  saying->canvas = g_object_ref (canvas);
  saying->session = g_object_ref (session);
  g_object_set_qdata (G_OBJECT (canvas), get_quark (),
                      GUINT_TO_POINTER (g_timeout_add_full (G_PRIORITY_LOW, DELAY, say, saying, saying_free)));
}

void
lamina_spoken_bind (GtkWidget     *canvas,
                    LaminaSession *session)
{
  static const char *const properties[] = { "notify::range", "notify::selection", "notify::timebase" };

  g_return_if_fail (GTK_IS_WIDGET (canvas));
  g_return_if_fail (LAMINA_IS_SESSION (session));

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    g_signal_connect_object (session, properties[i], G_CALLBACK (queue), canvas, G_CONNECT_SWAPPED);
  queue (canvas, NULL, session);
}
