/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-memory-map.h"

static int
compare_segments (gconstpointer a,
                  gconstpointer b)
{
  const LaminaMemorySegment *x = a, *y = b;

  return x->address < y->address ? -1 : x->address > y->address;
}

static int
compare_blocks (gconstpointer a,
                gconstpointer b)
{
  const LaminaMemoryBlock *x = a, *y = b;

  return x->address < y->address ? -1 : x->address > y->address;
}

/* The end of a stretch; addresses that wrap around end at the last one. */
static guint64
get_end (guint64 address,
         gint64  bytes)
{
  guint64 end;

  return __builtin_add_overflow (address, (guint64) bytes, &end) ? G_MAXUINT64 : end;
}

static gboolean
is_one (const LaminaMemorySegment *segment,
        const LaminaMemorySegment *behind)
{
  return segment->grows && behind->grows && segment->stream == behind->stream
         && get_end (segment->address, segment->bytes) == behind->address
         && (segment->pool == behind->pool || segment->pool == 0 || behind->pool == 0);
}

static void
join_pieces (GArray *segments)
{
  guint n = 0;

  for (guint i = 0; i < segments->len; i++)
    {
      LaminaMemorySegment piece = g_array_index (segments, LaminaMemorySegment, i);
      LaminaMemorySegment *before = n > 0 ? &g_array_index (segments, LaminaMemorySegment, n - 1) : NULL;

      if (before != NULL && is_one (before, &piece))
        {
          before->bytes = lamina_add_saturating (before->bytes, piece.bytes);
          before->pool = before->pool != 0 ? before->pool : piece.pool;
        }
      else
        g_array_index (segments, LaminaMemorySegment, n++) = piece;
    }
  g_array_set_size (segments, n);
}

static GArray *
list_segments (LaminaRun      *run,
               LaminaTimebase *timebase,
               gint64          position)
{
  const LaminaMemory *memory = lamina_run_get_memory (run);
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (LaminaMemorySegment));

  for (guint i = 0; i < memory->n_segments; i++)
    {
      const LaminaSegment *segment = &memory->segments[i];
      LaminaMemorySegment listed = { .address = segment->address, .bytes = segment->bytes, .stream = segment->stream,
                                     .pool = segment->pool, .grows = segment->grows };
      gint64 offset = lamina_timebase_get_offset (timebase, segment->clock);

      if (lamina_add_saturating (segment->first, offset) <= position && position <= lamina_add_saturating (segment->last, offset))
        g_array_append_val (segments, listed);
    }
  g_array_sort (segments, compare_segments);
  join_pieces (segments);
  return segments;
}

/* The least block that holds so many bytes. */
static gint64
round_up (gint64 bytes,
          gint64 grain)
{
  gint64 over = grain > 0 ? bytes % grain : 0;

  return over > 0 ? lamina_add_saturating (bytes, grain - over) : bytes;
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
      gint64 released;

      if (tensor >= memory->n || tensors->address == NULL)
        continue;
      released = lamina_live_set_get_released (live, tensor);
      block.address = tensors->address[tensor];
      block.requested = MAX (lamina_column_number (tensors->bytes, tensor), 0);
      block.bytes = MAX (memory->block[tensor], round_up (block.requested, memory->grain));
      block.is_pending = released != LAMINA_ABSENT && released <= position;
      map->is_exact &= memory->block[tensor] != LAMINA_ABSENT;
      g_array_append_val (blocks, block);
    }
  g_array_sort (blocks, compare_blocks);
  return blocks;
}

static void
add_free (LaminaMemorySegment *segment,
          guint64              begin,
          guint64              end)
{
  gint64 bytes = end > begin ? (gint64) MIN (end - begin, G_MAXINT64) : 0;

  segment->n_free += bytes > 0;
  segment->free = lamina_add_saturating (segment->free, bytes);
  segment->largest_free = MAX (segment->largest_free, bytes);
}

/* What is in a segment from a block on: each block belongs to the segment that it begins in. The first one behind it. */
static guint
sum_up_segment (LaminaMemoryMap     *self,
                LaminaMemorySegment *segment,
                guint                next)
{
  guint64 at = segment->address, end = get_end (segment->address, segment->bytes);

  while (next < self->n_blocks && self->blocks[next].address < segment->address)
    next++;
  segment->first_block = next;
  for (; next < self->n_blocks && self->blocks[next].address < end; next++)
    {
      const LaminaMemoryBlock *block = &self->blocks[next];

      segment->n_blocks++;
      segment->active = lamina_add_saturating (segment->active, block->bytes);
      segment->requested = lamina_add_saturating (segment->requested, block->requested);
      self->pending = lamina_add_saturating (self->pending, block->is_pending ? block->bytes : 0);
      add_free (segment, at, block->address);
      at = MAX (at, get_end (block->address, block->bytes));
    }
  add_free (segment, at, end);
  return next;
}

static void
sum_up (LaminaMemoryMap     *self,
        LaminaMemorySegment *segments)
{
  guint next = 0;

  for (guint i = 0; i < self->n_segments; i++)
    {
      LaminaMemorySegment *segment = &segments[i];

      next = sum_up_segment (self, segment, next);
      self->reserved = lamina_add_saturating (self->reserved, segment->bytes);
      self->active = lamina_add_saturating (self->active, segment->active);
      self->requested = lamina_add_saturating (self->requested, segment->requested);
      self->n_free += segment->n_free;
      self->free = lamina_add_saturating (self->free, segment->free);
      self->largest_free = MAX (self->largest_free, segment->largest_free);
    }
}

LaminaMemoryMap *
lamina_memory_map_new (LaminaRun      *run,
                       LaminaTimebase *timebase,
                       LaminaLiveSet  *live,
                       gint64          position)
{
  LaminaMemoryMap *self = g_new0 (LaminaMemoryMap, 1);
  GArray *segments;
  GArray *blocks;

  g_return_val_if_fail (run != NULL && timebase != NULL && live != NULL, self);

  segments = list_segments (run, timebase, position);
  blocks = list_blocks (run, live, position, self);
  self->n_segments = segments->len;
  self->n_blocks = blocks->len;
  self->segments = (const LaminaMemorySegment *) (gpointer) g_array_free (segments, FALSE);
  self->blocks = (const LaminaMemoryBlock *) (gpointer) g_array_free (blocks, FALSE);
  sum_up (self, (LaminaMemorySegment *) self->segments);
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
