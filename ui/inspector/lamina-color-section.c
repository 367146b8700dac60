/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sections.h"

#include "lamina-job.h"
#include "lamina-layer-noun.h"
#include "lamina-link.h"
#include "lamina-live-bands.h"
#include "lamina-live-legend.h"
#include "lamina-rows.h"
#include "lamina-session-memory.h"
#include "lamina-settings.h"
#include "lamina-subject.h"
#include "lamina-type-grid.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* Up to here they are counted in less time than a frame. */
#define FEW_LAYERS 50000

#define COLORS "lamina-colors"

typedef struct
{
  LaminaSession *session;
  GtkBox *bands;
  GtkBox *work;  /* @lines with a heading and what they are chosen by */
  GtkLabel *title;
  GtkBox *lines;
  gboolean has_bands;
  gboolean has_work;
  GCancellable *job;
} Colors;

static void
replace_session (Colors        *self,
                 LaminaSession *session)
{
  lamina_job_stop (&self->job);
  if (self->session)
    g_signal_handlers_disconnect_by_data (lamina_session_get_memory (self->session), self);
  lamina_session_replace (&self->session, session, self);
}

static void
colors_free (gpointer data)
{
  Colors *self = data;

  replace_session (self, NULL);
  g_free (self);
}

static gboolean
get_position (GValue   *value,
              GVariant *setting,
              gpointer  user_data)
{
  for (guint i = 0; i < LAMINA_N_COLOR_BY; i++)
    if (strcmp (lamina_color_by_get_name ((LaminaColorBy) i), g_variant_get_string (setting, NULL)) == 0)
      g_value_set_uint (value, i);
  return TRUE;
}

static GVariant *
set_position (const GValue       *value,
              const GVariantType *type,
              gpointer            user_data)
{
  guint position = g_value_get_uint (value);

  return position < LAMINA_N_COLOR_BY ? g_variant_new_string (lamina_color_by_get_name ((LaminaColorBy) position)) : NULL;
}

/* What colors are to be told of: those of the session, or of the families of work. */
typedef struct
{
  LaminaSubject *subject;
  LaminaColoring *coloring;
} Question;

/* The lines, and the layers of each fill behind each other. */
typedef struct
{
  LaminaColoring *coloring;
  GArray *entries;
  guint32 *layers;
  guint first[LAMINA_N_FAMILIES + 1];
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_clear_pointer (&question->coloring, lamina_coloring_unref);
  lamina_subject_free (question->subject);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_pointer (&answer->coloring, lamina_coloring_unref);
  g_clear_pointer (&answer->entries, g_array_unref);
  g_free (answer->layers);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gpointer
find_lines (gpointer      input,
            GCancellable *cancellable)
{
  Question *question = input;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  answer->coloring = question->coloring ? lamina_coloring_ref (question->coloring)
                                        : lamina_coloring_new (question->subject->run, LAMINA_COLOR_BY_FAMILY, cancellable);
  if (!answer->coloring)
    return NULL;
  answer->layers = lamina_coloring_dup_layers (answer->coloring, answer->first, cancellable);
  if (!answer->layers)
    return NULL;
  answer->entries = lamina_coloring_list (answer->coloring, NULL, 0, NULL);
  return g_steal_pointer (&answer);
}

static void
add_line (Colors                    *self,
          GtkGrid                   *grid,
          const Answer              *answer,
          const LaminaColoringEntry *entry,
          gint64                     total)
{
  const char *title = lamina_coloring_is_of_file (answer->coloring, entry->color) ? entry->title : _(entry->title);
  GtkLabel *label = lamina_type_grid_add (grid, entry->color, title, entry->calls, entry->sum, total);
  guint first = answer->first[entry->color], end = answer->first[entry->color + 1];

  if (end > first)
    {
      lamina_link_set_layers (label, self->session, answer->layers + first, end - first);
      return;
    }
  /* No link. */
  gtk_label_set_text (label, gtk_label_get_text (label));
  gtk_widget_remove_css_class (GTK_WIDGET (label), "quiet-link");
}

/* Beside bands, what layers are colored by has a heading of its own, unless they have no colors. */
static void
show_groups (Colors *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->bands), self->has_bands);
  gtk_widget_set_visible (GTK_WIDGET (self->title), self->has_bands);
  gtk_widget_set_visible (GTK_WIDGET (self->work), !self->has_bands || self->has_work);
}

/* Layers that are all of no kind have no colors to be told. */
static gboolean
has_colors (const GArray *entries)
{
  return entries->len > 1
         || (entries->len == 1 && g_array_index (entries, LaminaColoringEntry, 0).color != LAMINA_FAMILY_OTHER);
}

