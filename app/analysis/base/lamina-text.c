/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-text.h"

/* As many as one digit can number. */
#define MOST_ARGUMENTS 9

/* A piece of a format: the text before a conversion, and the conversion. */
typedef struct
{
  const char *text;
  gsize length;
  char conversion; /* 's', 'u', '%', or '\0' at the end */
  guint argument;
  const char *next;
} Piece;

/* @argument: the number of the next argument in order. */
static Piece
find_piece (const char *format,
            guint       argument)
{
  Piece piece = { .text = format, .length = strcspn (format, "%"), .argument = argument };
  const char *at = format + piece.length;

  if (*at == '\0')
    return piece;
  at++;
  if (g_ascii_isdigit (at[0]) && at[1] == '$')
    {
      piece.argument = (guint) g_ascii_digit_value (at[0]) - 1;
      at += 2;
    }
  piece.conversion = *at;
  piece.next = at + 1;
  return piece;
}

/* Writes the arguments as they shall stand in the text; FALSE for a format of another kind. */
static gboolean
dup_arguments (const char *format,
               va_list     arguments,
               char       *texts[MOST_ARGUMENTS])
{
  char conversions[MOST_ARGUMENTS] = { 0 };
  guint n = 0;

  for (Piece piece = find_piece (format, n); piece.conversion != '\0'; piece = find_piece (piece.next, n))
    if (piece.conversion != '%')
      {
        if ((piece.conversion != 's' && piece.conversion != 'u') || piece.argument >= MOST_ARGUMENTS)
          return FALSE;
        conversions[piece.argument] = piece.conversion;
        n++;
      }
  for (guint i = 0; i < MOST_ARGUMENTS && conversions[i] != '\0'; i++)
    if (conversions[i] == 's')
      texts[i] = g_strdup (va_arg (arguments, const char *));
    else
      texts[i] = lamina_figure_dup_exact (va_arg (arguments, guint), LAMINA_UNIT_NONE);
  return TRUE;
}

static void
append_list (GString    *text,
             const char *format,
             va_list     arguments)
{
  char *texts[MOST_ARGUMENTS] = { NULL };
  gboolean is_known = dup_arguments (format, arguments, texts);
  guint n = 0;

  g_return_if_fail (is_known);

  for (Piece piece = find_piece (format, n); ; piece = find_piece (piece.next, n))
    {
      g_string_append_len (text, piece.text, (gssize) piece.length);
      if (piece.conversion == '\0')
        break;
      if (piece.conversion == '%')
        g_string_append_c (text, '%');
      else if (texts[piece.argument] != NULL)
        g_string_append (text, texts[piece.argument]);
      n += piece.conversion != '%';
    }
  for (guint i = 0; i < MOST_ARGUMENTS; i++)
    g_free (texts[i]);
}

char *
lamina_text_dup_list (const char *format,
                      va_list     arguments)
{
  GString *text = g_string_new (NULL);

  append_list (text, format, arguments);
  return g_string_free (text, FALSE);
}

char *
lamina_text_dup (const char *format,
                 ...)
{
  va_list arguments;
  char *text;

  va_start (arguments, format);
  text = lamina_text_dup_list (format, arguments);
  va_end (arguments);
  return text;
}

void
lamina_text_append (GString    *text,
                    const char *format,
                    ...)
{
  va_list arguments;

  va_start (arguments, format);
  append_list (text, format, arguments);
  va_end (arguments);
}
