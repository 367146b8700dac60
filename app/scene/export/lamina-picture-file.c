/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include <stdlib.h>
#include <string.h>

gboolean
lamina_picture_find_format (GFile                *file,
                            LaminaPictureFormat  *format,
                            GError              **error)
{
  g_autofree char *name = g_file_get_basename (file);
  const char *suffix = name != NULL ? strrchr (name, '.') : NULL;

  for (guint i = 0; suffix != NULL && i < LAMINA_N_PICTURE_FORMATS; i++)
    if (g_ascii_strcasecmp (suffix, lamina_picture_get_suffix (i)) == 0)
      {
        *format = i;
        return TRUE;
      }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       "the name of a picture ends in .svg, .png or .pdf");
  return FALSE;
}

/* A link stays a link: the file that it leads to is replaced. */
static char *
resolve (const char *path)
{
  char *real = realpath (path, NULL);
  char *copy = g_strdup (real != NULL ? real : path);

  free (real);
  return copy;
}

gboolean
lamina_picture_replace (GFile         *file,
                        GBytes        *bytes,
                        GCancellable  *cancellable,
                        GError       **error)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *real = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (path == NULL)
    return g_file_replace_contents (file, data, size, NULL, FALSE, G_FILE_CREATE_NONE, NULL, cancellable, error);
  if (g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "%s is not a file", path);
      return FALSE;
    }
  real = resolve (path);
  return g_file_set_contents_full (real, data, (gssize) size, G_FILE_SET_CONTENTS_CONSISTENT, 0666, error);
}

gboolean
lamina_picture_save (LaminaDocument              *document,
                     const LaminaPictureOptions  *options,
                     GFile                       *file,
                     GCancellable                *cancellable,
                     GError                     **error)
{
  g_autoptr (GBytes) bytes = NULL;
  LaminaPictureFormat format;

  g_return_val_if_fail (document != NULL && options != NULL && G_IS_FILE (file), FALSE);

  if (!lamina_picture_find_format (file, &format, error))
    return FALSE;
  bytes = lamina_picture_make (document, options, format, cancellable, error);
  return bytes != NULL && lamina_picture_replace (file, bytes, cancellable, error);
}
