/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-regions.h"

#include <glib/gi18n.h>

/* No more than these are taken for regions that are around all others. */
#define MAX_AROUND 8

typedef struct
{
  gint64 begin;      /* position */
  gint64 end;        /* behind it; of one that is open behind the last event */
  guint32 name;
  guint32 section;   /* of a cut: LAMINA_NONE until an allocation is found in it */
  guint32 number;    /* of a cut: which one of its name, from 1 on */
  gboolean is_open;
  gboolean is_cut;   /* it is a section */
  gboolean is_around; /* sections are in it */
  gboolean is_over;
} Region;

/* From @position on, @region is the innermost one, or none is for LAMINA_NONE. */
typedef struct
{
  gint64 position;
  guint32 region;
} Change;

/* The regions stand in the order of their beginnings, around those that begin with them. */
struct _SnapshotRegions
{
  const SnapshotRun *run;
  GArray *regions;   /* Region */
  GArray *cuts;      /* guint32: the regions that are sections, one after the other */
  GArray *changes;   /* Change */
  GHashTable *names; /* string → how many cuts are called so */
};

static inline Region *
get_region (SnapshotRegions *self,
            guint32          region)
{
  return &g_array_index (self->regions, Region, region);
}

/* Regions of one name may lie in each other: an end belongs to the one that began last. */
static void
pair_up (SnapshotRegions *self,
         gint64           device)
{
  LaminaImport *import = self->run->import;
  GArray *annotations = self->run->walk->snapshot->annotations;
  g_autoptr (GHashTable) open = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autofree guint32 *before = g_new (guint32, MAX (annotations->len, 1)); /* the one of its name around it, and 1 */

  for (guint32 i = 0; i < annotations->len; i++)
    {
      const SnapshotAnnotation *annotation = &g_array_index (annotations, SnapshotAnnotation, i);
      gpointer name = GUINT_TO_POINTER (annotation->name);
      guint32 begun = GPOINTER_TO_UINT (g_hash_table_lookup (open, name));
      gint64 position;

      if (annotation->device != device || !snapshot_annotation_is_placed (annotation))
        continue;
      position = annotation->time * 1000;
      if (!annotation->is_end)
        {
          Region region = { .begin = position, .end = self->run->walk->end + 1, .name = annotation->name,
                            .section = LAMINA_NONE, .is_open = TRUE };

          before[self->regions->len] = begun;
          g_array_append_val (self->regions, region);
          g_hash_table_insert (open, name, GUINT_TO_POINTER (self->regions->len));
          lamina_import_account (import, annotation->record, LAMINA_RECORD_SHOWN);
        }
      else if (begun > 0)
        {
          Region *region = get_region (self, begun - 1);

          region->end = MAX (position, region->begin);
          region->is_open = FALSE;
          g_hash_table_insert (open, name, GUINT_TO_POINTER (before[begun - 1]));
          lamina_import_account (import, annotation->record, LAMINA_RECORD_MERGED);
        }
    }
}

static int
compare_regions (gconstpointer a,
                 gconstpointer b)
{
  const Region *x = a, *y = b;

  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return (x->end < y->end) - (x->end > y->end);
}

/* Which of them cut the run. */
static void
find_cuts (SnapshotRegions *self)
{
  guint first = 0;

  do
    {
      gint64 reach = G_MININT64;

      g_array_set_size (self->cuts, 0);
      for (guint32 i = first; i < self->regions->len; i++)
        {
          const Region *region = get_region (self, i);

          if (region->begin >= reach)
            g_array_append_val (self->cuts, i);
          reach = MAX (reach, region->end);
        }
      first++;
    }
  while (self->cuts->len == 1 && first < MIN (self->regions->len, MAX_AROUND));
  for (guint i = 0; i < first - 1; i++)
    get_region (self, i)->is_around = TRUE;
  for (guint i = 0; i < self->cuts->len; i++)
    {
      Region *region = get_region (self, g_array_index (self->cuts, guint32, i));
      gpointer name = GUINT_TO_POINTER (region->name);

      region->is_cut = TRUE;
      region->number = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name)) + 1;
      g_hash_table_insert (self->names, name, GUINT_TO_POINTER (region->number));
    }
}

static void
add_change (SnapshotRegions *self,
            GArray          *open,
            gint64           position)
{
  Change change = { position, open->len > 0 ? g_array_index (open, guint32, open->len - 1) : LAMINA_NONE };
  Change *last = self->changes->len > 0 ? &g_array_index (self->changes, Change, self->changes->len - 1) : NULL;

  if (last != NULL && last->position == position)
    *last = change;
  else
    g_array_append_val (self->changes, change);
}

static int
compare_ends (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  gint64 x = get_region (data, left)->end, y = get_region (data, right)->end;

  return x != y ? (x > y) - (x < y) : (left > right) - (left < right);
}

