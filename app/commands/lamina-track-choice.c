/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-choice.h"

#include "lamina-command.h"

static gboolean
matches (GPatternSpec *pattern,
         LaminaRun    *run,
         guint         track)
{
  g_autofree char *path = lamina_run_dup_track_path (run, track);

  return g_pattern_spec_match_string (pattern, path)
         || g_pattern_spec_match_string (pattern, lamina_track_get_name (lamina_run_get_track (run, track)));
}

static gboolean
has_track (const GArray *tracks,
           guint32       track)
{
  for (guint i = 0; i < tracks->len; i++)
    if (g_array_index (tracks, guint32, i) == track)
      return TRUE;
  return FALSE;
}

static void
complain (const char *name,
          LaminaRun  *run)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", path);
    }
  lamina_command_complain ("--tracks %s: there is no such track, only %s", name, lamina_command_clean (known->str));
}

static gboolean
add_matching (const char *name,
              LaminaRun  *run,
              GArray     *tracks)
{
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (name);
  gboolean found = FALSE;

  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      if (!matches (pattern, run, i))
        continue;
      found = TRUE;
      if (!has_track (tracks, i))
        g_array_append_val (tracks, i);
    }
  if (!found)
    complain (name, run);
  return found;
}

gboolean
lamina_track_choice_resolve (char      **texts,
                             LaminaRun  *run,
                             GArray     *tracks)
{
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (texts[i], ",", -1);

      for (guint j = 0; names[j] != NULL; j++)
        if (!add_matching (g_strstrip (names[j]), run, tracks))
          return FALSE;
    }
  return TRUE;
}
