/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-choice.h"

#include "lamina-combo-text.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/*
 * @own_section is what of the run of @session is compared, @other_run and @other_section what of @other with it.
 * @sessions are those that can be chosen: its own first, then the others of @documents. While the drop-downs are filled
 * (@filling) what they say is not heard. @chosen says that it was the user who chose with what to compare.
 */
struct _LaminaCompareChoice
{
  GObject parent_instance;

  LaminaCompareChoiceWidgets widgets;
  GListModel *documents;
  GPtrArray *sessions;
  LaminaSession *session;
  LaminaSession *other;
  guint other_run;
  guint32 own_section;
  guint32 other_section;
  gboolean chosen;
  gboolean filling;
};

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaCompareChoice, lamina_compare_choice, G_TYPE_OBJECT)

static void
emit_changed (LaminaCompareChoice *self)
{
  g_signal_emit (self, changed, 0);
}

static gboolean
is_same_run (LaminaCompareChoice *self)
{
  return self->other && lamina_session_get_document (self->other) == lamina_session_get_document (self->session)
         && self->other_run == lamina_session_get_run_index (self->session);
}

gboolean
lamina_compare_choice_is_possible (LaminaCompareChoice *self)
{
  return self->other && (!is_same_run (self) || self->own_section != self->other_section);
}

/* Two sections that follow each other, where one run is compared with itself. */
static void
choose_sections (LaminaCompareChoice *self)
{
  guint n = lamina_run_get_n_sections (lamina_session_get_run (self->session));

  self->own_section = lamina_session_get_section (self->session);
  self->other_section = LAMINA_NONE;
  if (!is_same_run (self) || n < 2)
    return;
  if (self->own_section == LAMINA_NONE)
    self->own_section = 0;
  self->other_section = (self->own_section + 1) % n;
}

/* The run of the same name in another document, the next one in the same. */
static guint
find_run (LaminaCompareChoice *self)
{
  LaminaDocument *other = lamina_session_get_document (self->other);
  guint own_run = lamina_session_get_run_index (self->session);
  const char *title = lamina_run_get_title (lamina_session_get_run (self->session));

  if (other == lamina_session_get_document (self->session))
    return (own_run + 1) % lamina_document_get_n_runs (other);
  for (guint i = 0; i < lamina_document_get_n_runs (other); i++)
    if (strcmp (lamina_run_get_title (lamina_document_get_run (other, i)), title) == 0)
      return i;
  return lamina_session_get_run_index (self->other);
}

static void
take_other (LaminaCompareChoice *self,
            LaminaSession       *other)
{
  g_set_object (&self->other, other);
  self->other_run = find_run (self);
  choose_sections (self);
}

/* Nothing is asked where there is no choice. */
static void
fill (GtkDropDown   *choice,
      GtkStringList *titles,
      guint          selected)
{
  gtk_drop_down_set_model (choice, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (choice, selected);
  gtk_widget_set_visible (GTK_WIDGET (choice), g_list_model_get_n_items (G_LIST_MODEL (titles)) > 1);
}

static void
fill_sections (GtkDropDown *choice,
               LaminaRun   *run,
               guint32      section)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  gtk_string_list_append (titles, _("Whole run"));
  for (guint i = 0; i < lamina_run_get_n_sections (run); i++)
    gtk_string_list_take (titles, lamina_widget_dup_ends (lamina_run_get_section (run, i)->title));
  fill (choice, titles, section == LAMINA_NONE ? 0 : section + 1);
}

static void
fill_rest (LaminaCompareChoice *self)
{
  LaminaDocument *other = lamina_session_get_document (self->other);
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GtkStringList) runs = gtk_string_list_new (NULL);

  for (guint i = 0; i < lamina_document_get_n_runs (other); i++)
    gtk_string_list_take (runs, lamina_widget_dup_ends (lamina_run_get_shown_title (lamina_document_get_run (other, i))));
  self->filling = TRUE;
  lamina_widget_set_text (self->widgets.own_title, lamina_run_get_shown_title (run));
  lamina_widget_set_tip (GTK_WIDGET (self->widgets.own_title), lamina_run_get_shown_title (run));
  fill_sections (self->widgets.own_section, run, self->own_section);
  fill (self->widgets.other_run, runs, self->other_run);
  fill_sections (self->widgets.other_section, lamina_document_get_run (other, self->other_run), self->other_section);
  self->filling = FALSE;
}

