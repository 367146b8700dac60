/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-page.h"
#include "lamina-reader-words.h"
#include "lamina-work.h"

#include <string.h>

static gboolean
check (const LaminaReportOptions  *options,
       GError                    **error)
{
  guint run = options->run;

  if (run < lamina_document_get_n_runs (options->document))
    {
      if (options->other == NULL || options->other_run < lamina_document_get_n_runs (options->other))
        return TRUE;
      run = options->other_run;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "there is no run %u", run + 1);
  return FALSE;
}

/* What matters most stands first; what is looked up stands last. */
static void
add_parts (LaminaReport *self)
{
  static void (*const parts[]) (LaminaReport *) = {
    lamina_report_add_head,   lamina_report_add_findings,      lamina_report_add_comparison, lamina_report_add_timeline,
    lamina_report_add_layers, lamina_report_add_high_timeline, lamina_report_add_charts,     lamina_report_add_runs,
    lamina_report_add_properties, lamina_report_add_import,
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts) && !g_cancellable_is_cancelled (self->cancellable); i++)
    parts[i] (self);
  g_clear_pointer (&self->timeline, lamina_scene_unref);
}

static char *
dup_title (const LaminaReportOptions *options)
{
  g_autofree char *a = lamina_report_dup_side (options->document, options->run);
  g_autofree char *b = NULL;

  if (options->other == NULL)
    return g_steal_pointer (&a);
  if (lamina_report_is_one_file (options))
    b = g_strdup (lamina_reader_word_get_title (lamina_document_get_run (options->other, options->other_run)));
  else
    b = lamina_report_dup_side (options->other, options->other_run);
  /* Translators: what was before, and what is now */
  return g_strdup_printf (_("%s compared with %s"), a, b);
}

static LaminaSheet *
make (const LaminaReportOptions  *options,
      const LaminaSheetKind      *kind,
      const char                 *folder,
      GCancellable               *cancellable,
      GError                    **error)
{
  g_autoptr (LaminaSheet) sheet = NULL;
  g_autoptr (LaminaTimebase) timebase = NULL;
  g_autoptr (LaminaIdle) idle = NULL;
  g_autofree char *title = NULL;
  LaminaReport self = { .options = options, .document = options->document, .cancellable = cancellable };

  if (!check (options, error))
    return NULL;
  title = dup_title (options);
  self.run = lamina_document_get_run (options->document, options->run);
  self.timebase = timebase = lamina_timebase_new (self.run, TRUE);
  self.sheet = sheet = lamina_sheet_new (kind, title, folder, options->palette);
  lamina_work_attach (options->document, options->run, cancellable);
  self.idle = idle = lamina_idle_new (self.run, timebase, LAMINA_NONE, LAMINA_ABSENT, LAMINA_ABSENT, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      lamina_sheet_add_heading (sheet, 1, title);
      add_parts (&self);
    }
  return g_cancellable_set_error_if_cancelled (cancellable, error) ? NULL : g_steal_pointer (&sheet);
}

GBytes *
lamina_report_make_page (const LaminaReportOptions  *options,
                         GCancellable               *cancellable,
                         GError                    **error)
{
  g_autoptr (LaminaSheet) sheet = NULL;

  g_return_val_if_fail (options != NULL && options->document != NULL, NULL);
  sheet = make (options, &lamina_sheet_html, "", cancellable, error);
  return sheet != NULL ? lamina_sheet_finish (sheet) : NULL;
}

gboolean
lamina_report_find_format (GFile               *file,
                           LaminaReportFormat  *format,
                           GError             **error)
{
  static const struct
  {
    const char *suffix;
    LaminaReportFormat format;
  } suffixes[] = { { ".html", LAMINA_REPORT_HTML }, { ".htm", LAMINA_REPORT_HTML }, { ".md", LAMINA_REPORT_MARKDOWN },
                   { ".markdown", LAMINA_REPORT_MARKDOWN } };
  g_autofree char *name = g_file_get_basename (file);
  const char *suffix = name != NULL ? strrchr (name, '.') : NULL;

  for (guint i = 0; suffix != NULL && i < G_N_ELEMENTS (suffixes); i++)
    if (g_ascii_strcasecmp (suffix, suffixes[i].suffix) == 0)
      {
        *format = suffixes[i].format;
        return TRUE;
      }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "the name of a report ends in .html or .md");
  return FALSE;
}

