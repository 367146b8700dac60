/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-range-pane.h"

#include "lamina-axis.h"
#include "lamina-device-use.h"
#include "lamina-job.h"
#include "lamina-layer-value.h"
#include "lamina-link.h"
#include "lamina-pane-section.h"
#include "lamina-place-text.h"
#include "lamina-range-totals.h"
#include "lamina-rows.h"
#include "lamina-sections.h"
#include "lamina-span.h"
#include "lamina-subject.h"
#include "lamina-text.h"
#include "lamina-time-bar.h"
#include "lamina-type-grid.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* More slices than this are added up in a thread; more types and queues than this are not listed. */
#define MANY 20000
#define MAX_TYPES 60
#define MAX_LOADS 16

struct _LaminaRangePane
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GCancellable *cancellable;

  GtkLabel *place;
  LaminaPaneSection *length;
  LaminaPaneSection *devices;
  LaminaPaneSection *loads;
  LaminaPaneSection *memory;
  LaminaPaneSection *types;
};

G_DEFINE_FINAL_TYPE (LaminaRangePane, lamina_range_pane, GTK_TYPE_WIDGET)

typedef struct
{
  LaminaSubject *subject;
  LaminaRange range;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_subject_free (question->subject);
  g_free (question);
}

/* What is in the range, and what whole devices do in it. */
typedef struct
{
  LaminaRangeTotals *totals;
  LaminaDeviceUse *use;
} Answer;

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  if (!answer)
    return;
  g_clear_pointer (&answer->totals, lamina_range_totals_free);
  g_clear_pointer (&answer->use, lamina_device_use_free);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gpointer
find_totals (gpointer      input,
             GCancellable *cancellable)
{
  Question *question = input;
  LaminaSubject *subject = question->subject;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  answer->totals = lamina_range_totals_new (subject->run, subject->timebase, question->range.start, question->range.end,
                                            cancellable);
  answer->use = lamina_device_use_new (subject->run, subject->timebase, question->range.start, question->range.end, cancellable);
  return answer->totals && answer->use ? g_steal_pointer (&answer) : NULL;
}

static void
show_length (LaminaRangePane   *self,
             const LaminaRange *range)
{
  LaminaAxisUnit unit = lamina_run_get_unit (lamina_session_get_run (self->session));
  GtkBox *box = lamina_pane_section_get_content (self->length);
  guint64 span = lamina_span_get (range);
  gint64 length = (gint64) MIN (span, G_MAXINT64);
  g_autofree char *text = lamina_axis_dup_length_text (unit, length);

  lamina_rows_clear (box);
  lamina_rows_add_figure (lamina_rows_add_figures (box), text, NULL, FALSE);
}

/* `96.7 % busy · 1.7 % waiting · 1.6 % idle` */
static char *
dup_load (gint64 busy_time,
          gint64 wait_time,
          gint64 idle_time)
{
  double span = (double) busy_time + (double) wait_time + (double) idle_time;
  g_autofree char *busy = lamina_layer_dup_share (span > 0 ? (double) busy_time / span : NAN);
  g_autofree char *wait = lamina_layer_dup_share (span > 0 ? (double) wait_time / span : NAN);
  g_autofree char *idle = lamina_layer_dup_share (span > 0 ? (double) idle_time / span : NAN);

  if (wait_time == 0)
    return g_strdup_printf (_("%s busy · %s idle"), busy, idle);
  return g_strdup_printf (_("%s busy · %s waiting · %s idle"), busy, wait, idle);
}

/* `1 204 kernels and copies · 33 copies of 1.23 GiB` */
static char *
dup_works (const LaminaDeviceTotals *device)
{
  g_autofree char *bytes = lamina_figure_dup (device->copied_bytes, LAMINA_UNIT_BYTES);
  g_autofree char *count = lamina_figure_dup_exact (device->n_works, LAMINA_UNIT_NONE);
  g_autofree char *works = g_strdup_printf (ngettext ("%s kernel or copy", "%s kernels and copies", device->n_works), count);
  g_autofree char *copies = NULL;

  if (device->n_copies == 0)
    return g_steal_pointer (&works);
  if (device->copied_bytes == LAMINA_ABSENT)
    copies = lamina_text_dup (ngettext ("%u copy", "%u copies", device->n_copies), device->n_copies);
  else
    /* Translators: a number of copies and how much they move */
    copies = lamina_text_dup (ngettext ("%u copy of %s", "%u copies of %s", device->n_copies), device->n_copies, bytes);
  return g_strconcat (works, " · ", copies, NULL);
}

/* What all queues of a device do together; what runs side by side counts once. */
static void
show_devices (LaminaRangePane *self,
              LaminaDeviceUse *use)
{
  GtkBox *box = lamina_pane_section_get_content (self->devices);

  lamina_rows_clear (box);
  for (guint i = 0; i < MIN (lamina_device_use_get_n (use), MAX_LOADS); i++)
    {
      const LaminaDeviceTotals *device = lamina_device_use_get (use, i);
      g_autofree char *busy = lamina_figure_dup (device->busy, LAMINA_UNIT_NANOSECONDS);
      g_autofree char *load = dup_load (device->busy, device->wait, device->idle);
      g_autofree char *works = dup_works (device);

      lamina_rows_add (box, device->name, busy, NULL);
      lamina_rows_add_note (box, load);
      lamina_rows_add_note (box, works);
    }
  lamina_pane_section_show_if_filled (self->devices);
}

