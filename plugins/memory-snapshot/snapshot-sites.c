/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-sites.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct
{
  guint32 name;
  SnapshotPlace place;
  guint32 asker;   /* string, or 0 when stacks say different things, or nothing */
  guint32 calls;
  guint32 at_peak;
  guint32 kept;
  gint64 bytes;
  gint64 peak_bytes;
  gint64 kept_bytes;
  gboolean has_asker;
} Site;

struct _SnapshotSites
{
  Snapshot *snapshot;
  SnapshotRegions *regions;
  guint32 run;
  guint32 device;
  guint32 no_stack;     /* string */
  GArray *sites;        /* Site: number i is layer i */
  GHashTable *by_key;   /* name and place as numbers → index and 1 */
  guint32 *of_node;     /* site that each stack was in last, or LAMINA_NONE; the last one is of no stack */
  guint n_nodes;
};

static guint
hash_key (gconstpointer key)
{
  const guint32 *parts = key;

  return snapshot_hash_number ((gconstpointer) (guintptr) ((guint64) parts[0] << 32 | parts[1])) ^ parts[2] * 31;
}

static gboolean
keys_are_equal (gconstpointer a,
                gconstpointer b)
{
  return memcmp (a, b, 3 * sizeof (guint32)) == 0;
}

SnapshotSites *
snapshot_sites_new (Snapshot        *snapshot,
                    SnapshotRegions *regions,
                    guint32          run,
                    const char      *device)
{
  SnapshotSites *self = g_new0 (SnapshotSites, 1);

  self->snapshot = snapshot;
  self->regions = regions;
  self->run = run;
  self->device = lamina_builder_intern (snapshot->builder, device, -1);
  self->no_stack = lamina_builder_intern (snapshot->builder, lamina_builder_own_word (snapshot->builder, N_("no stack")), -1);
  self->sites = g_array_new (FALSE, FALSE, sizeof (Site));
  self->by_key = g_hash_table_new_full (hash_key, keys_are_equal, g_free, NULL);
  self->n_nodes = snapshot_calls_get_n (snapshot->calls);
  self->of_node = g_new (guint32, (gsize) self->n_nodes + 1);
  for (guint i = 0; i <= self->n_nodes; i++)
    self->of_node[i] = LAMINA_NONE;
  return self;
}

void
snapshot_sites_free (SnapshotSites *self)
{
  g_array_unref (self->sites);
  g_hash_table_unref (self->by_key);
  g_free (self->of_node);
  g_free (self);
}

static gboolean
is_at (SnapshotSites *self,
       guint32        site,
       SnapshotPlace  place)
{
  const SnapshotPlace *at = &g_array_index (self->sites, Site, site).place;

  return at->section == place.section && at->annotation == place.annotation;
}

/* The site of a name at a place. */
static guint32
need_site (SnapshotSites *self,
           guint32        name,
           SnapshotPlace  place)
{
  const guint32 key[] = { name, place.section, place.annotation };
  guint32 row = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_key, key));
  Site added = { .name = name, .place = place };

  if (row > 0)
    return row - 1;
  g_array_append_val (self->sites, added);
  g_hash_table_insert (self->by_key, g_memdup2 (key, sizeof key), GUINT_TO_POINTER (self->sites->len));
  return self->sites->len - 1;
}

static guint32
find_site (SnapshotSites *self,
           guint32        call,
           gint64         position)
{
  guint32 *last = &self->of_node[call != LAMINA_NONE ? call : self->n_nodes];
  SnapshotPlace place = { LAMINA_NONE, 0 };
  guint32 asker, name;
  Site *site;

  if (self->regions != NULL && position != LAMINA_ABSENT)
    place = snapshot_regions_find (self->regions, position);
  if (*last != LAMINA_NONE && is_at (self, *last, place))
    return *last;
  if (*last != LAMINA_NONE)
    name = g_array_index (self->sites, Site, *last).name;
  else
    name = call != LAMINA_NONE ? snapshot_calls_get_site (self->snapshot->calls, call) : self->no_stack;
  *last = need_site (self, name, place);
  asker = snapshot_calls_get_asker (self->snapshot->calls, call);
  site = &g_array_index (self->sites, Site, *last);
  site->asker = !site->has_asker || site->asker == asker ? asker : 0;
  site->has_asker = TRUE;
  return *last;
}

