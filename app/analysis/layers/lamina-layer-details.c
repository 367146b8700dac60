/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-details.h"

#include <string.h>

/* Of more kernels nobody reads the attributes one below the other. */
#define MOST_KERNELS 12

/* In bytes of the file. */
#define MUCH (4 << 20)

/* Whether a slice is a kernel of a layer, which is called otherwise, and the first of its name. */
static gboolean
is_new_kernel (LaminaRun            *run,
               guint32               layer,
               const LaminaSliceRef *ref,
               GHashTable           *names)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, ref->track));
  guint32 name = slices->name[ref->slice];

  return lamina_run_get_track_kind (run, ref->track) == LAMINA_GROUP_DEVICE
         && lamina_slices_get_args_length (slices, ref->slice) > 0
         && name != lamina_column_id (lamina_run_get_layers (run)->name, layer)
         && g_hash_table_add (names, GUINT_TO_POINTER (name));
}

/* Whether an attribute is among the first ones. */
static gboolean
has_detail (LaminaDetails      *details,
            guint               n,
            const LaminaDetail *detail)
{
  g_autofree char *value = lamina_value_to_string (&detail->value);

  for (guint i = 0; i < n; i++)
    {
      const LaminaDetail *other = lamina_details_get (details, i);
      g_autofree char *text = lamina_value_to_string (&other->value);

      if (g_strcmp0 (other->group, detail->group) == 0 && strcmp (other->key, detail->key) == 0 && strcmp (text, value) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Modules and stack around a kernel are those around its layer, and stand there once. */
static gboolean
add_kernel (LaminaDocument       *document,
            guint                 run,
            const LaminaSliceRef *ref,
            LaminaDetails        *details,
            GError              **error)
{
  const LaminaPlace place = { LAMINA_PLACE_SLICE, run, ref->track, ref->slice };
  g_autoptr (LaminaDetails) own = lamina_document_describe (document, &place, error);
  LaminaRun *object = lamina_document_get_run (document, run);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (object, ref->track));
  const char *name = lamina_run_get_string (object, slices->name[ref->slice]);
  guint n = lamina_details_get_n (details);

  for (guint i = 0; own != NULL && i < lamina_details_get_n (own); i++)
    {
      const LaminaDetail *detail = lamina_details_get (own, i);
      gboolean is_frame = g_strcmp0 (detail->group, LAMINA_DETAILS_STACK) == 0;

      if (detail->group == NULL || !has_detail (details, n, detail))
        lamina_details_add (details, is_frame ? detail->group : name, detail->key, &detail->value);
    }
  return own != NULL;
}

LaminaDetails *
lamina_layer_details_read (LaminaDocument  *document,
                           guint            run,
                           guint32          layer,
                           GError         **error)
{
  const LaminaPlace place = { LAMINA_PLACE_LAYER, run, 0, layer };
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, &place, error);
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL);
  LaminaRun *object = lamina_document_get_run (document, run);
  const LaminaLayers *layers = lamina_run_get_layers (object);
  guint32 i, end;

  if (details == NULL)
    return NULL;
  end = layers->first_slice[layer + 1];
  for (i = layers->first_slice[layer]; i < end && g_hash_table_size (names) < MOST_KERNELS; i++)
    if (is_new_kernel (object, layer, &layers->slices[i], names)
        && !add_kernel (document, run, &layers->slices[i], details, error))
      return NULL;
  return g_steal_pointer (&details);
}

gboolean
lamina_details_are_long (LaminaRun         *run,
                         const LaminaPlace *place)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint64 length = 0;

  if (place->kind == LAMINA_PLACE_SLICE)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, place->track));

      return lamina_slices_get_args_length (slices, place->row)
             + strnlen (lamina_run_get_string (run, slices->name[place->row]), MUCH) >= MUCH;
    }
  if (place->kind != LAMINA_PLACE_LAYER)
    return FALSE;
  length = strnlen (lamina_run_get_string (run, lamina_column_id (layers->name, place->row)), MUCH);
  for (guint i = layers->first_args != NULL ? layers->first_args[place->row] : 0;
       layers->first_args != NULL && i < layers->first_args[place->row + 1]; i++)
    length += layers->args[i].length;
  for (guint i = layers->first_slice[place->row]; i < layers->first_slice[place->row + 1] && length < MUCH; i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, layers->slices[i].track);

      length += lamina_slices_get_args_length (lamina_track_get_slices (track), layers->slices[i].slice);
    }
  return length >= MUCH;
}
