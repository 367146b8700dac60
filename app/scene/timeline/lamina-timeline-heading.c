/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-reader-words.h"

#define HEADING_X 8
#define INDENT 14
#define NAME_MARGIN 9
#define NOTE_X 8

static void
append_part (GString    *text,
             const char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

/* Takes the words. */
static void
take_part (GString *text,
           char    *words)
{
  append_part (text, words);
  g_free (words);
}

static void
append_load (GString                *text,
             const LaminaIdleDevice *device)
{
  double length = (double) device->end - (double) device->start;
  g_autofree char *of_busy = lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_BUSY] / length);
  g_autofree char *of_waiting = lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_WAIT] / length);
  g_autofree char *of_idle = lamina_layer_dup_share ((double) lamina_idle_device_get_idle (device) / length);

  /* Translators: a part of the time in percent, with the sign */
  take_part (text, g_strdup_printf (_("%s busy"), of_busy));
  if (device->times[LAMINA_LOAD_WAIT] > 0)
    take_part (text, g_strdup_printf (_("%s waiting"), of_waiting));
  take_part (text, g_strdup_printf (_("%s idle"), of_idle));
}

static void
append_shift (GString        *text,
              LaminaRun      *run,
              LaminaTimebase *timebase,
              guint           clock)
{
  gint64 offset = lamina_timebase_get_offset (timebase, clock);
  const LaminaClock *suggested = lamina_run_get_clock (run, clock);
  g_autofree char *length = NULL;
  g_autofree char *words = NULL;

  if (suggested->basis == LAMINA_CLOCK_FILE && offset == suggested->offset)
    return;
  if (offset == 0)
    {
      append_part (text, _("own clock"));
      return;
    }
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), ABS (offset));
  words = g_strdup_printf (_("clock shifted by %s%s"), offset < 0 ? "−" : "+", length);
  append_part (text, words);
}

/* The first track of slices that stands right under the heading of a group, and how many do. */
static LaminaTrack *
find_track (LaminaRun               *run,
            const LaminaTimelineRow *row,
            guint                   *n)
{
  LaminaTrack *found = NULL;

  *n = 0;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);

      if (lamina_track_get_group (track) != row->group || lamina_track_is_counter (track))
        continue;
      if ((*n)++ == 0)
        found = track;
    }
  return found;
}

static void
append_tracks (GString         *text,
               LaminaGroupKind  kind,
               guint            n)
{
  switch (kind)
    {
    case LAMINA_GROUP_DEVICE:
      g_string_append_printf (text, ngettext ("%u queue", "%u queues", n), n);
      break;
    /* A process has more than threads: what goes on beside them, objects and their states. */
    case LAMINA_GROUP_HOST:
    case LAMINA_GROUP_COUNTERS:
    case LAMINA_GROUP_OTHER:
    default:
      g_string_append_printf (text, ngettext ("%u track", "%u tracks", n), n);
    }
}

/* What an open heading says of its tracks. */
static char *
dup_note (LaminaRun                   *run,
          LaminaTimebase              *timebase,
          const LaminaTimelineRow     *row,
          const LaminaTimelineOptions *options)
{
  GString *text = g_string_new (NULL);
  LaminaGroupKind kind = lamina_run_get_group (run, row->group)->kind;
  guint n;
  LaminaTrack *track = find_track (run, row, &n);
  const LaminaIdleDevice *device;

  if (track == NULL || row->is_collapsed)
    return g_string_free (text, FALSE);
  if (n > 1)
    append_tracks (text, kind, n);
  else if (kind == LAMINA_GROUP_HOST)
    g_string_append (text, _("one thread"));
  device = options->idle != NULL ? lamina_idle_find_device (options->idle, row->group) : NULL;
  if (device != NULL)
    append_load (text, device);
  if (kind == LAMINA_GROUP_DEVICE)
    append_shift (text, run, timebase, lamina_track_get_clock (track));
  return g_string_free (text, FALSE);
}

/* A triangle that points down at what is open, to the right of what is closed. */
static void
add_arrow (LaminaScene *scene,
           double       x,
           double       y,
           gboolean     is_closed)
{
  const LaminaScenePoint open[] = { { (float) x, (float) y - 2 }, { (float) x + 8, (float) y - 2 },
                                    { (float) x + 4, (float) y + 3 } };
  const LaminaScenePoint closed[] = { { (float) x + 2, (float) y - 4 }, { (float) x + 7, (float) y },
                                      { (float) x + 2, (float) y + 4 } };
  LaminaSceneArea area = { .fill = LAMINA_FILL (LAMINA_INK_QUIET) };

  lamina_scene_add_area (scene, &area, is_closed ? closed : open, 3);
}

