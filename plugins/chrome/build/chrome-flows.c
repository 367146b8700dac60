/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-build.h"
#include "chrome-order.h"

#include "lamina-order.h"

#include <string.h>

/*
 * An arrow begins at, passes and ends in the innermost slice around the flow event, whose edges count. An end that does
 * not ask for the slice around it ends in the next one that begins, except in categories of old traces that always
 * meant the slice around. What a dialect knows of an end comes before all this.
 */

typedef struct
{
  ChromeTrace *trace;
  const ChromeEvents *events;
  const ChromeTrack *track;
  GArray *stack;   /* rows of slices that are open at the time of the sweep */
  guint next;      /* the first slice that begins later */
  guint following; /* the first slice that begins then or later, of the last one that was asked for */
} Sweep;

static gboolean
is_flow (const ChromeEvents *events,
         guint32             row)
{
  guint8 phase = events->phase[row];

  return phase == 's' || phase == 't' || phase == 'f';
}

/* Goes on to @time: slices that begin then are open, and so are those that end then. */
static void
sweep_to (Sweep  *self,
          gint64  time)
{
  const ChromeEvents *events = self->events;

  for (; self->next < self->track->n && events->start[self->track->rows[self->next]] <= time; self->next++)
    {
      guint32 row = self->track->rows[self->next];

      chrome_events_fetch_times (events, self->track->rows, self->next, self->track->n);
      while (self->stack->len > 0
             && events->end[g_array_index (self->stack, guint32, self->stack->len - 1)] < events->start[row])
        g_array_set_size (self->stack, self->stack->len - 1);
      g_array_append_val (self->stack, row);
    }
}

/* Slices that overlap without nesting may be over while one above them is not: they are passed over. */
static guint32
find_around (Sweep  *self,
             gint64  time)
{
  for (guint i = self->stack->len; i-- > 0;)
    {
      guint32 row = g_array_index (self->stack, guint32, i);

      if (self->events->end[row] >= time)
        return row;
      if (i + 1 == self->stack->len)
        g_array_set_size (self->stack, i);
    }
  return LAMINA_NONE;
}

static guint32
find_slice (Sweep   *self,
            guint32  row,
            gint64   time)
{
  const ChromeTrack *track = self->track;
  const char *category = chrome_trace_get_text (self->trace, self->events->category[row]);
  gpointer bound;

  if (self->trace->bound && g_hash_table_lookup_extended (self->trace->bound, GUINT_TO_POINTER (row), NULL, &bound))
    return GPOINTER_TO_UINT (bound);
  if (self->events->phase[row] != 'f' || (self->events->flags[row] & CHROME_EVENT_ENCLOSED) || strstr (category, "input")
      || strstr (category, "ipc.flow"))
    return find_around (self, time);
  while (self->following < track->n && self->events->start[track->rows[self->following]] < time)
    self->following++;
  return self->following < track->n ? track->rows[self->following] : LAMINA_NONE;
}

static void
bind_track (Sweep         *self,
            const guint32 *rows,
            guint          n,
            ChromeFlowEnd *ends)
{
  self->next = self->following = 0;
  g_array_set_size (self->stack, 0);
  for (guint i = 0; i < n; i++)
    {
      gint64 time = self->events->start[rows[i]];

      if (i + CHROME_AHEAD < n)
        {
          __builtin_prefetch (&self->events->start[rows[i + CHROME_AHEAD]]);
          __builtin_prefetch (&self->events->phase[rows[i + CHROME_AHEAD]]);
          __builtin_prefetch (&self->events->flags[rows[i + CHROME_AHEAD]]);
          __builtin_prefetch (&self->events->category[rows[i + CHROME_AHEAD]]);
        }
      sweep_to (self, time);
      ends[i].row = rows[i];
      ends[i].bound = find_slice (self, rows[i], time);
    }
}

/* Tracks are swept side by side; where the ends of each belong is known before. */
typedef struct
{
  ChromeTrace *trace;
  const ChromeOrder *order;
  ChromeFlowEnd *ends;
} Binding;

