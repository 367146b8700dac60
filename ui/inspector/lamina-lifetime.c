/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-lifetime.h"

#include "lamina-bar.h"
#include "lamina-place-text.h"
#include "lamina-rows.h"
#include "lamina-span.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* A tensor that is kept and given up more often than this is drawn as kept all the time in between. */
#define MAX_PARTS 64

static GtkWidget *
make_caption (const char *text,
              float       xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static char *
dup_moment (LaminaSession *session,
            gint64         position,
            gboolean       estimated)
{
  g_autofree char *moment = lamina_place_dup_moment (session, position);

  return g_strconcat (estimated ? "≈\u00a0" : "", moment, NULL);
}

static void
add_captions (GtkBox            *box,
              LaminaSession     *session,
              const LaminaRange *range,
              const LaminaRange *bounds,
              gboolean           estimated)
{
  g_autofree char *first = dup_moment (session, range->start, estimated);
  g_autofree char *last = dup_moment (session, range->end, estimated);
  g_autofree char *made = g_strdup_printf (_("made at %s"), first);
  g_autofree char *used = g_strdup_printf (_("last used at %s"), last);
  GtkWidget *captions = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (captions), make_caption (range->start <= bounds->start ? _("there from the start") : made, 0));
  gtk_box_append (GTK_BOX (captions), make_caption (range->end >= bounds->end ? _("kept to the end") : used, 1));
  /* As the bar above it, and time, do. */
  lamina_widget_keep_left_to_right (captions);
  gtk_box_append (box, captions);
}

static void
get_range (LaminaSession        *session,
           const LaminaLifetime *lifetime,
           LaminaRange          *range)
{
  gint64 offset = lamina_timebase_get_offset (lamina_session_get_timebase (session), lifetime->clock);

  range->start = lamina_add_saturating (lifetime->first, offset);
  range->end = lamina_add_saturating (lifetime->last, offset);
}

void
lamina_lifetime_fill (GtkBox        *box,
                      LaminaSession *session,
                      guint32        tensor,
                      LaminaFamily   family)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  guint32 first = lamina_tensors_first_lifetime (tensors, tensor);
  guint n = lamina_tensors_first_lifetime (tensors, tensor + 1) - first;
  g_autofree LaminaBarPart *parts = g_new0 (LaminaBarPart, MAX (n, 1));
  LaminaRange bounds, range, all = { G_MAXINT64, G_MININT64 };
  GtkWidget *bar = lamina_bar_new ();
  double length;

  lamina_rows_clear (box);
  gtk_box_set_spacing (box, 2);
  gtk_widget_set_visible (GTK_WIDGET (box), n > 0);
  gtk_box_append (box, bar);
  lamina_session_get_bounds (session, &bounds);
  length = lamina_span_get_distance (bounds.start, bounds.end);
  for (guint i = 0; i < n; i++)
    {
      const LaminaLifetime *lifetime = &tensors->lifetimes[first + i];

      get_range (session, lifetime, &range);
      all = (LaminaRange) { MIN (all.start, range.start), MAX (all.end, range.end) };
      parts[i].start = lamina_span_get_distance (bounds.start, range.start) / length;
      parts[i].end = lamina_span_get_distance (bounds.start, range.end) / length;
      /* Gradients have a color of their own, as in the curve of the memory. */
      parts[i].family = lifetime->kind == LAMINA_LIFETIME_GRADIENT ? LAMINA_FAMILY_OPTIMIZER : family;
    }
  if (n > MAX_PARTS)
    parts[0].end = lamina_span_get_distance (bounds.start, all.end) / length;
  lamina_bar_set_parts (LAMINA_BAR (bar), parts, n > MAX_PARTS ? 1 : n, _("When it is kept"));
  if (n > 0)
    add_captions (box, session, &all, &bounds,
                  tensors->estimated && (tensors->estimated[tensor] & LAMINA_ESTIMATE_LIFETIME));
}
