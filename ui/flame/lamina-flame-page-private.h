/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-flame-page.h"
#include "lamina-page.h"
#include "lamina-search-bar.h"

G_BEGIN_DECLS

/*
 * The drop-downs list what the run offers: @bys, @weights and @tracks say what their positions stand for. They are
 * filled from @options, and while that happens (@filling) what they say is not heard. @exported is what a picture was made of
 * last.
 */
struct _LaminaFlamePage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GActionMap *actions;
  GtkDropDown *by_choice;
  GtkDropDown *weight_choice;
  GtkDropDown *track_choice;
  GtkLabel *summary;
  GtkWidget *path_scroller;
  GtkBox *path;
  GtkStack *stack;
  GtkSpinner *spinner;
  GtkScrolledWindow *scroller;
  LaminaFlameCanvas *canvas;
  LaminaSandwichPane *sandwich;
  LaminaSearchBar *search;
  AdwStatusPage *nothing;

  LaminaFlameOptions options;
  LaminaFlameOptions exported;
  gboolean chosen;
  gboolean is_sandwich;
  int steps_to_find; /* once a search is over: 1 for the next match, -1 for the one before, 0 for none */
  guint offers;
  GArray *bys;
  GArray *weights;
  GArray *tracks;
  gboolean filling;
  gboolean stale;
  GCancellable *job;
  guint wait_source;
};

/* The names by which weights are known to `view.flame-weight`. */
extern const char *const lamina_flame_page_weight_names[LAMINA_N_FLAME_WEIGHTS];

/* lamina-flame-page.c */

/* Makes the tree now if somebody looks, else when somebody does. */
void _lamina_flame_page_update       (LaminaFlamePage *self);

/* lamina-flame-actions.c: what a page of a document does */

void _lamina_flame_page_init_page (LaminaPageInterface *iface);

/* lamina-flame-choices.c: by what, by which weight, of which tracks */

void _lamina_flame_page_init_choices (LaminaFlamePage *self);

/* Lists what the run offers, and shows what is chosen. */
void _lamina_flame_page_fill_choices (LaminaFlamePage *self);

/* lamina-flame-summary.c: what is chosen or found, and where it stands */

/* Whether something is searched for. */
gboolean _lamina_flame_page_has_search (LaminaFlamePage *self);

void _lamina_flame_page_show_summary (LaminaFlamePage *self);

/* The way from the whole to what is as wide as the view. */
void _lamina_flame_page_show_path    (LaminaFlamePage *self);

G_END_DECLS
