/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-label-lines.h"

#include <math.h>
#include <string.h>

/* A label that is cut shows this many characters at least and, as the fourth one, the ellipsis. */
#define FEWEST_CHARACTERS 3
#define ELLIPSIS "…"

/* A word of fewer letters stays whole, and of a longer one no fewer letters stand alone. */
#define LONG_WORD 8
#define FEWEST_LETTERS 3

/* Painters round the room of a cut text down to a multiple of this. */
#define CUT_STEP 4

#define MOST_LINES 4

/* So much more room is tried when the least room of a label is looked for. */
#define ROOM_STEP 3.0

static double
get_width (LaminaMetrics *metrics,
           const char    *text)
{
  return lamina_metrics_get_width (metrics, LAMINA_FONT_LABEL, text);
}

/* The characters of names are few, so their widths are known, which those of all parts of names are not. */
static double
get_character_width (LaminaMetrics *metrics,
                     const char    *at)
{
  char character[8] = "";

  memcpy (character, at, MIN ((gsize) (g_utf8_next_char (at) - at), sizeof character - 1));
  return get_width (metrics, character);
}

/* Whether a capital begins a part of a long word: `Max|Pooling`, but not `Re|LU` nor the last letter of `MEMCPYDtoH`. */
static gboolean
is_part (const char *text,
         const char *at)
{
  /* How many letters and digits of the word stand before @at, and from it on. */
  guint before = 0, behind = 0;

  if (!g_ascii_isupper (*at) || !g_ascii_islower (at[-1]))
    return FALSE;
  for (const char *c = at; c > text && g_ascii_isalnum (c[-1]); c--)
    before++;
  for (; g_ascii_isalnum (*at); at++)
    behind++;
  return before + behind >= LONG_WORD && before >= FEWEST_LETTERS && behind >= FEWEST_LETTERS;
}

/* Where a word of a name ends: behind `_ . : / -` and spaces, before brackets and, if need be, the parts of long words. */
static gboolean
is_break (const char *text,
          const char *at,
          gboolean    with_parts)
{
  if (at == text || *at == '\0')
    return FALSE;
  if (strchr ("[(<{", *at) != NULL)
    return TRUE;
  if (strchr ("_.:/- ", at[-1]) != NULL)
    return strchr ("_.:/- ", *at) == NULL;
  return with_parts && is_part (text, at);
}

/* How many bytes of whole words fit into a line: 0 when not even the first one does. */
static gsize
get_line_length (LaminaMetrics *metrics,
                 const char    *text,
                 double         room,
                 gboolean       with_parts)
{
  const char *word_end = text;
  double width = 0;

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      if (is_break (text, at, with_parts))
        word_end = at;
      width += get_character_width (metrics, at);
      if (width > room)
        return (gsize) (word_end - text);
    }
  return strlen (text);
}

/*
 * Breaks a label between words into at most so many lines, and returns whether all of it has room. The last line takes
 * what is left; it is NULL when a word before it is longer than a line.
 */
static gboolean
break_label (LaminaMetrics *metrics,
             const char    *label,
             double         room,
             guint          most,
             gboolean       with_parts,
             GPtrArray     *lines)
{
  while (*label != '\0')
    {
      gsize length = get_line_length (metrics, label, room, with_parts);

      if (length == 0 || (lines->len + 1 == most && label[length] != '\0'))
        {
          g_ptr_array_add (lines, length == 0 && lines->len + 1 < most ? NULL : g_strdup (label));
          return FALSE;
        }
      g_ptr_array_add (lines, g_strndup (label, length));
      label += length;
    }
  return TRUE;
}

/* Whether enough of a text can be read where the rest gives way to an ellipsis. */
static gboolean
can_be_cut (LaminaMetrics *metrics,
            const char    *text,
            double         room)
{
  double width = get_width (metrics, ELLIPSIS);
  guint n = 0;

  for (; *text != '\0' && n < FEWEST_CHARACTERS; text = g_utf8_next_char (text), n++)
    width += get_character_width (metrics, text);
  return n == FEWEST_CHARACTERS && width <= floor (room / CUT_STEP) * CUT_STEP;
}

/* A letter or two in the last line get the word before them: `conv_|u2b_c`, not `conv_u2b_|c`. */
static void
fill_last_line (LaminaMetrics *metrics,
                double         room,
                GPtrArray     *lines)
{
  const char *last = lines->pdata[lines->len - 1];
  char *before = lines->len > 1 ? lines->pdata[lines->len - 2] : NULL;
  gsize end = before != NULL ? strlen (before) - 1 : 0;
  g_autofree char *both = NULL;

  if (g_utf8_strlen (last, -1) >= FEWEST_LETTERS)
    return;
  while (end > 0 && !is_break (before, before + end, FALSE))
    end--;
  /* Not where as little would be left there: a separator counts, too. */
  if (end <= FEWEST_LETTERS)
    return;
  both = g_strconcat (before + end, last, NULL);
  if (get_width (metrics, both) > room)
    return;
  before[end] = '\0';
  g_ptr_array_set_size (lines, (int) lines->len - 1);
  g_ptr_array_add (lines, g_steal_pointer (&both));
}

/* Whole words in every line, and parts of words only where they have no room. */
static gboolean
break_well (LaminaMetrics *metrics,
            const char    *label,
            double         room,
            guint          most,
            GPtrArray     *lines)
{
  if (!break_label (metrics, label, room, most, FALSE, lines))
    {
      g_ptr_array_set_size (lines, 0);
      if (!break_label (metrics, label, room, most, TRUE, lines))
        return FALSE;
    }
  fill_last_line (metrics, room, lines);
  return TRUE;
}

guint
lamina_label_get_most_lines (int height)
{
  return (guint) CLAMP ((height - 6) / LAMINA_LABEL_LINE_HEIGHT, 1, MOST_LINES);
}

GPtrArray *
lamina_label_dup_lines (LaminaMetrics *metrics,
                        const char    *label,
                        double         room,
                        guint          most)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  if (*label == '\0')
    return lines;
  if (get_width (metrics, label) <= room)
    {
      g_ptr_array_add (lines, g_strdup (label));
      return lines;
    }
  if (most > 1 && break_well (metrics, label, room, most, lines))
    return lines;
  /* Whole words above a last line that can be read in part; else one line is easier to read. */
  if (lines->len > 1 && lines->pdata[lines->len - 1] != NULL
      && can_be_cut (metrics, lines->pdata[lines->len - 1], room))
    return lines;
  g_ptr_array_set_size (lines, 0);
  if (can_be_cut (metrics, label, room))
    g_ptr_array_add (lines, g_strdup (label));
  return lines;
}
