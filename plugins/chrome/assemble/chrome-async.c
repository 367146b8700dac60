/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-key.h"
#include "chrome-order.h"

#include <string.h>

/*
 * A chain is a slice without a thread together with what is nested in it. Chains of one family (a process and a name)
 * share a track as long as they follow each other, and get a further one of the same title where they overlap, so that
 * nothing looks nested that is not.
 *
 * process  where it belongs
 * title    a string, for the track
 * start    its first time
 * end      its last time
 * track    out: the track that it was put on
 */
typedef struct
{
  guint32 process;
  guint32 title;
  gint64 start;
  gint64 end;
  guint32 track;
} ChromeChain;

typedef struct
{
  gint64 end;
  guint32 track;
} Lane;

typedef struct
{
  ChromeChain *chain;
  guint first; /* the first chain of its family */
} Place;

static int
compare_places (const void *a,
                const void *b)
{
  const Place *left = a, *right = b;

  if (left->chain->process != right->chain->process)
    return left->chain->process < right->chain->process ? -1 : 1;
  if (left->first != right->first)
    return left->first < right->first ? -1 : 1;
  if (left->chain->start != right->chain->start)
    return left->chain->start < right->chain->start ? -1 : 1;
  return left->chain < right->chain ? -1 : left->chain > right->chain;
}

/* Ids of strings say nothing of their order: that depends on what else was interned together with them. */
static Place *
list_places (GArray *chains)
{
  g_autoptr (GHashTable) families = g_hash_table_new_full (chrome_key_hash, g_int64_equal, g_free, NULL);
  Place *places = g_new (Place, MAX (chains->len, 1));

  for (guint i = 0; i < chains->len; i++)
    {
      ChromeChain *chain = &g_array_index (chains, ChromeChain, i);
      guint64 family = chrome_key (chain->process, chain->title);
      gpointer first;

      if (!g_hash_table_lookup_extended (families, &family, NULL, &first))
        g_hash_table_insert (families, g_memdup2 (&family, sizeof family), first = GUINT_TO_POINTER (i));
      places[i] = (Place) { chain, GPOINTER_TO_UINT (first) };
    }
  return places;
}

/* The first lane that is free; when all are taken and there may be no more, the last. */
static Lane *
find_lane (ChromeTrace       *self,
           ChromeTrackKind    kind,
           GArray            *lanes,
           const ChromeChain *chain,
           guint              most)
{
  Lane lane;

  for (guint i = 0; i < lanes->len; i++)
    if (g_array_index (lanes, Lane, i).end <= chain->start)
      return &g_array_index (lanes, Lane, i);
  if (lanes->len < most)
    {
      lane = (Lane) { chain->end, chrome_trace_add_track (self, kind, chain->process) };
      chrome_trace_get_track (self, lane.track)->name = chain->title;
      g_array_append_val (lanes, lane);
    }
  return &g_array_index (lanes, Lane, lanes->len - 1);
}

/*
 * Puts chains, which stand in the order of their starts, on tracks, at most @most of them for each family; what is left
 * shares the last one. Families come in the order of their processes and first chains.
 */
static void
chrome_lanes_place (ChromeTrace     *self,
                    ChromeTrackKind  kind,
                    GArray          *chains,
                    guint            most)
{
  g_autofree Place *places = list_places (chains);
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));

  qsort (places, chains->len, sizeof *places, compare_places);
  for (guint i = 0; i < chains->len; i++)
    {
      ChromeChain *chain = places[i].chain;
      Lane *lane;

      if (i > 0 && places[i].first != places[i - 1].first)
        g_array_set_size (lanes, 0);
      lane = find_lane (self, kind, lanes, chain, most);
      lane->end = MAX (lane->end, chain->end);
      chain->track = lane->track;
    }
}

/*
 * Asynchronous events belong together by an id, not by a thread: b, n, e of one category and id nest by time; S, T, p,
 * F of one category, id and name are a slice with steps. An id is meant within the process where that has something
 * open, else within the trace: one process may begin what another ends.
 */

/* More tracks than that for one name help nobody. */
#define MOST_LANES 32

/* More begins of one id that are open at once are not looked through. */
#define MOST_OPEN 1024

/* A category with more names than that is shown as one. */
#define MOST_NAMES 8

typedef struct
{
  guint32 category;
  guint32 scope;
  guint32 id;
  guint32 process; /* of ids that are local to it, else LAMINA_NONE */
  guint32 name; /* of legacy events; else LAMINA_NONE */
} Key;

/* A begin that is open, and the last step of it. */
typedef struct
{
  guint32 row;
  guint32 chain;
  guint32 process;
  guint32 step;
  gint64 last;
} Open;

