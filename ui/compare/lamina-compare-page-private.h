/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-compare-page.h"
#include "lamina-page.h"

#include <adwaita.h>

G_BEGIN_DECLS

/*
 * @own_section is what of the run of @session is compared, @other_run and @other_section what of @other with it.
 * @sessions are those that can be chosen: its own first, then the others of @documents. While the drop-downs are filled
 * (@filling) what they say is not heard. @chosen and @list_chosen say that it was the user who chose with what to compare, and
 * whether layers or types are listed.
 */
struct _LaminaComparePage
{
  GtkWidget parent_instance;

  GListModel *documents;
  LaminaSession *session;
  LaminaSession *other;
  guint other_run;
  guint32 own_section;
  guint32 other_section;
  gboolean swapped;
  gboolean chosen;
  gboolean list_chosen;
  GPtrArray *sessions;
  LaminaComparison *comparison;
  GCancellable *job;
  gboolean stale;
  gboolean filling;
  gboolean own_change;
  int divided_at;
  GActionMap *actions;

  GtkLabel *own_letter;
  GtkLabel *own_title;
  GtkDropDown *own_section_choice;
  GtkLabel *other_letter;
  GtkDropDown *other_document_choice;
  GtkDropDown *other_run_choice;
  GtkDropDown *other_section_choice;
  GtkDropDown *state_choice;
  GtkStack *stack;
  GtkPaned *paned;
  GtkWidget *pictures;
  GtkSpinner *spinner;
  GtkLabel *summary;
  GtkLabel *totals;
  GtkLabel *counts;
  LaminaCompareCanvas *ties;
  LaminaCompareCanvas *waterfall;
  GtkStack *lists;
  LaminaCompareTable *table;
  LaminaCompareTypes *types;
};

/* lamina-compare-page.c */

/* Compares now if somebody looks, else when somebody does. */
void     _lamina_compare_page_update       (LaminaComparePage *self);

/* Takes over the comparison, or shows none. */
void     _lamina_compare_page_set_comparison (LaminaComparePage *self,
                                              LaminaComparison  *comparison);

/* lamina-compare-choice.c: with what to compare */

void     _lamina_compare_page_init_choices (LaminaComparePage *self);

/* Lists what is open and fills the drop-downs; chooses anew when what was chosen is gone. */
void     _lamina_compare_page_list         (LaminaComparePage *self);

void     _lamina_compare_page_set_documents (LaminaPage        *page,
                                             GListModel        *documents);

/* Whether there are two that differ. */
gboolean _lamina_compare_page_is_possible  (LaminaComparePage *self);

/* The session shows another run, another section. */
void     _lamina_compare_page_on_run       (LaminaComparePage *self);
void     _lamina_compare_page_on_section   (LaminaComparePage *self);

G_END_DECLS