/* Ends those of the @begun first regions that end at @position or before it. */
static void
end_regions (SnapshotRegions *self,
             GArray          *open,
             GArray          *ends,
             guint           *next,
             guint32          begun,
             gint64           position)
{
  for (; *next < ends->len; (*next)++)
    {
      guint32 row = g_array_index (ends, guint32, *next);
      Region *region = get_region (self, row);

      if (row >= begun || region->end > position)
        return;
      region->is_over = TRUE;
      while (open->len > 0 && get_region (self, g_array_index (open, guint32, open->len - 1))->is_over)
        g_array_set_size (open, open->len - 1);
      add_change (self, open, region->end);
    }
}

static void
find_changes (SnapshotRegions *self)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint32)); /* the innermost one last, which is not over */
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint next = 0;

  for (guint32 i = 0; i < self->regions->len; i++)
    g_array_append_val (ends, i);
  g_array_sort_with_data (ends, compare_ends, self);
  for (guint32 i = 0; i < self->regions->len; i++)
    {
      gint64 begin = get_region (self, i)->begin;

      end_regions (self, open, ends, &next, i, begin);
      g_array_append_val (open, i);
      add_change (self, open, begin);
    }
  end_regions (self, open, ends, &next, self->regions->len, G_MAXINT64);
}

SnapshotRegions *
snapshot_regions_new (const SnapshotRun *run,
                      gint64             device)
{
  SnapshotRegions *self = g_new0 (SnapshotRegions, 1);

  self->run = run;
  self->regions = g_array_new (FALSE, FALSE, sizeof (Region));
  self->cuts = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->changes = g_array_new (FALSE, FALSE, sizeof (Change));
  self->names = g_hash_table_new (g_direct_hash, g_direct_equal);
  if (run->walk->has_times)
    pair_up (self, device);
  g_array_sort (self->regions, compare_regions);
  if (self->regions->len > 0)
    find_cuts (self);
  find_changes (self);
  return self;
}

void
snapshot_regions_free (SnapshotRegions *self)
{
  g_array_unref (self->regions);
  g_array_unref (self->cuts);
  g_array_unref (self->changes);
  g_hash_table_unref (self->names);
  g_free (self);
}

void
snapshot_regions_add_track (SnapshotRegions *self)
{
  LaminaBuilder *builder = self->run->builder;
  guint32 group, track;

  if (self->regions->len == 0)
    return;
  group = lamina_builder_add_group (builder, self->run->number, LAMINA_NONE, lamina_builder_own_word (builder, N_("Program")),
                                    LAMINA_GROUP_OTHER);
  track = lamina_builder_add_track (builder, self->run->number, group, lamina_builder_own_word (builder, N_("Annotations")),
                                    self->run->clock);
  for (guint i = 0; i < self->regions->len; i++)
    {
      const Region *region = get_region (self, i);
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.start = region->begin;
      slice.duration = region->end - region->begin - region->is_open;
      slice.is_open = region->is_open;
      slice.name = region->name;
      slice.kind = LAMINA_SLICE_SPAN;
      lamina_builder_add_slice (builder, self->run->number, track, &slice);
    }
}

/* One of several of a name is told apart by its number. */
static void
add_section (SnapshotRegions *self,
             Region          *region)
{
  const char *name = lamina_builder_get_string (self->run->builder, region->name);
  gboolean is_alone = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, GUINT_TO_POINTER (region->name))) == 1;
  g_autofree char *title = is_alone ? g_strdup (name) : g_strdup_printf ("%s %u", name, region->number);

  region->section = lamina_builder_add_section (self->run->builder, self->run->number, title);
}

/* How many changes come at @position or before it. */
static guint
count_changes (const GArray *array,
               gint64        position)
{
  guint low = 0, high = array->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (array, Change, middle).position <= position)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The cut that a position lies in, or NULL. */
static Region *
find_cut (SnapshotRegions *self,
          gint64           position)
{
  guint low = 0, high = self->cuts->len;
  Region *region;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_region (self, g_array_index (self->cuts, guint32, middle))->begin <= position)
        low = middle + 1;
      else
        high = middle;
    }
  region = low > 0 ? get_region (self, g_array_index (self->cuts, guint32, low - 1)) : NULL;
  return region != NULL && position < MAX (region->end, region->begin + 1) ? region : NULL;
}

SnapshotPlace
snapshot_regions_find (SnapshotRegions *self,
                       gint64           position)
{
  SnapshotPlace place = { LAMINA_NONE, 0 };
  guint change = count_changes (self->changes, position);
  guint32 innermost = change > 0 ? g_array_index (self->changes, Change, change - 1).region : LAMINA_NONE;
  const Region *region = innermost != LAMINA_NONE ? get_region (self, innermost) : NULL;
  Region *cut;

  if (region == NULL)
    return place;
  if (!region->is_cut && !region->is_around)
    place.annotation = region->name;
  cut = find_cut (self, position);
  if (cut != NULL && cut->section == LAMINA_NONE)
    add_section (self, cut);
  if (cut != NULL)
    place.section = cut->section;
  return place;
}
