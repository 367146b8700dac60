/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-module-paths.h"

#include "lamina-module.h"

/* paths: of each layer, a text of @texts, or NULL; NULL without any module */
struct _LaminaModulePaths
{
  GStringChunk *texts;
  const char **paths;
  guint n;
};

/* What stands around a slice, with the slice itself where it is a module. */
static const char *
join (LaminaModulePaths *self,
      LaminaRun         *run,
      const char        *around,
      guint32            name)
{
  const char *module = lamina_module_get_name (lamina_run_get_string (run, name));
  g_autofree char *path = NULL;

  if (module == NULL)
    return around;
  path = around != NULL ? g_strconcat (around, ".", module, NULL) : g_strdup (module);
  return g_string_chunk_insert_const (self->texts, path);
}

/* What is around a slice lies on a lane above, which was gone through before. */
static void
take_track (LaminaModulePaths *self,
            LaminaRun         *run,
            guint32            index)
{
  LaminaTrack *track = lamina_run_get_track (run, index);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autofree const char **paths = g_new0 (const char *, MAX (slices->n, 1));

  for (guint32 i = 0; i < slices->n; i++)
    {
      guint32 parent = lamina_track_get_parent (track, i), layer = lamina_column_row (slices->layer, i);

      paths[i] = join (self, run, parent != LAMINA_NONE ? paths[parent] : NULL, slices->name[i]);
      if (layer != LAMINA_NONE && lamina_column_row (layers->track, layer) == index && self->paths[layer] == NULL)
        self->paths[layer] = paths[i];
    }
}

LaminaModulePaths *
lamina_module_paths_new (LaminaRun *run)
{
  LaminaModulePaths *self = g_new0 (LaminaModulePaths, 1);
  const LaminaLayers *layers = lamina_run_get_layers (run);

  if (!lamina_run_has_modules (run))
    return self;
  self->n = layers->n;
  self->texts = g_string_chunk_new (4096);
  self->paths = g_new0 (const char *, MAX (layers->n, 1));
  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (!lamina_track_get_info (lamina_run_get_track (run, i))->is_counter)
      take_track (self, run, i);
  /* Twice, for those that come before what launched them. */
  for (guint32 i = 0; i < 2 * layers->n; i++)
    {
      guint32 layer = i % layers->n, parent = lamina_column_row (layers->parent, layer);

      if (self->paths[layer] == NULL && parent != LAMINA_NONE)
        self->paths[layer] = self->paths[parent];
    }
  return self;
}

void
lamina_module_paths_free (LaminaModulePaths *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_free (self->paths);
  g_free (self);
}

const char *
lamina_module_paths_get (LaminaModulePaths *self,
                         guint              layer)
{
  g_return_val_if_fail (self != NULL, NULL);

  return layer < self->n ? self->paths[layer] : NULL;
}
