/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-memory-map.h"

static int
compare_segments (gconstpointer a,
                  gconstpointer b)
{
  const LaminaSegment *x = *(const LaminaSegment *const *) a, *y = *(const LaminaSegment *const *) b;

  return x->address < y->address ? -1 : x->address > y->address;
}

static int
compare_blocks (gconstpointer a,
                gconstpointer b)
{
  const LaminaMemoryBlock *x = a, *y = b;

  return x->address < y->address ? -1 : x->address > y->address;
}

static GPtrArray *
list_segments (LaminaRun      *run,
               LaminaTimebase *timebase,
               gint64          position)
{
  const LaminaMemory *memory = lamina_run_get_memory (run);
  GPtrArray *segments = g_ptr_array_new ();

  for (guint i = 0; i < memory->n_segments; i++)
    {
      const LaminaSegment *segment = &memory->segments[i];
      gint64 offset = lamina_timebase_get_offset (timebase, segment->clock);

      if (lamina_add_saturating (segment->first, offset) <= position && position <= lamina_add_saturating (segment->last, offset))
        g_ptr_array_add (segments, (gpointer) segment);
    }
  g_ptr_array_sort (segments, compare_segments);
  return segments;
}

static GArray *
list_blocks (LaminaRun       *run,
             LaminaLiveSet   *live,
             gint64           position,
             LaminaMemoryMap *map)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  const LaminaMemory *memory = lamina_run_get_memory (run);
  GArray *blocks = g_array_new (FALSE, FALSE, sizeof (LaminaMemoryBlock));
  guint n;
  g_autofree guint32 *rows = lamina_live_set_list (live, position, NULL, &n);

  map->is_exact = TRUE;
  for (guint i = 0; i < n; i++)
    {
      guint32 tensor = rows[i];
      LaminaMemoryBlock block = { .tensor = tensor };

      if (tensor >= memory->n || tensors->address == NULL)
        continue;
      block.address = tensors->address[tensor];
      block.requested = MAX (lamina_column_number (tensors->bytes, tensor), 0);
      block.bytes = MAX (memory->block[tensor], block.requested);
      map->is_exact &= memory->block[tensor] != LAMINA_ABSENT;
      g_array_append_val (blocks, block);
    }
  g_array_sort (blocks, compare_blocks);
  return blocks;
}

/* The end of a stretch; addresses that wrap around end at the last one. */
static guint64
get_end (guint64 address,
         gint64  bytes)
{
  guint64 end;

  return __builtin_add_overflow (address, (guint64) bytes, &end) ? G_MAXUINT64 : end;
}

static void
add_free (LaminaMemoryMap *self,
          guint64          begin,
          guint64          end)
{
  if (begin >= end)
    return;
  self->n_free++;
  self->largest_free = MAX (self->largest_free, (gint64) MIN (end - begin, G_MAXINT64));
}

/* Both are in the order of their addresses: each block belongs to the segment that it begins in. */
static void
sum_up (LaminaMemoryMap *self)
{
  guint next = 0;

  for (guint i = 0; i < self->n_segments; i++)
    {
      const LaminaSegment *segment = self->segments[i];
      guint64 at = segment->address, end = get_end (segment->address, segment->bytes);

      self->reserved = lamina_add_saturating (self->reserved, segment->bytes);
      while (next < self->n_blocks && self->blocks[next].address < segment->address)
        next++;
      for (; next < self->n_blocks && self->blocks[next].address < end; next++)
        {
          const LaminaMemoryBlock *block = &self->blocks[next];

          self->active = lamina_add_saturating (self->active, block->bytes);
          self->requested = lamina_add_saturating (self->requested, block->requested);
          add_free (self, at, block->address);
          at = MAX (at, get_end (block->address, block->bytes));
        }
      add_free (self, at, end);
    }
}

LaminaMemoryMap *
lamina_memory_map_new (LaminaRun      *run,
                       LaminaTimebase *timebase,
                       LaminaLiveSet  *live,
                       gint64          position)
{
  LaminaMemoryMap *self = g_new0 (LaminaMemoryMap, 1);
  GPtrArray *segments;
  GArray *blocks;

  g_return_val_if_fail (run != NULL && timebase != NULL && live != NULL, self);

  segments = list_segments (run, timebase, position);
  blocks = list_blocks (run, live, position, self);
  self->n_segments = segments->len;
  self->n_blocks = blocks->len;
  self->segments = (const LaminaSegment *const *) g_ptr_array_free (segments, FALSE);
  self->blocks = (const LaminaMemoryBlock *) (gpointer) g_array_free (blocks, FALSE);
  sum_up (self);
  return self;
}

void
lamina_memory_map_free (LaminaMemoryMap *self)
{
  g_return_if_fail (self != NULL);

  g_free ((gpointer) self->segments);
  g_free ((gpointer) self->blocks);
  g_free (self);
}
