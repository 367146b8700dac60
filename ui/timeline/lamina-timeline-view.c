/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-view.h"

#include "lamina-axis.h"
#include "lamina-layer-noun.h"
#include "lamina-overview.h"
#include "lamina-search-bar.h"
#include "lamina-text-bin.h"
#include "lamina-text-size.h"
#include "lamina-timeline-actions.h"
#include "lamina-timing-badge.h"
#include "lamina-track-finder.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaTimelineView
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GActionMap *actions;
  LaminaTimelineCanvas *canvas;
  GtkWidget *overview_row;
  GtkWidget *summary;
  LaminaOverview *overview;
  LaminaSearchBar *search;
  GtkWidget *finder;
  gboolean overview_visible;
  GtkScrollbar *scrollbar;
  LaminaTimingBadge *badge;
  GtkLabel *summary_text;
  guint widening;
};

enum
{
  PROP_0,
  PROP_OVERVIEW_VISIBLE,
};

G_DEFINE_FINAL_TYPE (LaminaTimelineView, lamina_timeline_view, GTK_TYPE_WIDGET)

/* From a hundred thousand on, all digits would not fit beside the overview. */
#define MOST_EXACT 99999

/* What the stylesheet takes beside the words beside the overview: padding and border. */
#define SUMMARY_EDGES 21

/* In pixels at the usual size of text: the badge on the ruler. */
#define BADGE_HEIGHT 24

/*
 * The length and how much is in it; without room the number alone, since the ruler below says the length. Where an order is
 * counted, both are much the same.
 */
static void
update_summary (LaminaTimelineView *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaTotals *totals = lamina_run_get_totals (run);
  gint64 n = totals->executed > 0 ? totals->executed : (gint64) totals->n_slices;
  LaminaAxisUnit unit = lamina_run_get_unit (run);
  gboolean is_order = unit != LAMINA_AXIS_NANOSECONDS && unit != LAMINA_AXIS_BYTES;
  LaminaRange bounds;
  g_autofree char *length = NULL;
  g_autofree char *count = NULL;
  g_autofree char *what = NULL;
  g_autofree char *text = NULL;
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  g_autoptr (PangoLayout) layout = NULL;
  int width, names_width;

  lamina_session_get_bounds (self->session, &bounds);
  length = lamina_axis_dup_length_text (unit, bounds.end - bounds.start);
  count = n > MOST_EXACT ? lamina_figure_dup (n, LAMINA_UNIT_NONE) : lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  if (totals->executed > 0)
    what = lamina_layers_dup_counted (run, count, totals->executed);
  else
    what = g_strdup_printf (ngettext ("%s slice", "%s slices", (gulong) totals->n_slices), count);
  text = g_strdup_printf ("%s · %s", length, what);
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->summary_text), text);
  /* What the stylesheet says of figures reaches the label alone. */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_get_pixel_size (layout, &width, NULL);
  g_object_get (self->canvas, "names-width", &names_width, NULL);
  width += SUMMARY_EDGES;
  lamina_widget_set_text (self->summary_text,
                          is_order || width > lamina_text_size_get_length (names_width) ? what : text);
  lamina_widget_set_tip (GTK_WIDGET (self->summary_text), text);
}

static void
update_scrollbar (LaminaTimelineView *self)
{
  GtkAdjustment *adjustment = lamina_timeline_canvas_get_adjustment (self->canvas);

  gboolean needed = gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment);

  /* Hidden this way, for the adjustment changes while sizes are allocated. */
  gtk_widget_set_opacity (GTK_WIDGET (self->scrollbar), needed ? 1 : 0);
  gtk_widget_set_can_target (GTK_WIDGET (self->scrollbar), needed);
}

