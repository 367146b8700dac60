/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-pictures.h"

#include "lamina-command.h"
#include "lamina-layer-query.h"

#include <dlfcn.h>
#include <gmodule.h>

#define SCENE_LIBRARY "liblamina-scene.so"

/*
 * The library lies beside the one of app/analysis where they are installed, in the next folder where they are built.
 * The name alone would do, were it not for sanitizers, which look for it in the folders of their own library.
 */
static char *
find_library (void)
{
  static const char *const folders[] = { ".", "../scene" };
  g_autofree char *home = NULL;
  Dl_info info;

  if (dladdr (__extension__ (gpointer) lamina_layer_column_get_name, &info) == 0 || info.dli_fname == NULL)
    return g_strdup (SCENE_LIBRARY);

  home = g_path_get_dirname (info.dli_fname);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (home, folders[i], SCENE_LIBRARY, NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
    }
  return g_strdup (SCENE_LIBRARY);
}

const LaminaPictures *
lamina_pictures_load (void)
{
  static LaminaPictures pictures;
  g_autofree char *path = find_library ();
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
