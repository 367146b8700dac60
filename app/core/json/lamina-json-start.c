/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-blank-private.h"
#include "lamina-json-start-private.h"

#include <string.h>

/* The next one is mostly near, so that little is read at first. */
#define FIRST_BYTES ((gsize) 1 << 12)
#define MOST_BYTES ((gsize) 1 << 16)

/* What stands around the beginning of an element is looked for so far. */
#define AROUND_BYTES ((gsize) 512)

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && lamina_json_is_blank (*p))
    p++;
  return p;
}

/* The byte before @p and the blanks there; NUL when there is none. */
static char
step_back (const char **p,
           const char  *text)
{
  while (*p > text && lamina_json_is_blank ((*p)[-1]))
    --*p;
  return *p > text ? *--*p : '\0';
}

/* The end of the string at @p, which has no escapes; NULL when there is none. */
static const char *
find_string_end (const char *p,
                 const char *end)
{
  if (p == end || *p != '"')
    return NULL;
  for (p++; p < end && *p != '"'; p++)
    if (*p == '\\' || (guint8) *p < ' ')
      return NULL;
  return p < end ? p + 1 : NULL;
}

/* Whether the brace at @brace seems to begin an element: `}`, comma, brace, key, colon. */
static gboolean
begins_element (const char *text,
                const char *brace,
                const char *end,
                const char *key)
{
  const char *before = brace;
  const char *start = skip_blanks (brace + 1, end);
  const char *behind;

  if (step_back (&before, text) != ',' || step_back (&before, text) != '}')
    return FALSE;
  behind = find_string_end (start, end);
  if (behind == NULL)
    return FALSE;
  if (key != NULL && (strlen (key) != (gsize) (behind - start) || memcmp (key, start, strlen (key)) != 0))
    return FALSE;
  behind = skip_blanks (behind, end);
  return behind < end && *behind == ':';
}

/* The blanks that the line of @brace begins with, if nothing else but a comma stands before the brace; else ANYWHERE. */
static int
count_indent (const char *text,
              const char *brace)
{
  int n = 0;

  for (const char *p = brace; p > text; p--)
    if (p[-1] == '\n')
      return n;
    else if (lamina_json_is_blank (p[-1]))
      n++;
    else if (p[-1] != ',')
      break;
  return LAMINA_JSON_ANYWHERE;
}

static gboolean
fits_indent (int found,
             int indent)
{
  if (indent == LAMINA_JSON_ANYWHERE || found == indent)
    return TRUE;
  return indent == LAMINA_JSON_ANY_LINE && found != LAMINA_JSON_ANYWHERE;
}

/* The first beginning from @p on and before @end, judged by as much text around it wherever the text at hand begins; or NULL. */
static const char *
find_in_text (const char *text,
              gsize       length,
              const char *p,
              const char *end,
              const char *key,
              int         indent)
{
  for (; p < end && (p = memchr (p, '{', (gsize) (end - p))) != NULL; p++)
    {
      const char *first = p - MIN ((gsize) (p - text), AROUND_BYTES);
      const char *last = p + MIN ((gsize) (text + length - p), AROUND_BYTES);

      if (fits_indent (indent == LAMINA_JSON_ANYWHERE ? indent : count_indent (first, p), indent)
          && begins_element (first, p, last, key))
        return p;
    }
  return NULL;
}

guint64
lamina_json_find_start (LaminaSource *source,
                        guint64       start,
                        guint64       end,
                        const char   *key,
                        int           indent,
                        GCancellable *cancellable)
{
  g_autofree char *text = g_malloc (MOST_BYTES);

  for (gsize size = FIRST_BYTES; start < end; size = MIN (size * 4, MOST_BYTES))
    {
      guint64 offset = start - MIN (start, AROUND_BYTES);
      gssize n = lamina_source_read (source, offset, text, size, cancellable, NULL);
      guint64 stop;
      const char *found;

      if (n <= 0 || (guint64) n <= start - offset)
        return end;
      stop = offset + (guint64) n - ((gsize) n == size ? AROUND_BYTES : 0);
      found = find_in_text (text, (gsize) n, text + (start - offset), text + (MIN (stop, end) - offset), key, indent);
      if (found != NULL)
        return offset + (guint64) (found - text);
      if ((gsize) n < size)
        return end;
      start = stop;
    }
  return end;
}

int
lamina_json_get_indent (LaminaSource *source,
                        guint64       offset)
{
  char text[AROUND_BYTES];
  gsize length = (gsize) MIN (offset, sizeof text);
  int indent = LAMINA_JSON_ANYWHERE;

  if (lamina_source_read (source, offset - length, text, length, NULL, NULL) == (gssize) length)
    indent = count_indent (text, text + length);
  return indent == LAMINA_JSON_ANYWHERE ? LAMINA_JSON_ANY_LINE : indent;
}

char *
lamina_json_dup_first_key (LaminaSource *source,
                           guint64       offset)
{
  char text[AROUND_BYTES];
  gssize n = lamina_source_read (source, offset, text, sizeof text, NULL, NULL);
  const char *p = skip_blanks (text, text + MAX (n, 0));
  const char *end = text + MAX (n, 0);
  const char *behind;

  if (p == end || *p != '{')
    return NULL;
  p = skip_blanks (p + 1, end);
  behind = find_string_end (p, end);
  return behind != NULL ? g_strndup (p, (gsize) (behind - p)) : NULL;
}
