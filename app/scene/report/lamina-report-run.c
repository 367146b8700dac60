/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-work.h"

#include <math.h>

/* What a report says of its run as a whole. */

/* A sum of operations is that of the whole, unless more of the time than this is spent on what is not counted. */
#define LEAST_LACKING 0.1

static char *
dup_clock_text (const LaminaClock *clock)
{
  g_autofree char *offset = lamina_figure_dup (clock->offset, LAMINA_UNIT_NANOSECONDS);

  if (clock->basis == LAMINA_CLOCK_UNKNOWN)
    return g_strdup_printf (_("How the clock of %s stands to the others is not known."), clock->name);
  /* Translators: the name of a clock, a time */
  return g_strdup_printf (_("The clock of %s is shifted by %s, so that no effect comes before its cause."), clock->name, offset);
}

static void
add_clocks (LaminaReport *self)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      g_autofree char *text = NULL;

      if (clock->basis == LAMINA_CLOCK_FILE || (clock->offset == 0 && clock->basis != LAMINA_CLOCK_UNKNOWN))
        continue;
      text = dup_clock_text (clock);
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

/* How fast the layers are, and why that may be wrong. */
static void
add_rate (LaminaReport *self,
          const char   *title,
          LaminaUnit    unit)
{
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  LaminaRate rate;

  lamina_rate_init (&rate, self->run, NULL, 0, unit);
  if (isnan (rate.per_second))
    return;
  text = lamina_rate_dup_text (&rate);
  reason = lamina_rate_dup_reason (&rate, self->run);
  lamina_sheet_take_fact (self->sheet, title, reason != NULL ? g_strconcat (text, ", ", reason, NULL)
                                                             : g_steal_pointer (&text));
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
      add_rate (self, _("Computation per second"), LAMINA_UNIT_FLOP);
    }
  if (totals->bytes == LAMINA_ABSENT)
    return;
  lamina_sheet_take_fact (self->sheet, _("Bytes moved"),
                          lamina_report_dup_amount (totals->bytes, LAMINA_UNIT_BYTES,
                                                    totals->estimated & LAMINA_ESTIMATE_BYTES));
  add_rate (self, _("Bytes per second"), LAMINA_UNIT_BYTES);
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
                              lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_BUSY]
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