void
snapshot_sites_find (SnapshotSites      *self,
                     const SnapshotWalk *walk)
{
  for (guint i = 0; i < walk->old->len; i++)
    {
      guint32 block = g_array_index (walk->old, SnapshotOld, i).block;

      find_site (self, block != LAMINA_NONE ? snapshot_get_block (self->snapshot, block)->call : LAMINA_NONE, LAMINA_ABSENT);
    }
  for (guint i = 0; i < walk->n; i++)
    {
      const SnapshotEvent *event = snapshot_walk_get_event (walk, i);

      if (event->action == SNAPSHOT_ALLOC)
        {
          guint32 site = find_site (self, event->call, event->time);

          g_array_index (self->sites, Site, site).calls++;
        }
    }
  for (guint i = 0; i < self->sites->len; i++)
    {
      const Site *site = &g_array_index (self->sites, Site, i);
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = site->name;
      layer.type = site->asker;
      layer.device = self->device;
      layer.section = site->place.section;
      layer.annotation = site->place.annotation;
      layer.calls = site->calls;
      layer.order = i;
      if (self->run != LAMINA_NONE)
        lamina_builder_add_layer (self->snapshot->builder, self->run, &layer);
    }
}

guint32
snapshot_sites_add (SnapshotSites *self,
                    guint32        call,
                    gint64         position,
                    gint64         bytes,
                    gboolean       is_at_peak,
                    gboolean       is_kept)
{
  guint32 row = find_site (self, call, position);
  Site *site = &g_array_index (self->sites, Site, row);

  if (position != LAMINA_ABSENT)
    site->bytes = lamina_add_saturating (site->bytes, bytes);
  if (is_at_peak)
    site->peak_bytes = lamina_add_saturating (site->peak_bytes, bytes);
  if (is_kept)
    site->kept_bytes = lamina_add_saturating (site->kept_bytes, bytes);
  site->at_peak += is_at_peak;
  site->kept += is_kept;
  return row;
}

guint32
snapshot_sites_get_name (SnapshotSites *self,
                         guint32        layer)
{
  return g_array_index (self->sites, Site, layer).name;
}

static void
add_metric (SnapshotSites *self,
            const char    *name,
            LaminaUnit     unit,
            gsize          offset)
{
  LaminaBuilder *builder = self->snapshot->builder;
  guint32 metric = lamina_builder_add_metric (builder, self->run, lamina_builder_own_word (builder, name), unit,
                                              LAMINA_VALUE_INTEGER);

  for (guint i = 0; i < self->sites->len; i++)
    {
      const char *site = (const char *) &g_array_index (self->sites, Site, i) + offset;

      lamina_builder_set_metric_integer (builder, self->run, metric, i,
                                         unit == LAMINA_UNIT_BYTES ? *(const gint64 *) (gconstpointer) site
                                                                   : (gint64) *(const guint32 *) (gconstpointer) site);
    }
}

void
snapshot_sites_finish (SnapshotSites *self)
{
  if (self->run == LAMINA_NONE)
    return;
  add_metric (self, N_("Allocated"), LAMINA_UNIT_BYTES, G_STRUCT_OFFSET (Site, bytes));
  add_metric (self, N_("At the peak"), LAMINA_UNIT_BYTES, G_STRUCT_OFFSET (Site, peak_bytes));
  add_metric (self, N_("Allocations at the peak"), LAMINA_UNIT_NONE, G_STRUCT_OFFSET (Site, at_peak));
  add_metric (self, N_("Kept at the end"), LAMINA_UNIT_BYTES, G_STRUCT_OFFSET (Site, kept_bytes));
  add_metric (self, N_("Allocations kept"), LAMINA_UNIT_NONE, G_STRUCT_OFFSET (Site, kept));
}
