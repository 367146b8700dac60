/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-layer-noun.h"
#include "lamina-layer-value.h"
#include "lamina-text.h"

/* The table of layers of a report. */

/*
 * The columns besides the name, and what stands below their numbers; those that say nothing of any of the rows are left
 * out. What a call costs in the middle says something of groups alone.
 */
static const struct
{
  LaminaLayerColumn column;
  const char *title;
  LaminaLayerColumn note;
} columns[] = {
  { LAMINA_LAYER_COLUMN_CALLS, N_(">Calls"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_DURATION, N_(">Time"), LAMINA_N_LAYER_COLUMNS },
  /* Translators: of calls; the heading of two numbers that stand below each other */
  { LAMINA_LAYER_COLUMN_MEAN, N_(">Mean, median"), LAMINA_LAYER_COLUMN_MEDIAN },
  { LAMINA_LAYER_COLUMN_SHARE, N_(">Share"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_CUMULATIVE, N_(">Cumulative"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_FLOP, N_(">FLOP"), LAMINA_LAYER_COLUMN_FLOP_RATE },
  { LAMINA_LAYER_COLUMN_BYTES, N_(">Bytes moved"), LAMINA_N_LAYER_COLUMNS },
};

/*
 * What stands in the rows: layers, or groups of those of one name.
 *
 * cumulative  shares of layers, which they do not know themselves
 * groups      (nullable)
 */
typedef struct
{
  LaminaReport *report;
  const guint32 *layers;
  const float *cumulative;
  LaminaGrouping *groups;
  guint n;
} Rows;

static void
get_value (const Rows        *self,
           guint              row,
           LaminaLayerColumn  column,
           LaminaLayerValue  *value)
{
  LaminaReport *report = self->report;

  if (self->groups != NULL)
    lamina_layer_group_get_value (report->run, lamina_grouping_get (self->groups, row), column, value);
  else if (column == LAMINA_LAYER_COLUMN_CUMULATIVE)
    *value = (LaminaLayerValue) { .kind = LAMINA_LAYER_VALUE_SHARE,
                                  .real = (double) self->cumulative[self->layers[row]] };
  else
    lamina_layer_get_value (report->run, report->timebase, self->layers[row], column, value);
}

static gboolean
has_values (const Rows        *self,
            LaminaLayerColumn  column)
{
  /* Of layers that ran once each, that says nothing. */
  for (guint i = 0; column == LAMINA_LAYER_COLUMN_CALLS && self->groups == NULL && i < self->n; i++)
    if (lamina_layers_get_calls (lamina_run_get_layers (self->report->run), self->layers[i]) != 1)
      return TRUE;
  if (column == LAMINA_LAYER_COLUMN_CALLS || column == LAMINA_LAYER_COLUMN_MEAN)
    return self->groups != NULL;
  for (guint i = 0; i < self->n; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      get_value (self, i, column, &value);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT && (value.kind != LAMINA_LAYER_VALUE_TEXT || *value.text != '\0'))
        return TRUE;
    }
  return FALSE;
}

/* The type that all layers of a row have, or the empty string. */
static const char *
get_type (const Rows *self,
          guint       row)
{
  LaminaRun *run = self->report->run;
  const LaminaLayerGroup *group = self->groups != NULL ? lamina_grouping_get (self->groups, row) : NULL;
  const guint32 *layers = group != NULL ? group->layers : self->layers + row;
  guint n = group != NULL ? group->n_layers : 1;
  guint32 type = lamina_column_id (lamina_run_get_layers (run)->type, layers[0]);

  for (guint i = 1; i < n; i++)
    if (lamina_column_id (lamina_run_get_layers (run)->type, layers[i]) != type)
      return "";
  return lamina_run_get_string (run, type);
}

/* Whether the shapes that follow from two layers are the same, where the file names none. */
static gboolean
make_alike (LaminaRun *run,
            guint32    a,
            guint32    b)
{
  g_autofree char *of_a = NULL;
  g_autofree char *of_b = NULL;

  if (lamina_layer_get_inferred (run, a) == lamina_layer_get_inferred (run, b))
    return TRUE;
  of_a = lamina_layer_dup_shapes (run, a, TRUE);
  of_b = lamina_layer_dup_shapes (run, b, TRUE);
  return g_str_equal (of_a, of_b);
}

/* Whether two layers write the same shapes. */
static gboolean
write_alike (LaminaRun *run,
             guint32    a,
             guint32    b)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const guint32 *shapes = lamina_run_get_tensors (run)->shape;
  guint32 first_a = lamina_column_first (layers->first_output, a), first_b = lamina_column_first (layers->first_output, b);
  guint32 n = lamina_column_first (layers->first_output, a + 1) - first_a;

  if (lamina_column_first (layers->first_output, b + 1) - first_b != n)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    if (lamina_column_id (shapes, layers->outputs[first_a + i]) != lamina_column_id (shapes, layers->outputs[first_b + i]))
      return FALSE;
  return n > 0 || make_alike (run, a, b);
}

/* The shapes that all layers of a row write, or the empty string. */
static char *
dup_shape (const Rows *self,
           guint       row)
{
  LaminaReport *report = self->report;
  const LaminaLayerGroup *group = self->groups != NULL ? lamina_grouping_get (self->groups, row) : NULL;
  guint32 first = group != NULL ? group->layers[0] : self->layers[row];

  for (guint i = 1; group != NULL && i < group->n_layers; i++)
    if (!write_alike (report->run, first, group->layers[i]))
      return g_strdup ("");
  return lamina_layer_dup_shape_words (report->run, first, TRUE);
}

/* The name, with the type below it where that says more, and what comes out. */
static void
add_name (const Rows *self,
          guint       row)
{
  LaminaRun *run = self->report->run;
  const char *name = self->groups != NULL
                     ? lamina_grouping_get (self->groups, row)->label
                     : lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, self->layers[row]));
  g_autofree char *shape = dup_shape (self, row);
  g_autofree char *note = NULL;
  const char *type = get_type (self, row);

  if (g_str_equal (name, type))
    type = "";
  note = g_strconcat (type, *type != '\0' && *shape != '\0' ? " · " : "", shape, NULL);
  lamina_sheet_add_noted (self->report->sheet, name, note);
}

