/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "xprof-hlo-private.h"

#include <string.h>

void
xprof_hlo_init (XprofHlo *self)
{
  *self = (XprofHlo) { 0 };
  self->outputs = g_array_new (FALSE, FALSE, sizeof (XprofOperand));
  self->inputs = g_array_new (FALSE, FALSE, sizeof (XprofOperand));
}

void
xprof_hlo_clear (XprofHlo *self)
{
  g_array_unref (self->outputs);
  g_array_unref (self->inputs);
}

static void
skip_blanks (const char **at)
{
  while (**at == ' ' || **at == ',')
    (*at)++;
}

static gsize
count_word (const char *at)
{
  gsize n = 0;

  while (g_ascii_isalnum (at[n]) || (at[n] != '\0' && strchr ("_-.", at[n])))
    n++;
  return n;
}

/* Between many operands the compiler counts them, in a comment as C writes it. */
static void
skip_comments (const char **at)
{
  skip_blanks (at);
  while (g_str_has_prefix (*at, "/*"))
    {
      const char *end = strstr (*at, "*/");

      *at = end ? end + 2 : *at + strlen (*at);
      skip_blanks (at);
    }
}

/* `[8,<=128]`: a bounded dimension is as large as it may be. FALSE when it is no list of dimensions. */
static gboolean
parse_dims (const char  **at,
            LaminaShape  *shape)
{
  const char *here = *at + 1;

  shape->n = 0;
  while (*here != ']')
    {
      char *end;

      here += strspn (here, " ,<=");
      if (!g_ascii_isdigit (*here) || shape->n == LAMINA_MAX_DIMS)
        return FALSE;
      shape->dims[shape->n++] = g_ascii_strtoll (here, &end, 10);
      here = end;
    }
  *at = here + 1;
  return TRUE;
}

/* `bf16[8,128]{1,0:T(8,128)}`; FALSE leaves @at where it was. */
static gboolean
parse_shape (const char  **at,
             XprofOperand *operand)
{
  const char *here = *at;

  operand->dtype = here;
  operand->dtype_length = count_word (here);
  here += operand->dtype_length;
  if (operand->dtype_length == 0 || *here != '[' || !parse_dims (&here, &operand->shape))
    return FALSE;
  operand->layout = here;
  operand->layout_length = *here == '{' ? strcspn (here, "}") : 0;
  if (operand->layout_length > 0 && here[operand->layout_length] == '}')
    operand->layout_length++;
  *at = here + operand->layout_length;
  operand->has_shape = TRUE;
  return TRUE;
}

/* One shape, or several in brackets, which may stand in brackets again. */
static gboolean
parse_outputs (const char **at,
               GArray      *outputs)
{
  guint depth = 0;

  do
    {
      XprofOperand operand = { 0 };

      skip_comments (at);
      if (**at == '(')
        depth++, (*at)++;
      else if (**at == ')' && depth > 0)
        depth--, (*at)++;
      else if (parse_shape (at, &operand))
        g_array_append_val (outputs, operand);
      else
        return FALSE;
    }
  while (depth > 0);
  return TRUE;
}

static gboolean
parse_operand (const char **at,
               GArray      *inputs)
{
  XprofOperand operand = { 0 };

  parse_shape (at, &operand);
  *at += strspn (*at, " ");
  if (**at == '%')
    (*at)++;
  operand.name = *at;
  operand.name_length = count_word (*at);
  *at += operand.name_length;
  if (operand.name_length == 0 && !operand.has_shape)
    return FALSE;
  g_array_append_val (inputs, operand);
  return TRUE;
}

/* A shape in brackets among the operands is that of several values at once: only the name behind it counts. */
static gboolean
skip_tuple (const char **at)
{
  guint depth = 0;

  for (; **at != '\0'; (*at)++)
    if (**at == '(')
      depth++;
    else if (**at == ')' && --depth == 0)
      {
        (*at)++;
        return TRUE;
      }
  return FALSE;
}

gboolean
xprof_hlo_parse (XprofHlo   *self,
                 const char *text)
{
  const char *at = strstr (text, " = ");

  if (!at)
    return FALSE;
  at += strlen (" = ");
  if (!parse_outputs (&at, self->outputs))
    return FALSE;
  skip_blanks (&at);
  self->opcode = at;
  self->opcode_length = count_word (at);
  at += self->opcode_length;
  if (self->opcode_length == 0 || *at++ != '(')
    return FALSE;
  for (;;)
    {
      skip_comments (&at);
      if (*at == ')')
        return TRUE;
      if (*at == '(' && !skip_tuple (&at))
        return FALSE;
      at += strspn (at, " ");
      if (!parse_operand (&at, self->inputs))
        return FALSE;
    }
}
