/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-module.h"

#include <string.h>

/* What PyTorch puts before the name of a module. */
#define PREFIX "nn.Module: "

const char *
lamina_module_get_name (const char *name)
{
  return g_str_has_prefix (name, PREFIX) ? name + strlen (PREFIX) : NULL;
}

gsize
lamina_module_get_class_length (const char *module)
{
  gsize length = strlen (module), end = length;

  while (end > 0 && g_ascii_isdigit (module[end - 1]))
    end--;
  return end > 1 && end < length && module[end - 1] == '_' ? end - 1 : length;
}

/* Whether a name of the slices is one of a module. @seen: one byte for each string: whether it was looked at. */
static gboolean
has_any (LaminaRun          *run,
         const LaminaSlices *slices,
         GByteArray         *seen)
{
  for (guint i = 0; i < slices->n; i++)
    {
      guint32 name = slices->name[i];
      guint length = seen->len;

      if (name >= length)
        {
          g_byte_array_set_size (seen, MAX (2 * length, name + 1));
          memset (seen->data + length, FALSE, seen->len - length);
        }
      if (seen->data[name])
        continue;
      seen->data[name] = TRUE;
      if (lamina_module_get_name (lamina_run_get_string (run, name)) != NULL)
        return TRUE;
    }
  return FALSE;
}

static G_DEFINE_QUARK (lamina-run-has-modules, has_modules)

gboolean
lamina_run_has_modules (LaminaRun *run)
{
  gpointer known;
  g_autoptr (GByteArray) seen = NULL;
  gboolean found = FALSE;

  g_return_val_if_fail (run != NULL, FALSE);

  known = lamina_run_get_attached (run, has_modules_quark ());
  if (known != NULL)
    return GPOINTER_TO_INT (known) > 0;
  seen = g_byte_array_new ();
  for (guint i = 0; i < lamina_run_get_n_tracks (run) && !found; i++)
    found = has_any (run, lamina_track_get_slices (lamina_run_get_track (run, i)), seen);
  lamina_run_attach (run, has_modules_quark (), GINT_TO_POINTER (found ? 1 : -1), NULL);
  return found;
}
