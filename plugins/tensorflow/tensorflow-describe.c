/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-format.h"
#include "tensorflow-steps.h"

#include <string.h>

/* Where the record of a row of statistics stands; FALSE for rows of a listing. */
static gboolean
find_record (LaminaDocument    *document,
             const LaminaPlace *place,
             LaminaSource      *source,
             guint64           *offset)
{
  LaminaRun *run = lamina_document_get_run (document, place->run);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaSlices *slices = NULL;
  char text[sizeof "node_stats" - 1];

  if (place->kind == LAMINA_PLACE_SLICE)
    slices = lamina_track_get_slices (lamina_run_get_track (run, place->track));
  if (slices && lamina_slices_get_args_length (slices, place->row) > 0)
    *offset = lamina_slices_get_args_offset (slices, place->row);
  else if (place->kind == LAMINA_PLACE_LAYER && layers->first_args
           && layers->first_args[place->row] < layers->first_args[place->row + 1])
    *offset = layers->args[layers->first_args[place->row]].offset;
  else
    return FALSE;
  return lamina_source_read (source, *offset, text, sizeof text, NULL, NULL) == sizeof text
         && memcmp (text, "node_stats", sizeof text) == 0;
}

gboolean
tensorflow_describe (LaminaDocument     *document,
                     const LaminaPlace  *place,
                     LaminaDetails      *details,
                     GError            **error)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_document_get_run (document, place->run));
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);
  g_autoptr (LaminaLineReader) lines = NULL;
  g_auto (GStrv) fields = NULL;
  g_autofree char *text = NULL;
  LaminaLine line;
  guint64 offset;

  if (find_record (document, place, source, &offset))
    {
      if (!lamina_source_check_unchanged (source, error))
        return FALSE;
      tensorflow_steps_describe (source, offset, details);
      return TRUE;
    }
  if (place->kind != LAMINA_PLACE_LAYER || !layers->first_args
      || layers->first_args[place->row] == layers->first_args[place->row + 1])
    return place->kind == LAMINA_PLACE_LAYER;
  if (!lamina_source_check_unchanged (source, error))
    return FALSE;
  lines = lamina_line_reader_new (source, layers->args[layers->first_args[place->row]].offset, NULL);
  if (!lamina_line_reader_next (lines, &line))
    return lamina_line_reader_finish (lines, error);
  text = g_utf8_make_valid (line.text, (gssize) line.length);
  fields = g_strsplit (text, ", ", -1);
  for (guint i = 0; fields[i]; i++)
    if (fields[i][0] == '^')
      {
        const LaminaValue value = LAMINA_VALUE_INIT_TEXT (fields[i] + 1);

        lamina_details_add (details, NULL, "control input", &value);
      }
  return TRUE;
}
