/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chainer-graph.h"

#include <string.h>

/*
 * The lines of the file:
 *
 *   N M                    how many variables and functions
 *   ID BYTES NAME          of each variable; _ is an activation, a number an input, a path a parameter
 *   forward                or backward, and then of that function:
 *   K P                    how many inputs and outputs
 *   ID ROLE                of each input; _ in forward functions, gradient, input or output in backward ones
 *   ID                     of each output
 *   TYPE
 *   JSON                   its attributes
 *
 * Where K or P is 0 there is one empty line. Whatever line is missing or wrong, reading goes on with the next variable
 * or function.
 */

typedef struct
{
  ChainerGraph *graph;
  LaminaLineReader *reader;
  LaminaLine line;
  gboolean has_line;
} Reader;

static void
next (Reader *self)
{
  self->has_line = lamina_line_reader_next (self->reader, &self->line);
}

static gboolean
is_word (Reader     *self,
         const char *word)
{
  return self->has_line && strcmp (self->line.text, word) == 0;
}

static gboolean
begins_function (Reader *self)
{
  return is_word (self, "forward") || is_word (self, "backward");
}

/* A whole number at the beginning of @text; goes behind it and one blank. */
static gboolean
take_number (const char **text,
             gint64      *number)
{
  const char *end = *text + strcspn (*text, " ");

  if (!lamina_decimal_parse (*text, (gsize) (end - *text), 0, number) || *number < 0 || !g_ascii_isdigit (**text))
    return FALSE;
  *text = *end == ' ' ? end + 1 : end;
  return TRUE;
}

static LaminaRole
find_role (const char *name)
{
  if (name[0] == '/')
    return LAMINA_ROLE_PARAMETER;
  if (g_ascii_isdigit (name[0]))
    return LAMINA_ROLE_INPUT;
  return strcmp (name, "_") == 0 ? LAMINA_ROLE_ACTIVATION : LAMINA_ROLE_UNKNOWN;
}

static void
read_variable (Reader *self)
{
  ChainerVariable variable = { .producer = LAMINA_NONE, .offset = self->line.offset };
  const char *text = self->line.text;

  variable.record = lamina_import_open_record (self->graph->import, self->graph->source, self->line.offset);
  if (!take_number (&text, &variable.id) || !take_number (&text, &variable.bytes) || *text == '\0')
    lamina_import_skip (self->graph->import, variable.record,
                        N_("the line is not a variable: an id, bytes and a name are expected"));
  else if (chainer_graph_find_variable (self->graph, variable.id) != LAMINA_NONE)
    lamina_import_skip (self->graph->import, variable.record, N_("there is another variable with this id"));
  else
    {
      variable.name = g_utf8_make_valid (text, -1);
      variable.role = find_role (variable.name);
      g_hash_table_insert (self->graph->ids, g_memdup2 (&variable.id, sizeof variable.id),
                           GUINT_TO_POINTER (self->graph->variables->len));
      g_array_append_val (self->graph->variables, variable);
    }
}

static ChainerRole
find_use (const char *word)
{
  if (strcmp (word, "gradient") == 0)
    return CHAINER_ROLE_GRADIENT;
  if (strcmp (word, "input") == 0)
    return CHAINER_ROLE_INPUT;
  return strcmp (word, "output") == 0 ? CHAINER_ROLE_OUTPUT : CHAINER_ROLE_NONE;
}

/* One of the lines that name a variable; FALSE when it is none. */
static gboolean
read_use (Reader          *self,
          ChainerFunction *function,
          GArray          *uses)
{
  const char *text = self->line.text;
  ChainerUse use;
  gint64 id;

  if (!self->has_line || !take_number (&text, &id))
    return FALSE;
  use.variable = chainer_graph_find_variable (self->graph, id);
  use.role = find_use (text);
  if (use.variable != LAMINA_NONE)
    g_array_append_val (uses, use);
  else
    chainer_graph_note (self->graph, N_("a function names a variable that is not there"), self->line.offset, function->record);
  return TRUE;
}

static gboolean
read_uses (Reader          *self,
           ChainerFunction *function,
           gint64           n,
           GArray          *uses)
{
  if (n == 0 && self->has_line && self->line.length == 0)
    next (self);
  for (gint64 i = 0; i < n; i++, next (self))
    if (!read_use (self, function, uses))
      return FALSE;
  return TRUE;
}

static void
read_attributes (Reader          *self,
                 ChainerFunction *function)
{
  static const char *const keys[] = { "rank", "sy", "ph", "outh", NULL };
  g_autoptr (LaminaJsonReader) json = NULL;
  gint64 numbers[] = { LAMINA_ABSENT, 1, 0, 0 };
  int key;

  function->json_offset = self->line.offset;
  function->json_length = (guint32) MIN (self->line.length, G_MAXUINT32);
  json = lamina_json_reader_new (self->graph->source, self->line.offset, self->line.length, NULL, self->graph->import, NULL);
  if (!lamina_json_reader_enter_object (json))
    return;
  while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
    {
      gint64 number;

      if (key >= 0 && key < (int) G_N_ELEMENTS (numbers) && lamina_json_reader_read_int64 (json, &number))
        numbers[key] = number;
    }
  function->rank = numbers[0];
  function->stride = CLAMP (numbers[1], 1, G_MAXINT16);
  function->padding = CLAMP (numbers[2], 0, G_MAXINT16);
  function->length = CLAMP (numbers[3], 0, G_MAXINT32);
}

