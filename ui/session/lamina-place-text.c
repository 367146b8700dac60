/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-place-text.h"

#include "lamina-axis.h"
#include "lamina-span.h"

#include <glib/gi18n.h>

/* The digits that tell the ends of a range apart from each other. */
static gint64
get_step (guint64 length,
          guint64 parts)
{
  gint64 step = 1;

  while ((guint64) step * 10 <= length / parts)
    step *= 10;
  return step;
}

char *
lamina_place_dup_range (LaminaSession     *session,
                        const LaminaRange *range)
{
  LaminaAxisUnit unit = lamina_run_get_unit (lamina_session_get_run (session));
  gint64 step = get_step (lamina_span_get (range), 25);
  LaminaRange bounds;
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  gint64 first, last;

  lamina_session_get_bounds (session, &bounds);
  first = (gint64) ((guint64) range->start - (guint64) bounds.start);
  last = (gint64) ((guint64) range->end - (guint64) bounds.start);
  start = lamina_axis_dup_tick_number (unit, first, step, last);
  end = lamina_axis_dup_tick_text (unit, last, step, last);
  return g_strdup_printf ("%s\u00a0→ %s", start, end);
}

char *
lamina_place_dup_end (LaminaSession     *session,
                      const LaminaRange *range,
                      gint64             position)
{
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  return lamina_axis_dup_tick_text (lamina_run_get_unit (lamina_session_get_run (session)),
                                    (gint64) ((guint64) position - (guint64) bounds.start),
                                    get_step (lamina_span_get (range), 1000),
                                    (gint64) ((guint64) range->end - (guint64) bounds.start));
}

char *
lamina_place_dup_moment (LaminaSession *session,
                         gint64         position)
{
  LaminaAxisUnit unit = lamina_run_get_unit (lamina_session_get_run (session));
  LaminaRange bounds;
  g_autofree char *text = NULL;
  gint64 place;

  lamina_session_get_bounds (session, &bounds);
  place = (gint64) ((guint64) position - (guint64) bounds.start);
  text = lamina_axis_dup_tick_text (unit, place, get_step (lamina_span_get (&bounds), 1000), place);
  if (unit == LAMINA_AXIS_EVENTS)
    return g_strdup_printf (_("event %s"), text);
  return unit == LAMINA_AXIS_STEPS ? g_strdup_printf (_("step %s"), text) : g_steal_pointer (&text);
}
