/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-assemble.h"

#include <string.h>

/* Metadata events name and order processes and threads; the rest of them are facts about a process. */

enum
{
  KEY_NAME,
  KEY_LABELS,
  KEY_SORT_INDEX,
};

static const char *const arg_keys[] = { "name", "labels", "sort_index", NULL };

typedef struct
{
  guint32 text;
  gint64 number;
} Meaning;

static void
read_meaning (ChromeTrace *self,
              guint32      row,
              int          wanted,
              Meaning     *meaning)
{
  g_autoptr (LaminaJsonReader) json = chrome_trace_open_args (self, row);
  const char *text;
  gsize length;
  int key;

  if (!json)
    return;
  while ((key = lamina_json_reader_next_member (json, arg_keys)) != LAMINA_JSON_END)
    if (key != wanted)
      continue;
    else if (key == KEY_SORT_INDEX)
      lamina_json_reader_read_int64 (json, &meaning->number);
    else if ((text = lamina_json_reader_read_text (json, &length)))
      meaning->text = lamina_builder_intern (self->builder, text, (gssize) length);
}

static gboolean
use_metadata (ChromeTrace *self,
              guint32      row)
{
  const char *name = chrome_trace_get_text (self, self->events->name[row]);
  ChromeTrack *track = chrome_trace_get_track (self, self->events->track[row]);
  ChromeProcess *process = chrome_trace_get_process (self, track->process);
  Meaning meaning = { 0, LAMINA_ABSENT };
  gboolean is_sort = g_str_has_suffix (name, "_sort_index");

  if (!g_str_has_prefix (name, "process_") && !g_str_has_prefix (name, "thread_"))
    return FALSE;
  read_meaning (self, row, is_sort ? KEY_SORT_INDEX : g_str_has_suffix (name, "labels") ? KEY_LABELS : KEY_NAME, &meaning);
  if (is_sort && meaning.number == LAMINA_ABSENT)
    return FALSE;
  if (g_str_equal (name, "process_name"))
    process->name = meaning.text;
  else if (g_str_equal (name, "process_labels"))
    process->labels = meaning.text;
  else if (g_str_equal (name, "process_sort_index"))
    process->sort = meaning.number;
  else if (g_str_equal (name, "thread_name"))
    track->name = meaning.text;
  else if (g_str_equal (name, "thread_sort_index"))
    track->sort = meaning.number;
  else
    return FALSE;
  return TRUE;
}

void
chrome_assemble_metadata (ChromeTrace *self)
{
  for (guint row = 0; row < self->events->n; row++)
    if (self->events->phase[row] == 'M')
      {
        if (use_metadata (self, row))
          lamina_import_account (self->import, chrome_trace_get_record (self, row), LAMINA_RECORD_MERGED);
        else
          lamina_import_skip (self->import, chrome_trace_get_record (self, row), "metadata that Lamina does not know");
      }
}