static void
on_documents (LaminaCompareChoice *self)
{
  if (gtk_widget_get_mapped (self->widgets.page))
    {
      lamina_compare_choice_list (self);
      return;
    }
  /* Nobody looks: what was closed must not be kept until somebody does. */
  g_ptr_array_set_size (self->sessions, 0);
  for (guint i = 0; i < g_list_model_get_n_items (self->documents); i++)
    {
      g_autoptr (LaminaSession) session = g_list_model_get_item (self->documents, i);

      if (session == self->other)
        return;
    }
  if (!self->other || self->other == self->session)
    return;
  g_clear_object (&self->other);
  emit_changed (self);
}

void
lamina_compare_choice_set_documents (LaminaCompareChoice *self,
                                     GListModel          *documents)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CHOICE (self));

  if (self->documents)
    g_signal_handlers_disconnect_by_data (self->documents, self);
  g_set_object (&self->documents, documents);
  if (!documents)
    return;
  g_signal_connect_swapped (documents, "items-changed", G_CALLBACK (on_documents), self);
  on_documents (self);
}

void
lamina_compare_choice_list (LaminaCompareChoice *self)
{
  guint n = self->documents ? g_list_model_get_n_items (self->documents) : 0;
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint position = 0;
  gboolean is_known;

  if (!self->session)
    return;
  g_ptr_array_set_size (self->sessions, 0);
  g_ptr_array_add (self->sessions, g_object_ref (self->session));
  gtk_string_list_append (titles, _("This document"));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (LaminaSession) session = g_list_model_get_item (self->documents, i);

      if (session == self->session)
        continue;
      gtk_string_list_take (titles, lamina_widget_dup_ends (lamina_session_get_title (session)));
      g_ptr_array_add (self->sessions, g_steal_pointer (&session));
    }
  is_known = self->other && g_ptr_array_find (self->sessions, self->other, NULL);
  /* What was opened last is what one wants to compare with, until one says otherwise. */
  if (!is_known || (!self->chosen && self->other != self->sessions->pdata[self->sessions->len - 1]))
    {
      self->chosen = self->chosen && is_known;
      take_other (self, self->sessions->pdata[self->sessions->len - 1]);
      emit_changed (self);
    }
  if (!g_ptr_array_find (self->sessions, self->other, &position))
    position = 0;
  self->filling = TRUE;
  fill (self->widgets.other_document, titles, position);
  self->filling = FALSE;
  fill_rest (self);
}

static void
on_document (LaminaCompareChoice *self)
{
  guint position = gtk_drop_down_get_selected (self->widgets.other_document);

  if (self->filling || position >= self->sessions->len)
    return;
  lamina_compare_choice_set_other (self, self->sessions->pdata[position]);
}

static void
on_run_choice (LaminaCompareChoice *self)
{
  guint run = gtk_drop_down_get_selected (self->widgets.other_run);

  if (self->filling || !self->other || run == GTK_INVALID_LIST_POSITION)
    return;
  self->chosen = TRUE;
  self->other_run = run;
  choose_sections (self);
  fill_rest (self);
  emit_changed (self);
}

static guint32
get_section (GtkDropDown *choice)
{
  guint position = gtk_drop_down_get_selected (choice);

  return position == 0 || position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : position - 1;
}

static void
on_section_choice (LaminaCompareChoice *self)
{
  if (self->filling || !self->other)
    return;
  self->chosen = TRUE;
  self->own_section = get_section (self->widgets.own_section);
  self->other_section = get_section (self->widgets.other_section);
  emit_changed (self);
}

