/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-describe-private.h"

#include "kineto-collectives-private.h"

#include <string.h>

/*
 * What the inspector shows in the place of some attributes. Frames of a call stack stand in one text, the innermost first,
 * with a semicolon behind each; each becomes a row, the outermost first.
 */

static void
add_stack (LaminaDetails *details,
           const char    *text)
{
  g_auto (GStrv) frames = g_strsplit (text, ";", -1);
  guint n = 0;

  for (guint i = g_strv_length (frames); i-- > 0;)
    {
      g_autofree char *key = NULL;

      if (g_strstrip (frames[i])[0] == '\0')
        continue;
      key = g_strdup_printf ("%u", ++n);
      lamina_details_add (details, LAMINA_DETAILS_STACK, key, &LAMINA_VALUE_INIT_TEXT (frames[i]));
    }
}

gboolean
kineto_describe (LaminaDetails     *details,
                 const char        *key,
                 const LaminaValue *value)
{
  if (kineto_describe_collective (details, key, value))
    return TRUE;
  if (!g_str_equal (key, "Call stack") || value->type != LAMINA_VALUE_TEXT || value->text == NULL)
    return FALSE;
  add_stack (details, value->text);
  return TRUE;
}

/*
 * What stands around an operator on its thread, for who looks at it: the modules of the network and the functions of Python
 * that were running, the outermost first. They are slices of their own, named in the arguments by numbers alone. Work of a
 * device has the surroundings of the operator that owns it.
 */

#define MODULE "nn.Module: "

/* The slice on the thread of the layer where the layer starts; FALSE without one. */
static gboolean
find_operator (LaminaRun      *run,
               guint32         layer,
               LaminaSliceRef *place)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  for (guint i = layers->first_slice[layer]; i < layers->first_slice[layer + 1]; i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, layers->slices[i].track));

      if (layers->slices[i].track != lamina_column_row (layers->track, layer)
          || slices->start[layers->slices[i].slice] != lamina_run_get_layer_track_start (run, layer))
        continue;
      *place = layers->slices[i];
      return TRUE;
    }
  return FALSE;
}

/* Where the event has a stack of its own, that says the same. */
static void
add_calls (LaminaDetails   *details,
           const GPtrArray *names)
{
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    if (g_strcmp0 (lamina_details_get (details, i)->group, LAMINA_DETAILS_STACK) == 0)
      return;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i + 1);

      lamina_details_add (details, LAMINA_DETAILS_STACK, key, &LAMINA_VALUE_INIT_TEXT (names->pdata[names->len - 1 - i]));
    }
}

void
kineto_describe_around (LaminaDetails        *details,
                        LaminaRun            *run,
                        const LaminaSliceRef *slice)
{
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  guint32 layer = lamina_column_row (slices->layer, slice->slice);
  LaminaSliceRef place = *slice;
  LaminaTrack *track;
  /* Of functions around the slice and of itself, when it is one; the innermost first. */
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  /* `Net_0.Sequential_1.Conv2d_4` */
  g_autoptr (GString) path = g_string_new (NULL);

  if (layer != LAMINA_NONE)
    find_operator (run, layer, &place);
  track = lamina_run_get_track (run, place.track);
  slices = lamina_track_get_slices (track);
  for (guint32 i = place.slice; i != LAMINA_NONE; i = lamina_track_get_parent (track, i))
    if (g_str_equal (lamina_run_get_string (run, lamina_slices_get_category (slices, i)), "python_function"))
      g_ptr_array_add (names, (gpointer) lamina_run_get_string (run, slices->name[i]));
  for (guint i = names->len; i-- > 0;)
    if (g_str_has_prefix (names->pdata[i], MODULE))
      g_string_append_printf (path, "%s%s", path->len > 0 ? "." : "", (const char *) names->pdata[i] + strlen (MODULE));
  if (path->len > 0)
    lamina_details_add (details, "Python", "module path", &LAMINA_VALUE_INIT_TEXT (path->str));
  add_calls (details, names);
  kineto_describe_message (details);
}