/* What follows the line with the direction. FALSE at the first line that is not what it should be. */
static gboolean
read_body (Reader          *self,
           ChainerFunction *function)
{
  const char *text = self->line.text;
  gint64 n_inputs, n_outputs;

  if (!self->has_line || !take_number (&text, &n_inputs) || !take_number (&text, &n_outputs))
    return FALSE;
  next (self);
  if (!read_uses (self, function, n_inputs, function->inputs) || !read_uses (self, function, n_outputs, function->outputs))
    return FALSE;
  if (!self->has_line || begins_function (self) || self->line.text[0] == '{')
    return FALSE;
  function->type = g_utf8_make_valid (self->line.text, (gssize) self->line.length);
  next (self);
  if (!self->has_line || self->line.text[0] != '{')
    return FALSE;
  read_attributes (self, function);
  next (self);
  return TRUE;
}

static void
read_function (Reader *self)
{
  ChainerFunction function = { .rank = LAMINA_ABSENT, .stride = 1, .pair = LAMINA_NONE, .offset = self->line.offset };

  function.backward = is_word (self, "backward");
  function.record = lamina_import_open_record (self->graph->import, self->graph->source, self->line.offset);
  function.inputs = g_array_new (FALSE, FALSE, sizeof (ChainerUse));
  function.outputs = g_array_new (FALSE, FALSE, sizeof (ChainerUse));
  next (self);
  if (!read_body (self, &function))
    lamina_import_damage (self->graph->import, N_("a function is incomplete: what there is of it is shown"), self->graph->source,
                          function.offset, function.record);
  g_array_append_val (self->graph->functions, function);
}

gboolean
chainer_graph_read (ChainerGraph  *self,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (LaminaLineReader) lines = lamina_line_reader_new (self->source, 0, cancellable);
  Reader reader = { self, lines, { 0 }, FALSE };
  const char *text;

  next (&reader);
  text = reader.line.text;
  if (!reader.has_line || !take_number (&text, &self->n_variables) || !take_number (&text, &self->n_functions))
    chainer_graph_note (self, N_("the first line does not say how much there is"), 0, LAMINA_NONE);
  next (&reader);
  for (; reader.has_line && !begins_function (&reader); next (&reader))
    if (reader.line.length > 0)
      read_variable (&reader);
  if (self->variables->len != self->n_variables)
    chainer_graph_note (self, N_("the first line promises another number of variables"), 0, LAMINA_NONE);
  while (reader.has_line)
    if (begins_function (&reader))
      read_function (&reader);
    else
      {
        if (reader.line.length > 0)
          chainer_graph_note (self, N_("a line belongs to no function"), reader.line.offset, LAMINA_NONE);
        next (&reader);
      }
  if (self->functions->len != self->n_functions)
    chainer_graph_note (self, N_("the first line promises another number of functions"), 0, LAMINA_NONE);
  return lamina_line_reader_finish (lines, error);
}

/*
 * The schedule of a recomputation: `compute FUNCTION [INDEX…]`, where functions count from 0 in the order of the graph's
 * file, and `forget VARIABLE forward|backward`.
 */

/* What is wrong with a step, or NULL. */
static const char *
read_step (ChainerGraph  *self,
           char         **words,
           ChainerStep   *step)
{
  gboolean is_compute = strcmp (words[0], "compute") == 0;
  gint64 number;

  if (!is_compute && strcmp (words[0], "forget") != 0)
    return N_("the line is not a step of a schedule");
  if (!words[1] || !lamina_decimal_parse (words[1], strlen (words[1]), 0, &number) || number < 0)
    number = LAMINA_ABSENT;
  if (is_compute)
    {
      step->function = number != LAMINA_ABSENT && number < self->functions->len ? (guint32) number : LAMINA_NONE;
      return step->function == LAMINA_NONE ? N_("the schedule computes a function that is not there") : NULL;
    }
  step->variable = number != LAMINA_ABSENT ? chainer_graph_find_variable (self, number) : LAMINA_NONE;
  if (step->variable == LAMINA_NONE)
    return N_("the schedule forgets a variable that is not there");
  step->gradient = g_strcmp0 (words[2], "backward") == 0;
  return step->gradient || g_strcmp0 (words[2], "forward") == 0
         ? NULL : N_("the schedule does not say whether a value or a gradient is forgotten");
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

      ChainerStep step = { LAMINA_NONE, LAMINA_NONE, FALSE };
      const char *wrong;
      guint32 record;

      if (!words[0] || words[0][0] == '\0')
        continue;
      record = lamina_import_open_record (self->import, source, line.offset);
      wrong = read_step (self, words, &step);
      if (wrong)
        {
          lamina_import_skip (self->import, record, wrong);
          continue;
        }
      g_array_append_val (self->schedule, step);
      lamina_import_account (self->import, record, step.function != LAMINA_NONE ? LAMINA_RECORD_SHOWN : LAMINA_RECORD_MERGED);
    }
  return lamina_line_reader_finish (lines, error);
}
