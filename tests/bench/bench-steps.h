/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-document-view.h"

/* Where the programs that walk through the window do what a user does. */
typedef struct
{
  LaminaDocumentView *view;
  LaminaSession *session;
} BenchPlace;

typedef void (*BenchWork) (BenchPlace *self,
                           const char *argument);

/* What a user does, and what it is told with. */
typedef struct
{
  const char *what;
  BenchWork work;
  const char *argument;
} BenchStep;

/* The first widget of a type that is mapped, or NULL. */
GtkWidget *bench_find_widget        (GtkWidget  *widget,
                                     GType       type);

/* A detailed action; what is not possible is told. */
void       bench_step_activate      (BenchPlace *self,
                                     const char *action);
void       bench_step_search        (BenchPlace *self,
                                     const char *text);

/* To the next match: `+`, or the one before: `-`. */
void       bench_step_go            (BenchPlace *self,
                                     const char *direction);
void       bench_step_filter        (BenchPlace *self,
                                     const char *text);

/* The layers, from the largest value of a column on. */
void       bench_step_sort_by       (BenchPlace *self,
                                     const char *title);

/* What part of the run, around its middle, has @percent of a hundred. */
void       bench_step_mark          (BenchPlace *self,
                                     const char *percent);
void       bench_step_select_layer  (BenchPlace *self,
                                     const char *layer);

/* Of the flame graph. Node 0, around all others, stands for every slice. */
void       bench_step_choose_node   (BenchPlace *self,
                                     const char *node);
