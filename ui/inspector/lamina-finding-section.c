/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-finding.h"
#include "lamina-job.h"
#include "lamina-layer-noun.h"
#include "lamina-rows.h"
#include "lamina-session-gaps.h"
#include "lamina-subject.h"
#include "lamina-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#define FINDINGS "lamina-findings"

typedef struct
{
  LaminaPaneSection *section;
  LaminaSession *session;
  GCancellable *cancellable;
  LaminaFindings *findings;
} Findings;

static gpointer
find (gpointer      input,
      GCancellable *cancellable)
{
  LaminaSubject *subject = input;

  return lamina_findings_new (subject->document, subject->run_index, subject->timebase, subject->section, NULL, cancellable);
}

/* The timeline shows the longest of them, whatever page the click was on. */
static void
show_gaps (Findings            *self,
           const LaminaFinding *finding)
{
  LaminaSessionGaps *all = lamina_session_get_gaps (self->session);
  guint n = finding->n_gaps;
  g_autofree guint32 *gaps = lamina_session_gaps_translate (all, lamina_findings_get_idle (self->findings), finding->gaps, &n);

  gtk_widget_activate_action (GTK_WIDGET (self->section), "view.page", "s", "trace");
  lamina_session_gaps_show (all, gaps, n);
}

static void
select_layers (Findings            *self,
               const LaminaFinding *finding)
{
  const gint64 *costs = lamina_run_get_costs (lamina_session_get_run (self->session));
  guint32 lead = finding->layers[0];

  /* The layer that costs most leads: it is the one that the inspector shows in full. */
  for (guint k = 1; costs && k < finding->n_layers; k++)
    if (costs[finding->layers[k]] > costs[lead])
      lead = finding->layers[k];
  lamina_session_select_layers (self->session, finding->layers, finding->n_layers, lead);
}

static void
on_clicked (GtkButton *button,
            Findings  *self)
{
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "finding"));
  const LaminaFinding *finding = lamina_findings_get (self->findings, i);

  if (finding->n_gaps > 0)
    show_gaps (self, finding);
  else
    select_layers (self, finding);
}

/* `Selects 12 operators`; NULL when it selects nothing. */
static char *
dup_effect (LaminaRun           *run,
            const LaminaFinding *finding)
{
  if (finding->n_gaps > 0)
    return lamina_text_dup (ngettext ("Shows %u gap", "Selects %u gaps, shows the longest", finding->n_gaps), finding->n_gaps);
  if (finding->n_layers > 0)
    {
      g_autofree char *count = lamina_layers_dup_count (run, finding->n_layers);

      /* Translators: how many operators */
      return g_strdup_printf (_("Selects %s"), count);
    }
  return NULL;
}

static GtkWidget *
add_label (GtkWidget  *box,
           const char *text,
           const char *css_class)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  lamina_widget_wrap (GTK_LABEL (label));
  gtk_label_set_width_chars (GTK_LABEL (label), 20);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static GtkWidget *
create_content (const LaminaFinding *finding)
{
  static const char *const classes[] = { "error", "warning", "accent", "dim-label" };
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  g_autofree char *cost = lamina_finding_dup_cost (finding);
  const char *severity = lamina_severity_get_title (finding->severity);
  /* Translators: how much a finding matters, and what it costs: High · up to 1.31 ms (4.0 %) */
  g_autofree char *rank = *cost != '\0' ? g_strdup_printf (_("%s · %s"), severity, cost) : g_strdup (severity);

  add_label (box, finding->title, "finding-title");
  add_label (box, rank, classes[MIN (finding->severity, LAMINA_SEVERITY_NOTE)]);
  add_label (box, finding->what, NULL);
  return box;
}

static void
add_finding (Findings *self,
             guint     i)
{
  const LaminaFinding *finding = lamina_findings_get (self->findings, i);
  GtkWidget *button = gtk_button_new ();
  g_autofree char *effect = dup_effect (lamina_session_get_run (self->session), finding);
  g_autofree char *why = finding->advice ? g_strdup_printf ("%s %s", finding->why, finding->advice) : g_strdup (finding->why);
  g_autofree char *tooltip = effect ? g_strdup_printf ("%s\n\n%s", why, effect) : g_strdup (why);

  gtk_button_set_child (GTK_BUTTON (button), create_content (finding));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "finding");
  lamina_widget_set_tip (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, finding->title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, finding->what, -1);
  g_object_set_data (G_OBJECT (button), "finding", GUINT_TO_POINTER (i));
  if (effect)
    g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), self);
  gtk_box_append (lamina_pane_section_get_content (self->section), button);
}

static void
show (Findings *self)
{
  GtkBox *box = lamina_pane_section_get_content (self->section);
  guint n = self->findings ? lamina_findings_get_n (self->findings) : 0;
  g_autofree char *note = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);

  lamina_rows_clear (box);
  lamina_pane_section_set_note (self->section, self->findings ? note : "", NULL);
  for (guint i = 0; i < n; i++)
    add_finding (self, i);
  if (n == 0)
    lamina_rows_add_note (box, self->findings ? _("No findings.") : _("Looking for findings…"));
}

static void
take_findings (gpointer owner,
               gpointer result)
{
  Findings *self = owner;

  lamina_job_drop (g_steal_pointer (&self->findings), (GDestroyNotify) lamina_findings_free);
  self->findings = result;
  show (self);
}

static void
forget (Findings *self)
{
  lamina_job_stop (&self->cancellable);
  lamina_job_drop (g_steal_pointer (&self->findings), (GDestroyNotify) lamina_findings_free);
}

static void
look (Findings *self)
{
  forget (self);
  show (self);
  lamina_job_run (self, &self->cancellable, TRUE, find, lamina_subject_new (self->session),
                  (GDestroyNotify) lamina_subject_free, take_findings, (GDestroyNotify) lamina_findings_free);
}

static void
findings_free (gpointer data)
{
  Findings *self = data;

  forget (self);
  lamina_session_replace (&self->session, NULL, self);
  g_free (self);
}

void
lamina_finding_section_show (LaminaPaneSection *section,
                             LaminaSession     *session)
{
  Findings *self = g_object_get_data (G_OBJECT (section), FINDINGS);

  if (!self)
    {
      self = g_new0 (Findings, 1);
      self->section = section;
      g_object_set_data_full (G_OBJECT (section), FINDINGS, self, findings_free);
    }
  if (self->session == session)
    return;
  forget (self);
  lamina_session_replace (&self->session, session, self);
  if (!session)
    return;
  g_signal_connect_swapped (session, "notify::timebase", G_CALLBACK (look), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (look), self);
  look (self);
}
