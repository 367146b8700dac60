/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-clock-text.h"

#include <glib/gi18n.h>

char *
lamina_clock_dup_text (LaminaSession *session,
                       guint          clock)
{
  gint64 offset = lamina_timebase_get_offset (lamina_session_get_timebase (session), clock);
  g_autofree char *figure = lamina_figure_dup (offset, LAMINA_UNIT_NANOSECONDS);

  if (offset == 0)
    return g_strdup (_("its own times"));
  return g_strdup_printf (_("shifted by %s%s"), offset > 0 ? "+" : "", figure);
}

static const char *
get_basis_text (LaminaClockBasis basis)
{
  switch (basis)
    {
    case LAMINA_CLOCK_CAUSALITY:
      return _("the smallest with which no effect comes before its cause");
    case LAMINA_CLOCK_USER:
      return _("chosen by a person");
    case LAMINA_CLOCK_UNKNOWN:
      return _("as no file states it");
    case LAMINA_CLOCK_FILE:
    default:
      return _("as the file states it");
    }
}

char *
lamina_clock_dup_hint (LaminaSession *session,
                       guint          clock)
{
  const LaminaClock *row = lamina_run_get_clock (lamina_session_get_run (session), clock);
  g_autofree char *exact = NULL;
  gboolean is_chosen = lamina_session_is_clock_chosen (session, clock) && lamina_session_get_aligned (session);
  gint64 offset = is_chosen ? lamina_timebase_get_offset (lamina_session_get_timebase (session), clock) : row->offset;

  exact = lamina_figure_dup_exact (offset, LAMINA_UNIT_NANOSECONDS);
  return g_strdup_printf (_("Offset to the axis: %s, %s"), exact, get_basis_text (is_chosen ? LAMINA_CLOCK_USER : row->basis));
}
