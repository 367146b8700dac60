/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-file-name-private.h"

LaminaNameDistance
lamina_file_name_compare (const char *a,
                          const char *b)
{
  LaminaNameDistance distance = { 0 };

  while (*a != '\0' || *b != '\0')
    {
      if (g_ascii_isdigit (*a) && g_ascii_isdigit (*b))
        {
          guint64 left = g_ascii_strtoull (a, (char **) &a, 10), right = g_ascii_strtoull (b, (char **) &b, 10);

          if (left == right)
            continue;
          distance.n++;
          distance.last = left > right ? left - right : right - left;
        }
      else if (*a++ != *b++)
        return (LaminaNameDistance) { .n = G_MAXUINT };
    }
  return distance;
}

int
lamina_name_distance_compare (const LaminaNameDistance *a,
                              const LaminaNameDistance *b)
{
  if (a->n != b->n)
    return a->n < b->n ? -1 : 1;
  return (a->last > b->last) - (a->last < b->last);
}
