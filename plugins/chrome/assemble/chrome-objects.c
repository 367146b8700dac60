/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"
#include "chrome-key.h"
#include "chrome-order.h"

#include <string.h>

/*
 * Objects live from N to D, and are looked at by O. Each type has a track in its process; lives that overlap lie below
 * each other there. Snapshots are marks on it.
 */

typedef struct
{
  guint32 process;
  guint32 id;
  guint32 scope;
  guint32 name;
} Key;

CHROME_DEFINE_KEY (Key, hash_key, equal_keys)

static gboolean
is_object (const ChromeEvents *events,
           guint32             row)
{
  return events->phase[row] == 'N' || events->phase[row] == 'O' || events->phase[row] == 'D';
}

/* An id is meant within its type: the scope, or the category where there is none. */
static Key
get_key (ChromeTrace *self,
         guint32      row)
{
  const ChromeEvents *events = self->events;
  const ChromeExtra *extra = chrome_events_get_extra (events, row);
  Key key = { 0 };

  key.process = chrome_trace_get_process_of (self, row);
  key.id = extra ? extra->id : 0;
  key.scope = extra && extra->scope != 0 ? extra->scope : events->category[row];
  key.name = events->name[row];
  return key;
}

static void
take (ChromeTrace *self,
      GHashTable  *alive,
      guint32      row)
{
  ChromeEvents *events = self->events;
  Key key = get_key (self, row);
  gpointer found = g_hash_table_lookup (alive, &key);
  guint32 created = GPOINTER_TO_UINT (found) - 1;

  if (events->phase[row] == 'N')
    {
      if (found)
        chrome_assemble_leave_open (self, created);
      events->slice[row] = CHROME_SLICE_WAITING;
      g_hash_table_insert (alive, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (row + 1));
    }
  else if (events->phase[row] == 'D' && found)
    {
      events->end[created] = events->start[row];
      chrome_assemble_merge (self, created, row);
      g_hash_table_remove (alive, &key);
    }
}

static guint32
need_track (ChromeTrace *self,
            GHashTable  *tracks,
            const Key   *object)
{
  Key key = { .process = object->process, .name = object->name };
  gpointer found = g_hash_table_lookup (tracks, &key);
  guint32 track;

  if (found)
    return GPOINTER_TO_UINT (found) - 1;
  track = chrome_trace_add_track (self, CHROME_TRACK_OBJECTS, key.process);
  chrome_trace_get_track (self, track)->name = key.name;
  g_hash_table_insert (tracks, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (track + 1));
  return track;
}

void
chrome_assemble_objects (ChromeTrace *self)
{
  g_autoptr (ChromeOrder) order = chrome_order_new_flat (self, is_object);
  g_autoptr (GHashTable) alive = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);
  g_autoptr (GHashTable) tracks = g_hash_table_new_full (hash_key, equal_keys, g_free, NULL);

  for (guint i = 0; i < order->n; i++)
    {
      if (chrome_trace_is_cancelled (self, i))
        return;
      take (self, alive, order->rows[i]);
    }
  for (guint i = 0; i < order->n; i++)
    {
      guint32 row = order->rows[i];
      Key key = get_key (self, row);

      if (self->events->slice[row] == CHROME_SLICE_WAITING && self->events->end[row] == LAMINA_ABSENT)
        chrome_assemble_leave_open (self, row);
      self->events->track[row] = need_track (self, tracks, &key);
    }
}
