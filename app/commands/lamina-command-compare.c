/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-compare-memory.h"

#include "lamina-comparison-totals.h"
#include "lamina-difference-value.h"
#include "lamina-json-output.h"
#include "lamina-layer-noun.h"
#include "lamina-pictures.h"
#include "lamina-row-writer.h"
#include "lamina-words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What `lamina compare` writes for programs. */

/* What `lamina compare` writes: a comparison and the names of the files of both sides. */
typedef struct
{
  LaminaComparison *comparison;
  const char *files[2];
} CompareOutput;

/* No difference is no more than noise, too. */
static gboolean
is_within (gint64   delta,
           gboolean is_noise)
{
  return is_noise || delta == 0;
}

static const char *
get_key (LaminaDifferenceColumn column)
{
  const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (column);

  return info->of_pairs ? info->key : NULL;
}

static void
write_csv (const CompareOutput *self)
{
  const char *keys[LAMINA_N_DIFFERENCE_COLUMNS + 1] = { NULL };
  LaminaRowWriter *writer;

  for (guint column = 0, n = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
    if (get_key (column) != NULL)
      keys[n++] = get_key (column);
  writer = lamina_row_writer_new (LAMINA_FORMAT_CSV, keys);
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, self->comparison, i);
      for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
        {
          g_auto (LaminaLayerValue) value = { 0 };

          if (get_key (column) == NULL)
            continue;
          lamina_difference_get_value (&pair, column, &value);
          lamina_row_writer_take (writer, lamina_layer_value_dup_plain (&value));
        }
    }
  lamina_row_writer_free (writer);
}

static void
add_flag (JsonBuilder *json,
          const char  *name,
          gboolean     known,
          gboolean     value)
{
  json_builder_set_member_name (json, name);
  if (known)
    json_builder_add_boolean_value (json, value);
  else
    json_builder_add_null_value (json);
}

static void
add_side (JsonBuilder         *json,
          const CompareOutput *self,
          gboolean             is_b)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const LaminaComparisonSide *side = lamina_comparison_get_side (self->comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (self->comparison, is_b);
  g_autofree char *file = g_filename_display_name (self->files[is_b ? 1 : 0]);
  gboolean has_section = side->section != LAMINA_NONE;

  lamina_json_open_object (json, is_b ? "b" : "a");
  lamina_json_add_text (json, "file", file);
  lamina_json_add_integer (json, "run", side->run + 1);
  lamina_json_add_text (json, "title", lamina_run_get_title (run));
  lamina_json_add_integer (json, "section", has_section ? (gint64) side->section + 1 : LAMINA_ABSENT);
  lamina_json_add_text (json, "section_title", has_section ? lamina_run_get_section (run, side->section)->title : NULL);
  lamina_json_add_text (json, "cost", lamina_words_costs[lamina_run_get_cost_kind (run)]);
  lamina_json_add_integer (json, "layers", is_b ? summary->n_layers_b : summary->n_layers_a);
  lamina_json_add_integer (json, "duration_ns", is_b ? summary->total_b : summary->total_a);
  json_builder_end_object (json);
}

static void
add_member (JsonBuilder            *json,
            const LaminaDifference *row,
            LaminaDifferenceColumn  column)
{
  const char *key = lamina_difference_column_get_info (column)->key;
  g_auto (LaminaLayerValue) value = { 0 };

  switch ((guint) column)
    {
    case LAMINA_DIFFERENCE_COLUMN_LAYERS_A:
      lamina_json_add_ids (json, key, row->pair.layers_a, row->pair.n_a);
      break;
    case LAMINA_DIFFERENCE_COLUMN_LAYERS_B:
      lamina_json_add_ids (json, key, row->pair.layers_b, row->pair.n_b);
      break;
    case LAMINA_DIFFERENCE_COLUMN_WITHIN:
      add_flag (json, key, row->pair.noise != LAMINA_ABSENT, is_within (row->pair.delta, row->pair.is_noise));
      break;
    default:
      lamina_difference_get_value (row, column, &value);
      lamina_json_add_layer_value (json, key, &value);
    }
}

