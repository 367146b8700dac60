/* SPDX-License-Identifier: Apache-2.0 */
#include "picture-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

void
picture_setup (Picture       *self,
               gconstpointer  data)
{
  self->document = data != NULL && strcmp (data, "nasty") == 0 ? fixture_nasty () : fixture_small ();
  self->metrics = lamina_metrics_new_fixed (6);
  self->options = LAMINA_PICTURE_OPTIONS_INIT;
  self->folder = g_dir_make_tmp ("lamina-picture-XXXXXX", NULL);
}

void
picture_teardown (Picture       *self,
                  gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
  lamina_document_unref (self->document);
  lamina_metrics_free (self->metrics);
}
