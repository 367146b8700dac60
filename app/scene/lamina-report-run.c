/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-layer-value.h"
#include "lamina-work.h"
#include "lamina-words-private.h"

#include <math.h>

/* What a report says of the layers of its run. */

/* How many layers of a finding are named. */
#define MOST_NAMED 6
/* A sum of operations says how fast the whole is, unless more of the time than this is spent on what is not counted. */
#define LEAST_LACKING 0.1

static void
add_clocks (LaminaReport *self)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      g_autofree char *offset = NULL;
      g_autofree char *text = NULL;

      if (clock->basis == LAMINA_CLOCK_FILE || clock->offset == 0)
        continue;
      offset = lamina_figure_dup (clock->offset, LAMINA_UNIT_NANOSECONDS);
      /* Translators: the name of a clock, a time */
      text = g_strdup_printf (_("The clock of %s is shifted by %s, so that no effect comes before its cause."), clock->name,
                              offset);
      lamina_sheet_add_text (self->sheet, text, TRUE);
    }
}

static const char *
get_cost_title (LaminaRun *run)
{
  switch (lamina_run_get_cost_kind (run))
    {
    case LAMINA_COST_DEVICE:
      return _("Time on devices");
    case LAMINA_COST_SELF:
      return _("Time on the host");
    case LAMINA_COST_DURATION:
    default:
      return _("Time");
    }
}

static void
add_rate (LaminaReport *self,
          const char   *title,
          gint64        amount,
          LaminaUnit    unit,
          gboolean      is_estimated)
{
  gint64 cost = lamina_run_get_totals (self->run)->cost;
  g_autofree char *rate = NULL;

  if (amount == LAMINA_ABSENT || cost == LAMINA_ABSENT || cost <= 0)
    return;
  rate = lamina_figure_dup_rate ((double) amount * 1e9 / (double) cost, unit);
  lamina_sheet_take_fact (self->sheet, title, g_strconcat (is_estimated ? "≈\u00a0" : "", rate, NULL));
}

/* Whether products of which the file says too little to count them take a part of the time that matters. */
static gboolean
lacks_products (LaminaReport *self,
                LaminaWork   *work)
{
  const gint64 *costs = lamina_run_get_costs (self->run);
  gint64 total = lamina_run_get_totals (self->run)->cost, lacking = 0;

  for (guint i = 0; costs != NULL && i < lamina_run_get_layers (self->run)->n; i++)
    {
      LaminaWorkFigures figures;

      if (costs[i] == LAMINA_ABSENT || costs[i] <= 0)
        continue;
      lamina_work_get_figures (work, i, &figures);
      if (figures.operator >= LAMINA_WORK_CONVOLUTION && figures.operator <= LAMINA_WORK_ATTENTION_BACKWARD
          && figures.flop == LAMINA_ABSENT && !figures.in_children)
        lacking = lamina_number_add (lacking, costs[i]);
    }
  return total > 0 && (double) lacking > LEAST_LACKING * (double) total;
}

static void
add_work (LaminaReport *self)
{
  LaminaWork *work = lamina_work_peek (self->run);
  const LaminaWorkTotals *totals = work != NULL ? lamina_work_get_totals (work) : NULL;

  if (totals == NULL)
    return;
  if (totals->flop != LAMINA_ABSENT)
    {
      gboolean is_estimated = (totals->estimated & LAMINA_ESTIMATE_FLOP) != 0, is_part = lacks_products (self, work);
      g_autofree char *amount = lamina_report_dup_amount (totals->flop, LAMINA_UNIT_FLOP, is_estimated && !is_part);

      lamina_sheet_take_fact (self->sheet, _("Computation"), g_strconcat (is_part ? "≥\u00a0" : "", amount, NULL));
      if (!is_part)
        add_rate (self, _("Computation per second"), totals->flop, LAMINA_UNIT_FLOP, is_estimated);
    }
  if (totals->bytes != LAMINA_ABSENT)
    lamina_sheet_take_fact (self->sheet, _("Bytes moved"),
                            lamina_report_dup_amount (totals->bytes, LAMINA_UNIT_BYTES,
                                                      totals->estimated & LAMINA_ESTIMATE_BYTES));
}