static void
add_types (JsonBuilder      *json,
           LaminaComparison *comparison)
{
  lamina_json_open_array (json, "types");
  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    {
      LaminaDifference type;

      lamina_difference_init_type (&type, comparison, i);
      json_builder_begin_object (json);
      for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
        if (lamina_difference_column_get_info (column)->of_types)
          add_member (json, &type, column);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
add_total (JsonBuilder                 *json,
           const LaminaComparisonTotal *total)
{
  gint64 delta = lamina_comparison_total_get_delta (total);

  lamina_json_add_integer (json, "a_ns", total->a);
  lamina_json_add_integer (json, "b_ns", total->b);
  lamina_json_add_integer (json, "delta_ns", delta);
  lamina_json_add_real (json, "delta_percent", lamina_comparison_get_percent (total->a, delta));
}

/* The only one of its kind. */
static void
add_lone_total (JsonBuilder                  *json,
                const LaminaComparisonTotals *totals,
                LaminaComparisonTotalKind     kind)
{
  const LaminaComparisonTotal unknown = { .a = LAMINA_ABSENT, .b = LAMINA_ABSENT };
  const LaminaComparisonTotal *total = &unknown;

  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    if (lamina_comparison_totals_get (totals, i)->kind == kind)
      total = lamina_comparison_totals_get (totals, i);
  add_total (json, total);
}

/* What the kernels take, and how long it takes until all is done. */
static void
add_totals (JsonBuilder      *json,
            LaminaComparison *comparison)
{
  g_autoptr (LaminaComparisonTotals) totals = lamina_comparison_totals_new (comparison, NULL);

  lamina_json_open_object (json, "kernels");
  add_lone_total (json, totals, LAMINA_COMPARISON_OF_KERNELS);
  json_builder_end_object (json);
  lamina_json_open_array (json, "spans");
  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    {
      const LaminaComparisonTotal *total = lamina_comparison_totals_get (totals, i);

      if (total->kind != LAMINA_COMPARISON_OF_DEVICE)
        continue;
      json_builder_begin_object (json);
      lamina_json_add_text (json, "device", total->device);
      add_total (json, total);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  lamina_json_open_object (json, "steps");
  lamina_json_add_integer (json, "n_a", lamina_comparison_totals_get_n_steps (totals, FALSE));
  lamina_json_add_integer (json, "n_b", lamina_comparison_totals_get_n_steps (totals, TRUE));
  add_lone_total (json, totals, LAMINA_COMPARISON_OF_STEP);
  json_builder_end_object (json);
  lamina_json_add_text (json, "verdict", lamina_comparison_verdict_get_name (lamina_comparison_totals_judge (totals)));
}

static void
write_json (const CompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  JsonBuilder *json = json_builder_new_immutable ();

  json_builder_begin_object (json);
  add_side (json, self, FALSE);
  add_side (json, self, TRUE);
  lamina_json_add_integer (json, "delta_ns", summary->delta);
  lamina_json_add_real (json, "delta_percent", lamina_comparison_get_percent (summary->total_a, summary->delta));
  lamina_json_add_text (json, "reason", lamina_comparison_get_reason (self->comparison));
  lamina_json_add_integer (json, "noise_ns", summary->noise);
  add_flag (json, "within_noise", summary->noise != LAMINA_ABSENT, is_within (summary->delta, summary->is_noise));
  lamina_json_add_integer (json, "noise_delta_ns", summary->noise_delta);
  lamina_json_open_object (json, "states");
  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      json_builder_set_member_name (json, lamina_pair_state_get_name ((LaminaPairState) i));
      json_builder_begin_object (json);
      lamina_json_add_integer (json, "pairs", summary->n_states[i]);
      lamina_json_add_integer (json, "delta_ns", summary->deltas[i]);
      json_builder_end_object (json);
    }
  json_builder_end_object (json);
  add_totals (json, self->comparison);
  add_types (json, self->comparison);
  lamina_compare_memory_add (json, self->comparison);
  json_builder_end_object (json);
  lamina_json_rows_open_in (json, "pairs");
  for (guint i = 0; i < lamina_comparison_get_n_pairs (self->comparison); i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, self->comparison, i);
      json = lamina_json_row_begin ();
      for (guint column = 0; column < LAMINA_N_DIFFERENCE_COLUMNS; column++)
        if (get_key (column) != NULL)
          add_member (json, &pair, column);
      lamina_json_row_end (json);
    }
  lamina_json_rows_close_in ();
}

/* What `lamina compare` writes for people. */

/* Letters that the longest of the three figures at the head has: `+20.4 ms`. */
#define FIGURE_WIDTH 8

static double
get_share_percent (LaminaComparison *comparison,
                   gint64            delta)
{
  gint64 total = lamina_comparison_get_summary (comparison)->delta;

  return delta != LAMINA_ABSENT && total != LAMINA_ABSENT ? lamina_comparison_get_percent (total, delta) : NAN;
}

/* Pads to a column by letters: the figures have some of more than one byte. */
static char *
dup_padded (const char *text)
{
  return g_strdup_printf ("%s%*s", text, (int) MAX (FIGURE_WIDTH - g_utf8_strlen (text, -1), 0), "");
}

static void
write_side (const CompareOutput *self,
            gboolean             is_b)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  const LaminaComparisonSide *side = lamina_comparison_get_side (self->comparison, is_b);
  LaminaRun *run = lamina_comparison_get_run (self->comparison, is_b);
  guint n = is_b ? summary->n_layers_b : summary->n_layers_a;
  g_autofree char *file = g_filename_display_basename (self->files[is_b ? 1 : 0]);
  g_autofree char *figure = lamina_figure_dup (is_b ? summary->total_b : summary->total_a, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *padded = dup_padded (figure);
  g_autofree char *text = NULL;
  g_autofree char *visible = NULL;
  const char *section = side->section != LAMINA_NONE ? lamina_run_get_section (run, side->section)->title : NULL;

  text = g_strdup_printf ("%s  %s  %u %s  %s, %s%s%s", is_b ? "B" : "A", padded, n, lamina_layers_get_word (run, n), file,
                          lamina_run_get_title (run), section != NULL ? ", " : "", section != NULL ? section : "");
  visible = lamina_visible_dup (text);
  printf ("%s\n", visible);
}

static void
write_noise (const CompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  g_autofree char *noise = lamina_figure_dup (summary->noise, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *within = lamina_comparison_dup_delta (summary->noise_delta);

  if (summary->noise == LAMINA_ABSENT)
    {
      printf ("; noise is not known: nothing repeats often enough\n");
      return;
    }
  printf ("; noise ±%s%s", noise, summary->is_noise ? ", Δ is within it" : "");
  if (summary->n_noise > 0)
    printf ("; %u of %u pairs within theirs, %s", summary->n_noise, lamina_comparison_get_n_pairs (self->comparison), within);
  putchar ('\n');
}

static void
write_summary (const CompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);
  g_autofree char *delta = lamina_comparison_dup_delta (summary->delta);
  g_autofree char *padded = dup_padded (delta);
  g_autofree char *percent = lamina_comparison_dup_percent (lamina_comparison_get_percent (summary->total_a,
                                                                                           summary->delta));

  write_side (self, FALSE);
  write_side (self, TRUE);
  if (summary->delta == LAMINA_ABSENT)
    {
      printf ("Δ  %s  %s\n\n", padded, lamina_comparison_get_reason (self->comparison));
      return;
    }
  printf ("Δ  %s  %s", padded, percent);
  write_noise (self);
  if (!summary->same_cost)
    printf ("   A and B state times of different kinds: see \"cost\" in lamina info\n");
  putchar ('\n');
}

/* Kernels that became faster are no gain where devices then wait for something else: so both totals are there. */
static void
write_totals (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Total", ">A", ">B", ">Δ", ">Δ %", NULL };
  g_autoptr (LaminaComparisonTotals) totals = lamina_comparison_totals_new (comparison, NULL);
  g_autofree char *verdict = lamina_comparison_totals_dup_verdict (totals);
  LaminaRowWriter *writer;

  if (lamina_comparison_totals_get_n (totals) == 0)
    return;
  writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);
  for (guint i = 0; i < lamina_comparison_totals_get_n (totals); i++)
    {
      const LaminaComparisonTotal *total = lamina_comparison_totals_get (totals, i);
      gint64 delta = lamina_comparison_total_get_delta (total);

      lamina_row_writer_take (writer, lamina_comparison_total_dup_title (total));
      lamina_row_writer_take (writer, lamina_figure_dup (total->a, LAMINA_UNIT_NANOSECONDS));
      lamina_row_writer_take (writer, lamina_figure_dup (total->b, LAMINA_UNIT_NANOSECONDS));
      lamina_row_writer_take (writer, lamina_comparison_dup_delta (delta));
      lamina_row_writer_take (writer, lamina_comparison_dup_percent (lamina_comparison_get_percent (total->a, delta)));
    }
  lamina_row_writer_free (writer);
  if (verdict != NULL)
    printf ("\n%s\n", verdict);
  putchar ('\n');
}

