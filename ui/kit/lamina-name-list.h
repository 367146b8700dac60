/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-sandwich.h"

G_BEGIN_DECLS

/* What the names of a sandwich are sorted by. */
typedef enum
{
  LAMINA_NAME_SORT_NAME,
  LAMINA_NAME_SORT_SELF,
  LAMINA_NAME_SORT_TOTAL,
  LAMINA_NAME_SORT_CALLS,
} LaminaNameSort;

/* Those names that fit a filter, in order: @rows, once lamina_name_list_work() has found them. */
typedef struct
{
  LaminaDocument *document;
  LaminaSandwich *sandwich;
  LaminaNameSort sort;
  gboolean descending;
  char *filter;
  guint32 *rows;
  guint n;
} LaminaNameList;

LaminaNameList *lamina_name_list_new  (LaminaDocument *document,
                                       LaminaSandwich *sandwich,
                                       LaminaNameSort  sort,
                                       gboolean        descending,
                                       const char     *filter);

void            lamina_name_list_free (gpointer        list);

/* Does the work of a list, as lamina_job_run() wants it: gives a list with its rows, or NULL when cancelled. */
gpointer        lamina_name_list_work (gpointer        list,
                                       GCancellable   *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaNameList, lamina_name_list_free)

G_END_DECLS
