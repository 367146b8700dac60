/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"

#include "lamina-compare-output.h"
#include "lamina-pictures.h"
#include "lamina-row-writer.h"

#include <math.h>
#include <string.h>

/* `lamina compare`: what differs between two documents, runs or sections. */

typedef struct
{
  LaminaSelection a;
  LaminaSelection b;
  char *section_text[2];
  char *slower_text;
  double slower;              /* hundredths, NaN when nobody asked */
  gboolean count_noise;
  char *output;
  char *view;
  char *theme;
  char *palette;
  char *width;
  LaminaPictureOptions picture;
} Options;

static gboolean
parse_slower (Options *self)
{
  char *end = NULL;

  self->slower = NAN;
  if (self->slower_text == NULL)
    return TRUE;
  self->slower = g_ascii_strtod (self->slower_text, &end);
  if (end != self->slower_text && g_str_equal (end, "%"))
    end++;
  if (end != self->slower_text && *end == '\0' && isfinite (self->slower) && self->slower >= 0)
    return TRUE;
  lamina_command_complain ("--fail-if-slower %s: expected a number that is not negative", self->slower_text);
  return FALSE;
}

static gboolean
check_picture (Options *self)
{
  static const char *const themes[] = { "light", "dark", "print", NULL };
  static const char *const views[] = { "comparison", "waterfall", "ties", NULL };
  int theme = self->theme != NULL ? lamina_command_choose ("theme", self->theme, themes) : LAMINA_THEME_PRINT;

  if (theme < 0 || !lamina_pictures_choose_palette (self->palette, &self->picture.palette)
      || (self->view != NULL && lamina_command_choose ("view", self->view, views) < 0))
    return FALSE;
  self->picture.theme = (LaminaTheme) theme;
  self->picture.view = self->view != NULL ? self->view : views[0];
  if (self->output != NULL
      || (self->view == NULL && self->theme == NULL && self->palette == NULL && self->width == NULL))
    return TRUE;
  lamina_command_complain ("--output is missing; its suffix chooses between .svg, .png and .pdf");
  return FALSE;
}

static gboolean
check_options (Options *self,
               guint    n_files)
{
  if (!lamina_selection_parse (&self->a) || !parse_slower (self) || !check_picture (self))
    return FALSE;
  if (n_files > 1 || self->b.run_text != NULL || self->section_text[1] != NULL)
    return TRUE;
  lamina_command_complain ("expected a second file, --run-b or --section-b: what is to be compared with what?");
  return FALSE;
}

static gboolean
resolve_section (LaminaComparisonSide *side,
                 const char           *text,
                 const char           *file)
{
  guint n = lamina_run_get_n_sections (lamina_document_get_run (side->document, side->run));
  g_autofree char *name = g_filename_display_name (file);
  gint64 number;

  side->section = LAMINA_NONE;
  if (text == NULL)
    return TRUE;
  if (lamina_decimal_parse (text, strlen (text), 0, &number) && number >= 1 && number <= n)
    {
      side->section = (guint32) number - 1;
      return TRUE;
    }
  lamina_command_complain ("%s: run %u has no section %s; it has %u", name, side->run + 1, text, n);
  return FALSE;
}

guint
lamina_compare_find_partner (LaminaRun      *run,
                             LaminaDocument *b)
{
  for (guint i = 0; i < lamina_document_get_n_runs (b); i++)
    if (strcmp (lamina_run_get_title (lamina_document_get_run (b, i)), lamina_run_get_title (run)) == 0)
      return i;
  return lamina_document_get_default_run (b);
}

static gboolean
resolve (Options               *self,
         char                 **files,
         LaminaComparisonSide  *a,
         LaminaComparisonSide  *b)
{
  const char *file_b = files[1] != NULL ? files[1] : files[0];

  if (!lamina_selection_resolve_one (&self->a, a->document, files[0]) ||
      !lamina_selection_resolve_one (&self->b, b->document, file_b))
    return FALSE;
  a->run = self->a.run;
  if (self->b.run_text != NULL)
    b->run = self->b.run;
  else
    b->run = a->document == b->document ? a->run
                                        : lamina_compare_find_partner (lamina_document_get_run (a->document, a->run),
                                                                       b->document);
  if (!resolve_section (a, self->section_text[0], files[0]) || !resolve_section (b, self->section_text[1], file_b))
    return FALSE;
  if (a->document != b->document || a->run != b->run || a->section != b->section)
    return TRUE;
  lamina_command_complain ("A and B are the same");
  return FALSE;
}

/* Instead of the numbers. */
static LaminaExit
save_picture (LaminaComparison *comparison,
              Options          *options)
{
  const LaminaPictures *pictures = lamina_pictures_load ();
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output);
  g_autoptr (GError) error = NULL;

  if (pictures == NULL)
    return LAMINA_EXIT_INPUT;
  if (options->width != NULL &&
      !pictures->parse_length (options->width, &options->picture.width, &options->picture.on_paper))
    {
      lamina_command_complain ("--width %s: expected pixels or millimetres, such as 900 or 180mm", options->width);
      return LAMINA_EXIT_USAGE;
    }
  options->picture.comparison = comparison;
  if (pictures->save (lamina_comparison_get_side (comparison, FALSE)->document, &options->picture, file, NULL, &error))
    return LAMINA_EXIT_DONE;
  lamina_command_complain ("%s: %s", options->output, error->message);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT) ? LAMINA_EXIT_USAGE : LAMINA_EXIT_INPUT;
}

