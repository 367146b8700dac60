/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-format.h"

#include <string.h>

static gboolean
has_phase (const LaminaHead *head)
{
  return lamina_head_contains (head, "\"ph\"") || lamina_head_contains (head, "\"traceEvents\"");
}

int
chrome_probe (const LaminaHead *head)
{
  char first = lamina_head_first_char (head);

  if (first != '{' && first != '[')
    return 0;
  if (first == '{' && lamina_head_contains (head, "\"traceEvents\""))
    return 90;
  return first == '[' && has_phase (head) ? 80 : 0;
}