/* NULL where there is nothing to say. */
static char *
dup_number (const Rows        *self,
            guint              row,
            LaminaLayerColumn  column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (column == LAMINA_N_LAYER_COLUMNS)
    return NULL;
  get_value (self, row, column, &value);
  return value.kind != LAMINA_LAYER_VALUE_ABSENT ? lamina_layer_value_dup_text (&value) : NULL;
}

static void
add_row (const Rows *self,
         guint       row,
         guint32     shown)
{
  add_name (self, row);
  for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
    if (shown >> k & 1)
      {
        g_autofree char *text = dup_number (self, row, columns[k].column);
        g_autofree char *note = dup_number (self, row, columns[k].note);

        lamina_sheet_add_noted (self->report->sheet, text != NULL ? text : "—", note);
      }
}

/* Below the table, once each: why rates in it are suspicious. */
static void
add_reasons (const Rows *self)
{
  g_autoptr (GPtrArray) reasons = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->n; i++)
    {
      LaminaRun *run = self->report->run;
      char *reason = self->groups != NULL
                     ? lamina_layer_group_dup_suspicion (run, lamina_grouping_get (self->groups, i),
                                                         LAMINA_LAYER_COLUMN_FLOP_RATE)
                     : lamina_layer_dup_suspicion (run, self->layers[i], LAMINA_LAYER_COLUMN_FLOP_RATE);

      if (reason == NULL || g_ptr_array_find_with_equal_func (reasons, reason, g_str_equal, NULL))
        {
          g_free (reason);
          continue;
        }
      g_ptr_array_add (reasons, reason);
    }
  for (guint i = 0; i < reasons->len; i++)
    {
      g_autofree char *text = g_strconcat ("!\u00a0", reasons->pdata[i], NULL);

      lamina_sheet_add_text (self->report->sheet, text, TRUE);
    }
}

