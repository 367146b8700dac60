/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-marker-choice.h"

#include "lamina-command.h"

#include <string.h>

static gboolean
add_ruler (GArray     *markers,
           const char *text)
{
  LaminaMarker marker = { .kind = LAMINA_MARKER_RULER };
  gboolean is_range = lamina_position_parse_range (text, &marker.start, &marker.end);

  if (!is_range && !lamina_position_parse (text, strlen (text), &marker.start))
    {
      lamina_command_complain ("--ruler %s: expected START..END or a single place, such as 10ms..20ms or 10ms", text);
      return FALSE;
    }
  if (!is_range)
    marker.end = marker.start;
  g_array_append_val (markers, marker);
  return TRUE;
}

static gboolean
add_note (GArray *markers,
          char   *text)
{
  LaminaMarker marker = { .kind = LAMINA_MARKER_NOTE };
  char *sign = strchr (text, '=');

  if (sign != NULL)
    marker.text = g_strstrip (lamina_command_clean (sign + 1));
  if (sign == NULL || *marker.text == '\0' || !lamina_position_parse (text, (gsize) (sign - text), &marker.start))
    {
      lamina_command_complain ("--note %s: expected TIME=TEXT, such as 10ms=warm", text);
      return FALSE;
    }
  marker.end = marker.start;
  g_array_append_val (markers, marker);
  return TRUE;
}

GArray *
lamina_marker_choice_parse (char **rulers,
                            char **notes)
{
  g_autoptr (GArray) markers = g_array_new (FALSE, FALSE, sizeof (LaminaMarker));

  for (guint i = 0; rulers != NULL && rulers[i] != NULL; i++)
    if (!add_ruler (markers, rulers[i]))
      return NULL;
  for (guint i = 0; notes != NULL && notes[i] != NULL; i++)
    if (!add_note (markers, notes[i]))
      return NULL;
  return g_steal_pointer (&markers);
}

/* Positions on an axis of steps or nodes are bare numbers, as they are written. */
static char *
dup_position (LaminaRun *run,
              gint64     position)
{
  switch (lamina_run_get_unit (run))
    {
    case LAMINA_AXIS_NANOSECONDS:
      return lamina_figure_dup (position, LAMINA_UNIT_NANOSECONDS);
    case LAMINA_AXIS_BYTES:
      return lamina_figure_dup (position, LAMINA_UNIT_BYTES);
    case LAMINA_AXIS_STEPS:
    case LAMINA_AXIS_NODES:
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, position);
    }
}

static void
complain (const LaminaMarker *marker,
          LaminaRun          *run,
          gint64              length)
{
  gboolean is_late = marker->end > length;
  g_autofree char *place = dup_position (run, is_late ? marker->end : marker->start);
  g_autofree char *end = dup_position (run, length);

  if (marker->text != NULL)
    lamina_command_complain ("--note “%s”: %s is outside of the run, which is %s long", marker->text, place, end);
  else
    lamina_command_complain ("--ruler: %s is outside of the run, which is %s long", place, end);
}

gboolean
lamina_marker_choice_resolve (GArray    *markers,
                              LaminaRun *run)
{
  g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);
  gint64 origin = lamina_timebase_get_start (timebase);
  gint64 length = lamina_timebase_get_end (timebase) - origin;

  for (guint i = 0; i < markers->len; i++)
    {
      LaminaMarker *marker = &g_array_index (markers, LaminaMarker, i);

      if (marker->start < 0 || marker->end > length)
        {
          complain (marker, run, length);
          return FALSE;
        }
      marker->start += origin;
      marker->end += origin;
    }
  return TRUE;
}
