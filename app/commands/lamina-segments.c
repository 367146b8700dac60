/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-segments.h"

#include "lamina-memory-map.h"

LaminaRowWriter *
lamina_segments_create_writer (const LaminaSelection *selection)
{
  static const char *const headings[] = { ">Run", ">Address", ">Size", "Stream", "Pool", ">Blocks", ">In use", ">Requested",
                                          ">Free", ">Pieces", ">Longest free", NULL };
  static const char *const keys[] = { "run", "address", "bytes", "stream", "pool", "blocks", "active_bytes", "requested_bytes",
                                      "free_bytes", "free_pieces", "largest_free_bytes", "estimated", NULL };

  return lamina_row_writer_new (selection->format, (selection->format == LAMINA_FORMAT_TABLE ? headings : keys)
                                                   + (selection->all ? 0 : 1));
}

/* People read where a size is not stated that it is about so much; programs have a column for that. */
static void
add_bytes (LaminaRowWriter       *writer,
           const LaminaSelection *selection,
           gint64                 bytes,
           gboolean               is_exact)
{
  g_autofree char *text = NULL;

  if (selection->format != LAMINA_FORMAT_TABLE)
    {
      lamina_row_writer_add_integer (writer, bytes);
      return;
    }
  text = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  lamina_row_writer_take (writer, g_strconcat (is_exact ? "" : "≈\u00a0", text, NULL));
}

static void
write_segment (LaminaRun                 *run,
               const LaminaMemorySegment *segment,
               gboolean                   is_exact,
               const LaminaSelection     *selection,
               LaminaRowWriter           *writer)
{
  lamina_row_writer_take (writer, g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", segment->address));
  add_bytes (writer, selection, segment->bytes, TRUE);
  lamina_row_writer_add (writer, segment->stream != 0 ? lamina_run_get_string (run, segment->stream) : NULL);
  lamina_row_writer_add (writer, segment->pool != 0 ? lamina_run_get_string (run, segment->pool) : NULL);
  lamina_row_writer_add_count (writer, segment->n_blocks);
  add_bytes (writer, selection, segment->active, is_exact);
  add_bytes (writer, selection, segment->requested, TRUE);
  add_bytes (writer, selection, segment->free, is_exact);
  lamina_row_writer_add_count (writer, segment->n_free);
  add_bytes (writer, selection, segment->largest_free, is_exact);
  if (selection->format != LAMINA_FORMAT_TABLE)
    lamina_row_writer_add_estimated (writer, is_exact ? 0 : LAMINA_ESTIMATE_BYTES);
}

void
lamina_segments_write (LaminaRun             *run,
                       LaminaTimebase        *timebase,
                       LaminaLiveSet         *live,
                       gint64                 position,
                       const LaminaSelection *selection,
                       gint64                 run_number,
                       LaminaRowWriter       *writer)
{
  g_autoptr (LaminaMemoryMap) map = lamina_memory_map_new (run, timebase, live, position);

  for (guint i = 0; i < map->n_segments && i < selection->limit; i++)
    {
      if (run_number > 0)
        lamina_row_writer_add_integer (writer, run_number);
      write_segment (run, &map->segments[i], map->is_exact, selection, writer);
    }
}