static void
add_facts (LaminaReport *self)
{
  const LaminaTotals *totals = lamina_run_get_totals (self->run);
  guint n = lamina_run_get_layers (self->run)->n;

  self->sheet->kind->open_facts (self->sheet);
  if (totals->cost != LAMINA_ABSENT)
    lamina_sheet_take_fact (self->sheet, get_cost_title (self->run),
                            lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS));
  if (lamina_run_get_unit (self->run) == LAMINA_AXIS_NANOSECONDS && totals->n_slices > 0)
    lamina_sheet_take_fact (self->sheet, _("From start to end"),
                            lamina_figure_dup (lamina_timebase_get_end (self->timebase)
                                               - lamina_timebase_get_start (self->timebase), LAMINA_UNIT_NANOSECONDS));
  lamina_sheet_take_fact (self->sheet, _("Layers"),
                          totals->executed == n || totals->executed == 0
                          ? g_strdup_printf ("%u", n)
                          : g_strdup_printf (_("%u (%u ran)"), n, totals->executed));
  add_work (self);
  if (lamina_idle_get_n_devices (self->idle) == 1)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, 0);

      lamina_sheet_take_fact (self->sheet, _("Device busy"),
                              lamina_report_dup_share ((double) device->times[LAMINA_LOAD_BUSY]
                                                       / (double) (device->end - device->start)));
    }
  self->sheet->kind->close_facts (self->sheet);
}

void
lamina_report_add_head (LaminaReport *self)
{
  const char *tool = lamina_document_get_tool (self->document);
  g_autofree char *basis = NULL;

  basis = tool != NULL ? g_strdup_printf ("%s · %s", tool, lamina_report_get_timing (self->run))
                       : g_strdup (lamina_report_get_timing (self->run));
  lamina_sheet_add_text (self->sheet, basis, TRUE);
  if (self->options->other != NULL)
    lamina_sheet_add_text (self->sheet, _("The first is A, the second B. All but the comparison tells of A."), TRUE);
  add_clocks (self);
  add_facts (self);
  lamina_sheet_add_text (self->sheet, _("Numbers with ≈ are estimated by Lamina; a dash means that the file does not say."),
                         TRUE);
}

/* Findings */

/* The costliest layers of a finding by name, equal ones once. */
static char *
dup_layers (LaminaReport        *self,
            const LaminaFinding *finding)
{
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const gint64 *costs = lamina_run_get_costs (self->run);
  g_autofree guint32 *rows = g_memdup2 (finding->layers, finding->n_layers * sizeof *rows);
  g_autofree char *list = NULL;
  GString *text = g_string_new (NULL);
  guint n = MIN (finding->n_layers, MOST_NAMED);

  if (finding->n_layers == 0)
    return g_string_free (text, FALSE);
  lamina_layers_sort (self->run, self->timebase, LAMINA_LAYER_COLUMN_DURATION, TRUE, rows, finding->n_layers, NULL);
  for (guint i = 0; i < n; i++)
    {
      gint64 cost = lamina_column_number (costs, rows[i]);
      g_autofree char *figure = lamina_figure_dup (cost, LAMINA_UNIT_NANOSECONDS);

      g_string_append_printf (text, "%s%s", i > 0 ? "; " : "",
                              lamina_run_get_string (self->run, lamina_column_id (layers->name, rows[i])));
      if (cost != LAMINA_ABSENT)
        g_string_append_printf (text, " (%s)", figure);
    }
  list = g_string_free (text, FALSE);
  if (finding->n_layers == n)
    return g_strdup_printf (ngettext ("Layer: %s", "Layers: %s", n), list);
  /* Translators: names of layers, and how many there are besides */
  return g_strdup_printf (ngettext ("Layers: %s; and %u more", "Layers: %s; and %u more", finding->n_layers - n), list,
                          finding->n_layers - n);
}

