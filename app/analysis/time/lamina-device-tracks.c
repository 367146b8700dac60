/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-tracks-private.h"

/* The outermost group of devices around a track of one. */
static guint32
find_device (LaminaRun *run,
             guint      track)
{
  guint32 group = lamina_track_get_info (lamina_run_get_track (run, track))->group;
  guint32 found = LAMINA_NONE;

  while (group != LAMINA_NONE && lamina_run_get_group (run, group)->kind == LAMINA_GROUP_DEVICE)
    {
      found = group;
      group = lamina_run_get_group (run, group)->parent;
    }
  return found;
}

static G_DEFINE_QUARK (lamina-device-tracks, device_tracks)

const GArray *
lamina_device_tracks_get_busy (LaminaRun *run)
{
  GArray *busy = lamina_run_get_attached (run, device_tracks_quark ());

  if (busy != NULL)
    return busy;
  busy = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (lamina_run_get_track_kind (run, i) == LAMINA_GROUP_DEVICE
        && lamina_track_get_slices (lamina_run_get_track (run, i))->n > 0)
      g_array_append_val (busy, i);
  return lamina_run_attach (run, device_tracks_quark (), busy, (GDestroyNotify) g_array_unref);
}

GHashTable *
lamina_device_tracks_list_namesakes (LaminaRun *run)
{
  g_autoptr (GHashTable) names = g_hash_table_new (lamina_text_hash, lamina_text_equal);
  GHashTable *namesakes = g_hash_table_new (lamina_text_hash, lamina_text_equal);

  for (guint32 i = 0; i < lamina_run_get_n_groups (run); i++)
    {
      const LaminaGroup *group = lamina_run_get_group (run, i);

      if (group->kind == LAMINA_GROUP_DEVICE && !g_hash_table_add (names, (gpointer) group->name))
        g_hash_table_add (namesakes, (gpointer) group->name);
    }
  return namesakes;
}

GHashTable *
lamina_device_tracks_list (LaminaRun *run,
                           GArray    *groups)
{
  GHashTable *tracks = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  const GArray *busy = lamina_device_tracks_get_busy (run);

  for (guint i = 0; i < busy->len; i++)
    {
      guint32 track = g_array_index (busy, guint32, i), group = find_device (run, track);
      GArray *own = g_hash_table_lookup (tracks, GUINT_TO_POINTER (group));

      if (own == NULL)
        {
          own = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (tracks, GUINT_TO_POINTER (group), own);
          g_array_append_val (groups, group);
        }
      g_array_append_val (own, track);
    }
  return tracks;
}
