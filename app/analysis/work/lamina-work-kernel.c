/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

#include <string.h>

/*
 * What only the work of a layer on the device tells.
 *
 * PyTorch records the shapes of a list of tensors, but not of what type their elements are. The kernels that work on lists
 * are templates, whose full names tell:
 *
 *   multi_tensor_apply_kernel<TensorListMetadata<1>, LpNormFunctor<c10::Half, …
 *   CatArrayBatchedCopy<float, …
 *   CatArrayBatchedCopy_aligned16_contig<OpaqueType<4u>, …
 */

#define MOST_KERNELS 3

/* The bits of what a template is made for, whose arguments begin here. */
static guint
read_element (const char *text)
{
  static const char opaque[] = "OpaqueType<";
  const char *begin = text, *end = text + strcspn (text, ",>");
  const char *sized = g_strstr_len (begin, end - begin, opaque);
  g_autofree char *word = NULL;

  if (sized)
    {
      guint64 bytes = g_ascii_strtoull (sized + strlen (opaque), NULL, 10);

      return bytes <= 16 ? (guint) bytes * 8 : 0;
    }
  word = g_strndup (begin, (gsize) (end - begin));
  return lamina_dtype_get_bits (word);
}

static guint
read_kernel (const char *name)
{
  const char *function = strstr (name, "multi_tensor_apply_kernel<");
  const char *arguments;

  if (function)
    {
      arguments = strstr (function, "Functor<");
      return arguments ? read_element (arguments + strlen ("Functor<")) : 0;
    }
  function = strstr (name, "CatArrayBatchedCopy");
  arguments = function ? strchr (function, '<') : NULL;
  return arguments ? read_element (arguments + 1) : 0;
}

static guint
find_bits (LaminaDocument *document,
           guint           run,
           LaminaSliceRef  slice)
{
  const LaminaPlace place = { LAMINA_PLACE_SLICE, run, slice.track, slice.slice };
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, &place, NULL);
  guint bits = 0;

  for (guint i = 0; details && bits == 0 && i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (detail->value.type == LAMINA_VALUE_TEXT && detail->value.text && g_str_equal (detail->key, "name"))
        bits = read_kernel (detail->value.text);
    }
  return bits;
}

/* Of CUDA, of oneAPI, and of HIP before it took the names of CUDA. */
static gboolean
has_any (const char        *name,
         const char *const *words)
{
  for (guint i = 0; words[i]; i++)
    if (strstr (name, words[i]))
      return TRUE;
  return FALSE;
}

static LaminaWorkWay
read_direction (const char *name)
{
  static const char *const to[] = { "HtoD", "H2D", "M2D", "HostToDevice", NULL };
  static const char *const from[] = { "DtoH", "D2H", "D2M", "DeviceToHost", NULL };

  if (has_any (name, to))
    return LAMINA_WORK_TO_DEVICE;
  return has_any (name, from) ? LAMINA_WORK_FROM_DEVICE : LAMINA_WORK_PLAIN;
}

LaminaWorkWay
lamina_work_find_direction (LaminaRun *run,
                            guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  LaminaWorkWay way = LAMINA_WORK_PLAIN;

  for (guint32 i = layers->first_slice ? layers->first_slice[layer] : 0;
       layers->first_slice && i < layers->first_slice[layer + 1]; i++)
    {
      LaminaSliceRef slice = layers->slices[i];
      LaminaWorkWay here;

      if (lamina_run_get_track_kind (run, slice.track) != LAMINA_GROUP_DEVICE)
        continue;
      here = read_direction (lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, slice.track))
                                                           ->name[slice.slice]));
      if (here == LAMINA_WORK_PLAIN || (way != LAMINA_WORK_PLAIN && way != here))
        return LAMINA_WORK_PLAIN;
      way = here;
    }
  return way;
}

guint
lamina_work_find_list_bits (LaminaDocument *document,
                            guint           run,
                            guint           layer)
{
  LaminaRun *of = lamina_document_get_run (document, run);
  const LaminaLayers *layers = lamina_run_get_layers (of);
  guint bits = 0, n_kernels = 0;

  if (!layers->first_slice)
    return 0;
  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1] && bits == 0; i++)
    if (lamina_run_get_track_kind (of, layers->slices[i].track) == LAMINA_GROUP_DEVICE)
      {
        if (n_kernels++ == MOST_KERNELS)
          break;
        bits = find_bits (document, run, layers->slices[i]);
      }
  return bits;
}
