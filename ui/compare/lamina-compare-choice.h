/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-comparison.h"
#include "lamina-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LAMINA_TYPE_COMPARE_CHOICE (lamina_compare_choice_get_type ())

/* Widgets that say what is compared, and the page that they are on. */
typedef struct
{
  GtkWidget *page;
  GtkLabel *own_title;
  GtkDropDown *own_section;
  GtkDropDown *other_document;
  GtkDropDown *other_run;
  GtkDropDown *other_section;
} LaminaCompareChoiceWidgets;

/*
 * What the run of a session, or a section of it, is compared with: what is open, its runs and sections. Until the user chooses, it
 * is what was opened last.
 *
 * The signal `changed` tells that something else is to be compared, or that what was chosen is gone.
 */
G_DECLARE_FINAL_TYPE (LaminaCompareChoice, lamina_compare_choice, LAMINA, COMPARE_CHOICE, GObject)

/* The widgets are used as long as it is there. */
LaminaCompareChoice *lamina_compare_choice_new (const LaminaCompareChoiceWidgets *widgets);

/* Whose run it is, or NULL. */
void lamina_compare_choice_set_session (LaminaCompareChoice *self,
                                        LaminaSession       *session);

/* Sessions of all open documents, or NULL. */
void lamina_compare_choice_set_documents (LaminaCompareChoice *self,
                                          GListModel          *documents);

/* Lists what is open and fills the drop-downs; chooses anew when what was chosen is gone. To be called when the page is shown. */
void lamina_compare_choice_list (LaminaCompareChoice *self);

/* Chooses the run and section of another session. */
void lamina_compare_choice_set_other (LaminaCompareChoice *self,
                                      LaminaSession       *session);

/* What is chosen, or NULL, and which run of it; @run may be NULL. */
LaminaSession *lamina_compare_choice_get_other (LaminaCompareChoice *self,
                                                guint               *run);

/* Whether there are two that differ. */
gboolean lamina_compare_choice_is_possible (LaminaCompareChoice *self);

/* Fills in both sides. They hold a reference to their documents. Where it is possible alone. */
void lamina_compare_choice_init_sides (LaminaCompareChoice  *self,
                                       LaminaComparisonSide *own,
                                       LaminaComparisonSide *other);

G_END_DECLS
