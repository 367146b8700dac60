/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-compare-memory.h"

#include "lamina-json-output.h"
#include "lamina-memory-differences.h"
#include "lamina-row-writer.h"

#include <stdio.h>

static LaminaRun *
get_run (LaminaComparison *comparison,
         gboolean          is_b)
{
  const LaminaComparisonSide *side = lamina_comparison_get_side (comparison, is_b);

  return lamina_document_get_run (side->document, side->run);
}

static LaminaMemoryDifferences *
find (LaminaComparison *comparison)
{
  return lamina_memory_differences_new (get_run (comparison, FALSE), get_run (comparison, TRUE), NULL);
}

static char *
dup_bytes (gint64 bytes)
{
  return lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
}

/* `+1.5 MiB` */
static char *
dup_change (const gint64 bytes[2])
{
  gint64 by = bytes[1] - bytes[0];
  g_autofree char *text = dup_bytes (ABS (by));

  return by == 0 ? g_strdup ("0 B") : g_strconcat (by > 0 ? "+" : "−", text, NULL);
}

static void
add_figures (LaminaRowWriter *writer,
             const gint64     bytes[2])
{
  lamina_row_writer_take (writer, dup_bytes (bytes[0]));
  lamina_row_writer_take (writer, dup_bytes (bytes[1]));
  lamina_row_writer_take (writer, dup_change (bytes));
}

void
lamina_compare_memory_write (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Memory at the peak", ">A", ">B", ">Δ", ">Tensors A", ">Tensors B", NULL };
  g_autoptr (LaminaMemoryDifferences) differences = find (comparison);
  g_autoptr (LaminaRowWriter) writer = NULL;

  if (differences == NULL)
    return;
  putchar ('\n');
  writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);
  lamina_row_writer_add_words (writer, "all");
  add_figures (writer, differences->peak);
  lamina_row_writer_add (writer, NULL);
  lamina_row_writer_add (writer, NULL);
  for (guint i = 0; i < differences->n; i++)
    {
      const LaminaSiteDifference *site = &differences->sites[i];

      lamina_row_writer_add (writer, site->site);
      add_figures (writer, site->bytes);
      lamina_row_writer_add_count (writer, site->n[0]);
      lamina_row_writer_add_count (writer, site->n[1]);
    }
}

static void
add_pair (JsonBuilder  *json,
          const gint64  bytes[2])
{
  lamina_json_add_integer (json, "a", bytes[0]);
  lamina_json_add_integer (json, "b", bytes[1]);
  lamina_json_add_integer (json, "delta", bytes[1] - bytes[0]);
}

void
lamina_compare_memory_add (JsonBuilder      *json,
                           LaminaComparison *comparison)
{
  g_autoptr (LaminaMemoryDifferences) differences = find (comparison);

  if (differences == NULL)
    {
      lamina_json_add_text (json, "memory", NULL);
      return;
    }
  lamina_json_open_object (json, "memory");
  lamina_json_open_object (json, "peak_bytes");
  add_pair (json, differences->peak);
  json_builder_end_object (json);
  lamina_json_open_array (json, "sites");
  for (guint i = 0; i < differences->n; i++)
    {
      const LaminaSiteDifference *site = &differences->sites[i];

      json_builder_begin_object (json);
      lamina_json_add_text (json, "site", site->site);
      lamina_json_open_object (json, "bytes");
      add_pair (json, site->bytes);
      json_builder_end_object (json);
      lamina_json_add_integer (json, "tensors_a", site->n[0]);
      lamina_json_add_integer (json, "tensors_b", site->n[1]);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
}
