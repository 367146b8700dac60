/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

/*
 * What the inspector shows in the place of some attributes. Frames of a call stack stand in one text, the innermost first,
 * with a semicolon behind each; each becomes a row, the outermost first, as kineto-around.c lists them.
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
      lamina_details_add (details, KINETO_STACK, key, &LAMINA_VALUE_INIT_TEXT (frames[i]));
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