void
lamina_hidden_lay_out (LaminaScene                 *scene,
                       const LaminaTimelineOptions *options,
                       int                          y,
                       int                          height,
                       int                          width)
{
  guint n = lamina_arrangement_get_n_hidden (options->arrangement);
  g_autofree char *text = g_strdup_printf (ngettext ("%u track is hidden", "%u tracks are hidden", n), n);
  LaminaSceneBox place = { 0, y, width, height, LAMINA_FILL (LAMINA_INK_NONE), { .kind = LAMINA_TARGET_HIDDEN, .n = n } };

  lamina_scene_open_group (scene, "hidden", 0, y, width, height);
  lamina_scene_add_box (scene, &place);
  lamina_scene_add_words (scene, HEADING_X, y + height / 2.0, MAX (options->names_width - HEADING_X - NAME_MARGIN, 1),
                          LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, text);
  lamina_scene_add_words (scene, options->names_width + NOTE_X, y + height / 2.0, 0, LAMINA_ALIGN_START,
                          LAMINA_FONT_CAPTION, LAMINA_INK_LINK, _("Show all"));
  lamina_scene_close_group (scene);
}

const char *
lamina_heading_get_name (LaminaRun               *run,
                         const LaminaTimelineRow *row)
{
  return lamina_reader_word_translate (lamina_run_get_group (run, row->group)->name);
}

/* Where the words of a heading stand, from its left edge. */
typedef struct
{
  double x; /* of the name */
  double room; /* for the name */
  double note_x; /* of what is said of the tracks */
  gboolean is_long; /* the name reaches beyond the names of the tracks */
} Places;

/* Nothing else stands in the row of an open group, so that its name may take what it needs. */
static Places
find_places (const LaminaTimelineRow     *row,
             const LaminaTimelineOptions *options,
             LaminaMetrics               *metrics,
             const char                  *name,
             int                          width)
{
  gboolean has_arrow = options->arrangement != NULL;
  Places places = { .x = HEADING_X + (row->indent + has_arrow) * INDENT, .note_x = options->names_width + NOTE_X };
  double needed;

  if (options->names_width <= 0)
    return places;
  places.room = MAX (options->names_width - places.x - NAME_MARGIN, 1);
  needed = lamina_metrics_get_width (metrics, LAMINA_FONT_NAME_BOLD, name);
  places.is_long = needed > places.room && !row->is_collapsed && width > options->names_width;
  if (places.is_long)
    {
      places.room = MIN (needed + 1, MAX (width - places.x - NAME_MARGIN, 1));
      places.note_x = places.x + places.room + 2 * NOTE_X;
    }
  return places;
}

double
lamina_heading_get_end (LaminaRun                   *run,
                        LaminaTimebase              *timebase,
                        const LaminaTimelineRow     *row,
                        const LaminaTimelineOptions *options,
                        LaminaMetrics               *metrics,
                        int                          width)
{
  g_autofree char *note = dup_note (run, timebase, row, options);

  return find_places (row, options, metrics, lamina_heading_get_name (run, row), width).note_x
         + lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, note);
}

static void
add_group_name (LaminaScene                 *scene,
                const LaminaTimelineRow     *row,
                const LaminaTimelineOptions *options,
                LaminaMetrics               *metrics,
                const char                  *name,
                const Places                *places,
                int                          y)
{
  g_autofree char *shown = lamina_metrics_dup_fitting (metrics, LAMINA_FONT_NAME_BOLD, name, places->room);
  double middle = y + row->height / 2.0;

  if (!places->is_long)
    lamina_scene_add_rect (scene, options->names_width - 1, y, 1, row->height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_words (scene, places->x, middle, places->room, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT,
                          shown);
  if (options->arrangement != NULL)
    add_arrow (scene, places->x - INDENT, middle, row->is_collapsed);
}

void
lamina_heading_lay_out (LaminaScene                 *scene,
                        LaminaRun                   *run,
                        LaminaTimebase              *timebase,
                        const LaminaTimelineRow     *row,
                        const LaminaTimelineOptions *options,
                        LaminaMetrics               *metrics,
                        int                          y,
                        int                          width)
{
  const LaminaGroup *group = lamina_run_get_group (run, row->group);
  const char *name = lamina_heading_get_name (run, row);
  g_autofree char *note = dup_note (run, timebase, row, options);
  Places places = find_places (row, options, metrics, name, width);
  LaminaSceneBox band = { 0, y, width, row->height, LAMINA_FILL (LAMINA_INK_BAND),
                          { .kind = LAMINA_TARGET_GROUP, .track = row->group } };

  lamina_scene_open_group (scene, group->name, 0, y, width, row->height);
  lamina_scene_add_box (scene, &band);
  lamina_scene_add_rect (scene, 0, y + row->height - 1, width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  if (options->names_width > 0)
    add_group_name (scene, row, options, metrics, name, &places, y);
  if (*note != '\0')
    lamina_scene_add_words (scene, places.note_x, y + row->height / 2.0, MAX (width - places.note_x - NOTE_X, 1),
                            LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, note);
  lamina_scene_close_group (scene);
}
