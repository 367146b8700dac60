/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layers-pane.h"

#include "lamina-axis.h"
#include "lamina-fact-rows.h"
#include "lamina-grouping.h"
#include "lamina-histogram.h"
#include "lamina-job.h"
#include "lamina-layer-details.h"
#include "lamina-layer-noun.h"
#include "lamina-layer-summary.h"
#include "lamina-layer-value.h"
#include "lamina-link.h"
#include "lamina-pane-section.h"
#include "lamina-rate-text.h"
#include "lamina-rows.h"
#include "lamina-subject.h"
#include "lamina-text.h"
#include "lamina-type-grid.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* More layers than this are looked at in a thread; more types than this are not listed. */
#define MANY 2000
#define MAX_TYPES 40

struct _LaminaLayersPane
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GCancellable *cancellable;

  GtkLabel *title;
  GtkLabel *subtitle;
  LaminaPaneSection *sums;
  LaminaPaneSection *spread;
  LaminaPaneSection *types;
  LaminaPaneSection *different;
  LaminaPaneSection *common;
};

G_DEFINE_FINAL_TYPE (LaminaLayersPane, lamina_layers_pane, GTK_TYPE_WIDGET)

/* What is asked for, and what comes out of it. */
typedef struct
{
  LaminaSubject *subject;
  GBytes *layers;
} Question;

typedef struct
{
  LaminaLayerSummary summary;
  LaminaGrouping *types;
  LaminaLayerDifferences *differences;
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_subject_free (question->subject);
  g_bytes_unref (question->layers);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->types, lamina_grouping_free);
  g_clear_pointer (&answer->differences, lamina_layer_differences_free);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gpointer
find_answer (gpointer      input,
             GCancellable *cancellable)
{
  Question *question = input;
  LaminaSubject *subject = question->subject;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);
  gsize size;
  const guint32 *layers = g_bytes_get_data (question->layers, &size);
  guint n = (guint) (size / sizeof *layers);

  lamina_layer_summary_init (&answer->summary, subject->run, layers, n);
  answer->types = lamina_grouping_new (subject->run, layers, n, LAMINA_GROUP_BY_TYPE, cancellable);
  if (!answer->types)
    return NULL;
  answer->differences = lamina_layer_differences_new (subject->document, subject->run_index, layers, n, cancellable);
  return answer->differences ? g_steal_pointer (&answer) : NULL;
}

static void
add_estimated (GtkBox     *figures,
               gint64      value,
               LaminaUnit  unit,
               gboolean    estimated)
{
  g_autofree char *figure = lamina_figure_dup (value, unit);

  if (value != LAMINA_ABSENT)
    lamina_rows_add_figure (figures, figure, unit == LAMINA_UNIT_BYTES ? _("%s moved") : NULL, estimated);
}

static void
show_sums (LaminaLayersPane         *self,
           const LaminaLayerSummary *summary)
{
  GtkBox *box = lamina_pane_section_get_content (self->sums);
  gint64 total = lamina_run_get_totals (lamina_session_get_run (self->session))->cost;
  double part = summary->cost != LAMINA_ABSENT && total > 0 ? (double) summary->cost / (double) total : NAN;
  g_autofree char *share = lamina_layer_dup_share (part);
  g_autofree char *note = g_strdup_printf (_("%s of the run"), share);
  GtkBox *figures;

  lamina_rows_clear (box);
  lamina_pane_section_set_note (self->sums, isnan (part) ? NULL : note, NULL);
  if (summary->cost != LAMINA_ABSENT || summary->flop != LAMINA_ABSENT || summary->bytes != LAMINA_ABSENT)
    {
      figures = lamina_rows_add_figures (box);
      add_estimated (figures, summary->cost, LAMINA_UNIT_NANOSECONDS, summary->estimated & LAMINA_ESTIMATE_DURATION);
      add_estimated (figures, summary->flop, LAMINA_UNIT_FLOP, (summary->estimated & LAMINA_ESTIMATE_FLOP) != 0);
      add_estimated (figures, summary->bytes, LAMINA_UNIT_BYTES, (summary->estimated & LAMINA_ESTIMATE_BYTES) != 0);
    }
  if (!isnan (summary->rate.per_second))
    {
      g_autofree char *rate = lamina_rate_dup_text (&summary->rate);
      g_autofree char *reason = lamina_rate_dup_reason (&summary->rate, lamina_session_get_run (self->session));
      GtkLabel *label = lamina_rows_add (box, _("Total"), rate,
                                         _("FLOP divided by the time of what has known FLOP"));

      if (summary->rate.estimated)
        gtk_widget_add_css_class (GTK_WIDGET (label), "estimated");
      if (reason)
        lamina_rows_add_note (box, reason);
    }
  lamina_pane_section_show_if_filled (self->sums);
}

