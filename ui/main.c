/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-allocator.h"
#include "lamina-application.h"
#include "lamina-core.h"
#include "lamina-shortage.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

int
main (int    argc,
      char **argv)
{
  g_autoptr (LaminaApplication) application = NULL;

  lamina_allocator_init ();
  lamina_shortage_watch (NULL);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LAMINA_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  /* Numbers as the language writes them, in a report as well; what programs read always has a point. */
  if (strlen (localeconv ()->decimal_point) == 1)
    lamina_figure_set_point (*localeconv ()->decimal_point);
  g_set_application_name ("Lamina");
  application = lamina_application_new ();
  return g_application_run (G_APPLICATION (application), argc, argv);
}
