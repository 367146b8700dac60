/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-chart.h"
#include "lamina-gettext.h"
#include "lamina-page.h"
#include "lamina-rate-text.h"
#include "lamina-rate.h"
#include "lamina-reader-words.h"
#include "lamina-work.h"

#include <math.h>
#include <string.h>

#define NBSP "\u00a0"

/* What is told one after the other, with commas between, as a sentence. */
static char *
join (GPtrArray *parts)
{
  g_autofree char *text = NULL;

  g_ptr_array_add (parts, NULL);
  text = g_strjoinv (_(", "), (char **) parts->pdata);
  /* Translators: a list of figures or facts, as a sentence. */
  return g_strdup_printf (_("%s."), text);
}

/* Of the only device; several are told apart in their headings. */
static void
add_busy (LaminaPage *self,
          GPtrArray  *parts)
{
  const LaminaIdleDevice *device;
  g_autofree char *busy = NULL;

  if (self->idle == NULL || lamina_idle_get_n_devices (self->idle) != 1)
    return;
  device = lamina_idle_get_device (self->idle, 0);
  busy = lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_BUSY]
                                 / ((double) device->end - (double) device->start));
  g_ptr_array_add (parts, g_strdup_printf (_("%s busy"), busy));
}

static char *
dup_cost (LaminaCost  kind,
          const char *cost)
{
  switch (kind)
    {
    case LAMINA_COST_DEVICE:
      return g_strdup_printf (_("Σ\u00a0%s of device time"), cost);
    case LAMINA_COST_SELF:
      return g_strdup_printf (_("Σ\u00a0%s of host time"), cost);
    case LAMINA_COST_DURATION:
    default:
      return g_strconcat ("Σ" NBSP, cost, NULL);
    }
}

/* The layers that ran, or all of a graph that did not. */
static char *
dup_layers (LaminaPage *self)
{
  const LaminaTotals *totals = lamina_totals_in_force (self->run);
  guint n = totals->executed > 0 ? totals->executed : lamina_run_get_layers (self->run)->n;

  return g_strdup_printf (ngettext ("%u layer", "%u layers", n), n);
}

