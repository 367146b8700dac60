/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-flows.h"

#include "lamina-order.h"

/*
 * Events of one id, name and category make a chain by time: s begins an arrow, t ends it and begins the next, f ends
 * it. After an f the id may mean something else; but several f behind one s all end arrows of that s. Slices with a
 * bind_id are ends of the chain of that id.
 */

#define NO_FLOW "no slice stands where the flow event ties an arrow"

typedef struct
{
  guint32 id;
  guint32 name;
  guint32 category;
  guint32 process; /* of ids that are local to it, else 0 */
  gint64 time;
  guint32 row;
  guint32 bound;
  gboolean begins;
  gboolean ends;
} Link;

typedef struct
{
  ChromeTrace *trace;
  const ChromeEvents *events;
  const Link *from; /* where arrows begin at the moment */
  gboolean is_used; /* one has begun there */
} Chain;

static guint32
get_id (const ChromeEvents  *events,
        const ChromeFlowEnd *end)
{
  const ChromeExtra *extra = chrome_events_get_extra (events, end->row);

  if (events->slice[end->row] != LAMINA_NONE)
    return extra->bind_id;
  return extra ? extra->id : 0;
}

static Link
make_link (ChromeTrace         *self,
           const ChromeFlowEnd *end)
{
  const ChromeEvents *events = self->events;
  const ChromeExtra *extra = chrome_events_get_extra (events, end->row);
  Link link = { .id = get_id (events, end), .time = events->start[end->row], .row = end->row, .bound = end->bound };
  guint8 phase = events->phase[end->row];

  if (events->slice[end->row] != LAMINA_NONE)
    {
      link.name = link.category = LAMINA_NONE;
      link.begins = (events->flags[end->row] & CHROME_EVENT_FLOW_OUT) != 0;
      link.ends = (events->flags[end->row] & CHROME_EVENT_FLOW_IN) != 0;
      return link;
    }
  link.name = events->name[end->row];
  link.category = events->category[end->row];
  if (extra && extra->id_kind == CHROME_ID_LOCAL)
    link.process = chrome_trace_get_process_of (self, end->row) + 1;
  link.begins = phase != 'f';
  link.ends = phase != 's';
  return link;
}

static int
compare_chains (const Link *left,
                const Link *right)
{
  if (left->id != right->id)
    return left->id < right->id ? -1 : 1;
  if (left->name != right->name)
    return left->name < right->name ? -1 : 1;
  if (left->category != right->category)
    return left->category < right->category ? -1 : 1;
  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  return 0;
}

/* At one time beginnings stand first. */
static int
compare_links (const void *a,
               const void *b)
{
  const Link *left = a, *right = b;
  int order = compare_chains (left, right);

  if (order != 0)
    return order;
  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  if (left->ends != right->ends)
    return left->ends ? 1 : -1;
  return left->row < right->row ? -1 : left->row > right->row;
}

static void
account (Chain      *self,
         const Link *link)
{
  if (self->events->slice[link->row] == LAMINA_NONE)
    lamina_import_account (self->trace->import, chrome_trace_get_record (self->trace, link->row), LAMINA_RECORD_SHOWN);
}

static void
get_slice (Chain      *self,
           const Link *link,
           guint32    *track,
           guint32    *slice)
{
  *track = *slice = LAMINA_NONE;
  if (!link)
    return;
  *track = chrome_trace_get_place (self->trace, self->events->track[link->bound]);
  *slice = self->events->slice[link->bound];
  account (self, link);
}

static void
add_flow (Chain      *self,
          const Link *from,
          const Link *to)
{
  guint32 name = self->events->name[to ? to->row : from->row];
  guint32 from_track, from_slice, to_track, to_slice;

  get_slice (self, from, &from_track, &from_slice);
  get_slice (self, to, &to_track, &to_slice);
  if (!from)
    chrome_assemble_note (self->trace, to->row, "flow with an end and no beginning: kept open");
  else if (!to)
    chrome_assemble_note (self->trace, from->row, "flow with a beginning and no end: kept open");
  lamina_builder_add_flow (self->trace->builder, self->trace->run, name, from_track, from_slice, to_track, to_slice);
}

