/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-job.h"

#include <string.h>

typedef struct
{
  LaminaDocument *document;
  LaminaPictureOptions options;
  GFile *file;
} Picture;

static void
picture_free (gpointer data)
{
  Picture *self = data;

  lamina_document_unref (self->document);
  lamina_picture_options_clear (&self->options);
  g_clear_object (&self->file);
  g_free (self);
}

void
lamina_export_result_free (gpointer result)
{
  LaminaExportResult *self = result;

  g_clear_pointer (&self->scene, lamina_scene_unref);
  for (guint i = 0; i < LAMINA_N_PICTURE_FORMATS; i++)
    g_clear_pointer (&self->pictures[i], g_bytes_unref);
  g_clear_object (&self->file);
  g_clear_error (&self->error);
  g_free (self);
}

static gpointer
lay_out (gpointer      input,
         GCancellable *cancellable)
{
  Picture *picture = input;
  LaminaStyle style = LAMINA_STYLE_INIT (picture->options.theme);
  g_autoptr (LaminaMetrics) metrics = lamina_metrics_new (&style);
  LaminaExportResult *result = g_new0 (LaminaExportResult, 1);

  result->scene = lamina_picture_layout (picture->document, &picture->options, metrics, &result->error);
  return result;
}

static gpointer
copy (gpointer      input,
      GCancellable *cancellable)
{
  static const LaminaPictureFormat formats[] = { LAMINA_PICTURE_SVG, LAMINA_PICTURE_PNG };
  Picture *picture = input;
  LaminaExportResult *result = g_new0 (LaminaExportResult, 1);

  for (guint i = 0; i < G_N_ELEMENTS (formats) && !result->error; i++)
    result->pictures[formats[i]] = lamina_picture_make (picture->document, &picture->options, formats[i], cancellable,
                                                        &result->error);
  return result;
}

static gpointer
save (gpointer      input,
      GCancellable *cancellable)
{
  Picture *picture = input;
  LaminaExportResult *result = g_new0 (LaminaExportResult, 1);

  if (lamina_picture_save (picture->document, &picture->options, picture->file, cancellable, &result->error))
    result->file = g_object_ref (picture->file);
  return result;
}

void
lamina_export_job_run (gpointer                     owner,
                       GCancellable               **cancellable,
                       LaminaExportWork             work,
                       LaminaDocument              *document,
                       const LaminaPictureOptions  *options,
                       GFile                       *file,
                       LaminaJobDone                done)
{
  static const LaminaJobFunc funcs[] = { lay_out, copy, save };
  Picture *picture = g_new0 (Picture, 1);

  picture->document = lamina_document_ref (document);
  lamina_picture_options_copy (options, &picture->options);
  g_set_object (&picture->file, file);
  lamina_job_run (owner, cancellable, TRUE, funcs[work], picture, picture_free, done, lamina_export_result_free);
}

char *
lamina_export_dup_name (LaminaDocument *document,
                        const char     *what,
                        const char     *suffix)
{
  LaminaSources *sources = lamina_document_get_sources (document);
  g_autofree char *stem = g_strdup (sources ? lamina_source_get_name (lamina_sources_get (sources, 0)) : "lamina");
  char *dot = *stem ? strchr (stem + 1, '.') : NULL;

  if (dot)
    *dot = '\0';
  return g_strdup_printf ("%s-%s%s", stem, what, suffix);
}
