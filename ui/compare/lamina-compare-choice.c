/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-page-private.h"

#include "lamina-combo-text.h"
#include "lamina-job.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* With what a run is compared: what is open, its runs and sections. */

static gboolean
is_same_run (LaminaComparePage *self)
{
  return self->other && lamina_session_get_document (self->other) == lamina_session_get_document (self->session)
         && self->other_run == lamina_session_get_run_index (self->session);
}

gboolean
_lamina_compare_page_is_possible (LaminaComparePage *self)
{
  return self->other && (!is_same_run (self) || self->own_section != self->other_section);
}

/* Two sections that follow each other, where one run is compared with itself. */
static void
choose_sections (LaminaComparePage *self)
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
find_run (LaminaComparePage *self)
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
take_other (LaminaComparePage *self,
            LaminaSession     *other)
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
    gtk_string_list_append (titles, lamina_run_get_section (run, i)->title);
  fill (choice, titles, section == LAMINA_NONE ? 0 : section + 1);
}

static void
fill_rest (LaminaComparePage *self)
{
  LaminaDocument *other = lamina_session_get_document (self->other);
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GtkStringList) runs = gtk_string_list_new (NULL);

  for (guint i = 0; i < lamina_document_get_n_runs (other); i++)
    gtk_string_list_append (runs, lamina_run_get_shown_title (lamina_document_get_run (other, i)));
  self->filling = TRUE;
  lamina_widget_set_text (self->own_title, lamina_run_get_shown_title (run));
  lamina_widget_set_tip (GTK_WIDGET (self->own_title), lamina_run_get_shown_title (run));
  fill_sections (self->own_section_choice, run, self->own_section);
  fill (self->other_run_choice, runs, self->other_run);
  fill_sections (self->other_section_choice, lamina_document_get_run (other, self->other_run), self->other_section);
  self->filling = FALSE;
}

static void
on_documents (LaminaComparePage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      _lamina_compare_page_list (self);
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
  lamina_job_stop (&self->job);
  _lamina_compare_page_set_comparison (self, NULL);
  g_clear_object (&self->other);
  self->stale = TRUE;
}

void
_lamina_compare_page_set_documents (LaminaPage *page,
                                    GListModel *documents)
{
  LaminaComparePage *self = LAMINA_COMPARE_PAGE (page);

  if (self->documents)
    g_signal_handlers_disconnect_by_data (self->documents, self);
  g_set_object (&self->documents, documents);
  if (!documents)
    return;
  g_signal_connect_swapped (documents, "items-changed", G_CALLBACK (on_documents), self);
  on_documents (self);
}

void
_lamina_compare_page_list (LaminaComparePage *self)
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
      gtk_string_list_append (titles, lamina_session_get_title (session));
      g_ptr_array_add (self->sessions, g_steal_pointer (&session));
    }
  is_known = self->other && g_ptr_array_find (self->sessions, self->other, NULL);
  /* What was opened last is what one wants to compare with, until one says otherwise. */
  if (!is_known || (!self->chosen && self->other != self->sessions->pdata[self->sessions->len - 1]))
    {
      self->chosen = self->chosen && is_known;
      take_other (self, self->sessions->pdata[self->sessions->len - 1]);
      _lamina_compare_page_update (self);
    }
  if (!g_ptr_array_find (self->sessions, self->other, &position))
    position = 0;
  self->filling = TRUE;
  fill (self->other_document_choice, titles, position);
  self->filling = FALSE;
  fill_rest (self);
}

static void
on_document (LaminaComparePage *self)
{
  guint position = gtk_drop_down_get_selected (self->other_document_choice);

  if (self->filling || position >= self->sessions->len)
    return;
  lamina_compare_page_set_other (self, self->sessions->pdata[position]);
}

static void
on_run_choice (LaminaComparePage *self)
{
  guint run = gtk_drop_down_get_selected (self->other_run_choice);

  if (self->filling || !self->other || run == GTK_INVALID_LIST_POSITION)
    return;
  self->chosen = TRUE;
  self->other_run = run;
  choose_sections (self);
  fill_rest (self);
  _lamina_compare_page_update (self);
}

static guint32
get_section (GtkDropDown *choice)
{
  guint position = gtk_drop_down_get_selected (choice);

  return position == 0 || position == GTK_INVALID_LIST_POSITION ? LAMINA_NONE : position - 1;
}

static void
on_section_choice (LaminaComparePage *self)
{
  if (self->filling || !self->other)
    return;
  self->chosen = TRUE;
  self->own_section = get_section (self->own_section_choice);
  self->other_section = get_section (self->other_section_choice);
  _lamina_compare_page_update (self);
}

void
_lamina_compare_page_on_run (LaminaComparePage *self)
{
  if (!self->other)
    return;
  /* Nothing is compared with itself. */
  if (is_same_run (self))
    self->other_run = find_run (self);
  choose_sections (self);
  fill_rest (self);
  _lamina_compare_page_update (self);
}

void
_lamina_compare_page_on_section (LaminaComparePage *self)
{
  if (!self->other)
    return;
  choose_sections (self);
  fill_rest (self);
  _lamina_compare_page_update (self);
}

void
_lamina_compare_page_init_choices (LaminaComparePage *self)
{
  GtkDropDown *const choices[] = { self->own_section_choice, self->other_document_choice, self->other_run_choice,
                                   self->other_section_choice };
  const GCallback callbacks[] = { G_CALLBACK (on_section_choice), G_CALLBACK (on_document), G_CALLBACK (on_run_choice),
                                  G_CALLBACK (on_section_choice) };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      lamina_combo_text_show_cut (choices[i], TRUE);
      g_signal_connect_object (choices[i], "notify::selected", callbacks[i], self, G_CONNECT_SWAPPED);
    }
}

void
lamina_compare_page_set_other (LaminaComparePage *self,
                               LaminaSession     *session)
{
  g_return_if_fail (LAMINA_IS_COMPARE_PAGE (self));
  g_return_if_fail (LAMINA_IS_SESSION (session));

  if (!self->session)
    return;
  self->chosen = TRUE;
  take_other (self, session);
  _lamina_compare_page_list (self);
  _lamina_compare_page_update (self);
}
