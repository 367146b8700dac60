/* SPDX-License-Identifier: Apache-2.0 */
#include "open-file.h"

#include "lamina-rate.h"

LaminaDocument *
open_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  lamina_loader_set_finish (loader, lamina_rates_attach_all, NULL);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  return document;
}
