/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-dialect.h"

#include <string.h>

static void
add_want (ChromeWants      *self,
          const ChromeWant *want)
{
  for (guint i = 0; i < self->n; i++)
    if (strcmp (self->keys[i], want->key) == 0)
      {
        g_return_if_fail (self->types[i] == want->type);
        return;
      }
  self->keys[self->n] = want->key;
  self->types[self->n++] = want->type;
}

ChromeWants *
chrome_wants_new (const ChromeDialect *const *dialects)
{
  ChromeWants *self = g_new0 (ChromeWants, 1);
  guint n = 0;

  for (guint i = 0; dialects[i]; i++)
    n += dialects[i]->n_wants;
  self->keys = g_new0 (const char *, n + 1);
  self->types = g_new0 (ChromeWantType, n + 1);
  for (guint i = 0; dialects[i]; i++)
    for (guint j = 0; j < dialects[i]->n_wants; j++)
      add_want (self, &dialects[i]->wants[j]);
  return self;
}

void
chrome_wants_free (ChromeWants *self)
{
  g_free (self->keys);
  g_free (self->types);
  g_free (self);
}

const ChromeDialect *
chrome_dialect_find (ChromeTrace *trace)
{
  const ChromeDialect *const *dialects = trace->dialects;
  const ChromeDialect *best = NULL;
  int best_score = 0;

  for (guint i = 0; dialects[i] && best_score < CHROME_DIALECT_SURE; i++)
    {
      int score = dialects[i]->recognize ? dialects[i]->recognize (trace) : 0;

      if (score > best_score)
        {
          best = dialects[i];
          best_score = score;
        }
    }
  return best;
}

LaminaClaim
chrome_dialects_claim (const ChromeDialect *const *dialects,
                       const LaminaHead           *opened,
                       const LaminaHead           *sibling)
{
  LaminaClaim claim = LAMINA_CLAIM_NONE;

  for (guint i = 0; dialects[i] && claim == LAMINA_CLAIM_NONE; i++)
    if (dialects[i]->claims)
      claim = dialects[i]->claims (opened, sibling);
  return claim;
}

char *
chrome_dialects_dup_part (const ChromeDialect *const *dialects,
                          const LaminaHead           *file,
                          gint64                     *time)
{
  char *part = NULL;

  for (guint i = 0; dialects[i] && !part; i++)
    if (dialects[i]->dup_part)
      part = dialects[i]->dup_part (file, time);
  return part;
}
