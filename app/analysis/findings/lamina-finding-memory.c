/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"
#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-memory-map.h"
#include "lamina-producer.h"
#include "lamina-text.h"

/* Memory that an allocator has from the device and does not use when most is in use, memory that the program gave up, and memory
 * that one place in it holds. */

/* The part of what is reserved, or used, from which on it is worth a word. */
#define MUCH_FREE 0.1
#define MUCH_GIVEN_UP 0.01
#define MUCH_OF_ONE_SITE 0.5

void
lamina_rule_memory_unused (LaminaRules *self)
{
  g_autoptr (LaminaLiveSet) live = NULL;
  g_autoptr (LaminaMemoryMap) map = NULL;
  g_autofree char *unused = NULL, *reserved = NULL, *largest = NULL, *share = NULL;
  const char *mark;
  guint peak;

  if (self->section != LAMINA_NONE || lamina_run_get_memory (self->run)->n_segments == 0)
    return;
  live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  peak = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  if (peak == LAMINA_NONE)
    return;
  map = lamina_memory_map_new (self->run, self->timebase, live, lamina_live_set_get_steps (live)->position[peak]);
  if (map->reserved <= 0 || (double) map->free < MUCH_FREE * (double) map->reserved)
    return;
  unused = lamina_figure_dup (map->free, LAMINA_UNIT_BYTES);
  reserved = lamina_figure_dup (map->reserved, LAMINA_UNIT_BYTES);
  largest = lamina_figure_dup (map->largest_free, LAMINA_UNIT_BYTES);
  share = lamina_layer_dup_share ((double) map->free / (double) map->reserved);
  mark = map->is_exact ? "" : "≈\u00a0";
  /* Translators: a sign for “about” or nothing, bytes, bytes, a percentage, the sign and a number of pieces, the sign and bytes */
  lamina_rules_add (self, LAMINA_FINDING_NO_COST, lamina_rules_new_layers (),
                    lamina_text_dup (ngettext ("At the peak %s%s of %s that are reserved (%s) are not in use: %s%u piece of %s%s.",
                                               "At the peak %s%s of %s that are reserved (%s) are not in use, in %s%u pieces; the "
                                               "largest has %s%s.", map->n_free),
                                     mark, unused, reserved, share, mark, map->n_free, mark, largest));
}

/* Segments that grow do so in pieces of so many bytes, and give them back one by one. */
#define PIECE (G_GINT64_CONSTANT (20) << 20)

/* Whether the file says that segments don't grow. */
static gboolean
says_fixed (LaminaDocument *document)
{
  LaminaDetails *properties = lamina_document_get_properties (document);

  for (guint i = 0; i < lamina_details_get_n (properties); i++)
    {
      const LaminaDetail *property = lamina_details_get (properties, i);

      if (g_str_equal (property->key, "expandable_segments"))
        return property->value.type == LAMINA_VALUE_BOOLEAN && property->value.integer == 0;
    }
  return FALSE;
}

/* The whole pieces between two addresses of a segment, in bytes. */
static gint64
get_whole_pieces (const LaminaMemorySegment *segment,
                  guint64                    begin,
                  guint64                    end)
{
  guint64 first = (begin - segment->address + PIECE - 1) / PIECE, last = (end - segment->address) / PIECE;

  return last > first ? (gint64) MIN ((last - first) * PIECE, (guint64) G_MAXINT64) : 0;
}

/* What a segment in which something lies would give back if it were made of pieces. */
static gint64
get_spare (const LaminaMemoryMap     *map,
           const LaminaMemorySegment *segment)
{
  guint64 at = segment->address, end = segment->address + (guint64) segment->bytes;
  gint64 spare = 0;

  for (guint i = segment->first_block; i < segment->first_block + segment->n_blocks; i++)
    {
      const LaminaMemoryBlock *block = &map->blocks[i];

      if (block->address > at)
        spare = lamina_add_saturating (spare, get_whole_pieces (segment, at, block->address));
      at = MAX (at, MIN (block->address + (guint64) block->bytes, end));
    }
  return end > at ? lamina_add_saturating (spare, get_whole_pieces (segment, at, end)) : spare;
}

/* FALSE unless what was asked for would have fitted into what segments give back, and fits into none of their pieces. */
static gboolean
is_in_pieces (const LaminaMemoryMap     *map,
              const LaminaMemoryFailure *failure,
              gint64                    *spare,
              guint                     *n_segments)
{
  *spare = 0;
  *n_segments = 0;
  for (guint i = 0; i < map->n_segments; i++)
    {
      const LaminaMemorySegment *segment = &map->segments[i];
      gint64 found = segment->n_blocks > 0 && !segment->grows ? get_spare (map, segment) : 0;

      *spare = lamina_add_saturating (*spare, found);
      *n_segments += found > 0;
    }
  return failure->available != LAMINA_ABSENT && failure->available < failure->asked && map->largest_free < failure->asked
         && *n_segments > 1 && lamina_add_saturating (*spare, failure->available) >= failure->asked;
}

