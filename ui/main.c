/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-allocator.h"
#include "lamina-application.h"

#include <glib/gi18n.h>
#include <locale.h>

int
main (int    argc,
      char **argv)
{
  g_autoptr (LaminaApplication) application = NULL;

  lamina_allocator_init ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LAMINA_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_set_application_name ("Lamina");
  application = lamina_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