static void
show_loads (LaminaRangePane   *self,
            LaminaRangeTotals *totals)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  GtkBox *box = lamina_pane_section_get_content (self->loads);

  lamina_rows_clear (box);
  for (guint i = 0; i < MIN (lamina_range_totals_get_n_loads (totals), MAX_LOADS); i++)
    {
      const LaminaRangeLoad *load = lamina_range_totals_get_load (totals, i);
      g_autofree char *path = lamina_run_dup_track_path (run, load->track);
      g_autofree char *text = dup_load (load->busy, load->wait, load->idle);
      g_autofree char *figure = lamina_axis_dup_length_text (lamina_run_get_unit (run), load->busy);

      lamina_rows_add (box, path, figure, NULL);
      lamina_rows_add_note (box, text);
    }
  lamina_pane_section_show_if_filled (self->loads);
}

static void
show_types (LaminaRangePane   *self,
            LaminaRangeTotals *totals)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  GtkBox *box = lamina_pane_section_get_content (self->types);
  GtkWidget *grid = lamina_type_grid_new ();
  guint n_types = lamina_range_totals_get_n_types (totals);
  gint64 cost = lamina_range_totals_get_cost (totals);
  g_autofree char *note = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *exact = lamina_figure_dup_exact (cost, LAMINA_UNIT_NANOSECONDS);

  lamina_rows_clear (box);
  lamina_pane_section_set_note (self->types, cost == LAMINA_ABSENT ? NULL : note, exact);
  gtk_box_append (box, grid);
  for (guint i = 0; i < MIN (n_types, MAX_TYPES); i++)
    {
      const LaminaRangeType *type = lamina_range_totals_get_type (totals, i);
      const char *name = lamina_run_get_string (run, type->type);
      GtkLabel *link = lamina_type_grid_add (GTK_GRID (grid), type->family, *name ? name : _("No type"), type->calls,
                                             type->cost, cost);

      lamina_link_set_layers (link, self->session, type->layers, type->n_layers);
    }
  if (n_types > MAX_TYPES)
    {
      guint rest = n_types - MAX_TYPES;
      g_autofree char *text = lamina_text_dup (ngettext ("and %u more", "and %u more", rest), rest);

      lamina_rows_add_note (box, text);
    }
  if (n_types == 0)
    lamina_rows_add_note (box, _("Nothing of the table runs here."));
  /* Sites keep memory without slices, so that none runs anywhere. */
  gtk_widget_set_visible (GTK_WIDGET (self->types), lamina_column_first (layers->first_slice, layers->n) > 0 || n_types > 0);
}

static void
show_totals (gpointer owner,
             gpointer result)
{
  LaminaRangePane *self = owner;
  g_autoptr (Answer) answer = result;

  if (!self->session || !self->types)
    return;
  show_devices (self, answer->use);
  show_loads (self, answer->totals);
  show_types (self, answer->totals);
}

static void
lamina_range_pane_dispose (GObject *object)
{
  LaminaRangePane *self = LAMINA_RANGE_PANE (object);

  lamina_range_pane_show (self, NULL);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_RANGE_PANE);
  G_OBJECT_CLASS (lamina_range_pane_parent_class)->dispose (object);
}

static void
lamina_range_pane_class_init (LaminaRangePaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_range_pane_dispose;
  g_type_ensure (LAMINA_TYPE_PANE_SECTION);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-range-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaRangePane, place);
  gtk_widget_class_bind_template_child (widget_class, LaminaRangePane, length);
  gtk_widget_class_bind_template_child (widget_class, LaminaRangePane, devices);
  gtk_widget_class_bind_template_child (widget_class, LaminaRangePane, loads);
  gtk_widget_class_bind_template_child (widget_class, LaminaRangePane, memory);
  gtk_widget_class_bind_template_child (widget_class, LaminaRangePane, types);
  gtk_widget_class_set_css_name (widget_class, "rangepane");
}

static void
lamina_range_pane_init (LaminaRangePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_range_pane_show (LaminaRangePane *self,
                        LaminaSession   *session)
{
  Question *question;
  const LaminaRange *range = session ? lamina_session_get_marked_range (session) : NULL;
  g_autofree char *place = NULL;
  guint64 effort;

  g_return_if_fail (LAMINA_IS_RANGE_PANE (self));

  g_set_object (&self->session, session);
  lamina_job_stop (&self->cancellable);
  if (self->memory)
    lamina_memory_section_show (self->memory, range ? session : NULL, range);
  if (!range)
    return;
  place = lamina_place_dup_range (session, range);
  lamina_widget_set_text (self->place, place);
  show_length (self, range);
  question = g_new0 (Question, 1);
  question->subject = lamina_subject_new (session);
  question->range = *range;
  effort = lamina_range_totals_get_effort (question->subject->run, question->subject->timebase, range->start, range->end,
                                            MANY);
  lamina_job_run (self, &self->cancellable, effort > MANY, find_totals, question, question_free, show_totals,
                  answer_free);
}