typedef struct
{
  ChromeTrace *trace;
  ChromeEvents *events;
  GHashTable *open;    /* Key: GArray of Open, the outermost first */
  GArray *chains;      /* ChromeChain */
  GArray *members;     /* pairs of a row and its chain */
} Async;

typedef struct
{
  guint32 row;
  guint32 chain;
} Member;

CHROME_DEFINE_KEY (Key, hash_key, equal_keys)

static gboolean
is_async (const ChromeEvents *events,
          guint32             row)
{
  guint8 phase = events->phase[row];

  return phase > CHROME_PHASE_TAKEN && events->slice[row] == LAMINA_NONE && strchr ("bneSTpF", phase);
}

static guint32
get_process (Async   *self,
             guint32  row)
{
  return chrome_trace_get_process_of (self->trace, row);
}

static GArray *
get_open (Async   *self,
          guint32  row)
{
  const ChromeExtra *extra = chrome_events_get_extra (self->events, row);
  gboolean is_nestable = strchr ("bne", self->events->phase[row]) != NULL;
  gboolean is_local = extra && extra->id_kind == CHROME_ID_LOCAL;
  Key key = { self->events->category[row], extra ? extra->scope : 0, extra ? extra->id : 0,
              is_local ? get_process (self, row) : LAMINA_NONE, is_nestable ? LAMINA_NONE : self->events->name[row] };
  GArray *open = g_hash_table_lookup (self->open, &key);

  if (open)
    return open;
  open = g_array_new (FALSE, FALSE, sizeof (Open));
  g_hash_table_insert (self->open, g_memdup2 (&key, sizeof key), open);
  return open;
}

/* The innermost open begin of the same process, and of the same name where the row has one. -1 when there is none. */
static int
find_open (Async   *self,
           GArray  *open,
           guint32  row,
           gboolean by_name,
           gboolean by_process)
{
  guint32 process = get_process (self, row), name = self->events->name[row];
  guint stop = open->len > MOST_OPEN ? open->len - MOST_OPEN : 0;

  for (guint i = open->len; i-- > stop;)
    {
      const Open *begin = &g_array_index (open, Open, i);

      if ((!by_name || name == 0 || self->events->name[begin->row] == name)
          && (!by_process || begin->process == process))
        return (int) i;
    }
  return -1;
}

static int
find_begin (Async   *self,
            GArray  *open,
            guint32  row)
{
  int found = find_open (self, open, row, TRUE, TRUE);

  if (found < 0)
    found = find_open (self, open, row, TRUE, FALSE);
  return found >= 0 ? found : find_open (self, open, row, FALSE, TRUE);
}

static void
add_member (Async   *self,
            guint32  row,
            guint32  chain)
{
  Member member = { row, chain };
  ChromeChain *place = &g_array_index (self->chains, ChromeChain, chain);

  g_array_append_val (self->members, member);
  place->end = MAX (place->end, MAX (self->events->start[row], self->events->end[row]));
}

static void
take_begin (Async   *self,
            GArray  *open,
            guint32  row)
{
  ChromeEvents *events = self->events;
  Open begin = { row, self->chains->len, get_process (self, row), LAMINA_NONE, events->start[row] };
  int around = find_open (self, open, row, FALSE, TRUE);

  if (around >= 0)
    begin.chain = g_array_index (open, Open, around).chain;
  else
    {
      ChromeChain chain = { begin.process, events->name[row], events->start[row], events->start[row], LAMINA_NONE };

      g_array_append_val (self->chains, chain);
    }
  events->slice[row] = CHROME_SLICE_WAITING;
  g_array_append_val (open, begin);
}

static void
end_step (Async *self,
          Open  *begin,
          gint64 time)
{
  if (begin->step != LAMINA_NONE)
    {
      self->events->end[begin->step] = time;
      add_member (self, begin->step, begin->chain);
    }
  begin->step = LAMINA_NONE;
}

static void
take_end (Async   *self,
          GArray  *open,
          guint32  row)
{
  int found = find_begin (self, open, row);
  Open *begin;

  if (found < 0)
    {
      chrome_assemble_note (self->trace, row, N_("asynchronous end without a begin: shown as a mark"));
      return;
    }
  begin = &g_array_index (open, Open, found);
  end_step (self, begin, self->events->start[row]);
  chrome_assemble_merge (self->trace, begin->row, row);
  self->events->end[begin->row] = self->events->start[row];
  add_member (self, begin->row, begin->chain);
  g_array_remove_index (open, (guint) found);
}

