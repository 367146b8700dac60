/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-inputs-private.h"

#include <string.h>

/* What nearly all arguments are, so that the words of other tools need not be gone through for each of them. */
static const struct
{
  const char *word;
  guint bits;
} common[] = {
  { "Scalar", 0 },     { "", 0 },           { "float", 32 }, { "c10::BFloat16", 16 },
  { "c10::Half", 16 }, { "long int", 64 }, { "bool", 8 },   { "ScalarList", 0 },
};

guint
kineto_get_dtype_bits (const char *dtype,
                       gsize       length)
{
  g_autofree char *word = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    if (strncmp (common[i].word, dtype, length) == 0 && common[i].word[length] == '\0')
      return common[i].bits;
  word = g_strndup (dtype, length);
  return lamina_dtype_get_bits (word);
}

typedef struct
{
  const char *at;
  const char *types;
  GArray *inputs;
  GArray *dims;
} Parser;

static void
skip_blanks (const char **at)
{
  while (g_ascii_isspace (**at))
    ++*at;
}

static gboolean
take (const char **at,
      char         wanted)
{
  skip_blanks (at);
  if (**at != wanted)
    return FALSE;
  ++*at;
  return TRUE;
}

/* The next word of the list of types; an inner list counts as its brackets. Without further words it is empty. */
static void
next_type (Parser      *self,
           const char **word,
           gsize       *length)
{
  *word = "";
  *length = 0;
  if (self->types == NULL)
    return;
  skip_blanks (&self->types);
  if (*self->types == '"')
    {
      *word = ++self->types;
      *length = strcspn (self->types, "\"");
      self->types += *length + (self->types[*length] == '"');
    }
  else
    {
      guint depth = 0;

      for (; *self->types != '\0' && (depth > 0 || (*self->types != ',' && *self->types != ']')); self->types++)
        if (*self->types == '[')
          depth++;
        else if (*self->types == ']')
          depth--;
    }
  if (!take (&self->types, ','))
    self->types = NULL;
}

static gboolean
parse_number (Parser *self)
{
  gint64 number = 0;
  const char *begin;

  skip_blanks (&self->at);
  begin = self->at;
  for (; g_ascii_isdigit (*self->at); self->at++)
    if (__builtin_mul_overflow (number, 10, &number) || __builtin_add_overflow (number, *self->at - '0', &number))
      return FALSE;
  if (self->at == begin)
    return FALSE;
  g_array_append_val (self->dims, number);
  return TRUE;
}

/* No operator takes so many tensors: whoever says so wants memory. */
#define MOST_INPUTS 100000

/* Numbers up to the bracket. The opening one is taken already. Without numbers it is a tensor in a list of these. */
static gboolean
parse_shape (Parser     *self,
             const char *dtype,
             gsize       length,
             gboolean    is_listed)
{
  KinetoInput input = { .first = self->dims->len, .dtype = dtype, .dtype_length = length };

  while (!take (&self->at, ']'))
    if ((self->dims->len > input.first && !take (&self->at, ',')) || self->dims->len - input.first == LAMINA_MAX_DIMS
        || self->inputs->len == MOST_INPUTS || !parse_number (self))
      {
        g_array_set_size (self->dims, input.first);
        return FALSE;
      }
  input.n = self->dims->len - input.first;
  if (input.n > 0 || is_listed || kineto_get_dtype_bits (dtype, length) > 0)
    g_array_append_val (self->inputs, input);
  return TRUE;
}

/* A list of tensors says of what kind it is, not what their elements are. */
static gboolean
parse_list (Parser *self)
{
  while (!take (&self->at, ']'))
    {
      take (&self->at, ',');
      if (!take (&self->at, '[') || !parse_shape (self, "", 0, TRUE))
        return FALSE;
    }
  return TRUE;
}

gboolean
kineto_parse_inputs (const char *shapes,
                     const char *types,
                     GArray     *inputs,
                     GArray     *dims)
{
  Parser self = { .at = shapes, .types = types, .inputs = inputs, .dims = dims };

  if (self.types && !take (&self.types, '['))
    self.types = NULL;
  if (!take (&self.at, '['))
    return FALSE;
  while (!take (&self.at, ']'))
    {
      const char *dtype;
      gsize length;
      gboolean is_read;

      take (&self.at, ',');
      next_type (&self, &dtype, &length);
      if (!take (&self.at, '['))
        return FALSE;
      skip_blanks (&self.at);
      is_read = *self.at == '[' ? parse_list (&self) : parse_shape (&self, dtype, length, FALSE);
      if (!is_read)
        return FALSE;
    }
  return TRUE;
}