static void
show_spread (LaminaLayersPane         *self,
             const LaminaLayerSummary *summary,
             LaminaFamily              family)
{
  GtkBox *box = lamina_pane_section_get_content (self->spread);
  g_autofree char *mean = lamina_figure_dup_real (summary->mean, LAMINA_UNIT_NANOSECONDS);
  guint without = summary->n - summary->n_timed;

  lamina_rows_clear (box);
  if (summary->n_timed > 0)
    {
      gtk_box_append (box, lamina_histogram_new (summary->bins, LAMINA_SUMMARY_BINS, family,
                                                 _("Distribution of times")));
      lamina_rows_add_number (box, _("Shortest"), summary->min, LAMINA_UNIT_NANOSECONDS, FALSE);
      lamina_rows_add_number (box, _("Median"), summary->median, LAMINA_UNIT_NANOSECONDS, FALSE);
      lamina_rows_add (box, _("Mean"), mean, NULL);
      lamina_rows_add_number (box, _("Longest"), summary->max, LAMINA_UNIT_NANOSECONDS, FALSE);
    }
  if (without > 0 && summary->n_timed > 0)
    {
      g_autofree char *count = lamina_layers_dup_count (lamina_session_get_run (self->session), without);
      /* Translators: how many layers */
      g_autofree char *note = g_strdup_printf (_("%s without time."), count);

      lamina_rows_add_note (box, note);
    }
  lamina_pane_section_show_if_filled (self->spread);
}

/* A link to each type leaves its layers selected alone. */
static void
show_types (LaminaLayersPane *self,
            LaminaGrouping   *types,
            gint64            total)
{
  GtkBox *box = lamina_pane_section_get_content (self->types);
  GtkWidget *grid = lamina_type_grid_new ();
  guint n = lamina_grouping_get_n (types);
  g_autofree char *count = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);

  lamina_rows_clear (box);
  lamina_pane_section_set_note (self->types, count, NULL);
  gtk_box_append (box, grid);
  for (guint i = 0; i < MIN (n, MAX_TYPES); i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (types, i);
      GtkLabel *link = lamina_type_grid_add (GTK_GRID (grid), group->family, group->label, group->calls, group->duration,
                                             total);

      lamina_link_set_layers (link, self->session, group->layers, group->n_layers);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->types), n > 1);
}

static void
show_facts (LaminaLayersPane       *self,
            LaminaLayerDifferences *differences,
            guint                   n)
{
  guint compared = lamina_layer_differences_get_n_layers (differences);
  g_autofree char *note = compared < n ? lamina_text_dup (_("of the first %u"), compared) : NULL;

  lamina_rows_clear (lamina_pane_section_get_content (self->different));
  lamina_rows_clear (lamina_pane_section_get_content (self->common));
  lamina_fact_rows_add_different (lamina_pane_section_get_content (self->different), differences);
  lamina_fact_rows_add_common (lamina_pane_section_get_content (self->common), differences);
  lamina_pane_section_set_note (self->different, note, NULL);
  lamina_pane_section_set_note (self->common, note, NULL);
  lamina_pane_section_show_if_filled (self->different);
  lamina_pane_section_show_if_filled (self->common);
}

static void
show_answer (gpointer owner,
             gpointer result)
{
  LaminaLayersPane *self = owner;
  g_autoptr (Answer) answer = result;
  gboolean has_types = lamina_grouping_get_n (answer->types) > 0;
  guint n = answer->summary.n;
  g_autofree char *title = NULL;
  g_autofree char *all = NULL;
  g_autofree char *subtitle = NULL;

  if (!self->session || !self->title)
    return;
  title = lamina_layers_dup_count (lamina_session_get_run (self->session), n);
  all = lamina_figure_dup_exact (lamina_run_get_layers (lamina_session_get_run (self->session))->n, LAMINA_UNIT_NONE);
  subtitle = g_strdup_printf (_("selected, of %s"), all);
  lamina_widget_set_text (self->title, title);
  lamina_widget_set_text (self->subtitle, subtitle);
  show_sums (self, &answer->summary);
  show_spread (self, &answer->summary, has_types ? lamina_grouping_get (answer->types, 0)->family : LAMINA_FAMILY_OTHER);
  show_types (self, answer->types, answer->summary.cost);
  show_facts (self, answer->differences, answer->summary.n);
}

static void
lamina_layers_pane_dispose (GObject *object)
{
  LaminaLayersPane *self = LAMINA_LAYERS_PANE (object);

  lamina_layers_pane_show (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_LAYERS_PANE);
  G_OBJECT_CLASS (lamina_layers_pane_parent_class)->dispose (object);
}

static void
lamina_layers_pane_class_init (LaminaLayersPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layers_pane_dispose;
  g_type_ensure (LAMINA_TYPE_PANE_SECTION);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-layers-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, sums);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, spread);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, types);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, different);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayersPane, common);
  gtk_widget_class_set_css_name (widget_class, "layerspane");
}

static void
lamina_layers_pane_init (LaminaLayersPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* Whether to find the answer takes longer than a frame. */
static gboolean
is_much (LaminaSession *session)
{
  guint n;
  const guint32 *layers = lamina_session_get_selected_layers (session, &n);
  LaminaPlace place = { LAMINA_PLACE_LAYER, lamina_session_get_run_index (session), 0, 0 };
  gboolean are_long = FALSE;

  for (guint i = 0; n <= MANY && i < n && !are_long; i++)
    {
      place.row = layers[i];
      are_long = lamina_details_are_long (lamina_session_get_run (session), &place);
    }
  return n > MANY || are_long;
}

void
lamina_layers_pane_show (LaminaLayersPane *self,
                         LaminaSession    *session)
{
  Question *question;

  g_return_if_fail (LAMINA_IS_LAYERS_PANE (self));

  g_set_object (&self->session, session);
  lamina_job_stop (&self->cancellable);
  if (!session)
    return;
  question = g_new0 (Question, 1);
  question->subject = lamina_subject_new (session);
  question->layers = lamina_session_ref_selected_layers (session);
  lamina_widget_set_text (self->title, "");
  lamina_job_run (self, &self->cancellable, is_much (session), find_answer, question, question_free, show_answer, answer_free);
}