static void
on_run (LaminaCompareChoice *self)
{
  if (!self->other)
    return;
  /* Nothing is compared with itself. */
  if (is_same_run (self))
    self->other_run = find_run (self);
  choose_sections (self);
  fill_rest (self);
  emit_changed (self);
}

static void
on_section (LaminaCompareChoice *self)
{
  if (!self->other)
    return;
  choose_sections (self);
  fill_rest (self);
  emit_changed (self);
}

void
lamina_compare_choice_set_session (LaminaCompareChoice *self,
                                   LaminaSession       *session)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CHOICE (self));

  g_clear_object (&self->other);
  lamina_session_replace (&self->session, session, self);
  if (!session)
    {
      g_ptr_array_set_size (self->sessions, 0);
      return;
    }
  g_signal_connect_swapped (session, "notify::run", G_CALLBACK (on_run), self);
  g_signal_connect_swapped (session, "notify::section", G_CALLBACK (on_section), self);
  lamina_compare_choice_list (self);
}

void
lamina_compare_choice_set_other (LaminaCompareChoice *self,
                                 LaminaSession       *session)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CHOICE (self));

  if (!self->session)
    return;
  self->chosen = TRUE;
  take_other (self, session);
  lamina_compare_choice_list (self);
  emit_changed (self);
}

LaminaSession *
lamina_compare_choice_get_other (LaminaCompareChoice *self,
                                 guint               *run)
{
  g_return_val_if_fail (LAMINA_IS_COMPARE_CHOICE (self), NULL);

  if (run)
    *run = self->other_run;
  return self->other;
}

static void
init_side (LaminaComparisonSide *side,
           LaminaSession        *session,
           guint                 run,
           guint32               section)
{
  *side = (LaminaComparisonSide) { lamina_document_ref (lamina_session_get_document (session)), run, section };
}

void
lamina_compare_choice_init_sides (LaminaCompareChoice  *self,
                                  LaminaComparisonSide *own,
                                  LaminaComparisonSide *other)
{
  g_return_if_fail (LAMINA_IS_COMPARE_CHOICE (self) && self->session && self->other);

  init_side (own, self->session, lamina_session_get_run_index (self->session), self->own_section);
  init_side (other, self->other, self->other_run, self->other_section);
}

static void
lamina_compare_choice_dispose (GObject *object)
{
  LaminaCompareChoice *self = LAMINA_COMPARE_CHOICE (object);

  lamina_compare_choice_set_documents (self, NULL);
  lamina_compare_choice_set_session (self, NULL);
  G_OBJECT_CLASS (lamina_compare_choice_parent_class)->dispose (object);
}

static void
lamina_compare_choice_finalize (GObject *object)
{
  g_ptr_array_unref (LAMINA_COMPARE_CHOICE (object)->sessions);
  G_OBJECT_CLASS (lamina_compare_choice_parent_class)->finalize (object);
}

static void
lamina_compare_choice_class_init (LaminaCompareChoiceClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_compare_choice_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_compare_choice_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_COMPARE_CHOICE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_compare_choice_init (LaminaCompareChoice *self)
{
  self->own_section = self->other_section = LAMINA_NONE;
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
}

LaminaCompareChoice *
lamina_compare_choice_new (const LaminaCompareChoiceWidgets *widgets)
{
  LaminaCompareChoice *self = g_object_new (LAMINA_TYPE_COMPARE_CHOICE, NULL);
  GtkDropDown *const choices[] = { widgets->own_section, widgets->other_document, widgets->other_run, widgets->other_section };
  const GCallback callbacks[] = { G_CALLBACK (on_section_choice), G_CALLBACK (on_document), G_CALLBACK (on_run_choice),
                                  G_CALLBACK (on_section_choice) };

  self->widgets = *widgets;
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      lamina_combo_text_show_cut (choices[i], TRUE);
      g_signal_connect_object (choices[i], "notify::selected", callbacks[i], self, G_CONNECT_SWAPPED);
    }
  return self;
}
