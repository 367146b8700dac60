/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-private.h"

void
lamina_json_path_parse (LaminaJsonPath *path,
                        const char     *text)
{
  path->steps = *text == '/' ? g_strsplit (text + 1, "/", -1) : g_new0 (char *, 1);
  /* Splitting an empty text gives no part, but "/" has one step, the empty key. */
  if (strcmp (text, "/") == 0)
    {
      g_strfreev (path->steps);
      path->steps = g_new0 (char *, 2);
      path->steps[0] = g_strdup ("");
    }
  path->n_steps = g_strv_length (path->steps);
}

void
lamina_json_path_clear (LaminaJsonPath *path)
{
  g_clear_pointer (&path->steps, g_strfreev);
}

static gboolean
is_any (const char *step)
{
  return step[0] == '@' && step[1] == '\0';
}

static gboolean
step_matches (const char *step,
              const char *key,
              gsize       length)
{
  return is_any (step) || (key != NULL && strlen (step) == length && memcmp (step, key, length) == 0);
}

/* What the paths in @mask become in a child; @key is NULL in an array. */
static void
follow (LaminaJsonReader *self,
        guint64           mask,
        guint             depth,
        const char       *key,
        gsize             length,
        guint64          *child_mask,
        gboolean         *is_record)
{
  *child_mask = 0;
  *is_record = FALSE;
  for (; mask != 0; mask &= mask - 1)
    {
      guint i = (guint) __builtin_ctzll (mask);
      const LaminaJsonPath *path = &self->paths[i];

      if (!step_matches (path->steps[depth], key, length))
        continue;
      if (path->n_steps == depth + 1)
        *is_record = TRUE;
      else
        *child_mask |= G_GUINT64_CONSTANT (1) << i;
    }
}

void
lamina_json_path_begin (LaminaJsonReader *self)
{
  self->mask = 0;
  self->is_record = FALSE;
  for (guint i = 0; i < self->n_paths; i++)
    {
      if (self->paths[i].n_steps == 0)
        self->is_record = TRUE;
      else
        self->mask |= G_GUINT64_CONSTANT (1) << i;
    }
}

void
lamina_json_path_prepare (LaminaJsonReader *self,
                          LaminaJsonFrame  *frame,
                          guint             depth)
{
  frame->uniform = TRUE;
  frame->child_mask = 0;
  frame->child_is_record = FALSE;
  if (frame->mask == 0)
    return;
  if (frame->type == LAMINA_JSON_OBJECT)
    {
      for (guint64 mask = frame->mask; mask != 0; mask &= mask - 1)
        frame->uniform = frame->uniform && is_any (self->paths[__builtin_ctzll (mask)].steps[depth]);
    }
  follow (self, frame->mask, depth, NULL, 0, &frame->child_mask, &frame->child_is_record);
}

void
lamina_json_path_follow (LaminaJsonReader *self,
                         const char       *key,
                         gsize             length)
{
  follow (self, lamina_json_top (self)->mask, self->depth - 1, key, length, &self->mask, &self->is_record);
}