void
lamina_report_add_findings (LaminaReport *self)
{
  g_autoptr (LaminaFindings) findings = lamina_findings_new (self->document, self->options->run, self->timebase,
                                                             LAMINA_NONE, self->cancellable);

  if (findings == NULL)
    return;
  lamina_sheet_add_heading (self->sheet, 2, _("Findings"));
  if (lamina_findings_get_n (findings) == 0)
    lamina_sheet_add_text (self->sheet, _("No rule found anything to look at."), FALSE);
  for (guint i = 0; i < lamina_findings_get_n (findings); i++)
    {
      const LaminaFinding *finding = lamina_findings_get (findings, i);
      g_autofree char *cost = lamina_finding_dup_cost (finding);
      g_autofree char *layers = dup_layers (self, finding);

      self->sheet->kind->add_finding (self->sheet, finding, cost, layers);
    }
  if (lamina_findings_get_n (findings) > 1)
    lamina_sheet_add_text (self->sheet, _("Findings look at different sides of the same layers: their costs are not to be "
                                          "added up."), TRUE);
}

/* Layers */

/*
 * The columns besides the name, and what stands below their numbers; those that say nothing of any of the rows are left
 * out.
 */
static const struct
{
  LaminaLayerColumn column;
  const char *title;
  LaminaLayerColumn note;
} columns[] = {
  { LAMINA_LAYER_COLUMN_CALLS, N_(">Calls"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_DURATION, N_(">Time"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_SHARE, N_(">Share"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_CUMULATIVE, N_(">Cumulative"), LAMINA_N_LAYER_COLUMNS },
  { LAMINA_LAYER_COLUMN_FLOP, N_(">FLOP"), LAMINA_LAYER_COLUMN_FLOP_RATE },
  { LAMINA_LAYER_COLUMN_BYTES, N_(">Moved"), LAMINA_N_LAYER_COLUMNS },
};

static gboolean
have_several_calls (LaminaReport  *self,
                    const guint32 *rows,
                    guint          n)
{
  for (guint i = 0; i < n; i++)
    if (lamina_layers_get_calls (lamina_run_get_layers (self->run), rows[i]) != 1)
      return TRUE;
  return FALSE;
}

static gboolean
has_values (LaminaReport      *self,
            const guint32     *rows,
            guint              n,
            LaminaLayerColumn  column)
{
  if (column == LAMINA_LAYER_COLUMN_CUMULATIVE)
    return TRUE;
  if (column == LAMINA_LAYER_COLUMN_CALLS)
    return have_several_calls (self, rows, n);
  for (guint i = 0; i < n; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_layer_get_value (self->run, self->timebase, rows[i], column, &value);
      if (value.kind != LAMINA_LAYER_VALUE_ABSENT && (value.kind != LAMINA_LAYER_VALUE_TEXT || *value.text != '\0'))
        return TRUE;
    }
  return FALSE;
}

/* The name, with the type below it where that says more, and what comes out. */
static void
add_name (LaminaReport *self,
          guint32       layer)
{
  g_auto (LaminaLayerValue) shape = { 0 };
  g_autofree char *note = NULL;
  const LaminaLayers *layers = lamina_run_get_layers (self->run);
  const char *name = lamina_run_get_string (self->run, lamina_column_id (layers->name, layer));
  const char *type = lamina_run_get_string (self->run, lamina_column_id (layers->type, layer));

  lamina_layer_get_value (self->run, self->timebase, layer, LAMINA_LAYER_COLUMN_SHAPE, &shape);
  if (g_str_equal (name, type))
    type = "";
  if (shape.kind == LAMINA_LAYER_VALUE_TEXT && *shape.text != '\0')
    note = *type != '\0' ? g_strconcat (type, " · ", shape.text, NULL) : g_strdup (shape.text);
  lamina_sheet_add_noted (self->sheet, name, note != NULL ? note : *type != '\0' ? type : NULL);
}

/* NULL where there is nothing to say. */
static char *
dup_number (LaminaReport      *self,
            guint32            layer,
            LaminaLayerColumn  column)
{
  g_auto (LaminaLayerValue) value = { 0 };

  if (column == LAMINA_N_LAYER_COLUMNS)
    return NULL;
  lamina_layer_get_value (self->run, self->timebase, layer, column, &value);
  return value.kind != LAMINA_LAYER_VALUE_ABSENT ? lamina_layer_value_dup_text (&value) : NULL;
}

static void
add_row (LaminaReport *self,
         guint32       layer,
         guint32       shown,
         float         cumulative)
{
  add_name (self, layer);
  for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
    {
      g_autofree char *text = NULL, *note = NULL;

      if (!(shown >> k & 1))
        continue;
      text = columns[k].column == LAMINA_LAYER_COLUMN_CUMULATIVE ? lamina_report_dup_share ((double) cumulative)
                                                                 : dup_number (self, layer, columns[k].column);
      note = dup_number (self, layer, columns[k].note);
      lamina_sheet_add_noted (self->sheet, text != NULL ? text : "—", note);
    }
}

static void
add_table (LaminaReport  *self,
           const guint32 *rows,
           guint          n,
           const float   *cumulative)
{
  const char *headings[G_N_ELEMENTS (columns) + 2] = { _("Layer") };
  guint32 shown = 0;
  guint n_columns = 1;

  for (guint k = 0; k < G_N_ELEMENTS (columns); k++)
    if (has_values (self, rows, n, columns[k].column))
      {
        shown |= 1u << k;
        headings[n_columns++] = _(columns[k].title);
      }
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n; i++)
    add_row (self, rows[i], shown, cumulative[rows[i]]);
  lamina_sheet_close_table (self->sheet);
}

void
lamina_report_add_layers (LaminaReport *self)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  guint n, n_shown;
  g_autofree guint32 *rows = lamina_layers_filter (self->run, self->timebase, &filter, self->cancellable, &n);
  g_autofree float *cumulative = NULL;
  g_autofree char *heading = NULL;

  if (rows == NULL || n == 0 || lamina_run_get_totals (self->run)->cost == LAMINA_ABSENT)
    return;
  cumulative = lamina_layers_dup_cumulative (self->run, rows, n, self->cancellable);
  if (cumulative == NULL
      || !lamina_layers_sort (self->run, self->timebase, LAMINA_LAYER_COLUMN_DURATION, TRUE, rows, n, self->cancellable))
    return;
  /* What takes no time that the file states stands last. */
  while (n > 0 && lamina_run_get_costs (self->run)[rows[n - 1]] == LAMINA_ABSENT)
    n--;
  n_shown = MIN (n, LAMINA_REPORT_ROWS);
  heading = n_shown == n ? g_strdup (_("Layers by time"))
                         : g_strdup_printf (_("The %u of %u layers that take most time"), n_shown, n);
  lamina_sheet_add_heading (self->sheet, 2, heading);
  add_table (self, rows, n_shown, cumulative);
}

/* Devices: what the columns mean stands with the chart of the same. */

static gboolean
has_load (LaminaReport *self,
          LaminaLoad    load)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    if (lamina_idle_get_device (self->idle, i)->times[load] > 0)
      return TRUE;
  return FALSE;
}

