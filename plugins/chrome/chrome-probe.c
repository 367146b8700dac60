/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-format.h"

#include <string.h>

/* What no other tool writes at the root of an object: it may be followed by much before the events come. */
static gboolean
has_header (const LaminaHead *head)
{
  return lamina_head_contains (head, "\"baseTimeNanoseconds\"") || lamina_head_contains (head, "\"displayTimeUnit\"")
         || (lamina_head_contains (head, "\"schemaVersion\"") && lamina_head_contains (head, "\"deviceProperties\""));
}

static const char *
skip_blanks (const char *text,
             const char *end)
{
  while (text < end && g_ascii_isspace (*text))
    text++;
  return text;
}

/* `[`, and in it an object. Trailing commas and empty objects don't matter here: the first one is whole. */
static gboolean
begins_with_object (const LaminaHead *head)
{
  const char *end = head->text + head->length;
  const char *bracket = memchr (head->text, '[', head->length);
  const char *text = bracket ? skip_blanks (bracket + 1, end) : end;

  return text < end && *text == '{';
}

/* `"traceEvents": [`, found behind a long header. */
static gboolean
is_behind_header (const LaminaHead *head)
{
  static const char key[] = "\"traceEvents\"";
  const char *end = head->text + head->length;
  const char *text = head->text;

  if (head->length < strlen (key) || memcmp (text, key, strlen (key)) != 0)
    return FALSE;
  text = skip_blanks (text + strlen (key), end);
  if (text == end || *text != ':')
    return FALSE;
  text = skip_blanks (text + 1, end);
  return text < end && *text == '[';
}

int
chrome_probe (const LaminaHead *head)
{
  if (head->offset > 0)
    return is_behind_header (head) ? 60 : 0;
  switch (lamina_head_first_char (head))
    {
    case '{':
      return lamina_head_contains (head, "\"traceEvents\"") ? 90 : has_header (head) ? 70 : 0;
    case '[':
      return begins_with_object (head) && lamina_head_contains (head, "\"ph\"") ? 80 : 0;
    default:
      return 0;
    }
}
