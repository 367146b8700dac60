/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-order.h"

typedef struct
{
  gint64 start;
  guint32 row;
} SortKey;

static int
compare_keys (const void *a,
              const void *b)
{
  const SortKey *left = a;
  const SortKey *right = b;

  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

static void
sort_rows (const ChromeEvents *events,
           guint32            *rows,
           guint               n)
{
  g_autofree SortKey *keys = NULL;
  guint i = 1;

  while (i < n && events->start[rows[i]] >= events->start[rows[i - 1]])
    i++;
  if (i >= n)
    return;
  keys = g_new (SortKey, n);
  for (i = 0; i < n; i++)
    keys[i] = (SortKey) { events->start[rows[i]], rows[i] };
  qsort (keys, n, sizeof *keys, compare_keys);
  for (i = 0; i < n; i++)
    rows[i] = keys[i].row;
}

static ChromeOrder *
order_new (ChromeTrace   *trace,
           ChromeRowTest  test,
           guint          n_parts)
{
  ChromeOrder *self = g_new0 (ChromeOrder, 1);
  const ChromeEvents *events = trace->events;
  g_autofree guint32 *next = NULL;

  self->first = g_new0 (guint32, (gsize) n_parts + 1);
  for (guint row = 0; row < events->n; row++)
    if (test (events, row))
      self->first[n_parts == 1 ? 1 : events->track[row] + 1]++;
  for (guint i = 0; i < n_parts; i++)
    self->first[i + 1] += self->first[i];
  self->n = self->first[n_parts];
  self->rows = g_new (guint32, MAX (self->n, 1));
  next = g_memdup2 (self->first, ((gsize) n_parts + 1) * sizeof *next);
  for (guint row = 0; row < events->n; row++)
    if (test (events, row))
      self->rows[next[n_parts == 1 ? 0 : events->track[row]]++] = row;
  for (guint i = 0; i < n_parts; i++)
    sort_rows (events, self->rows + self->first[i], self->first[i + 1] - self->first[i]);
  return self;
}

ChromeOrder *
chrome_order_new (ChromeTrace   *trace,
                  ChromeRowTest  test)
{
  return order_new (trace, test, trace->tracks->len);
}

ChromeOrder *
chrome_order_new_flat (ChromeTrace   *trace,
                       ChromeRowTest  test)
{
  return order_new (trace, test, 1);
}

void
chrome_order_free (ChromeOrder *self)
{
  g_free (self->rows);
  g_free (self->first);
  g_free (self);
}
