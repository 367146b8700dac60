/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-report-private.h"

#include "lamina-axis.h"
#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-memory-differences.h"
#include "lamina-memory-map.h"
#include "lamina-text.h"

/* What a report says of the memory of an allocator, and of that of two. */

static char *
dup_bytes (gint64   bytes,
           gboolean is_exact)
{
  g_autofree char *text = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

  return g_strconcat (is_exact ? "" : "≈\u00a0", text, NULL);
}

static char *
dup_place (LaminaReport *self,
           gint64        position)
{
  return lamina_axis_dup_position_text (lamina_run_get_unit (self->run),
                                        lamina_subtract_saturating (position, lamina_timebase_get_start (self->timebase)));
}

static void
take_fact (LaminaReport *self,
           const char   *name,
           gint64        bytes,
           gboolean      is_exact)
{
  lamina_sheet_take_fact (self->sheet, name, dup_bytes (bytes, is_exact));
}

/* How much of what is reserved is in use where most is, and how what is left of it is cut up. */
static void
add_map (LaminaReport  *self,
         LaminaLiveSet *live,
         gint64         position)
{
  g_autoptr (LaminaMemoryMap) map = lamina_memory_map_new (self->run, self->timebase, live, position);

  if (map->n_segments == 0)
    return;
  take_fact (self, _("Reserved"), map->reserved, TRUE);
  take_fact (self, _("In use"), map->active, map->is_exact);
  take_fact (self, _("Given up, not free yet"), map->pending, map->is_exact);
  take_fact (self, _("In blocks beyond what was asked for"), MAX (lamina_subtract_saturating (map->active, map->requested), 0),
             map->is_exact);
  take_fact (self, _("Free"), map->free, map->is_exact);
  lamina_sheet_take_fact (self->sheet, _("Free pieces"), lamina_text_dup ("%s%u", map->is_exact ? "" : "≈\u00a0", map->n_free));
  take_fact (self, _("Longest free piece"), map->largest_free, map->is_exact);
}

/* Memory that ran out, and what else is noted at a moment. */
static void
add_marks (LaminaReport *self)
{
  const char *const headings[] = { _(">Time"), _("Mark"), NULL };
  guint n;
  const LaminaMark *marks = lamina_run_get_marks (self->run, &n);

  if (n == 0)
    return;
  lamina_sheet_open_table (self->sheet, headings);
  for (guint i = 0; i < MIN (n, LAMINA_REPORT_ROWS); i++)
    {
      gint64 offset = lamina_timebase_get_offset (self->timebase, marks[i].clock);

      lamina_sheet_take_cell (self->sheet, dup_place (self, lamina_add_saturating (marks[i].time, offset)));
      lamina_sheet_add_cell (self->sheet, lamina_run_translate (self->run, lamina_run_get_string (self->run, marks[i].name)));
    }
  lamina_sheet_close_table (self->sheet);
}

void
lamina_report_add_memory (LaminaReport *self)
{
  g_autoptr (LaminaLiveSet) live = NULL;
  g_autofree char *heading = NULL, *at = NULL;
  const LaminaLiveSteps *steps;
  guint peak;

  if (lamina_run_get_memory (self->run)->n == 0)
    return;
  live = lamina_live_set_new (self->run, self->timebase, self->cancellable);
  peak = live != NULL ? lamina_live_set_get_peak (live) : LAMINA_NONE;
  if (peak == LAMINA_NONE)
    return;
  steps = lamina_live_set_get_steps (live);
  at = dup_place (self, steps->position[peak]);
  /* Translators: a time */
  heading = g_strdup_printf (_("Memory at the peak, at %s"), at);
  lamina_sheet_add_heading (self->sheet, 2, heading);
  g_string_append (self->sheet->text, self->sheet->kind->facts_begin);
  take_fact (self, _("Requested"), steps->total[peak], !lamina_live_set_is_estimated (live));
  add_map (self, live, steps->position[peak]);
  g_string_append (self->sheet->text, self->sheet->kind->facts_end);
  add_marks (self);
}

/* Of both, and how much more that of B is. */
static void
add_change (LaminaReport *self,
            const gint64  bytes[2])
{
  gint64 by = lamina_subtract_saturating (bytes[1], bytes[0]);
  g_autofree char *text = lamina_figure_dup (ABS (by), LAMINA_UNIT_BYTES);

  lamina_sheet_take_cell (self->sheet, lamina_figure_dup (bytes[0], LAMINA_UNIT_BYTES));
  lamina_sheet_take_cell (self->sheet, lamina_figure_dup (bytes[1], LAMINA_UNIT_BYTES));
  lamina_sheet_take_cell (self->sheet, g_strconcat (by > 0 ? "+" : by < 0 ? "−" : "", text, NULL));
}

void
lamina_report_add_memory_comparison (LaminaReport     *self,
                                     LaminaComparison *comparison)
{
  const char *const headings[] = { _("Site"), _(">A"), _(">B"), _(">Difference"), _(">Tensors A"), _(">Tensors B"), NULL };
  g_autoptr (LaminaMemoryDifferences) differences = lamina_memory_differences_new (lamina_comparison_get_run (comparison, FALSE),
                                                                                  lamina_comparison_get_run (comparison, TRUE),
                                                                                  self->cancellable);
  guint n_shown = differences != NULL ? MIN (differences->n, LAMINA_REPORT_ROWS) : 0;
  g_autofree char *heading = NULL;

  if (differences == NULL)
    return;
  heading = n_shown == differences->n
            ? g_strdup (_("Memory at the peak of each, by site"))
            : lamina_text_dup (_("Memory at the peak of each: the %u of %u sites that differ most"), n_shown, differences->n);
  lamina_sheet_add_heading (self->sheet, 3, heading);
  lamina_sheet_open_table (self->sheet, headings);
  lamina_sheet_add_cell (self->sheet, _("All"));
  add_change (self, differences->peak);
  lamina_sheet_add_cell (self->sheet, "");
  lamina_sheet_add_cell (self->sheet, "");
  for (guint i = 0; i < n_shown; i++)
    {
      const LaminaSiteDifference *site = &differences->sites[i];

      lamina_sheet_add_cell (self->sheet, site->site != NULL ? site->site : "—");
      add_change (self, site->bytes);
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup_exact (site->n[0], LAMINA_UNIT_NONE));
      lamina_sheet_take_cell (self->sheet, lamina_figure_dup_exact (site->n[1], LAMINA_UNIT_NONE));
    }
  lamina_sheet_close_table (self->sheet);
}
