/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command-compare.h"

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
} Options;

static void
options_clear (Options *self)
{
  lamina_selection_clear (&self->a);
  lamina_selection_clear (&self->b);
  g_free (self->section_text[0]);
  g_free (self->section_text[1]);
  g_free (self->slower_text);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

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
check_options (Options *self,
               guint    n_files)
{
  if (!lamina_selection_parse (&self->a) || !parse_slower (self))
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

/* The run of B that is called as that of A, else the one that B begins with. */
static guint
find_partner (const LaminaComparisonSide *a,
              LaminaDocument             *b)
{
  const char *title = lamina_run_get_title (lamina_document_get_run (a->document, a->run));

  for (guint i = 0; i < lamina_document_get_n_runs (b); i++)
    if (strcmp (lamina_run_get_title (lamina_document_get_run (b, i)), title) == 0)
      return i;
  return lamina_document_get_default_run (b);
}

static gboolean
resolve (Options              *self,
         char                **files,
         LaminaComparisonSide *a,
         LaminaComparisonSide *b)
{
  const char *file_b = files[1] != NULL ? files[1] : files[0];

  if (!lamina_selection_resolve_one (&self->a, a->document, files[0]) ||
      !lamina_selection_resolve_one (&self->b, b->document, file_b))
    return FALSE;
  a->run = self->a.run;
  b->run = self->b.run_text != NULL ? self->b.run : a->document == b->document ? a->run : find_partner (a, b->document);
  if (!resolve_section (a, self->section_text[0], files[0]) || !resolve_section (b, self->section_text[1], file_b))
    return FALSE;
  if (a->document != b->document || a->run != b->run || a->section != b->section)
    return TRUE;
  lamina_command_complain ("A and B are the same");
  return FALSE;
}

static void
write_comparison (LaminaComparison *comparison,
                  const Options    *options,
                  char            **files)
{
  LaminaCompareOutput output = { comparison, { files[0], files[1] != NULL ? files[1] : files[0] } };

  if (options->a.format == LAMINA_FORMAT_JSON)
    lamina_compare_write_json (&output);
  else if (options->a.format == LAMINA_FORMAT_CSV)
    lamina_compare_write_csv (&output);
  else
    lamina_compare_write_text (&output);
}

/* What the comparison means for --fail-if-slower. */
static LaminaExit
judge (LaminaComparison *comparison,
       const Options    *options)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (options->slower))
    return LAMINA_EXIT_DONE;
  if (summary->delta == LAMINA_ABSENT)
    {
      lamina_command_complain ("--fail-if-slower: %s has no times", summary->total_a == LAMINA_ABSENT ? "A" : "B");
      return LAMINA_EXIT_INPUT;
    }
  if (!lamina_comparison_is_slower (comparison, options->slower, options->count_noise))
    return LAMINA_EXIT_DONE;
  g_ascii_formatd (text, sizeof text, "%.2f", lamina_comparison_get_percent (summary->total_a, summary->delta));
  lamina_command_complain ("B is slower by %s %%, more than %s %%", text, options->slower_text);
  return LAMINA_EXIT_SLOWER;
}

static LaminaExit
run_compare (int    argc,
             char **argv)
{
  g_auto (Options) options = { 0 };
  const GOptionEntry entries[] = {
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.a.run_text, "The run of A, from 1 on", "N" },
    { "section", 0, 0, G_OPTION_ARG_STRING, &options.section_text[0], "Only this section of A, from 1 on", "N" },
    { "run-b", 0, 0, G_OPTION_ARG_STRING, &options.b.run_text, "The run of B; else the one with the title of that of A",
      "N" },
    { "section-b", 0, 0, G_OPTION_ARG_STRING, &options.section_text[1], "Only this section of B", "N" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &options.a.format_text, "How to write", "table|csv|json" },
    { "fail-if-slower", 0, 0, G_OPTION_ARG_STRING, &options.slower_text,
      "End with 1 when B takes longer by more than this and the difference is no noise", "PERCENT" },
    { "count-noise", 0, 0, G_OPTION_ARG_NONE, &options.count_noise, "A difference that may be chance fails, too", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) files = NULL;
  g_autoptr (LaminaDocument) document_a = NULL;
  g_autoptr (LaminaDocument) document_b = NULL;
  g_autoptr (LaminaComparison) comparison = NULL;
  LaminaComparisonSide a = { 0 }, b = { 0 };
  LaminaExit status, verdict;

  if (!lamina_command_parse_between (&lamina_command_compare, entries, 1, 2, argc, argv, &files, &status))
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
  write_comparison (comparison, &options, files);
  status = lamina_command_finish ();
  verdict = judge (comparison, &options);
  return status != LAMINA_EXIT_DONE ? status : verdict;
}

const LaminaCommand lamina_command_compare = {
  .name = "compare",
  .arguments = "A [B]",
  .summary = "what differs between two documents, runs or sections",
  .run = run_compare,
};
