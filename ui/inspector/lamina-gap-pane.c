/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-gap-pane.h"

#include "lamina-layer-value.h"
#include "lamina-link.h"
#include "lamina-pane-section.h"
#include "lamina-place-text.h"
#include "lamina-rows.h"
#include "lamina-session-gaps.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaGapPane
{
  GtkWidget parent_instance;

  GtkLabel *device;
  GtkLabel *several;
  LaminaPaneSection *length;
  LaminaPaneSection *causes;
  LaminaPaneSection *host;
  LaminaPaneSection *before;
  LaminaPaneSection *after;
};

G_DEFINE_FINAL_TYPE (LaminaGapPane, lamina_gap_pane, GTK_TYPE_WIDGET)

/* `Gap 3 of 501 that are selected, 1.15 ms together` */
static void
show_several (LaminaGapPane *self,
              LaminaSession *session)
{
  LaminaSessionGaps *all = lamina_session_get_gaps (session);
  guint n, at = 0;
  const guint32 *gaps = lamina_session_get_selected_gaps (session, &n);
  gint64 sum = 0;
  g_autofree char *figure = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < n; i++)
    {
      LaminaGapPlace place = { 0 };

      lamina_idle_find_number (lamina_session_gaps_peek (all), gaps[i], &place);
      sum = lamina_add_saturating (sum, place.length);
      if (gaps[i] == lamina_session_get_selected_gap (session))
        at = i + 1;
    }
  figure = lamina_figure_dup (sum, LAMINA_UNIT_NANOSECONDS);
  /* Translators: two numbers and a time */
  text = lamina_text_dup (ngettext ("Gap %u of the %u that is selected, %s together",
                                    "Gap %u of the %u that are selected, %s together", n), at, n, figure);
  lamina_widget_set_text (self->several, text);
  gtk_widget_set_visible (GTK_WIDGET (self->several), n > 1);
}

static void
show_length (LaminaGapPane   *self,
             LaminaSession   *session,
             const LaminaGap *gap)
{
  GtkBox *box = lamina_pane_section_get_content (self->length);
  g_autofree char *length = lamina_figure_dup (gap->end - gap->start, LAMINA_UNIT_NANOSECONDS);
  LaminaRange bounds;
  const struct
  {
    const char *key;
    gint64 time;
  } ends[] = { { _("Start"), gap->start }, { _("End"), gap->end } };

  lamina_session_get_bounds (session, &bounds);
  lamina_rows_clear (box);
  lamina_rows_add_figure (lamina_rows_add_figures (box), length, NULL, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      gint64 time = ends[i].time - bounds.start;
      g_autofree char *text = lamina_place_dup_end (session, &(LaminaRange) { gap->start, gap->end }, ends[i].time);
      g_autofree char *exact = lamina_figure_dup_exact (time, LAMINA_UNIT_NANOSECONDS);

      lamina_rows_add (box, ends[i].key, text, exact);
    }
}

static void
add_part (GtkBox     *box,
          const char *title,
          const char *tooltip,
          gint64      part,
          gint64      length)
{
  g_autofree char *figure = lamina_figure_dup (part, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *share = lamina_layer_dup_share ((double) part / (double) length);
  g_autofree char *value = g_strdup_printf ("%s · %s", figure, share);
  g_autofree char *exact = lamina_figure_dup_exact (part, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *hint = tooltip ? g_strdup_printf ("%s\n%s", exact, tooltip) : g_strdup (exact);

  lamina_rows_add (box, title, value, hint);
}

/* The longest first, their sum below where there are several, and what the first one means. */
static void
show_causes (LaminaGapPane   *self,
             const LaminaGap *gap)
{
  GtkBox *box = lamina_pane_section_get_content (self->causes);
  gint64 length = gap->end - gap->start;
  LaminaLoad causes[LAMINA_N_LOADS];
  guint n = lamina_gap_list_causes (gap->parts, causes);

  lamina_rows_clear (box);
  for (guint i = 0; i < n; i++)
    {
      const LaminaLoadInfo *info = lamina_load_get_info (causes[i]);

      add_part (box, _(info->short_title), _(info->definition), gap->parts[causes[i]], length);
    }
  if (n > 1)
    add_part (box, _("Sum"), NULL, length, length);
  lamina_rows_add_note (box, _(lamina_load_get_info (gap->cause)->definition));
}

/* The name of a slice as a link to it. */
static void
add_slice (GtkBox         *box,
           LaminaSession  *session,
           const char     *format,
           LaminaSliceRef  slice,
           gint64          time)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice.track));
  const char *name = lamina_run_get_string (run, slices->name[slice.slice]);
  g_autofree char *markup = lamina_link_dup_markup (format, *name ? name : _("No name"));
  g_autofree char *figure = lamina_figure_dup (time, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *exact = lamina_figure_dup_exact (time, LAMINA_UNIT_NANOSECONDS);

  lamina_link_set_slice (lamina_rows_add_markup (box, markup, figure, exact), session, &slice);
}