static void
write_states (LaminaComparison *comparison)
{
  static const char *const headings[] = { "Pairs", ">Count", ">Δ", ">Share of Δ", NULL };
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (comparison);
  g_autoptr (LaminaRowWriter) writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);

  for (guint i = 0; i < LAMINA_N_PAIR_STATES; i++)
    {
      lamina_row_writer_add (writer, lamina_pair_state_get_name ((LaminaPairState) i));
      lamina_row_writer_add_integer (writer, summary->n_states[i]);
      lamina_row_writer_take (writer, lamina_comparison_dup_delta (summary->deltas[i]));
      lamina_row_writer_take (writer, lamina_comparison_dup_percent (get_share_percent (comparison, summary->deltas[i])));
    }
}

/* Its heading of the table in the window; numbers stand at the right. */
static LaminaRowWriter *
open_table (const LaminaDifferenceColumn *columns,
            guint                         n)
{
  g_auto (GStrv) headings = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      const LaminaDifferenceColumnInfo *info = lamina_difference_column_get_info (columns[i]);

      headings[i] = g_strconcat (info->is_text ? "" : ">", info->title, NULL);
    }
  return lamina_row_writer_new (LAMINA_FORMAT_TABLE, (const char *const *) headings);
}

/* Words are those of CSV and JSON, for who searches in what is printed. */
static void
write_row (LaminaRowWriter              *writer,
           const LaminaDifference       *row,
           const LaminaDifferenceColumn *columns,
           guint                         n)
{
  for (guint i = 0; i < n; i++)
    if (columns[i] == LAMINA_DIFFERENCE_COLUMN_STATE)
      lamina_row_writer_add (writer, lamina_pair_state_get_name (row->pair.state));
    else
      lamina_row_writer_take (writer, lamina_difference_dup_text (row, columns[i]));
}