/* A track that was hidden, by itself or in a group, is there again for who looks for it. */
static void
on_track_chosen (LaminaTimelineView *self,
                 guint               track)
{
  const LaminaArrangementChange change = { .kind = LAMINA_CHANGE_SHOW_TRACK, .slice = { track, LAMINA_NONE } };

  lamina_session_arrange (self->session, &change);
  lamina_timeline_canvas_reveal_track (self->canvas, track);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
lamina_timeline_view_get_property (GObject    *object,
                                   guint       id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  if (id == PROP_OVERVIEW_VISIBLE)
    g_value_set_boolean (value, LAMINA_TIMELINE_VIEW (object)->overview_visible);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
lamina_timeline_view_set_property (GObject      *object,
                                   guint         id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  LaminaTimelineView *self = LAMINA_TIMELINE_VIEW (object);

  if (id != PROP_OVERVIEW_VISIBLE)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  if (self->overview_visible == g_value_get_boolean (value))
    return;
  self->overview_visible = g_value_get_boolean (value);
  gtk_widget_set_visible (self->overview_row, self->overview_visible);
  g_object_notify_by_pspec (object, pspec);
}

/* What stands beside the canvas, or over its ruler and the names of its tracks. */
static void
update_text_size (LaminaTimelineView *self)
{
  int width;

  g_object_get (self->canvas, "names-width", &width, NULL);
  gtk_widget_set_size_request (self->summary, lamina_text_size_get_length (width), -1);
  gtk_widget_set_size_request (GTK_WIDGET (self->badge), -1, lamina_text_size_get_length (BADGE_HEIGHT));
  if (self->session)
    update_summary (self);
}

static gboolean
widen_summary (gpointer user_data)
{
  LaminaTimelineView *self = LAMINA_TIMELINE_VIEW (user_data);

  self->widening = 0;
  update_text_size (self);
  return G_SOURCE_REMOVE;
}

/* The overview begins where the tracks do. They may find their width while they get their place, when nobody may ask for
 * another one. */
static void
on_names_width (LaminaTimelineView *self)
{
  if (self->widening == 0)
    self->widening = g_idle_add_full (G_PRIORITY_HIGH_IDLE, widen_summary, self, NULL);
}

static void
lamina_timeline_view_dispose (GObject *object)
{
  LaminaTimelineView *self = LAMINA_TIMELINE_VIEW (object);

  g_clear_handle_id (&self->widening, g_source_remove);
  g_clear_pointer (&self->finder, gtk_widget_unparent);
  lamina_timeline_view_set_session (self, NULL);
  g_clear_weak_pointer (&self->actions);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TIMELINE_VIEW);
  G_OBJECT_CLASS (lamina_timeline_view_parent_class)->dispose (object);
}

static void
lamina_timeline_view_class_init (LaminaTimelineViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_timeline_view_dispose;
  G_OBJECT_CLASS (class)->get_property = lamina_timeline_view_get_property;
  G_OBJECT_CLASS (class)->set_property = lamina_timeline_view_set_property;
  g_object_class_install_property (G_OBJECT_CLASS (class), PROP_OVERVIEW_VISIBLE,
                                   g_param_spec_boolean ("overview-visible", NULL, NULL, TRUE,
                                                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                           | G_PARAM_STATIC_STRINGS));
  g_type_ensure (LAMINA_TYPE_SEARCH_BAR);
  g_type_ensure (LAMINA_TYPE_OVERVIEW);
  g_type_ensure (LAMINA_TYPE_TIMING_BADGE);
  g_type_ensure (LAMINA_TYPE_TIMELINE_CANVAS);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-timeline-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, canvas);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, overview_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, overview);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, search);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, scrollbar);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, badge);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, summary);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimelineView, summary_text);
  gtk_widget_class_set_css_name (widget_class, "timeline-view");
}

static void
lamina_timeline_view_init (LaminaTimelineView *self)
{
  GtkAdjustment *adjustment;

  self->overview_visible = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_widget_keep_left_to_right (GTK_WIDGET (self));
  /* The keyboard goes back to the tracks. */
  g_signal_connect_object (self->search, "closed", G_CALLBACK (gtk_widget_grab_focus), self->canvas, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_settings_get_default (), "notify::gtk-xft-dpi", G_CALLBACK (update_text_size), self,
                           G_CONNECT_SWAPPED);
  update_text_size (self);
  g_signal_connect_object (self->canvas, "notify::names-width", G_CALLBACK (on_names_width), self, G_CONNECT_SWAPPED);
  adjustment = lamina_timeline_canvas_get_adjustment (self->canvas);
  gtk_scrollbar_set_adjustment (self->scrollbar, adjustment);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (update_scrollbar), self, G_CONNECT_SWAPPED);
}

void
lamina_timeline_view_set_session (LaminaTimelineView *self,
                                  LaminaSession      *session)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_VIEW (self));

  if (self->session == session)
    return;
  lamina_session_replace (&self->session, session, self);
  if (self->canvas)
    lamina_timeline_canvas_set_session (self->canvas, session);
  if (self->overview)
    lamina_overview_set_session (self->overview, session);
  if (self->badge)
    lamina_timing_badge_set_session (self->badge, session);
  if (self->search)
    lamina_search_bar_set_session (self->search, session);
  if (self->actions)
    lamina_timeline_actions_bind (self, session);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (update_summary), self);
  update_summary (self);
}

LaminaSession *
lamina_timeline_view_get_session (LaminaTimelineView *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_VIEW (self), NULL);
  return self->session;
}

void
lamina_timeline_view_add_actions (LaminaTimelineView *self,
                                  GActionMap         *actions)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_VIEW (self));
  g_return_if_fail (G_IS_ACTION_MAP (actions));

  g_set_weak_pointer (&self->actions, actions);
  lamina_timeline_actions_add (self);
  lamina_timeline_actions_bind (self, self->session);
}

GActionMap *
lamina_timeline_view_get_actions (LaminaTimelineView *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_VIEW (self), NULL);
  return self->actions;
}

LaminaTimelineCanvas *
lamina_timeline_view_get_canvas (LaminaTimelineView *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_VIEW (self), NULL);
  return self->canvas;
}

void
lamina_timeline_view_open_search (LaminaTimelineView *self)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_VIEW (self));
  lamina_search_bar_open (self->search);
}

gboolean
lamina_timeline_view_close_search (LaminaTimelineView *self)
{
  g_return_val_if_fail (LAMINA_IS_TIMELINE_VIEW (self), FALSE);
  return lamina_search_bar_close (self->search);
}

void
lamina_timeline_view_find_track (LaminaTimelineView *self)
{
  g_return_if_fail (LAMINA_IS_TIMELINE_VIEW (self));

  if (!self->session)
    return;
  g_clear_pointer (&self->finder, gtk_widget_unparent);
  self->finder = lamina_track_finder_new (lamina_session_get_document (self->session),
                                          lamina_session_get_run_index (self->session));
  gtk_widget_set_parent (self->finder, GTK_WIDGET (self->canvas));
  lamina_text_bin_point_popover (GTK_POPOVER (self->finder), LAMINA_TIMELINE_NAMES_WIDTH / 2, 20);
  gtk_popover_set_position (GTK_POPOVER (self->finder), GTK_POS_BOTTOM);
  g_signal_connect_object (self->finder, "chosen", G_CALLBACK (on_track_chosen), self, G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (self->finder));
}