static void
name_step (Async   *self,
           guint32  row)
{
  static const char *const keys[] = { "step", NULL };
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_args (self->trace, row);
  int key;

  if (!json)
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    {
      gsize length;
      const char *text = key == 0 ? lamina_json_reader_read_text (json, &length) : NULL;

      if (text)
        self->events->name[row] = lamina_builder_intern (self->trace->builder, text, (gssize) length);
    }
}

/* A step into lasts until the next one, a step past began with the one before. */
static void
take_step (Async   *self,
           GArray  *open,
           guint32  row)
{
  ChromeEvents *events = self->events;
  int found = find_begin (self, open, row);
  Open *begin;
  gint64 time = events->start[row];

  if (found < 0)
    return;
  begin = &g_array_index (open, Open, found);
  end_step (self, begin, time);
  events->slice[row] = CHROME_SLICE_WAITING;
  if (events->phase[row] == 'T')
    begin->step = row;
  else
    {
      events->end[row] = time;
      events->start[row] = begin->last;
      add_member (self, row, begin->chain);
    }
  begin->last = time;
  name_step (self, row);
}

static void
take (Async   *self,
      guint32  row)
{
  GArray *open = get_open (self, row);
  int found;

  switch (self->events->phase[row])
    {
    case 'b':
    case 'S':
      take_begin (self, open, row);
      break;
    case 'e':
    case 'F':
      take_end (self, open, row);
      break;
    case 'n':
      /* An instant stands on the track of what it belongs to. */
      found = find_open (self, open, row, FALSE, TRUE);
      if (found >= 0)
        add_member (self, row, g_array_index (open, Open, found).chain);
      break;
    default:
      take_step (self, open, row);
      break;
    }
}

static int
compare_open (gconstpointer a,
              gconstpointer b)
{
  guint32 left = ((const Open *) a)->row, right = ((const Open *) b)->row;

  return left < right ? -1 : left > right;
}

static void
close_rest (Async *self)
{
  g_autoptr (GArray) rest = g_array_new (FALSE, FALSE, sizeof (Open));
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_array_append_vals (rest, ((GArray *) value)->data, ((GArray *) value)->len);
  g_array_sort (rest, compare_open);
  for (guint i = 0; i < rest->len; i++)
    {
      Open *begin = &g_array_index (rest, Open, i);

      end_step (self, begin, MAX (self->trace->end, begin->last));
      chrome_assemble_leave_open (self->trace, begin->row);
      add_member (self, begin->row, begin->chain);
    }
}

/* Categories with many names are one family, named by the category. */
static void
join_families (Async *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  g_autofree guint32 *category = g_new0 (guint32, MAX (self->chains->len, 1));

  for (guint i = 0; i < self->members->len; i++)
    {
      const Member *member = &g_array_index (self->members, Member, i);

      category[member->chain] = self->events->category[member->row];
    }
  for (guint i = 0; i < self->chains->len; i++)
    {
      gpointer key = GUINT_TO_POINTER (category[i]);
      GHashTable *set = g_hash_table_lookup (names, key);

      if (!set)
        g_hash_table_insert (names, key, set = g_hash_table_new (NULL, NULL));
      g_hash_table_add (set, GUINT_TO_POINTER (g_array_index (self->chains, ChromeChain, i).title));
    }
  for (guint i = 0; i < self->chains->len; i++)
    if (category[i] != 0
        && g_hash_table_size (g_hash_table_lookup (names, GUINT_TO_POINTER (category[i]))) > MOST_NAMES)
      g_array_index (self->chains, ChromeChain, i).title = category[i];
}

static void
place (Async *self)
{
  join_families (self);
  chrome_lanes_place (self->trace, CHROME_TRACK_ASYNC, self->chains, MOST_LANES);
  for (guint i = 0; i < self->members->len; i++)
    {
      const Member *member = &g_array_index (self->members, Member, i);

      self->events->track[member->row] = g_array_index (self->chains, ChromeChain, member->chain).track;
    }
}

void
chrome_assemble_async (ChromeTrace *self)
{
  g_autoptr (ChromeOrder) order = chrome_order_new_flat (self, is_async);
  g_autoptr (GHashTable) open = g_hash_table_new_full (hash_key, equal_keys, g_free, (GDestroyNotify) g_array_unref);
  g_autoptr (GArray) chains = g_array_new (FALSE, FALSE, sizeof (ChromeChain));
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));
  Async async = { self, self->events, open, chains, members };

  for (guint i = 0; i < order->n; i++)
    {
      if (chrome_trace_is_cancelled (self, i))
        return;
      take (&async, order->rows[i]);
    }
  close_rest (&async);
  place (&async);
}