void
lamina_rule_memory_pieces (LaminaRules *self)
{
  const LaminaMemory *memory = lamina_run_get_memory (self->run);
  g_autoptr (LaminaLiveSet) live = NULL;

  if (self->section != LAMINA_NONE || memory->n_failures == 0 || memory->n_segments == 0 || !says_fixed (self->document))
    return;
  live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  for (guint i = 0; live != NULL && i < memory->n_failures && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      const LaminaMemoryFailure *failure = &memory->failures[i];
      gint64 position = lamina_add_saturating (failure->time, lamina_timebase_get_offset (self->timebase, failure->clock));
      g_autoptr (LaminaMemoryMap) map = lamina_memory_map_new (self->run, self->timebase, live, position);
      g_autofree char *asked = NULL, *largest = NULL, *pieces = NULL, *available = NULL;
      const char *mark = map->is_exact ? "" : "≈\u00a0";
      guint n_segments;
      gint64 spare;

      if (!is_in_pieces (map, failure, &spare, &n_segments))
        continue;
      asked = lamina_figure_dup (failure->asked, LAMINA_UNIT_BYTES);
      available = lamina_figure_dup (failure->available, LAMINA_UNIT_BYTES);
      largest = lamina_figure_dup (map->largest_free, LAMINA_UNIT_BYTES);
      pieces = lamina_figure_dup (spare, LAMINA_UNIT_BYTES);
      /* Translators: bytes, bytes, a sign for “about” or nothing and bytes, the sign and bytes, a number */
      lamina_rules_add (self, LAMINA_FINDING_NO_COST, lamina_rules_new_layers (),
                        lamina_text_dup (_("When memory ran out, %s were asked for. The device had %s free, and no free piece was "
                                           "longer than %s%s; %s%s lay free in whole pieces of 20 MiB in %u segments in "
                                           "use. expandable_segments is off."),
                                         asked, available, mark, largest, mark, pieces, n_segments));
      return;
    }
}

void
lamina_rule_memory_given_up (LaminaRules *self)
{
  g_autoptr (LaminaLiveSet) live = NULL;
  g_autoptr (GArray) layers = lamina_rules_new_layers ();
  g_autofree guint32 *rows = NULL;
  g_autofree char *text = NULL;
  LaminaLiveSum sum;
  gint64 position, bytes = 0;
  guint peak, n, n_given_up = 0;

  if (self->section != LAMINA_NONE || lamina_run_get_memory (self->run)->n == 0)
    return;
  live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  peak = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  if (peak == LAMINA_NONE)
    return;
  position = lamina_live_set_get_steps (live)->position[peak];
  rows = lamina_live_set_list (live, position, &sum, &n);
  for (guint i = 0; i < n; i++)
    {
      gint64 released = lamina_live_set_get_released (live, rows[i]);
      guint32 layer = lamina_producer_find (self->run, rows[i], self->timebase);

      if (released == LAMINA_ABSENT || released > position)
        continue;
      n_given_up++;
      bytes = lamina_add_saturating (bytes, MAX (lamina_column_number (self->tensors->bytes, rows[i]), 0));
      if (layer != LAMINA_NONE)
        g_array_append_val (layers, layer);
    }
  if (n_given_up == 0 || (double) bytes < MUCH_GIVEN_UP * (double) sum.bytes)
    return;
  text = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  /* Translators: bytes, and a number of tensors */
  lamina_rules_add (self, LAMINA_FINDING_NO_COST, g_steal_pointer (&layers),
                    lamina_text_dup (ngettext ("%s at the peak, %u tensor, had been given up before.",
                                               "%s at the peak, %u tensors, had been given up before.", n_given_up), text,
                                     n_given_up));
}

void
lamina_rule_memory_site (LaminaRules *self)
{
  g_autoptr (LaminaLiveSet) live = NULL;
  g_autoptr (GArray) layers = lamina_rules_new_layers ();
  g_autofree guint32 *rows = NULL;
  g_autofree char *held = NULL, *total = NULL, *share = NULL;
  const LaminaLiveSteps *steps;
  guint peak, n, n_held = 0;
  gint64 bytes;

  if (self->section != LAMINA_NONE || lamina_run_get_memory (self->run)->n == 0)
    return;
  live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  peak = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  if (peak == LAMINA_NONE || !lamina_live_set_has_sites (live))
    return;
  /* The first band is that of the site that holds most there. */
  steps = lamina_live_set_get_steps (live);
  bytes = steps->bytes[1][peak];
  if (bytes <= 0 || (double) bytes < MUCH_OF_ONE_SITE * (double) steps->total[peak])
    return;
  rows = lamina_live_set_list (live, steps->position[peak], NULL, &n);
  for (guint i = 0; i < n; i++)
    {
      guint32 layer = lamina_producer_find (self->run, rows[i], self->timebase);

      if (lamina_live_set_get_band (live, rows[i]) != 1)
        continue;
      /* What has no stack has been put together too, and is no place in the program. */
      if (lamina_column_row (lamina_run_get_memory (self->run)->call, rows[i]) == LAMINA_NONE)
        return;
      n_held++;
      if (layer != LAMINA_NONE)
        g_array_append_val (layers, layer);
    }
  /* One tensor is said by the finding of the largest. */
  if (n_held < 2)
    return;
  held = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  total = lamina_figure_dup (steps->total[peak], LAMINA_UNIT_BYTES);
  share = lamina_layer_dup_share ((double) bytes / (double) steps->total[peak]);
  /* Translators: bytes, bytes, a percentage, a place in a program, a number of allocations */
  lamina_rules_add (self, LAMINA_FINDING_NO_COST, g_steal_pointer (&layers),
                    lamina_text_dup (_("%s of the %s at the peak (%s) were asked for by “%s”, in %u allocations."), held, total,
                                     share, lamina_live_set_get_band_name (live, 1), n_held));
}