void
lamina_page_append_totals (LaminaPage *self,
                           GString    *text)
{
  const LaminaTotals *totals = lamina_totals_in_force (self->run);
  const char *sign = (lamina_totals_get_estimated (self->run) & LAMINA_ESTIMATE_FLOP) != 0 ? "≈" NBSP : "";
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *cost = lamina_figure_dup (totals->cost, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *flop = lamina_figure_dup (totals->flop, LAMINA_UNIT_FLOP);
  g_autofree char *sentence = NULL;
  LaminaRate rate;

  if (totals->cost != LAMINA_ABSENT)
    g_ptr_array_add (parts, dup_cost (lamina_run_get_cost_kind (self->run), cost));
  else
    g_ptr_array_add (parts, dup_layers (self));
  if (totals->flop != LAMINA_ABSENT)
    g_ptr_array_add (parts, g_strconcat (sign, flop, NULL));
  lamina_rate_init (&rate, self->run, NULL, 0, LAMINA_UNIT_FLOP);
  if (!isnan (rate.per_second))
    g_ptr_array_add (parts, lamina_rate_dup_text (&rate));
  if (rate.doubt != LAMINA_DOUBT_NONE)
    g_ptr_array_add (parts, lamina_rate_dup_reason (&rate, self->run));
  add_busy (self, parts);
  sentence = join (parts);
  g_string_append (text, sentence);
}

gboolean
lamina_page_is_of_all_runs (LaminaPage *self)
{
  const char *view = self->options->view;
  const LaminaChart *chart = g_str_has_prefix (view, LAMINA_PICTURE_CHART)
                             ? lamina_chart_find (view + strlen (LAMINA_PICTURE_CHART)) : NULL;

  return chart != NULL && lamina_chart_is_of_all_runs (chart);
}

/* What ran, and on which devices: the name of one, or how many there are. */
static char *
dup_work (LaminaPage *self)
{
  g_autofree char *layers = dup_layers (self);
  guint n_runs = lamina_document_get_n_runs (self->document);
  const char *name = NULL;
  guint n = 0;

  if (lamina_page_is_of_all_runs (self))
    return g_strdup_printf (ngettext ("%u run", "%u runs", n_runs), n_runs);
  for (guint i = 0; i < lamina_run_get_n_groups (self->run); i++)
    if (lamina_run_get_group (self->run, i)->kind == LAMINA_GROUP_DEVICE)
      {
        name = lamina_run_get_group (self->run, i)->name;
        n++;
      }
  if (n == 0)
    return g_steal_pointer (&layers);
  /* Translators: "242 layers on gpu0:0". */
  return n == 1 ? g_strdup_printf (_("%s on %s"), layers, name)
                : g_strdup_printf (ngettext ("%s on %u device", "%s on %u devices", n), layers, n);
}

/* "MegEngine profile", which run of it where there are several. */
static char *
dup_what (LaminaPage *self)
{
  const char *tool = lamina_document_get_tool (self->document);
  gboolean is_graph = lamina_run_get_timing (self->run) == LAMINA_TIMING_ORDER;
  g_autofree char *what = NULL;

  if (tool != NULL)
    /* Translators: %s is a tool, such as PyTorch. */
    what = g_strdup_printf (is_graph ? _("%s graph") : _("%s profile"), tool);
  else
    what = g_strdup (is_graph ? _("A graph") : _("A profile"));
  if (lamina_document_get_n_runs (self->document) == 1 || lamina_page_is_of_all_runs (self))
    return g_steal_pointer (&what);
  return g_strconcat (what, _(", "), lamina_reader_word_get_title (self->run), NULL);
}

char *
lamina_page_dup_title (LaminaPage *self)
{
  g_autofree char *what = dup_what (self);
  g_autofree char *work = dup_work (self);

  return g_strdup_printf (_("%s: %s"), what, work);
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

static void
append_sentence (GString    *text,
                 const char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

/* The clocks that are shifted for one reason, in one sentence. */
static void
append_shifts (LaminaPage       *self,
               GString          *text,
               LaminaClockBasis  basis)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sentence = NULL;

  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);
      gint64 offset = lamina_timebase_get_offset (self->timebase, i);
      g_autofree char *shift = dup_shift (offset);

      if (clock->basis != basis || offset == 0)
        continue;
      /* Translators: the second goes on with the list that the first began: "A is shifted by 2 ms, B by 3 ms". */
      g_ptr_array_add (parts, g_strdup_printf (parts->len == 0 ? _("%s is shifted by %s") : _("%s by %s"), clock->name,
                                               shift));
    }
  if (parts->len == 0)
    return;
  if (basis == LAMINA_CLOCK_CAUSALITY)
    g_ptr_array_add (parts, g_strdup (ngettext ("the smallest shift that keeps every kernel behind its dispatch",
                                                "the smallest shifts that keep every kernel behind its dispatch",
                                                parts->len)));
  sentence = join (parts);
  append_sentence (text, sentence);
}

static void
append_own_clocks (LaminaPage *self,
                   GString    *text)
{
  for (guint i = 0; i < lamina_run_get_n_clocks (self->run); i++)
    {
      const LaminaClock *clock = lamina_run_get_clock (self->run, i);

      if (clock->basis != LAMINA_CLOCK_FILE && (clock->offset != 0 || clock->basis == LAMINA_CLOCK_UNKNOWN)
          && lamina_timebase_get_offset (self->timebase, i) == 0)
        {
          g_autofree char *sentence = g_strdup_printf (_("%s shows its own clock."), clock->name);

          append_sentence (text, sentence);
        }
    }
}

char *
lamina_page_dup_basis (LaminaPage *self)
{
  static const char *const words[] = {
    [LAMINA_TIMING_MEASURED] = N_("Timing measured."),
    [LAMINA_TIMING_END_TO_END] = N_("Durations measured, laid end to end: the file states no starts."),
    [LAMINA_TIMING_ORDER] = N_("Order only: the file states no times."),
  };

  return g_strdup (_(words[lamina_run_get_timing (self->run)]));
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
      append_shifts (self, text, LAMINA_CLOCK_UNKNOWN);
      append_own_clocks (self, text);
    }
  return g_string_free (text, FALSE);
}