static void
add_table (const Rows *self)
{
  const char *headings[G_N_ELEMENTS (columns) + 2] = { _("Name") };
  LaminaSheet *sheet = self->report->sheet;
  guint32 shown = 0;
  guint n_columns = 1;

  for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
    if (has_values (self, columns[k].column))
      {
        shown |= 1u << k;
        headings[n_columns++] = _(columns[k].title);
      }
  lamina_sheet_open_table (sheet, headings);
  for (guint i = 0; i < self->n; i++)
    add_row (self, i, shown);
  lamina_sheet_close_table (sheet);
  add_reasons (self);
}

/* Takes the heading over. */
static void
add_headed (const Rows *self,
            char       *heading)
{
  lamina_sheet_add_heading (self->report->sheet, 2, heading);
  add_table (self);
  g_free (heading);
}

/* Where names come back again and again, the rows of a table would be a few of them many times. */
static gboolean
repeat (LaminaReport  *self,
        const guint32 *rows,
        guint          n)
{
  const guint32 *names = lamina_run_get_layers (self->run)->name;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);

  if (n <= LAMINA_REPORT_ROWS)
    return FALSE;
  for (guint i = 0; i < n && g_hash_table_size (known) <= n / 2; i++)
    g_hash_table_add (known, GUINT_TO_POINTER (lamina_column_id (names, rows[i])));
  return g_hash_table_size (known) <= n / 2;
}

/* Groups with times stand first: others are left out. Of these all calls count, as in other tables, with a time or without. */
static void
add_groups (LaminaReport  *self,
            const guint32 *rows,
            guint          n)
{
  g_autoptr (LaminaGrouping) groups = lamina_grouping_new (self->run, rows, n, LAMINA_GROUP_BY_NAME, self->cancellable);
  Rows shown = { self, NULL, NULL, groups, 0 };
  guint n_groups;

  if (groups == NULL)
    return;
  n_groups = lamina_grouping_get_n (groups);
  while (n_groups > 0 && lamina_grouping_get (groups, n_groups - 1)->duration == LAMINA_ABSENT)
    n_groups--;
  shown.n = MIN (n_groups, LAMINA_REPORT_ROWS);
  add_headed (&shown, shown.n == n_groups
                      ? g_strdup (lamina_layers_get_heading (self->run, TRUE))
                      : lamina_text_dup (_("The %u of %u names with the most time"), shown.n, n_groups));
}

void
lamina_report_add_layers (LaminaReport *self)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  guint n, n_all;
  g_autofree guint32 *rows = lamina_layers_filter (self->run, self->timebase, &filter, self->cancellable, &n_all);
  g_autofree float *cumulative = NULL;
  Rows shown = { self, rows, NULL, NULL, 0 };

  if (rows == NULL || n_all == 0 || lamina_run_get_totals (self->run)->cost == LAMINA_ABSENT)
    return;
  n = n_all;
  shown.cumulative = cumulative = lamina_layers_dup_cumulative (self->run, rows, n, self->cancellable);
  if (cumulative == NULL
      || !lamina_layers_sort (self->run, self->timebase, LAMINA_LAYER_COLUMN_DURATION, TRUE, rows, n, self->cancellable))
    return;
  /* What takes no time that the file states stands last. */
  while (n > 0 && lamina_run_get_costs (self->run)[rows[n - 1]] == LAMINA_ABSENT)
    n--;
  shown.n = MIN (n, LAMINA_REPORT_ROWS);
  if (repeat (self, rows, n))
    add_groups (self, rows, n_all);
  else
    {
      g_autofree char *count = lamina_layers_dup_count (self->run, n);

      add_headed (&shown, shown.n == n ? g_strdup (lamina_layers_get_heading (self->run, FALSE))
                                       : lamina_text_dup (_("The %u of %s with the most time"), shown.n, count));
    }
}