/*
 * Two runs without any times are compared all the same, by what they are made of; for what is asked of times they are as
 * little use as one.
 */
static gboolean
can_compare (LaminaComparison *comparison,
             const Options    *options)
{
  if (lamina_comparison_get_reason (comparison) == NULL)
    return TRUE;
  return isnan (options->slower) && options->output == NULL && !lamina_comparison_has_times (comparison, FALSE)
         && !lamina_comparison_has_times (comparison, TRUE);
}

/* What the comparison means for --fail-if-slower. */
static LaminaExit
judge (LaminaComparison *comparison,
       const Options    *options)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (options->slower) || !lamina_comparison_is_slower (comparison, options->slower, options->count_noise))
    return LAMINA_EXIT_DONE;
  g_ascii_formatd (text, sizeof text, "%.2f", lamina_comparison_get_percent (summary->total_a, summary->delta));
  lamina_command_complain ("B is slower by %s %%, more than %s %%", text, options->slower_text);
  return LAMINA_EXIT_SLOWER;
}

static LaminaExit
show (LaminaComparison  *comparison,
      Options           *options,
      char             **files)
{
  LaminaExit status = LAMINA_EXIT_DONE;

  if (options->output == NULL)
    {
      LaminaCompareOutput output = { comparison, { files[0], files[1] != NULL ? files[1] : files[0] } };

      if (options->a.format == LAMINA_FORMAT_JSON)
        lamina_compare_output_write_json (&output);
      else if (options->a.format == LAMINA_FORMAT_CSV)
        lamina_compare_output_write_csv (&output);
      else
        lamina_compare_output_write_text (&output);
      status = lamina_command_finish ();
    }
  if (status == LAMINA_EXIT_DONE && !can_compare (comparison, options))
    {
      lamina_command_complain ("%s", lamina_comparison_get_reason (comparison));
      return LAMINA_EXIT_UNLIKE;
    }
  if (status == LAMINA_EXIT_DONE && options->output != NULL)
    status = save_picture (comparison, options);
  return status != LAMINA_EXIT_DONE ? status : judge (comparison, options);
}

static LaminaExit
run_compare (int    argc,
             char **argv)
{
  Options options = { .picture = LAMINA_PICTURE_OPTIONS_INIT };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.a.run_text, "The run of A, from 1 on", "N" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.section_text[0], "Only this section of A, from 1 on", "N" },
    { "run-b", 0, 0, G_OPTION_ARG_STRING, &options.b.run_text, "The run of B; else the one with the title of that of A",
      "N" },
    { "section-b", 0, 0, G_OPTION_ARG_STRING, &options.section_text[1], "Only this section of B", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.a.format_text, "How to write", "table|csv|json" },
    { "fail-if-slower", 0, 0, G_OPTION_ARG_STRING, &options.slower_text,
      "End with 1 when B takes longer by more than this and the difference is no noise", "PERCENT" },
    { "count-noise", 0, 0, G_OPTION_ARG_NONE, &options.count_noise, "A difference that may be chance fails, too",
      NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, "Draw it instead; the suffix chooses SVG, PNG or PDF",
      "OUT" },
    { "view", 0, 0, G_OPTION_ARG_STRING, &options.view, "What to draw", "comparison|waterfall|ties" },
    { "theme", 0, 0, G_OPTION_ARG_STRING, &options.theme, "Colors", "print|light|dark" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options.palette, "Colors of the families of work", "usual|apart|blues" },
    { "width", 0, 0, G_OPTION_ARG_STRING, &options.width, "Width in pixels or millimetres, such as 180mm", "SIZE" },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_auto (GStrv) files = NULL;
  g_autoptr (LaminaDocument) document_a = NULL;
  g_autoptr (LaminaDocument) document_b = NULL;
  g_autoptr (LaminaComparison) comparison = NULL;
  LaminaComparisonSide a = { 0 }, b = { 0 };
  LaminaExit status;

  if (!lamina_command_parse (&lamina_command_compare, entries, 1, 2, argc, argv, &files, &status))
    return status;
  if (!check_options (&options, g_strv_length (files)))
    return LAMINA_EXIT_USAGE;
  document_a = lamina_command_open (files[0]);
  document_b = document_a == NULL ? NULL : files[1] != NULL ? lamina_command_open (files[1]) :
               lamina_document_ref (document_a);
  if (document_b == NULL)
    return LAMINA_EXIT_INPUT;
  a.document = document_a;
  b.document = document_b;
  if (!resolve (&options, files, &a, &b))
    return LAMINA_EXIT_USAGE;
  comparison = lamina_comparison_new (&a, &b, NULL);
  return show (comparison, &options, files);
}

const LaminaCommand lamina_command_compare = {
  .name = "compare",
  .arguments = "A [B]",
  .summary = "what differs between two documents, runs or sections",
  .run = run_compare,
  .writes_rows = TRUE,
};
