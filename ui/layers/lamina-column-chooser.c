/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-column-chooser.h"

#include "lamina-attributes.h"
#include "lamina-job.h"
#include "lamina-layer-noun.h"
#include "lamina-subject.h"
#include "lamina-widget.h"
#include "lamina-word-match.h"

#include <glib/gi18n.h>

/* So many layers are read from the file in less time than a frame. */
#define SHORT_READING 300

/* Above its first row each part has a heading. */
typedef enum
{
  PART_USUAL,
  PART_METRICS,
  PART_ATTRIBUTES,
} Part;

/* What a row stands for. */
typedef struct
{
  Part part;
  LaminaLayerColumn column;
  char *title;
  GtkCheckButton *check;
} Choice;

struct _LaminaColumnChooser
{
  GtkPopover parent_instance;

  GtkSearchEntry *entry;
  GtkScrolledWindow *scroller;
  GtkListBox *list;
  GtkWidget *busy;
  GtkLabel *note;

  LaminaLayerHeads *heads;
  LaminaRun *run;
  gboolean grouped;
  GCancellable *job;
};

G_DEFINE_FINAL_TYPE (LaminaColumnChooser, lamina_column_chooser, GTK_TYPE_POPOVER)

static void
choice_free (gpointer data)
{
  Choice *self = data;

  g_free (self->title);
  g_free (self);
}

static Choice *
get_choice (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "choice");
}

static GtkWidget *
create_label (const char *text,
              gboolean    quiet)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (quiet)
    {
      gtk_widget_add_css_class (label, "dim-label");
      gtk_widget_add_css_class (label, "caption");
      return label;
    }
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_widget_set_hexpand (label, TRUE);
  lamina_widget_set_tip (label, text);
  return label;
}

static void
set_checked (GtkListBoxRow *row,
             gboolean       checked)
{
  gtk_check_button_set_active (get_choice (row)->check, checked);
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_CHECKED,
                               checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
}

/* Whether a row is what the search asks for. Assistive technologies would not know of rows that a filter of the list leaves out. */
static gboolean
is_asked_for (LaminaColumnChooser *self,
              const char          *title)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autofree char *folded = g_utf8_casefold (query, -1);
  g_autofree char *folded_title = g_utf8_casefold (title, -1);

  return strstr (folded_title, folded) || lamina_word_match (query, title) > 0;
}

/* The row is what is activated, by the pointer as by keys, and what says that it is checked; the check in it only shows. */
static void
add_row (LaminaColumnChooser *self,
         Part                 part,
         LaminaLayerColumn    column,
         const char          *title,
         const char          *note)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *check = gtk_check_button_new ();
  Choice *choice = g_new0 (Choice, 1);

  *choice = (Choice) { .part = part, .column = column, .title = g_strdup (title), .check = GTK_CHECK_BUTTON (check) };
  gtk_widget_set_can_target (check, FALSE);
  gtk_widget_set_focusable (check, FALSE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (box), check);
  gtk_box_append (GTK_BOX (box), create_label (title, FALSE));
  if (note)
    gtk_box_append (GTK_BOX (box), create_label (note, TRUE));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_object_set_data_full (G_OBJECT (row), "choice", choice, choice_free);
  set_checked (GTK_LIST_BOX_ROW (row), lamina_layer_heads_has (self->heads, column));
  gtk_widget_set_visible (row, is_asked_for (self, title));
  gtk_list_box_append (self->list, row);
}

static void
add_usual (LaminaColumnChooser *self)
{
  g_autoptr (GArray) columns = lamina_table_columns_list (self->run, self->grouped);

  for (guint i = 0; i < columns->len; i++)
    {
      LaminaLayerColumn column = g_array_index (columns, LaminaLayerColumn, i);
      gboolean metric = column >= LAMINA_N_LAYER_COLUMNS && column != LAMINA_LAYER_COLUMN_HISTOGRAM;
      LaminaTableColumn info;

      lamina_layer_column_describe (self->run, column, self->grouped, &info);
      add_row (self, metric ? PART_METRICS : PART_USUAL, column, info.title, NULL);
    }
}

static void
set_note (LaminaColumnChooser *self,
          const char          *text)
{
  lamina_widget_set_text (self->note, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), text != NULL);
}

/* Where attributes are looked for. */
typedef struct
{
  LaminaDocument *document;
  LaminaRun *run;
} Question;

/* What was found, or why nothing was. The keys stay with the run. */
typedef struct
{
  const GArray *keys;
  GError *error;
} Answer;

static void
question_free (gpointer data)
{
  Question *question = data;

  lamina_document_unref (question->document);
  g_free (question);
}