/* `OUT-files` for `OUT.md`. What Markdown would misread in a path is written in hundredths, as in addresses. */
static char *
dup_folder_name (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  *strrchr (name, '.') = '\0';
  return g_strconcat (name, "-files", NULL);
}

static gboolean
save_files (LaminaSheet   *sheet,
            GFile         *folder,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr (GError) problem = NULL;

  if (sheet->files->len == 0)
    return TRUE;
  if (!g_file_make_directory (folder, cancellable, &problem)
      && !g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_EXISTS))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  for (guint i = 0; i < sheet->files->len; i++)
    {
      const LaminaSheetFile *picture = g_ptr_array_index (sheet->files, i);
      g_autoptr (GFile) file = g_file_get_child (folder, picture->name);

      if (!lamina_picture_replace (file, picture->bytes, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
lamina_report_save (const LaminaReportOptions  *options,
                    GFile                      *file,
                    GCancellable               *cancellable,
                    GError                    **error)
{
  g_autoptr (LaminaSheet) sheet = NULL;
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autoptr (GFile) folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GBytes) bytes = NULL;
  LaminaReportFormat format;

  g_return_val_if_fail (options != NULL && options->document != NULL && G_IS_FILE (file), FALSE);
  if (!lamina_report_find_format (file, &format, error))
    return FALSE;
  name = dup_folder_name (file);
  path = g_uri_escape_string (name, NULL, FALSE);
  sheet = make (options, format == LAMINA_REPORT_HTML ? &lamina_sheet_html : &lamina_sheet_markdown, path, cancellable,
                error);
  if (sheet == NULL)
    return FALSE;
  folder = g_file_get_child (parent, name);
  bytes = lamina_sheet_finish (sheet);
  return save_files (sheet, folder, cancellable, error) && lamina_picture_replace (file, bytes, cancellable, error);
}

/* Words */

char *
lamina_report_dup_name (LaminaDocument *document)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  if (sources == NULL || lamina_sources_get_n (sources) == 0)
    return g_strdup (_("Report"));
  return g_strdup (lamina_source_get_name (lamina_sources_get (sources, 0)));
}

gboolean
lamina_report_is_one_file (const LaminaReportOptions *options)
{
  g_autofree char *a = lamina_report_dup_name (options->document);
  g_autofree char *b = lamina_report_dup_name (options->other);

  return lamina_document_get_n_runs (options->document) > 1 && g_str_equal (a, b);
}

char *
lamina_report_dup_side (LaminaDocument *document,
                        guint           run)
{
  g_autofree char *name = lamina_report_dup_name (document);

  if (lamina_document_get_n_runs (document) == 1)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s, %s", name, lamina_reader_word_get_title (lamina_document_get_run (document, run)));
}

const char *
lamina_report_get_timing (LaminaRun *run)
{
  switch (lamina_run_get_timing (run))
    {
    case LAMINA_TIMING_MEASURED:
      return _("Timing measured.");
    case LAMINA_TIMING_END_TO_END:
      return _("Durations measured, laid end to end: the file states no starts.");
    case LAMINA_TIMING_ORDER:
    default:
      return _("Order only: the file states no times.");
    }
}

char *
lamina_report_dup_amount (gint64     value,
                          LaminaUnit unit,
                          gboolean   is_estimated)
{
  g_autofree char *figure = lamina_figure_dup (value, unit);

  return g_strconcat (is_estimated && value != LAMINA_ABSENT ? "≈\u00a0" : "", figure, NULL);
}