static void
leave_from (Chain *self)
{
  if (self->from && !self->is_used)
    add_flow (self, self->from, NULL);
  self->from = NULL;
}

/* An end may be written with a time before that of its beginning, when clocks differ. */
static const Link *
find_later_beginning (const Link *links,
                      guint       n)
{
  const Link *found = NULL;

  for (guint i = 0; i < n; i++)
    if (links[i].begins && links[i].bound != LAMINA_NONE)
      {
        if (found)
          return NULL;
        found = &links[i];
      }
  return found;
}

static void
build_chain (Chain      *self,
             const Link *links,
             guint       n)
{
  const Link *only = links[0].begins ? NULL : find_later_beginning (links, n);

  self->from = only;
  self->is_used = FALSE;
  for (guint i = 0; i < n; i++)
    {
      const Link *link = &links[i];

      if (link->bound == LAMINA_NONE)
        {
          lamina_import_skip (self->trace->import, chrome_trace_get_record (self->trace, link->row), NO_FLOW);
          continue;
        }
      if (link->ends)
        {
          add_flow (self, self->from, link);
          self->is_used = TRUE;
        }
      if (!link->begins || link == only)
        continue;
      if (!link->ends)
        leave_from (self);
      self->from = link;
      self->is_used = FALSE;
    }
  leave_from (self);
}

#define CANCEL_MASK 0x3fff

static gboolean
is_cancelled (ChromeTrace *self,
              guint        i)
{
  return (i & CANCEL_MASK) == 0 && g_cancellable_is_cancelled (self->cancellable);
}

/* Links of one id: mostly a beginning and an end. */
static void
sort_id (Link  *links,
         guint  n)
{
  if (n == 2 && compare_links (&links[0], &links[1]) > 0)
    {
      Link link = links[0];

      links[0] = links[1];
      links[1] = link;
    }
  else if (n > 2)
    qsort (links, n, sizeof *links, compare_links);
}

/* Ends of one id side by side, ids in the order in which the file has them first. */
static LaminaOrderItem *
sort_ends (ChromeTrace         *self,
           const ChromeFlowEnd *ends,
           guint                n)
{
  LaminaOrderItem *items = lamina_cells_new (n, sizeof *items);

  for (guint i = 0; i < n; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (get_id (self->events, &ends[i])), i };
  lamina_order_sort (items, NULL, n, self->cancellable);
  for (guint i = 0, end; i < n; i = end)
    {
      guint64 id = items[i].key;
      guint32 first = ends[items[i].row].row;

      for (end = i + 1; end < n && items[end].key == id; end++)
        first = MIN (first, ends[items[end].row].row);
      for (guint j = i; j < end; j++)
        items[j].key = first;
    }
  lamina_order_sort (items, NULL, n, self->cancellable);
  return items;
}

/* Chain by chain; in any order when it was cancelled. */
static Link *
sort_links (ChromeTrace *self,
            GArray      *ends)
{
  Link *links = g_new0 (Link, MAX (ends->len, 1));
  g_autofree LaminaOrderItem *items = sort_ends (self, (const ChromeFlowEnd *) (gpointer) ends->data, ends->len);

  for (guint i = 0; i < ends->len && !is_cancelled (self, i); i++)
    links[i] = make_link (self, &g_array_index (ends, ChromeFlowEnd, items[i].row));
  for (guint i = 0, end; i < ends->len && !is_cancelled (self, i); i = end)
    {
      for (end = i + 1; end < ends->len && links[end].id == links[i].id;)
        end++;
      sort_id (links + i, end - i);
    }
  return links;
}

/* FALSE when it was cancelled. */
gboolean
chrome_trace_build_flows (ChromeTrace *self,
                          GArray      *ends)
{
  g_autofree Link *links = sort_links (self, ends);
  Chain chain = { self, self->events, NULL, FALSE };
  guint n_chains = 0;

  for (guint i = 0, n; i < ends->len; i += n)
    {
      if (is_cancelled (self, n_chains++))
        return FALSE;
      for (n = 1; i + n < ends->len && compare_chains (&links[i], &links[i + n]) == 0; n++)
        ;
      build_chain (&chain, links + i, n);
    }
  return TRUE;
}
