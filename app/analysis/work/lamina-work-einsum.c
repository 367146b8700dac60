/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/* The lengths of the letters of an equation, and of the dimensions that `...` stands for. */
typedef struct
{
  gint64 letters[52];
  gboolean used[52];
  LaminaWorkShape rest;
} Lengths;

static int
get_letter (char c)
{
  if (c >= 'a' && c <= 'z')
    return c - 'a';
  return c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1;
}

/* The dimensions of one factor, `bhid`; FALSE when they do not fit. */
static gboolean
take_factor (Lengths                *self,
             const char             *term,
             gsize                   length,
             const LaminaWorkTensor *tensor)
{
  guint n_letters = 0, at = 0;

  for (gsize i = 0; i < length; i++)
    n_letters += get_letter (term[i]) >= 0;
  for (gsize i = 0; i < length; i++)
    {
      int letter = get_letter (term[i]);

      if (letter >= 0)
        {
          if (at >= tensor->n)
            return FALSE;
          /* A length of 1 stretches. */
          if (!self->used[letter] || self->letters[letter] == 1)
            self->letters[letter] = tensor->dims[at];
          self->used[letter] = TRUE;
          at++;
        }
      else if (term[i] == '.' && tensor->n >= n_letters)
        {
          guint n = tensor->n - n_letters;

          for (; n > 0 && at < tensor->n && self->rest.n < n; at++)
            self->rest.dims[self->rest.n++] = tensor->dims[at];
          at = MAX (at, n);
          i += 2;
        }
    }
  return at == tensor->n;
}

static const char *
find_end (const char *term)
{
  return term + strcspn (term, ",-");
}

/* What the equation makes of the factors, where it names it. */
static void
set_result (const Lengths   *self,
            const char      *term,
            LaminaWorkShape *result)
{
  result->n = 0;
  for (; *term != '\0' && result->n + self->rest.n < LAMINA_MAX_DIMS; term++)
    {
      int letter = get_letter (*term);

      if (letter >= 0)
        result->dims[result->n++] = self->letters[letter];
      else if (*term == '.' && term[1] == '.' && term[2] == '.')
        for (guint i = 0; i < self->rest.n; i++)
          result->dims[result->n++] = self->rest.dims[i];
    }
  result->known = TRUE;
}

/* Whether a letter of the factors is not in the result; where there is none, whether a letter stands there twice. */
static gboolean
has_sum (const char *equation,
         const char *arrow)
{
  for (const char *at = equation; *at != '\0' && at != arrow; at++)
    if (get_letter (*at) >= 0 && (arrow ? !strchr (arrow, *at) : strchr (at + 1, *at) != NULL))
      return TRUE;
  return FALSE;
}

static void
write_text (const Lengths *self,
            const char    *equation,
            gint64         n_operations,
            GString       *text)
{
  gboolean is_first = TRUE;

  if (!text)
    return;
  g_string_append_printf (text, "%" G_GINT64_FORMAT " · (", n_operations);
  for (guint i = 0; i < G_N_ELEMENTS (self->letters); i++)
    if (self->used[i])
      {
        g_string_append_printf (text, "%s%" G_GINT64_FORMAT, is_first ? "" : "×", self->letters[i]);
        is_first = FALSE;
      }
  g_string_append_printf (text, "), %s", equation);
}

void
lamina_work_einsum (const LaminaWorkProblem *problem,
                    LaminaWorkAnswer        *answer,
                    LaminaWorkShape         *result)
{
  const char *equation = problem->attributes ? problem->attributes->equation : "", *term = equation;
  const char *arrow = strstr (equation, "->");
  Lengths lengths = { .rest = { .n = 0 } };
  guint n_factors = 0;
  gint64 product = 1, n_operations;

  answer->rule = LAMINA_WORK_RULE_EINSUM;
  if (equation[0] == '\0')
    return;
  while (*term != '\0' && term != arrow)
    {
      const char *end = find_end (term);
      const LaminaWorkTensor *tensor = lamina_work_get_input (problem, 1, n_factors++);

      if (!tensor || tensor->n > LAMINA_MAX_DIMS || !take_factor (&lengths, term, (gsize) (end - term), tensor))
        return;
      term = *end == ',' ? end + 1 : end;
    }
  for (guint i = 0; i < G_N_ELEMENTS (lengths.letters); i++)
    if (lengths.used[i])
      product = lamina_work_multiply (product, lengths.letters[i]);
  product = lamina_work_multiply (product, lamina_work_count (lengths.rest.dims, lengths.rest.n));
  if (arrow && product != LAMINA_ABSENT)
    set_result (&lengths, arrow + 2, result);
  n_operations = (gint64) n_factors - !has_sum (equation, arrow);
  /* One factor whose dimensions change places is a copy. */
  if (n_operations <= 0)
    return;
  answer->flop = lamina_work_multiply (product, n_operations);
  write_text (&lengths, equation, n_operations, answer->text);
}