static void
bind_tracks (guint    from,
             guint    to,
             gpointer data)
{
  const Binding *self = data;
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint32));
  Sweep sweep = { .trace = self->trace, .events = self->trace->events, .stack = stack };

  for (guint i = from; i < to && !g_cancellable_is_cancelled (self->trace->cancellable); i++)
    {
      guint first = self->order->first[i];

      sweep.track = chrome_trace_get_track (self->trace, i);
      bind_track (&sweep, self->order->rows + first, self->order->first[i + 1] - first, self->ends + first);
    }
}

void
chrome_flows_order (ChromeTrace *self)
{
  if (self->flow_order == NULL)
    self->flow_order = chrome_order_new (self, is_flow);
}

void
chrome_flows_bind (ChromeTrace *self)
{
  const ChromeEvents *events = self->events;
  Binding binding = { .trace = self };

  if (self->flow_ends != NULL)
    return;
  chrome_flows_order (self);
  /* Its data is never NULL: tracks without ends point into it, too. */
  self->flow_ends = g_array_sized_new (FALSE, TRUE, sizeof (ChromeFlowEnd), 1);
  g_array_set_size (self->flow_ends, self->flow_order->n);
  binding.order = self->flow_order;
  binding.ends = (ChromeFlowEnd *) (gpointer) self->flow_ends->data;
  lamina_builder_each (self->builder, self->tracks->len, 1, bind_tracks, &binding);
  g_clear_pointer (&self->flow_order, chrome_order_free);
  /* Slices with an id of their own. */
  for (guint row = 0; row < events->n; row++)
    if ((events->flags[row] & (CHROME_EVENT_FLOW_IN | CHROME_EVENT_FLOW_OUT)) != 0 && events->slice[row] != LAMINA_NONE
        && events->extra[row] != LAMINA_NONE && chrome_events_get_extra (events, row)->bind_id != LAMINA_NONE)
      g_array_append_vals (self->flow_ends, &(ChromeFlowEnd) { row, row }, 1);
}

/*
 * Events of one id, name and category make a chain by time: s begins an arrow, t ends it and begins the next, f ends
 * it. After an f the id may mean something else; but several f behind one s all end arrows of that s. Slices with a
 * bind_id are ends of the chain of that id.
 *
 * Files do not draw all arrows from calls to the work of devices: they leave out the beginning where they don't know that a
 * call launches anything (all work of a graph has ends alone), or both ends. Where a dialect knows the call of a slice, the
 * arrow begins there. Those between slices of devices are others, and stay as they are.
 */

#define NO_FLOW N_("the flow event meets no slice")

