/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-format.h"

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
