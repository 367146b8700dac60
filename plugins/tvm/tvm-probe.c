/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tvm-format.h"

#include <string.h>

static gboolean
line_contains (const char *line,
               gsize       length,
               const char *literal)
{
  return memmem (line, length, literal, strlen (literal)) != NULL;
}

/* The titles of a table; from a marker on they begin with it. */
static int
judge_line (const char *line,
            gsize       length)
{
  if (line_contains (line, length, "Duration (us)  ") && line_contains (line, length, "Percent"))
    return 95;
  if (line_contains (line, length, "#OpName") && line_contains (line, length, "#InvokeCount"))
    return 95;
  if (line_contains (line, length, "Node Name  ") && line_contains (line, length, "Time(us)"))
    return 90;
  if (line_contains (line, length, "Duration (us)") && line_contains (line, length, ",")
      && !line_contains (line, length, "  ") && !line_contains (line, length, "\""))
    return 85;
  return 0;
}

static gboolean
is_json (const LaminaHead *head)
{
  return lamina_head_first_char (head) == '{' && lamina_head_contains (head, "\"Duration (us)\"")
         && (lamina_head_contains (head, "\"calls\"") || lamina_head_contains (head, "\"device_metrics\""));
}

int
tvm_probe (const LaminaHead *head)
{
  const char *line = head->text, *end = head->text + head->length;
  int best = is_json (head) ? 95 : 0;

  while (line < end && best < 95)
    {
      const char *line_feed = memchr (line, '\n', (gsize) (end - line));
      const char *line_end = line_feed ? line_feed : end;

      best = MAX (best, judge_line (line, (gsize) (line_end - line)));
      line = line_end + 1;
    }
  return best;
}