void
lamina_report_add_devices (LaminaReport *self)
{
  const char *headings[LAMINA_N_LOADS + 3] = { _("Device") };
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  guint n = lamina_idle_get_n_devices (self->idle), n_columns = 2;

  if (n == 0)
    return;
  headings[1] = _(">First to last work");
  for (guint load = 0; load < LAMINA_N_LOADS; load++)
    if (has_load (self, (LaminaLoad) load))
      {
        g_ptr_array_add (titles, g_strconcat (">", lamina_load_get_title ((LaminaLoad) load), NULL));
        headings[n_columns++] = g_ptr_array_index (titles, titles->len - 1);
      }
  lamina_sheet_add_heading (self->sheet, 2, _("Devices: busy and idle"));
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < n; i++)
    {
      const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);

      lamina_sheet_add_cell (self->sheet, lamina_run_get_group (self->run, device->group)->name);
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup (device->end - device->start, LAMINA_UNIT_NANOSECONDS));
      for (guint load = 0; load < LAMINA_N_LOADS; load++)
        {
          g_autofree char *time = lamina_figure_dup (device->times[load], LAMINA_UNIT_NANOSECONDS);
          g_autofree char *share = lamina_report_dup_share ((double) device->times[load]
                                                            / (double) (device->end - device->start));

          if (device->times[load] > 0)
            lamina_sheet_add_noted (self->sheet, time, share);
          else if (has_load (self, (LaminaLoad) load))
            lamina_sheet_add_cell (self->sheet, "—");
        }
    }
  lamina_sheet_close_table (self->sheet);
}
