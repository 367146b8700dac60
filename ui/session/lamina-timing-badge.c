/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timing-badge.h"

#include "lamina-clock-list.h"
#include "lamina-session-clocks.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaTimingBadge
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GBinding *aligned_binding;

  GtkMenuButton *button;
  GtkLabel *word;
  GtkLabel *heading;
  GtkLabel *explanation;
  GtkWidget *clock_row;
  GtkSwitch *aligned;
  LaminaClockList *clocks;
};

G_DEFINE_FINAL_TYPE (LaminaTimingBadge, lamina_timing_badge, GTK_TYPE_WIDGET)

static const struct
{
  const char *word;
  const char *css_class;
  const char *explanation;
} timings[] = {
  [LAMINA_TIMING_MEASURED] = { N_("Measured"), "measured",
                               N_("Starts and durations stand in the file as they were measured.") },
  [LAMINA_TIMING_END_TO_END] = { N_("Laid end to end"), "end-to-end",
                                 N_("Durations were measured, starts were not: each layer is drawn where the previous one "
                                    "ends. Gaps and overlaps are not known.") },
  [LAMINA_TIMING_ORDER] = { N_("Order only"), "order-only",
                            N_("The file states an order and no times. The width of a layer says nothing about how long it "
                               "takes.") },
};

static void
show_run (LaminaTimingBadge *self)
{
  LaminaTiming timing = lamina_run_get_timing (lamina_session_get_run (self->session));
  g_autofree char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (timings); i++)
    if (i == timing)
      gtk_widget_add_css_class (GTK_WIDGET (self), timings[i].css_class);
    else
      gtk_widget_remove_css_class (GTK_WIDGET (self), timings[i].css_class);
  lamina_widget_set_text (self->word, _(timings[timing].word));
  lamina_widget_set_text (self->heading, _(timings[timing].word));
  lamina_widget_set_text (self->explanation, _(timings[timing].explanation));
  gtk_widget_set_visible (self->clock_row, lamina_session_has_other_clocks (self->session));
  /* Translators: %s says how the positions on the axis came about, such as "Measured". */
  name = g_strdup_printf (_("Positions on the axis: %s"), _(timings[timing].word));
  lamina_widget_set_tip (GTK_WIDGET (self->button), name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
lamina_timing_badge_dispose (GObject *object)
{
  LaminaTimingBadge *self = LAMINA_TIMING_BADGE (object);

  lamina_timing_badge_set_session (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TIMING_BADGE);
  G_OBJECT_CLASS (lamina_timing_badge_parent_class)->dispose (object);
}

static void
lamina_timing_badge_class_init (LaminaTimingBadgeClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_timing_badge_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-timing-badge.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, button);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, word);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, heading);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, explanation);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, clock_row);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, aligned);
  gtk_widget_class_bind_template_child (widget_class, LaminaTimingBadge, clocks);
  gtk_widget_class_set_css_name (widget_class, "timingbadge");
  g_type_ensure (LAMINA_TYPE_CLOCK_LIST);
}

static void
lamina_timing_badge_init (LaminaTimingBadge *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_timing_badge_set_session (LaminaTimingBadge *self,
                                 LaminaSession     *session)
{
  g_return_if_fail (LAMINA_IS_TIMING_BADGE (self));

  if (self->session == session)
    return;
  g_clear_pointer (&self->aligned_binding, g_binding_unbind);
  lamina_session_replace (&self->session, session, self);
  if (self->clocks)
    lamina_clock_list_set_session (self->clocks, session);
  if (!session)
    return;
  self->aligned_binding = g_object_bind_property (session, "aligned", self->aligned, "active",
                                                  G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (show_run), self);
  show_run (self);
}
