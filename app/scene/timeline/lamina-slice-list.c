/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-slice-list.h"

static void
add_part (LaminaSliceBlock *sum,
          gint64           *busy,
          gint64            end,
          gint64            all,
          gint64            of_family,
          guint8            family)
{
  sum->end = end;
  sum->busy += all;
  busy[family] += of_family;
  if (busy[family] > sum->family_busy)
    {
      sum->family = family;
      sum->family_busy = busy[family];
    }
}

/* The first level sums up slices, each further one blocks of the level below. */
static GArray *
create_level (const LaminaSliceList *self,
              const LaminaSlices    *slices,
              const GArray          *below)
{
  guint n = below != NULL ? below->len : self->n;
  GArray *level = g_array_new (FALSE, TRUE, sizeof (LaminaSliceBlock));

  g_array_set_size (level, (n + LAMINA_LOD_FANOUT - 1) / LAMINA_LOD_FANOUT);
  for (guint i = 0; i < level->len; i++)
    {
      LaminaSliceBlock *sum = &g_array_index (level, LaminaSliceBlock, i);
      gint64 busy[LAMINA_N_FAMILIES] = { 0 };

      for (guint j = i * LAMINA_LOD_FANOUT; j < MIN ((i + 1) * LAMINA_LOD_FANOUT, n); j++)
        {
          const LaminaSliceBlock *block = below != NULL ? &g_array_index (below, LaminaSliceBlock, j) : NULL;
          guint32 slice = below != NULL ? 0 : self->index[j];

          if (j % LAMINA_LOD_FANOUT == 0)
            {
              sum->start = block != NULL ? block->start : slices->start[slice];
              sum->family = block != NULL ? block->family : slices->family[slice];
            }
          if (block != NULL)
            add_part (sum, busy, block->end, block->busy, block->family_busy, block->family);
          else
            add_part (sum, busy, slices->start[slice] + slices->duration[slice], slices->duration[slice],
                      slices->duration[slice], slices->family[slice]);
        }
    }
  return level;
}

void
lamina_slice_list_init (LaminaSliceList    *self,
                        const LaminaSlices *slices,
                        guint32            *index,
                        guint               n)
{
  const GArray *below = NULL;

  *self = (LaminaSliceList) { .index = index, .n = n };
  for (guint i = 0; i < LAMINA_LANE_LEVELS && (below == NULL || below->len > 1); i++)
    below = self->levels[i] = create_level (self, slices, below);
}

void
lamina_slice_list_clear (LaminaSliceList *self)
{
  for (guint i = 0; i < LAMINA_LANE_LEVELS; i++)
    g_clear_pointer (&self->levels[i], g_array_unref);
  g_free (self->index);
}

LaminaLaneList
lamina_slice_list_get (const LaminaSliceList *self,
                       const LaminaSlices    *slices)
{
  LaminaLaneList list = { .slices = slices, .index = self->index, .end = self->n };

  for (guint i = 0; i < LAMINA_LANE_LEVELS && self->levels[i] != NULL; i++)
    {
      list.levels[i] = (const LaminaSliceBlock *) (gpointer) self->levels[i]->data;
      list.n_blocks[i] = self->levels[i]->len;
      list.n_levels = i + 1;
    }
  return list;
}
