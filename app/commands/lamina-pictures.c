/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pictures.h"

#include "lamina-command.h"

#include <gmodule.h>

/* By its path: for its name alone, sanitizers look in the folders of their own library. */
#define SCENE_LIBRARY "liblamina-scene.so"

const LaminaPictures *
lamina_pictures_load (void)
{
  static LaminaPictures pictures;
  const char *folder = g_getenv ("LAMINA_PKGLIBDIR");
  g_autofree char *path = g_build_filename (folder != NULL ? folder : LAMINA_PKGLIB_DIR, SCENE_LIBRARY, NULL);
  GModule *library = g_module_open (path, G_MODULE_BIND_LAZY);

  if (library == NULL ||
      !g_module_symbol (library, "lamina_picture_list_views", (gpointer *) &pictures.list_views) ||
      !g_module_symbol (library, "lamina_picture_needs_comparison", (gpointer *) &pictures.needs_comparison) ||
      !g_module_symbol (library, "lamina_picture_parse_length", (gpointer *) &pictures.parse_length) ||
      !g_module_symbol (library, "lamina_picture_save", (gpointer *) &pictures.save) ||
      !g_module_symbol (library, "lamina_report_find_format", (gpointer *) &pictures.find_report_format) ||
      !g_module_symbol (library, "lamina_report_save", (gpointer *) &pictures.save_report))
    {
      lamina_command_complain ("pictures can't be made: %s", g_module_error ());
      return NULL;
    }
  /* Types that it registers can't be taken back. */
  g_module_make_resident (library);
  return &pictures;
}

gboolean
lamina_pictures_choose_palette (const char   *text,
                                LaminaColors *palette)
{
  static const char *const words[] = { "usual", "apart", "blues", NULL };
  int choice = text != NULL ? lamina_command_choose ("palette", text, words) : LAMINA_COLORS_USUAL;

  if (choice >= 0)
    *palette = (LaminaColors) choice;
  return choice >= 0;
}
