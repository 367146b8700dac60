/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-launch.h"
#include "lamina-link.h"
#include "lamina-rows.h"

#include <glib/gi18n.h>

/* The call, or the work, with how long it takes; a link unless it is what is selected. */
static void
add_end (GtkBox               *box,
         LaminaSession        *session,
         const LaminaSliceRef *slice,
         const char           *format)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  const LaminaSliceRef *selected = &lamina_session_get_selection (session)->slice;
  gint64 duration = slices->duration[slice->slice];
  g_autofree char *label = lamina_slice_dup_label (lamina_run_get_string (run, slices->name[slice->slice]));
  g_autofree char *markup = lamina_link_dup_markup (format, label);
  g_autofree char *figure = lamina_figure_dup (duration, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *exact = lamina_figure_dup_exact (duration, LAMINA_UNIT_NANOSECONDS);
  gboolean is_open = (slices->flags[slice->slice] & LAMINA_SLICE_OPEN) != 0;

  if (selected->track != slice->track || selected->slice != slice->slice)
    lamina_link_set_slice (lamina_rows_add_markup (box, markup, is_open ? "—" : figure, exact), session, slice);
}

static void
add_length (GtkBox             *box,
            const LaminaLaunch *launch,
            gint64              length,
            const char         *title,
            const char         *meaning)
{
  g_autofree char *figure = lamina_figure_dup (length, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *text = g_strdup_printf ("%s%s", launch->estimated ? "≈ " : "", figure);
  g_autofree char *exact = lamina_figure_dup_exact (length, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *tooltip = g_strdup_printf ("%s\n%s", meaning, exact);
  GtkLabel *label;

  if (length == LAMINA_ABSENT)
    return;
  label = lamina_rows_add (box, title, text, tooltip);
  if (launch->estimated)
    gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
}

/* What is selected, where it launches or was launched, else the first slice of the layer on a device. */
static gboolean
find_launch (LaminaSession *session,
             LaminaLaunch  *launch)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaSelection *selection = lamina_session_get_selection (session);
  LaminaTimebase *timebase = lamina_session_get_timebase (session);

  if (lamina_launch_find (run, timebase, &selection->slice, launch))
    return TRUE;
  for (guint32 i = selection->layer != LAMINA_NONE ? layers->first_slice[selection->layer] : 0;
       selection->layer != LAMINA_NONE && i < layers->first_slice[selection->layer + 1]; i++)
    if (lamina_run_get_track_kind (run, layers->slices[i].track) == LAMINA_GROUP_DEVICE)
      return lamina_launch_find (run, timebase, &layers->slices[i], launch);
  return FALSE;
}

void
lamina_launch_section_show (LaminaPaneSection *section,
                            LaminaSession     *session)
{
  GtkBox *box = lamina_pane_section_get_content (section);
  LaminaLaunch launch;

  lamina_rows_clear (box);
  if (find_launch (session, &launch))
    {
      add_end (box, session, &launch.call, "↑ %s");
      add_length (box, &launch, launch.latency, _("Launch latency"),
                  _("From the start of the launching call to the start of the work on the device"));
      add_length (box, &launch, launch.queue, _("Queue time"),
                  _("From the end of the launching call to the start of the work on the device"));
      add_end (box, session, &launch.work, "↓ %s");
    }
  lamina_pane_section_show_if_filled (section);
}