static void
add_track (GtkBox         *box,
           LaminaSession  *session,
           LaminaSliceRef  slice)
{
  g_autofree char *path = lamina_run_dup_track_path (lamina_session_get_run (session), slice.track);

  lamina_rows_add_note (box, path);
}

static void
show_host (LaminaGapPane   *self,
           LaminaSession   *session,
           const LaminaGap *gap)
{
  GtkBox *box = lamina_pane_section_get_content (self->host);

  lamina_rows_clear (box);
  if (gap->host.track != LAMINA_NONE)
    {
      add_slice (box, session, "%s", gap->host, gap->host_time);
      add_track (box, session, gap->host);
    }
  lamina_pane_section_show_if_filled (self->host);
}

/* What a device worked on beside the gap: how long, and how long after the begin of its launch it began. */
static void
show_work (LaminaPaneSection *section,
           LaminaSession     *session,
           LaminaSliceRef     work)
{
  GtkBox *box = lamina_pane_section_get_content (section);
  LaminaSliceRef launch;
  LaminaRange place, launched;

  lamina_rows_clear (box);
  if (work.track != LAMINA_NONE)
    {
      lamina_session_get_slice_range (session, &work, &place);
      add_slice (box, session, "%s", work, place.end - place.start);
      add_track (box, session, work);
      launch = lamina_idle_find_launch (lamina_session_gaps_peek (lamina_session_get_gaps (session)), work);
      if (launch.track != LAMINA_NONE)
        {
          lamina_session_get_slice_range (session, &launch, &launched);
          /* Translators: the name of a call; beside it stands the time from then until the work begins */
          add_slice (box, session, _("launched by %s"), launch, place.start - launched.start);
          add_track (box, session, launch);
        }
    }
  lamina_pane_section_show_if_filled (section);
}

static void
lamina_gap_pane_dispose (GObject *object)
{
  lamina_widget_dispose_template (GTK_WIDGET (object), LAMINA_TYPE_GAP_PANE);
  G_OBJECT_CLASS (lamina_gap_pane_parent_class)->dispose (object);
}

static void
lamina_gap_pane_class_init (LaminaGapPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_gap_pane_dispose;
  g_type_ensure (LAMINA_TYPE_PANE_SECTION);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-gap-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, device);
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, several);
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, length);
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, causes);
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, host);
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, before);
  gtk_widget_class_bind_template_child (widget_class, LaminaGapPane, after);
  gtk_widget_class_set_css_name (widget_class, "gappane");
}

static void
lamina_gap_pane_init (LaminaGapPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_gap_pane_show (LaminaGapPane *self,
                      LaminaSession *session)
{
  g_autofree char *name = NULL;
  const LaminaIdleDevice *device;
  LaminaGap gap;

  g_return_if_fail (LAMINA_IS_GAP_PANE (self));

  if (!lamina_session_gaps_get (lamina_session_get_gaps (session), lamina_session_get_selected_gap (session), &gap, &device))
    return;
  name = lamina_idle_dup_device_name (lamina_session_get_run (session), device);
  lamina_widget_set_text (self->device, name);
  show_several (self, session);
  show_length (self, session, &gap);
  show_causes (self, &gap);
  show_host (self, session, &gap);
  show_work (self->before, session, gap.before);
  show_work (self->after, session, gap.after);
}
