/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-lanes.h"

typedef struct
{
  gint64 end;
  guint32 track;
} Lane;

static int
compare_chains (const void *a,
                const void *b)
{
  const ChromeChain *left = *(ChromeChain *const *) a;
  const ChromeChain *right = *(ChromeChain *const *) b;

  if (left->process != right->process)
    return left->process < right->process ? -1 : 1;
  if (left->title != right->title)
    return left->title < right->title ? -1 : 1;
  if (left->start != right->start)
    return left->start < right->start ? -1 : 1;
  return left < right ? -1 : left > right;
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
  g_autofree ChromeChain **order = g_new (ChromeChain *, MAX (chains->len, 1));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));

  for (guint i = 0; i < chains->len; i++)
    order[i] = &g_array_index (chains, ChromeChain, i);
  qsort (order, chains->len, sizeof *order, compare_chains);
  for (guint i = 0; i < chains->len; i++)
    {
      Lane *lane;

      if (i > 0 && (order[i]->process != order[i - 1]->process || order[i]->title != order[i - 1]->title))
        g_array_set_size (lanes, 0);
      lane = find_lane (self, kind, lanes, order[i], most);
      lane->end = MAX (lane->end, order[i]->end);
      order[i]->track = lane->track;
    }
}
