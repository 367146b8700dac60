/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-column-fit.h"
#include "lamina-tensor-job.h"
#include "lamina-tensor-page.h"

G_BEGIN_DECLS

/*
 * The page in four files: -page.c holds the widget and asks for what is to be listed, -page-columns.c has the columns of the
 * list, -page-summary.c says what all of it comes to, -page-actions.c is what commands can ask of it.
 */
struct _LaminaTensorPage
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkStack *stack;
  LaminaTensorChart *chart;
  GtkSearchEntry *entry;
  GtkDropDown *role_choice;
  GtkDropDown *grouping;
  GtkWidget *peak;
  GtkWidget *clear;
  GtkLabel *summary;
  GtkLabel *roles;
  GtkWidget *nothing;
  GtkScrolledWindow *scroller;
  GtkColumnView *view;
  LaminaColumnFit *fit;
  LaminaTensorGroupList *groups;
  GSimpleAction *group_action;

  LaminaRowList *rows;
  GtkSingleSelection *selection;
  LaminaLiveSet *live;
  gint64 wanted; /* a position to go to as soon as lifetimes are known, LAMINA_TENSORS_AT_PEAK, or LAMINA_ABSENT */
  GCancellable *job;
  gboolean stale;
  gboolean own_change;
};

/* No position of a run. */
#define LAMINA_TENSORS_AT_PEAK G_MAXINT64

/* The groupings as the state of an action, in the order of LaminaTensorGrouping. */
extern const char *const _lamina_tensor_grouping_names[];

void _lamina_tensor_page_add_columns  (LaminaTensorPage *self);

/* Shows the columns that the run has something for. */
void _lamina_tensor_page_show_columns (LaminaTensorPage *self);

/* Gives the columns the room that they take, now that lifetimes are known. */
void _lamina_tensor_page_fit_columns  (LaminaTensorPage *self);

/* What the rows are sorted by, and how to change it with the mark in the heading. */
void _lamina_tensor_page_get_sort     (LaminaTensorPage   *self,
                                       LaminaTensorColumn *column,
                                       gboolean           *descending);
void _lamina_tensor_page_sort_by_size (LaminaTensorPage   *self);

/* How many tensors are listed, how large they are, and for what. */
void _lamina_tensor_page_show_summary (LaminaTensorPage         *self,
                                       const LaminaTensorResult *result);

/* Goes to @wanted, now that lifetimes are known. */
void _lamina_tensor_page_go_to_wanted (LaminaTensorPage *self);

G_END_DECLS
