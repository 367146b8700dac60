/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/*
 * A trace of PyTorch has the arguments of a call as three lists side by side: shapes, types, and the values of what is no
 * tensor. Those that are tensors become inputs of the layer, each tensor of a list one; what has neither a dimension nor a
 * type of a size is none.
 *
 *   [[2, 8, 128, 64], [], []]   ["float", "", "Scalar"]   ["", "", "True"]
 */

/* From behind the bracket of a shape, or of a list of these, to behind its end. */
static const char *
skip_shape (const char         *text,
            LaminaWorkArgument *argument,
            guint              *n_tensors)
{
  guint depth = 1;
  gboolean is_number = FALSE;

  for (; *text != '\0' && depth > 0; text++)
    {
      if (*text == '[')
        {
          (*n_tensors)++;
          depth++;
        }
      else if (*text == ']')
        depth--;
      else if (g_ascii_isdigit (*text) && !is_number && depth == 1)
        argument->n_dims++;
      is_number = g_ascii_isdigit (*text);
    }
  return text;
}

/* The next text of a list, which must be at its beginning at first; NULL behind the last. A list counts as nothing. */
static const char *
take_text (const char **list,
           gsize       *length)
{
  const char *begin;

  while (**list != '\0' && **list != '"' && **list != '[')
    ++*list;
  *length = 0;
  if (**list == '[')
    {
      *list += strcspn (*list, "]");
      *list += **list == ']';
      return "";
    }
  if (**list == '\0')
    return NULL;
  begin = ++*list;
  for (; **list != '\0' && **list != '"'; ++*list)
    if (**list == '\\' && (*list)[1] != '\0')
      ++*list;
  *length = (gsize) (*list - begin);
  *list += **list == '"';
  return begin;
}

static void
set_type (LaminaWorkArgument *argument,
          const char         *type,
          gsize               length,
          guint               n_tensors,
          guint              *n_inputs)
{
  g_autofree char *word = g_strndup (type ? type : "", length);
  gboolean is_tensor = argument->n_dims > 0 || lamina_dtype_get_bits (word) > 0;

  argument->is_plain = !is_tensor && n_tensors == 0 && length > 0;
  if (is_tensor && n_tensors == 0)
    argument->input_plus_1 = (guint8) MIN (*n_inputs + 1, G_MAXUINT8);
  *n_inputs += n_tensors > 0 || !is_tensor ? n_tensors : 1;
}

guint
lamina_work_split_arguments (const char         *dims,
                             const char         *types,
                             const char         *values,
                             LaminaWorkArgument *arguments)
{
  guint n = 0, n_inputs = 0;

  if (*dims != '[' || *types != '[' || (values && *values != '['))
    return 0;
  dims++;
  types++;
  if (values)
    values++;
  while (n < LAMINA_WORK_MOST_ARGUMENTS && *(dims += strcspn (dims, "[]")) == '[')
    {
      LaminaWorkArgument *argument = &arguments[n++];
      guint n_tensors = 0;
      gsize length;
      const char *type = take_text (&types, &length);

      *argument = (LaminaWorkArgument) { .value = NULL };
      dims = skip_shape (dims + 1, argument, &n_tensors);
      set_type (argument, type, length, n_tensors, &n_inputs);
      argument->value = values ? take_text (&values, &argument->length) : NULL;
      if (argument->length == 0)
        argument->value = NULL;
    }
  return n;
}
