/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-picture-private.h"
#include "lamina-work.h"

#include <math.h>

#define NBSP "\u00a0"

/* Of the only device; several are told apart in their headings. */
static void
append_busy (LaminaPage *self,
             GString    *text)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  const LaminaIdleDevice *device;
  double busy;

  if (self->idle == NULL || lamina_idle_get_n_devices (self->idle) != 1)
    return;
  device = lamina_idle_get_device (self->idle, 0);
  busy = (double) device->times[LAMINA_LOAD_BUSY] / ((double) device->end - (double) device->start);
  g_string_append_printf (text, ", %s" NBSP "%% busy", g_ascii_formatd (buffer, sizeof buffer, "%.1f", busy * 100));
}

static const char *const cost_words[] = {
  [LAMINA_COST_DEVICE] = " of device time",
  [LAMINA_COST_SELF] = " of host time",
  [LAMINA_COST_DURATION] = "",
};

/* The layers that ran, or all of a graph that did not. */
static guint
count_layers (LaminaPage *self)
{
  const LaminaTotals *totals = lamina_totals_in_force (self->run);

  return totals->executed > 0 ? totals->executed : lamina_run_get_layers (self->run)->n;
}

void
lamina_page_append_totals (LaminaPage *self,
                           GString    *text)
{
  const LaminaTotals *totals = lamina_totals_in_force (self->run);
  g_autofree char *cost = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *flop = lamina_figure_dup (totals->flop, LAMINA_UNIT_FLOP);
  const char *sign = (lamina_totals_get_estimated (self->run) & LAMINA_ESTIMATE_FLOP) != 0 ? "≈" NBSP : "";
  g_autofree char *rate = NULL;

  if (totals->cost != LAMINA_ABSENT)
    g_string_append_printf (text, "Σ" NBSP "%s%s", cost, cost_words[lamina_run_get_cost_kind (self->run)]);
  else
    g_string_append_printf (text, "%u layers", count_layers (self));
  if (totals->flop != LAMINA_ABSENT)
    g_string_append_printf (text, ", %s%s", sign, flop);
  if (totals->flop != LAMINA_ABSENT && totals->cost != LAMINA_ABSENT && totals->cost > 0)
    {
      rate = lamina_figure_dup_rate ((double) totals->flop * 1e9 / (double) totals->cost, LAMINA_UNIT_FLOP);
      g_string_append_printf (text, ", %s%s", sign, rate);
    }
  append_busy (self, text);
  g_string_append (text, ".");
}

/* The devices of a run: the name of one, or how many there are. */
static char *
dup_devices (LaminaPage *self)
{
  const char *name = NULL;
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_n_groups (self->run); i++)
    if (lamina_run_get_group (self->run, i)->kind == LAMINA_GROUP_DEVICE)
      {
        name = lamina_run_get_group (self->run, i)->name;
        n++;
      }
  if (n == 0)
    return g_strdup ("");
  return n == 1 ? g_strdup_printf (" on %s", name) : g_strdup_printf (" on %u devices", n);
}

char *
lamina_page_dup_title (LaminaPage *self)
{
  const char *tool = lamina_document_get_tool (self->document);
  const char *what = lamina_run_get_timing (self->run) == LAMINA_TIMING_ORDER ? "graph" : "profile";
  guint n = count_layers (self);
  g_autofree char *devices = dup_devices (self);
  g_autofree char *run = NULL;

  if (lamina_document_get_n_runs (self->document) > 1)
    run = g_strconcat (", ", lamina_run_get_title (self->run), NULL);
  return g_strdup_printf ("%s %s%s: %u %s%s", tool != NULL ? tool : "A", what, run != NULL ? run : "", n,
                          n == 1 ? "layer" : "layers",
                          devices);
}

/* A shift with three decimals, `+4.161 ms`: it is worth reading more exactly than other figures. */
static char *
dup_shift (gint64 offset)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double magnitude = fabs ((double) offset);
  double divisor = magnitude >= 1e9 ? 1e9 : magnitude >= 1e6 ? 1e6 : magnitude >= 1e3 ? 1e3 : 1;
  const char *unit = magnitude >= 1e9 ? "s" : magnitude >= 1e6 ? "ms" : magnitude >= 1e3 ? "µs" : "ns";

  g_ascii_formatd (buffer, sizeof buffer, divisor == 1 ? "%.0f" : "%.3f", magnitude / divisor);
  return g_strconcat (offset < 0 ? "−" : "+", buffer, NBSP, unit, NULL);
}

/* The clocks that are shifted for one reason, in one sentence. */
static void
append_shifts (LaminaPage       *self,
               GString          *text,
               LaminaClockBasis  basis)
{
  guint n = 0;

  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      gint64 offset = lamina_timebase_get_offset (self->timebase, i);
      g_autofree char *shift = dup_shift (offset);

      if (clock->basis != basis || offset == 0)
        continue;
      g_string_append_printf (text, n++ == 0 ? " %s is shifted by %s" : ", %s by %s", clock->name, shift);
    }
  if (n > 0 && basis == LAMINA_CLOCK_CAUSALITY)
    g_string_append_printf (text, ", the smallest %s every kernel behind its dispatch",
                            n == 1 ? "shift that keeps" : "shifts that keep");
  if (n > 0)
    g_string_append_c (text, '.');
}

static void
append_own_clocks (LaminaPage *self,
                   GString    *text)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);

      if (clock->basis != LAMINA_CLOCK_FILE && clock->offset != 0
          && lamina_timebase_get_offset (self->timebase, i) == 0)
        g_string_append_printf (text, " %s shows its own clock.", clock->name);
    }
}

char *
lamina_page_dup_basis (LaminaPage *self)
{
  static const char *const words[] = {
    [LAMINA_TIMING_MEASURED] = "Timing measured.",
    [LAMINA_TIMING_END_TO_END] = "Durations measured, laid end to end: the file states no starts.",
    [LAMINA_TIMING_ORDER] = "Order only: the file states no times.",
  };

  return g_strdup (words[lamina_run_get_timing (self->run)]);
}

char *
lamina_page_dup_timing (LaminaPage *self)
{
  g_autofree char *basis = lamina_page_dup_basis (self);
  GString *text = g_string_new (basis);

  if (lamina_run_get_unit (self->run) == LAMINA_AXIS_NANOSECONDS)
    {
      append_shifts (self, text, LAMINA_CLOCK_CAUSALITY);
      append_shifts (self, text, LAMINA_CLOCK_USER);
      append_own_clocks (self, text);
    }
  return g_string_free (text, FALSE);
}