static void
take_lines (gpointer owner,
            gpointer result)
{
  Colors *self = owner;
  g_autoptr (Answer) answer = result;
  LaminaRun *run = lamina_session_get_run (self->session);
  gint64 total = lamina_coloring_is_of_names (answer->coloring) ? LAMINA_ABSENT : lamina_run_get_totals (run)->cost;
  GtkWidget *grid = lamina_type_grid_new ();

  lamina_rows_clear (self->lines);
  gtk_box_append (self->lines, grid);
  for (guint i = 0; i < answer->entries->len; i++)
    add_line (self, GTK_GRID (grid), answer, &g_array_index (answer->entries, LaminaColoringEntry, i), total);
  if (answer->entries->len == 0)
    lamina_rows_add_note (self->lines, _("This run has nothing that has colors."));
  self->has_work = has_colors (answer->entries);
  show_groups (self);
}

/* Below tracks memory is divided by who holds it, in the colors of kinds of work: what they mean there comes first. */
static void
show_bands (Colors *self)
{
  LaminaLiveSet *live = lamina_session_memory_peek (lamina_session_get_memory (self->session));
  LaminaRole bands[LAMINA_N_ROLES];
  LaminaTimebase *timebase = lamina_session_get_timebase (self->session);
  guint n = live ? lamina_live_legend_list (live, lamina_timebase_get_start (timebase),
                                            lamina_add_saturating (lamina_timebase_get_end (timebase), 1), bands) : 0;
  g_autofree char *figure = NULL;
  g_autofree char *note = NULL;
  gboolean estimated;
  GtkWidget *grid;
  gint64 total;

  lamina_rows_clear (self->bands);
  self->has_bands = n > 0;
  show_groups (self);
  if (n == 0)
    return;
  estimated = lamina_live_set_is_estimated (live);
  total = lamina_live_set_get_steps (live)->total[lamina_live_set_get_peak (live)];
  figure = lamina_figure_dup (total, LAMINA_UNIT_BYTES);
  note = g_strdup_printf (_("At the peak %s%s"), estimated ? "≈\u00a0" : "", figure);
  grid = lamina_type_grid_new ();
  lamina_rows_add_heading (self->bands, lamina_live_set_has_sites (live) ? _("Memory by site") : _("Memory"));
  lamina_rows_add_note (self->bands, note);
  gtk_box_append (self->bands, grid);
  for (guint i = 0; i < n; i++)
    lamina_type_grid_add_bytes (GTK_GRID (grid), lamina_role_get_family (bands[i]), lamina_live_bands_get_title (live, bands[i]),
                                lamina_live_set_get_steps (live)->bytes[bands[i]][lamina_live_set_get_peak (live)], total,
                                estimated);
}

/* Lines of another run would select layers that are not theirs. */
static void
show (Colors *self)
{
  LaminaColoring *shown = lamina_session_get_coloring (self->session);
  gboolean many = lamina_run_get_layers (lamina_session_get_run (self->session))->n > FEW_LAYERS;
  Question *question = g_new (Question, 1);

  *question = (Question) { lamina_subject_new (self->session), shown ? lamina_coloring_ref (shown) : NULL };
  if (many)
    lamina_rows_clear (self->lines);
  gtk_label_set_text (self->title, lamina_layers_get_title (question->subject->run));
  show_bands (self);
  lamina_job_run (self, &self->job, many, find_lines, question, question_free, take_lines, answer_free);
}

/* What a section is filled with from the first time on that it is shown. */
static Colors *
create (LaminaPaneSection *section)
{
  Colors *self = g_new0 (Colors, 1);
  GtkWidget *choice = gtk_drop_down_new_from_strings ((const char *[]) { _("Family of work"), _("Type"), _("Precision"),
                                                                         NULL });

  self->bands = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  self->work = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  self->title = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->title, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "caption-heading");
  gtk_widget_add_css_class (GTK_WIDGET (self->title), "row-heading");
  self->lines = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_set_margin_top (GTK_WIDGET (self->lines), 6);
  gtk_widget_set_tooltip_text (choice, _("What colors mean"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _("What colors mean"), -1);
  g_settings_bind_with_mapping (lamina_settings_get_default (), LAMINA_SETTING_COLOR_BY, choice, "selected",
                                G_SETTINGS_BIND_DEFAULT, get_position, set_position, NULL, NULL);
  gtk_box_append (self->work, GTK_WIDGET (self->title));
  gtk_box_append (self->work, choice);
  gtk_box_append (self->work, GTK_WIDGET (self->lines));
  gtk_box_append (lamina_pane_section_get_content (section), GTK_WIDGET (self->bands));
  gtk_box_append (lamina_pane_section_get_content (section), GTK_WIDGET (self->work));
  g_object_set_data_full (G_OBJECT (section), COLORS, self, colors_free);
  return self;
}

void
lamina_color_section_show (LaminaPaneSection *section,
                           LaminaSession     *session)
{
  Colors *self = g_object_get_data (G_OBJECT (section), COLORS);

  if (!self)
    self = create (section);
  replace_session (self, session);
  if (!session)
    {
      /* Links hold their session, and so its document. */
      lamina_rows_clear (self->lines);
      lamina_rows_clear (self->bands);
      return;
    }
  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (show), self);
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (show), self);
  g_signal_connect_swapped (lamina_session_get_memory (session), "changed", G_CALLBACK (show_bands), self);
  show (self);
}