typedef struct
{
  guint32 id;
  guint32 name;
  guint32 category;
  guint32 process; /* of ids that are local to it, or the scope of its ids; else 0 */
  gint64 time;
  guint32 row;
  guint32 track; /* in the builder, with the slice on it, or LAMINA_NONE when no slice stands there */
  guint32 slice;
  guint8 begins;
  guint8 ends;
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

/* Each end is a record of its own, so that threads account for different ones. */
static Link
make_link (ChromeTrace         *self,
           const ChromeFlowEnd *end)
{
  const ChromeEvents *events = self->events;
  const ChromeExtra *extra = chrome_events_get_extra (events, end->row);
  Link link = { .id = get_id (events, end), .time = events->start[end->row], .row = end->row,
                .track = LAMINA_NONE, .slice = LAMINA_NONE };
  guint8 phase = events->phase[end->row];

  if (end->bound != LAMINA_NONE)
    {
      link.track = chrome_trace_get_place (self, events->track[end->bound]);
      link.slice = events->slice[end->bound];
    }
  if (events->slice[end->row] != LAMINA_NONE)
    {
      link.name = link.category = LAMINA_NONE;
      link.begins = (events->flags[end->row] & CHROME_EVENT_FLOW_OUT) != 0;
      link.ends = (events->flags[end->row] & CHROME_EVENT_FLOW_IN) != 0;
      return link;
    }
  if (end->bound != LAMINA_NONE)
    lamina_import_account (self->import, chrome_trace_get_record (self, end->row), LAMINA_RECORD_SHOWN);
  link.name = events->name[end->row];
  link.category = events->category[end->row];
  if (extra && extra->id_kind == CHROME_ID_LOCAL)
    link.process = chrome_trace_get_process_of (self, end->row) + 1;
  else if (self->id_scopes != NULL)
    link.process = self->id_scopes[chrome_trace_get_process_of (self, end->row)];
  link.begins = phase != 'f';
  link.ends = phase != 's';
  return link;
}

/* Ids of strings say nothing of their order: that depends on what else was interned together with them. */
static int
compare_texts (ChromeTrace *self,
               guint32      left,
               guint32      right)
{
  if (left == right)
    return 0;
  if (left == LAMINA_NONE || right == LAMINA_NONE)
    return left == LAMINA_NONE ? 1 : -1;
  return strcmp (chrome_trace_get_text (self, left), chrome_trace_get_text (self, right));
}

/* Of links that have one id; at one time beginnings stand first. */
static int
compare_links (gconstpointer a,
               gconstpointer b,
               gpointer      trace)
{
  const Link *left = a, *right = b;
  int order = compare_texts (trace, left->name, right->name);

  if (order == 0)
    order = compare_texts (trace, left->category, right->category);
  if (order == 0 && left->process != right->process)
    order = left->process < right->process ? -1 : 1;
  if (order != 0)
    return order;
  if (left->time != right->time)
    return left->time < right->time ? -1 : 1;
  if (left->ends != right->ends)
    return left->ends ? 1 : -1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* Links of slices have no name in common. */
static guint32
get_name (Chain      *self,
          const Link *link)
{
  return link->name != LAMINA_NONE ? link->name : self->events->name[link->row];
}

static gboolean
has_slice (const Link *link)
{
  return link->track != LAMINA_NONE;
}

/* @other: the other end, which the file may have although it meets no slice. */
static void
note_open (Chain      *self,
           const Link *end,
           const Link *other,
           gboolean    is_end)
{
  if (other)
    chrome_assemble_note (self->trace, end->row, is_end ? N_("flow whose beginning meets no slice: kept open")
                                                        : N_("flow whose end meets no slice: kept open"));
  else
    chrome_assemble_note (self->trace, end->row, is_end ? N_("flow with an end and no beginning: kept open")
                                                        : N_("flow with a beginning and no end: kept open"));
}

static ChromeTrack *
get_track (Chain      *self,
           const Link *link)
{
  return chrome_trace_get_track (self->trace, link->track - self->trace->first_track);
}

static void
add_launch (ChromeTrace *self,
            guint32      name,
            guint32      launch,
            guint32      track,
            guint32      slice)
{
  lamina_builder_add_flow (self->builder, self->run, name, chrome_trace_get_place (self, self->events->track[launch]),
                           self->events->slice[launch], track, slice);
}

/* An arrow to the work of a device, which is drawn once. FALSE when the call of it is not known, or when it is another one. */
static gboolean
draw_launch (Chain      *self,
             const Link *from,
             const Link *to)
{
  guint32 *launches = get_track (self, to)->launches;
  guint32 launch;

  if (launches == NULL || launches[to->slice] == LAMINA_NONE
      || (from && has_slice (from) && get_track (self, from)->launches != NULL))
    return FALSE;
  launch = launches[to->slice];
  launches[to->slice] = LAMINA_NONE;
  add_launch (self->trace, get_name (self, to), launch, to->track, to->slice);
  return TRUE;
}

/* Either may be missing, and either may meet no slice. */
static void
add_flow (Chain      *self,
          const Link *from,
          const Link *to)
{
  gboolean begins = from && has_slice (from), ends = to && has_slice (to);

  if ((!begins && !ends) || (ends && draw_launch (self, from, to)))
    return;
  if (!begins)
    note_open (self, to, from, TRUE);
  else if (!ends)
    note_open (self, from, to, FALSE);
  lamina_builder_add_flow (self->trace->builder, self->trace->run, get_name (self, ends ? to : from),
                           begins ? from->track : LAMINA_NONE, begins ? from->slice : LAMINA_NONE,
                           ends ? to->track : LAMINA_NONE, ends ? to->slice : LAMINA_NONE);
}

static void
leave_from (Chain *self)
{
  if (self->from && !self->is_used)
    add_flow (self, self->from, NULL);
  self->from = NULL;
}

/*
 * An end may be written with a time before that of its beginning, when clocks differ; where another end follows the beginning
 * it is that one's.
 */
static const Link *
find_later_beginning (const Link *links,
                      guint       n)
{
  const Link *found = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (found)
        return NULL;
      if (links[i].begins)
        found = &links[i];
    }
  return found;
}

static gboolean
is_end (const Link *link)
{
  return link->ends && !link->begins;
}

/* An arrow that is under way ends before the next one of its id begins, at the same time too. */
static void
put_ends_first (Link  *links,
                guint  n)
{
  g_autofree Link *begins = NULL;
  guint n_ends = 0, n_begins = 0;

  if (n < 2 || is_end (&links[0]))
    return;
  begins = g_new (Link, n);
  for (guint i = 0; i < n; i++)
    if (is_end (&links[i]))
      links[n_ends++] = links[i];
    else
      begins[n_begins++] = links[i];
  memcpy (links + n_ends, begins, n_begins * sizeof *links);
}

static void
build_chain (Chain *self,
             Link  *links,
             guint  n)
{
  const Link *only = links[0].begins ? NULL : find_later_beginning (links, n);

  self->from = only;
  self->is_used = FALSE;
  for (guint i = 0; i < n; i++)
    {
      const Link *link = &links[i];

      if (i > 0 && !only && self->from && !self->is_used && links[i - 1].time != link->time)
        {
          guint at_once = 1;

          while (i + at_once < n && links[i + at_once].time == link->time)
            at_once++;
          put_ends_first (links + i, at_once);
        }
      if (!has_slice (link))
        lamina_import_skip (self->trace->import, chrome_trace_get_record (self->trace, link->row), NO_FLOW);
      /* The arrow goes on from a step that meets no slice. */
      if (!has_slice (link) && link->begins && link->ends)
        continue;
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

/* Links of one id: mostly a beginning and an end. */
static void
sort_id (ChromeTrace *self,
         Link        *links,
         guint        n)
{
  if (n == 2 && compare_links (&links[0], &links[1], self) > 0)
    {
      Link link = links[0];

      links[0] = links[1];
      links[1] = link;
    }
  else if (n > 2)
    g_qsort_with_data (links, (int) n, sizeof *links, compare_links, self);
}

/* What is done for all ends side by side: they stand far apart in the columns of events. */
typedef struct
{
  ChromeTrace *trace;
  const ChromeFlowEnd *ends;
  LaminaOrderItem *items;
  Link *links;
} Linking;

#define ENDS_AT_ONCE (1u << 14)

static void
key_ends (guint    from,
          guint    to,
          gpointer data)
{
  const Linking *self = data;
  const ChromeEvents *events = self->trace->events;

  for (guint i = from; i < to; i++)
    {
      if (i + CHROME_AHEAD < to)
        {
          __builtin_prefetch (&events->extra[self->ends[i + CHROME_AHEAD].row]);
          __builtin_prefetch (&events->slice[self->ends[i + CHROME_AHEAD].row]);
        }
      self->items[i] = (LaminaOrderItem) { lamina_order_key_integer (get_id (events, &self->ends[i])), i };
    }
}

/* What a link is made of: its extra only when the place of that is there, which has been asked for before. */
static inline void
fetch_link (const Linking *self,
            guint          i,
            guint          to)
{
  const ChromeEvents *events = self->trace->events;
  const ChromeFlowEnd *end;

  if (i + 2 * CHROME_AHEAD < to)
    {
      end = &self->ends[self->items[i + 2 * CHROME_AHEAD].row];
      __builtin_prefetch (&events->extra[end->row]);
      __builtin_prefetch (&events->slice[end->row]);
      __builtin_prefetch (&events->start[end->row]);
      __builtin_prefetch (&events->name[end->row]);
      __builtin_prefetch (&events->category[end->row]);
      if (end->bound != LAMINA_NONE)
        {
          __builtin_prefetch (&events->track[end->bound]);
          __builtin_prefetch (&events->slice[end->bound]);
        }
    }
  if (i + CHROME_AHEAD < to)
    __builtin_prefetch (chrome_events_get_extra (events, self->ends[self->items[i + CHROME_AHEAD].row].row));
}

static void
make_links (guint    from,
            guint    to,
            gpointer data)
{
  const Linking *self = data;

  if (g_cancellable_is_cancelled (self->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    {
      fetch_link (self, i, to);
      self->links[i] = make_link (self->trace, &self->ends[self->items[i].row]);
    }
}

/* Ends of one id side by side, ids in the order in which the file has them first. */
static void
sort_ends (const Linking *self,
           guint          n)
{
  LaminaOrderItem *items = self->items;

  lamina_order_sort (items, NULL, n, self->trace->cancellable);
  for (guint i = 0, end; i < n; i = end)
    {
      guint64 id = items[i].key;
      guint32 first = self->ends[items[i].row].row;

      for (end = i + 1; end < n && items[end].key == id; end++)
        first = MIN (first, self->ends[items[end].row].row);
      for (guint j = i; j < end; j++)
        items[j].key = first;
    }
  lamina_order_sort (items, NULL, n, self->trace->cancellable);
}

/* Chain by chain; in any order when it was cancelled. */
static Link *
sort_links (ChromeTrace *self,
            GArray      *ends)
{
  Link *links = lamina_cells_new (ends->len, sizeof *links);
  g_autofree LaminaOrderItem *items = lamina_cells_new (ends->len, sizeof *items);
  Linking linking = { self, (const ChromeFlowEnd *) (gpointer) ends->data, items, links };

  lamina_builder_each (self->builder, ends->len, ENDS_AT_ONCE, key_ends, &linking);
  sort_ends (&linking, ends->len);
  lamina_builder_each (self->builder, ends->len, ENDS_AT_ONCE, make_links, &linking);
  for (guint i = 0, end; i < ends->len && !chrome_trace_is_cancelled (self, i); i = end)
    {
      for (end = i + 1; end < ends->len && links[end].id == links[i].id;)
        end++;
      sort_id (self, links + i, end - i);
    }
  return links;
}

/* Those that the file does not draw. */
static void
add_launches (ChromeTrace *self)
{
  for (guint i = 0; i < self->n_tracks && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      ChromeTrack *track = chrome_trace_get_track (self, i);

      for (guint j = 0; track->launches && j < track->n; j++)
        if (track->launches[j] != LAMINA_NONE)
          add_launch (self, self->launch_name, track->launches[j], chrome_trace_get_place (self, i), j);
      g_clear_pointer (&track->launches, g_free);
    }
}

/* FALSE when it was cancelled. */
gboolean
chrome_trace_build_flows (ChromeTrace *self)
{
  g_autoptr (GArray) ends = g_steal_pointer (&self->flow_ends);
  g_autofree Link *links = sort_links (self, ends);
  Chain chain = { self, self->events, NULL, FALSE };
  guint n_chains = 0;

  for (guint i = 0, n; i < ends->len; i += n)
    {
      if (chrome_trace_is_cancelled (self, n_chains++))
        return FALSE;
      for (n = 1; i + n < ends->len && links[i + n].id == links[i].id && links[i + n].name == links[i].name
                  && links[i + n].category == links[i].category && links[i + n].process == links[i].process; n++)
        ;
      build_chain (&chain, links + i, n);
    }
  add_launches (self);
  return !g_cancellable_is_cancelled (self->cancellable);
}
