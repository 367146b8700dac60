/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-divide-private.h"

#include "lamina-source-private.h"

#include <string.h>

#define WINDOW_BYTES ((gsize) 1 << 16)

/* What stands around the beginning of an element is looked for so far. */
#define AROUND_BYTES ((gsize) 512)

/* So much is searched for an element that begins with the key of the first one; then any key will do. */
#define KEY_BYTES ((guint64) 1 << 22)

/* Of a text that is still being inflated, the first parts are short: an eighth of the others, a quarter, a half. */
#define N_SHORT 3
/* And the others are half as long: who reads them waits for each. */
#define MORE_PARTS 2

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static const char *
skip_blanks (const char *p,
             const char *end)
{
  while (p < end && is_blank (*p))
    p++;
  return p;
}

/* The byte before @p and the blanks there; NUL when there is none. */
static char
step_back (const char **p,
           const char  *text)
{
  while (*p > text && is_blank ((*p)[-1]))
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

static guint64
find_start (LaminaSource *source,
            guint64       start,
            guint64       end,
            const char   *key,
            GCancellable *cancellable)
{
  g_autofree char *text = g_malloc (WINDOW_BYTES);

  for (guint64 offset = start - MIN (start, AROUND_BYTES); start < end; offset += WINDOW_BYTES - 2 * AROUND_BYTES)
    {
      gssize n = lamina_source_read (source, offset, text, WINDOW_BYTES, cancellable, NULL);
      const char *p = text + (start - offset);

      if (n <= 0)
        return end;
      while (p < text + n && (p = memchr (p, '{', (gsize) (text + n - p))) != NULL && offset + (guint64) (p - text) < end)
        {
          if (begins_element (text, p, text + n, key))
            return offset + (guint64) (p - text);
          p++;
        }
      if ((gsize) n < WINDOW_BYTES)
        return end;
      start = offset + WINDOW_BYTES - AROUND_BYTES;
    }
  return end;
}

/*
 * The first place from @start on and before @end with an object behind a comma behind an object: there an element may
 * begin. @key is what objects begin with, if that is known. Returns @end when none is found.
 */
static guint64
guess_start (LaminaSource *source,
             guint64       start,
             guint64       end,
             const char   *key,
             GCancellable *cancellable)
{
  if (key != NULL)
    {
      guint64 near_end = end - start > KEY_BYTES ? start + KEY_BYTES : end;
      guint64 found = find_start (source, start, near_end, key, cancellable);

      if (found < near_end)
        return found;
    }
  return find_start (source, start, end, NULL, cancellable);
}

/* The first key of the first element at @offset, with its quotes; NULL when it is no object. */
static char *
guess_key (LaminaSource *source,
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

static guint64
guess_end (LaminaJsonReader *array)
{
  return MIN (array->range_end, lamina_source_guess_length (array->source));
}

guint
lamina_json_division_init (LaminaJsonDivision *self,
                           LaminaJsonReader   *array,
                           guint               most,
                           guint64             min_bytes)
{
  guint64 start = lamina_json_offset_of (array, array->p);
  guint64 end = guess_end (array);
  gboolean is_whole = end <= lamina_source_get_known_length (array->source);

  *self = (LaminaJsonDivision) { .array = array, .lock = PTHREAD_MUTEX_INITIALIZER, .at = start };
  self->starts[self->n_starts++] = start;
  most = MIN (is_whole || most == 1 ? most : MORE_PARTS * most, LAMINA_MAX_PARTS - N_SHORT);
  self->n_left = (guint) MIN ((end - MIN (start, end)) / MAX (min_bytes, 1), most);
  if (self->n_left <= 1)
    return 1;
  self->n_short = is_whole ? 0 : N_SHORT;
  self->key = guess_key (array->source, start);
  return self->n_left + self->n_short;
}

void
lamina_json_division_clear (LaminaJsonDivision *self)
{
  pthread_mutex_destroy (&self->lock);
  g_free (self->key);
}

/* Looks at one place where the next part may begin. */
static gboolean
find_at_next_place (LaminaJsonDivision *self,
                    guint64            *found)
{
  guint64 end = guess_end (self->array);
  guint64 size = (end - MIN (self->at, end)) / self->n_left >> self->n_short;
  guint64 from = self->at + MAX (size, 1);
  guint64 to;

  if (self->n_short > 0)
    self->n_short--;
  else
    self->n_left--;
  to = from + (end - MIN (from, end)) / self->n_left;
  *found = guess_start (self->array->source, from, to, self->key, self->array->cancellable);
  self->at = *found < to ? *found : from;
  return *found < to;
}

static void
find_next (LaminaJsonDivision *self)
{
  guint64 found;

  while (self->n_left > 1)
    if (find_at_next_place (self, &found))
      {
        self->starts[self->n_starts++] = found;
        return;
      }
  self->starts[self->n_starts++] = self->array->range_end;
  self->is_whole = TRUE;
}

gboolean
lamina_json_division_get (LaminaJsonDivision *self,
                          guint               part,
                          guint64            *start,
                          guint64            *end)
{
  gboolean is_there;

  pthread_mutex_lock (&self->lock);
  while (part + 1 >= self->n_starts && !self->is_whole)
    find_next (self);
  is_there = part + 1 < self->n_starts;
  if (is_there)
    {
      *start = self->starts[part];
      *end = self->starts[part + 1];
    }
  pthread_mutex_unlock (&self->lock);
  return is_there;
}
