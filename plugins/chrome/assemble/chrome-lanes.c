/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-lanes.h"

#include "chrome-key.h"

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

static guint32
add_track (ChromeTrace       *self,
           ChromeTrackKind    kind,
           const ChromeChain *chain)
{
  guint32 track = chrome_trace_add_track (self, kind, chain->process);

  chrome_trace_get_track (self, track)->name = chain->title;
  return track;
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
      lane = (Lane) { chain->end, add_track (self, kind, chain) };
      g_array_append_val (lanes, lane);
    }
  return &g_array_index (lanes, Lane, lanes->len - 1);
}

void
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
