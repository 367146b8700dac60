/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-place-find.h"

static gboolean
find_layer (LaminaRun   *run,
            guint        source,
            guint64      offset,
            LaminaPlace *place)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint layer = 0; layers->args && layer < layers->n; layer++)
    for (guint32 i = layers->first_args[layer]; i < layers->first_args[layer + 1]; i++)
      if (layers->args[i].source == source && offset >= layers->args[i].offset
          && offset - layers->args[i].offset < layers->args[i].length)
        {
          place->kind = LAMINA_PLACE_LAYER;
          place->row = layer;
          return TRUE;
        }
  return FALSE;
}

static gboolean
find_slice (LaminaRun   *run,
            guint        index,
            guint        source,
            guint64      offset,
            LaminaPlace *place)
{
  LaminaTrack *track = lamina_run_get_track (run, index);
  const LaminaSlices *slices = lamina_track_get_slices (track);

  if (lamina_track_get_info (track)->source != source)
    return FALSE;
  for (guint i = 0; i < slices->n; i++)
    if (offset - lamina_slices_get_args_offset (slices, i) < lamina_slices_get_args_length (slices, i))
      {
        place->kind = LAMINA_PLACE_SLICE;
        place->track = index;
        place->row = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
lamina_place_find (LaminaDocument *document,
                   guint           source,
                   guint64         offset,
                   LaminaPlace    *place)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      LaminaRun *run = lamina_document_get_run (document, i);

      *place = (LaminaPlace) { .run = i };
      if (find_layer (run, source, offset, place))
        return TRUE;
      for (guint track = 0; track < lamina_run_get_n_tracks (run); track++)
        if (find_slice (run, track, source, offset, place))
          return TRUE;
    }
  return FALSE;
}