static void
answer_free (gpointer data)
{
  Answer *answer = data;

  g_clear_error (&answer->error);
  g_free (answer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Answer, answer_free)

static gpointer
find_keys (gpointer      input,
           GCancellable *cancellable)
{
  Question *question = input;
  g_autoptr (Answer) answer = g_new0 (Answer, 1);

  answer->keys = lamina_attributes_list (question->run, cancellable, &answer->error);
  if (!answer->keys && g_cancellable_is_cancelled (cancellable))
    return NULL;
  return g_steal_pointer (&answer);
}

static void
take_keys (gpointer owner,
           gpointer result)
{
  LaminaColumnChooser *self = owner;
  g_autoptr (Answer) answer = result;

  gtk_widget_set_visible (self->busy, FALSE);
  if (!answer->keys)
    {
      set_note (self, answer->error->message);
      return;
    }
  for (guint i = 0; i < answer->keys->len; i++)
    {
      const LaminaAttributeKey *key = &g_array_index (answer->keys, LaminaAttributeKey, i);
      g_autofree char *note =
        key->n_layers > 0 ? lamina_layers_dup_count (self->run, key->n_layers) : NULL;

      add_row (self, PART_ATTRIBUTES, lamina_attribute_get_column (self->run, key->name), key->name, note);
    }
  set_note (self, answer->keys->len == 0 ? _("The file states no attributes.") : NULL);
}

static void
update_heading (GtkListBoxRow *row,
                GtkListBoxRow *before,
                gpointer       user_data)
{
  static const char *const titles[] = {
    [PART_USUAL] = N_("Columns"), [PART_METRICS] = N_("Metrics of the Tool"), [PART_ATTRIBUTES] = N_("Attributes"),
  };
  Part part = get_choice (row)->part;
  GtkWidget *heading;

  if (before && get_choice (before)->part == part)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  heading = gtk_label_new (_(titles[part]));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_list_box_row_set_header (row, heading);
}

static void
on_activated (LaminaColumnChooser *self,
              GtkListBoxRow       *row)
{
  Choice *choice = get_choice (row);

  lamina_layer_heads_set_shown (self->heads, choice->column, !gtk_check_button_get_active (choice->check));
  set_checked (row, lamina_layer_heads_has (self->heads, choice->column));
}

static void
on_search_changed (LaminaColumnChooser *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)); i++)
    gtk_widget_set_visible (GTK_WIDGET (row), is_asked_for (self, get_choice (row)->title));
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/* The first that is left. */
static void
on_search_activate (LaminaColumnChooser *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)); i++)
    if (gtk_widget_get_visible (GTK_WIDGET (row)))
      {
        on_activated (self, row);
        return;
      }
}

static void
on_closed (LaminaColumnChooser *self)
{
  lamina_job_stop (&self->job);
  gtk_widget_set_visible (self->busy, FALSE);
}

static void
lamina_column_chooser_dispose (GObject *object)
{
  LaminaColumnChooser *self = LAMINA_COLUMN_CHOOSER (object);

  lamina_job_stop (&self->job);
  g_clear_object (&self->heads);
  G_OBJECT_CLASS (lamina_column_chooser_parent_class)->dispose (object);
}

static void
lamina_column_chooser_class_init (LaminaColumnChooserClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_column_chooser_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-column-chooser.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaColumnChooser, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaColumnChooser, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaColumnChooser, list);
  gtk_widget_class_bind_template_child (widget_class, LaminaColumnChooser, busy);
  gtk_widget_class_bind_template_child (widget_class, LaminaColumnChooser, note);
}

static void
lamina_column_chooser_init (LaminaColumnChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_header_func (self->list, update_heading, NULL, NULL);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (on_search_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "activate", G_CALLBACK (on_search_activate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "stop-search", G_CALLBACK (gtk_popover_popdown), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self, "closed", G_CALLBACK (on_closed), self, G_CONNECT_SWAPPED);
}

GtkWidget *
lamina_column_chooser_new (LaminaLayerHeads *heads)
{
  LaminaColumnChooser *self = g_object_new (LAMINA_TYPE_COLUMN_CHOOSER, NULL);

  self->heads = g_object_ref (heads);
  return GTK_WIDGET (self);
}

void
lamina_column_chooser_open (LaminaColumnChooser *self,
                            LaminaDocument      *document,
                            LaminaRun           *run,
                            gboolean             grouped)
{
  GtkListBoxRow *row;
  Question *question;
  gboolean is_long;

  g_return_if_fail (LAMINA_IS_COLUMN_CHOOSER (self));
  g_return_if_fail (document != NULL && run != NULL);

  lamina_job_stop (&self->job);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)))
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  set_note (self, NULL);
  self->run = run;
  self->grouped = grouped;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  add_usual (self);
  is_long = !lamina_attributes_peek_list (run)
            && (lamina_run_get_layers (run)->n > SHORT_READING || lamina_subject_has_long_names (run));
  question = g_new (Question, 1);
  *question = (Question) { lamina_document_ref (document), run };
  gtk_widget_set_visible (self->busy, is_long);
  lamina_job_run (self, &self->job, is_long, find_keys, question, question_free, take_keys, answer_free);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
