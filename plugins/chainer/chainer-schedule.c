/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-graph.h"

#include <string.h>

/*
 * The schedule of a recomputation: `compute FUNCTION [INDEX…]`, where functions count from 0 in the order of the graph's
 * file, and `forget VARIABLE forward|backward`.
 */

static void
note (ChainerGraph     *self,
      LaminaSource     *source,
      const LaminaLine *line,
      const char       *reason)
{
  lamina_import_skip (self->import, lamina_import_open_record (self->import, source, line->offset), reason);
}

static gboolean
parse_number (const char *word,
              gint64     *number)
{
  return word && lamina_decimal_parse (word, strlen (word), 0, number) && *number >= 0;
}

static void
read_compute (ChainerGraph     *self,
              LaminaSource     *source,
              const LaminaLine *line,
              char            **words)
{
  ChainerStep step = { LAMINA_NONE, LAMINA_NONE, FALSE };
  gint64 function;

  if (!parse_number (words[1], &function) || function >= self->functions->len)
    {
      note (self, source, line, N_("the schedule computes a function that is not there"));
      return;
    }
  step.function = (guint32) function;
  g_array_append_val (self->schedule, step);
  lamina_import_account (self->import, lamina_import_open_record (self->import, source, line->offset), LAMINA_RECORD_SHOWN);
}

static void
read_forget (ChainerGraph     *self,
             LaminaSource     *source,
             const LaminaLine *line,
             char            **words)
{
  ChainerStep step = { LAMINA_NONE, LAMINA_NONE, FALSE };
  gint64 id;

  step.variable = parse_number (words[1], &id) ? chainer_graph_find_variable (self, id) : LAMINA_NONE;
  if (step.variable == LAMINA_NONE)
    {
      note (self, source, line, N_("the schedule forgets a variable that is not there"));
      return;
    }
  step.gradient = g_strcmp0 (words[2], "backward") == 0;
  if (!step.gradient && g_strcmp0 (words[2], "forward") != 0)
    {
      note (self, source, line, N_("the schedule does not say whether a value or a gradient is forgotten"));
      return;
    }
  g_array_append_val (self->schedule, step);
  lamina_import_account (self->import, lamina_import_open_record (self->import, source, line->offset), LAMINA_RECORD_MERGED);
}

gboolean
chainer_schedule_read (ChainerGraph  *self,
                       LaminaSource  *source,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr (LaminaLineReader) lines = lamina_line_reader_new (source, 0, cancellable);
  LaminaLine line;

  while (lamina_line_reader_next (lines, &line))
    {
      g_autofree char *text = g_utf8_make_valid (line.text, (gssize) line.length);
      g_auto (GStrv) words = g_strsplit (g_strstrip (text), " ", -1);

      if (g_strcmp0 (words[0], "compute") == 0)
        read_compute (self, source, &line, words);
      else if (g_strcmp0 (words[0], "forget") == 0)
        read_forget (self, source, &line, words);
      else if (words[0] && words[0][0])
        note (self, source, &line, N_("the line is not a step of a schedule"));
    }
  return lamina_line_reader_finish (lines, error);
}
