/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-name-list.h"

LaminaNameList *
lamina_name_list_new (LaminaDocument *document,
                      LaminaSandwich *sandwich,
                      LaminaNameSort  sort,
                      gboolean        descending,
                      const char     *filter)
{
  LaminaNameList *self = g_new0 (LaminaNameList, 1);

  self->document = lamina_document_ref (document);
  self->sandwich = lamina_sandwich_ref (sandwich);
  self->sort = sort;
  self->descending = descending;
  self->filter = g_strdup (filter);
  return self;
}

void
lamina_name_list_free (gpointer list)
{
  LaminaNameList *self = list;

  lamina_sandwich_unref (self->sandwich);
  lamina_document_unref (self->document);
  g_free (self->filter);
  g_free (self->rows);
  g_free (self);
}

static int
compare_weights (gint64 a,
                 gint64 b)
{
  return a == b ? 0 : a < b ? -1 : 1;
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  LaminaNameList *self = user_data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;
  const LaminaSandwichName *left = lamina_sandwich_get_name (self->sandwich, i);
  const LaminaSandwichName *right = lamina_sandwich_get_name (self->sandwich, k);
  int order = 0;

  if (self->sort == LAMINA_NAME_SORT_NAME)
    order = g_utf8_collate (left->name, right->name);
  else if (self->sort == LAMINA_NAME_SORT_SELF)
    order = compare_weights (left->self, right->self);
  else if (self->sort == LAMINA_NAME_SORT_TOTAL)
    order = compare_weights (left->total, right->total);
  else
    order = compare_weights (left->calls, right->calls);
  if (order == 0)
    return i < k ? -1 : i > k;
  return self->descending ? -order : order;
}

gpointer
lamina_name_list_work (gpointer      list,
                       GCancellable *cancellable)
{
  LaminaNameList *self = list;
  g_autoptr (LaminaNameList) result = lamina_name_list_new (self->document, self->sandwich, self->sort, self->descending,
                                                            self->filter);

  result->rows = lamina_sandwich_filter (self->sandwich, self->filter, &result->n, cancellable);
  if (result->n > 1)
    g_qsort_with_data (result->rows, (int) result->n, sizeof *result->rows, compare, result);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&result);
}