static void
write_types (LaminaComparison *comparison)
{
  static const LaminaDifferenceColumn columns[] = {
    LAMINA_DIFFERENCE_COLUMN_TYPE, LAMINA_DIFFERENCE_COLUMN_PAIRS, LAMINA_DIFFERENCE_COLUMN_COST_A,
    LAMINA_DIFFERENCE_COLUMN_COST_B, LAMINA_DIFFERENCE_COLUMN_DELTA, LAMINA_DIFFERENCE_COLUMN_PERCENT,
    LAMINA_DIFFERENCE_COLUMN_SHARE,
  };
  g_autoptr (LaminaRowWriter) writer = open_table (columns, G_N_ELEMENTS (columns));

  for (guint i = 0; i < lamina_comparison_get_n_types (comparison); i++)
    {
      LaminaDifference type;

      lamina_difference_init_type (&type, comparison, i);
      if (type.pair.cost_a != LAMINA_ABSENT || type.pair.cost_b != LAMINA_ABSENT)
        write_row (writer, &type, columns, G_N_ELEMENTS (columns));
    }
}

/* Returns how many columns are left. */
static guint
leave_out (LaminaDifferenceColumn *columns,
           guint                   n,
           LaminaDifferenceColumn  column)
{
  guint left = 0;

  for (guint i = 0; i < n; i++)
    if (columns[i] != column)
      columns[left++] = columns[i];
  return left;
}

static void
write_pairs (LaminaComparison *comparison)
{
  LaminaDifferenceColumn columns[] = {
    LAMINA_DIFFERENCE_COLUMN_STATE, LAMINA_DIFFERENCE_COLUMN_BASIS, LAMINA_DIFFERENCE_COLUMN_COST_A,
    LAMINA_DIFFERENCE_COLUMN_COST_B, LAMINA_DIFFERENCE_COLUMN_DELTA, LAMINA_DIFFERENCE_COLUMN_PERCENT,
    LAMINA_DIFFERENCE_COLUMN_SHARE, LAMINA_DIFFERENCE_COLUMN_WITHIN, LAMINA_DIFFERENCE_COLUMN_CALLS,
    LAMINA_DIFFERENCE_COLUMN_NAME_A, LAMINA_DIFFERENCE_COLUMN_NAME_B,
  };
  guint n_columns = G_N_ELEMENTS (columns), n;
  g_autoptr (LaminaRowWriter) writer = NULL;
  g_autofree guint32 *order =
    lamina_comparison_dup_order (comparison, LAMINA_PAIR_ALL_STATES, LAMINA_PAIR_COLUMN_CHANGE, TRUE, NULL, &n);

  if (!lamina_comparison_knows_noise (comparison))
    n_columns = leave_out (columns, n_columns, LAMINA_DIFFERENCE_COLUMN_WITHIN);
  writer = open_table (columns, n_columns);
  for (guint i = 0; i < n; i++)
    {
      LaminaDifference pair;

      lamina_difference_init_pair (&pair, comparison, order[i]);
      write_row (writer, &pair, columns, n_columns);
    }
}

static void
write_text (const CompareOutput *self)
{
  const LaminaComparisonSummary *summary = lamina_comparison_get_summary (self->comparison);

  write_summary (self);
  write_totals (self->comparison);
  write_states (self->comparison);
  putchar ('\n');
  if (summary->total_a != LAMINA_ABSENT || summary->total_b != LAMINA_ABSENT)
    {
      write_types (self->comparison);
      putchar ('\n');
    }
  write_pairs (self->comparison);
  lamina_compare_memory_write (self->comparison);
}

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
      CompareOutput output = { comparison, { files[0], files[1] != NULL ? files[1] : files[0] } };

      if (options->a.format == LAMINA_FORMAT_JSON)
        write_json (&output);
      else if (options->a.format == LAMINA_FORMAT_CSV)
        write_csv (&output);
      else
        write_text (&output);
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
