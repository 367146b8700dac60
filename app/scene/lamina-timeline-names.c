/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-private.h"

#include <math.h>

#define HEADING_X 8
#define INDENT 14
#define NAME_MARGIN 9
#define NOTE_X 8
#define TWO_LINES 34
#define SWATCH_ROOM 12
#define LEAST_GROUP_NAME 24

void
lamina_scene_add_rect (LaminaScene *scene,
                       int          x,
                       int          y,
                       int          width,
                       int          height,
                       LaminaFill   fill)
{
  LaminaSceneBox box = { x, y, width, height, fill, { 0 } };

  lamina_scene_add_box (scene, &box);
}

void
lamina_scene_add_words (LaminaScene *scene,
                        double       x,
                        double       y,
                        double       width,
                        LaminaAlign  align,
                        LaminaFont   font,
                        LaminaInk    ink,
                        const char  *text)
{
  LaminaSceneText words = { (float) x, (float) y, (float) width, align, font, LAMINA_FILL (ink), text };

  lamina_scene_add_text (scene, &words);
}

static void
append_part (GString    *text,
             const char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

static void
append_percent (GString    *text,
                double      part,
                const char *what)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *words = g_strdup_printf ("%s\u00a0%% %s",
                                            g_ascii_formatd (buffer, sizeof buffer, "%.1f", part * 100), what);

  append_part (text, words);
}

gboolean
lamina_track_get_load (LaminaTrack *track,
                       double      *busy,
                       double      *waiting)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  double span = (double) lamina_track_get_end (track) - (double) lamina_track_get_start (track);
  double wait = 0;

  if (slices->n == 0 || span <= 0)
    return FALSE;
  for (guint lane = 0; lane < slices->n_lanes; lane++)
    wait += (double) slices->lanes[lane].wait;
  *waiting = wait / span;
  *busy = (double) slices->lanes[0].busy / span - *waiting;
  return *busy >= 0;
}

static void
append_load (GString     *text,
             LaminaTrack *track)
{
  double busy, waiting;

  if (!lamina_track_get_load (track, &busy, &waiting))
    return;
  append_percent (text, busy, "busy");
  if (waiting > 0)
    append_percent (text, waiting, "waiting");
  append_percent (text, MAX (1 - busy - waiting, 0), "idle");
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
      append_part (text, "own clock");
      return;
    }
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), ABS (offset));
  words = g_strdup_printf ("clock shifted by %s%s", offset < 0 ? "−" : "+", length);
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

char *
lamina_heading_dup_note (LaminaRun               *run,
                         LaminaTimebase          *timebase,
                         const LaminaTimelineRow *row)
{
  static const char *const words[] = { "threads", "queues", "tracks", "tracks" };
  GString *text = g_string_new (NULL);
  LaminaGroupKind kind = lamina_run_get_group (run, row->group)->kind;
  guint n;
  LaminaTrack *track = find_track (run, row, &n);

  if (track == NULL)
    return g_string_free (text, FALSE);
  if (n > 1)
    g_string_append_printf (text, "%u %s", n, words[MIN (kind, LAMINA_GROUP_OTHER)]);
  else if (kind == LAMINA_GROUP_HOST)
    g_string_append (text, "one thread");
  else if (kind == LAMINA_GROUP_DEVICE && lamina_run_get_unit (run) == LAMINA_AXIS_NANOSECONDS)
    append_load (text, track);
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
  g_autofree char *text = g_strdup_printf (n == 1 ? "%u track is hidden" : "%u tracks are hidden", n);
  LaminaSceneBox place = { 0, y, width, height, LAMINA_FILL (LAMINA_INK_NONE), { .kind = LAMINA_TARGET_HIDDEN, .n = n } };

  lamina_scene_open_group (scene, "hidden", 0, y, width, height);
  lamina_scene_add_box (scene, &place);
  lamina_scene_add_words (scene, HEADING_X, y + height / 2.0, MAX (options->names_width - HEADING_X - NAME_MARGIN, 1),
                          LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, text);
  lamina_scene_add_words (scene, options->names_width + NOTE_X, y + height / 2.0, 0, LAMINA_ALIGN_START,
                          LAMINA_FONT_CAPTION, LAMINA_INK_LINK, "Show all");
  lamina_scene_close_group (scene);
}

void
lamina_heading_lay_out (LaminaScene                 *scene,
                        LaminaRun                   *run,
                        LaminaTimebase              *timebase,
                        const LaminaTimelineRow     *row,
                        const LaminaTimelineOptions *options,
                        int                          y,
                        int                          width)
{
  const LaminaGroup *group = lamina_run_get_group (run, row->group);
  g_autofree char *note = row->is_collapsed ? g_strdup ("") : lamina_heading_dup_note (run, timebase, row);
  double middle = y + row->height / 2.0;
  gboolean has_arrow = options->arrangement != NULL;
  double x = HEADING_X + (row->indent + has_arrow) * INDENT;
  LaminaSceneBox band = { 0, y, width, row->height, LAMINA_FILL (LAMINA_INK_BAND),
                          { .kind = LAMINA_TARGET_GROUP, .track = row->group } };

  lamina_scene_open_group (scene, group->name, 0, y, width, row->height);
  lamina_scene_add_box (scene, &band);
  lamina_scene_add_rect (scene, 0, y + row->height - 1, width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  if (options->names_width > 0)
    {
      lamina_scene_add_rect (scene, options->names_width - 1, y, 1, row->height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
      lamina_scene_add_words (scene, x, middle, MAX (options->names_width - x - NAME_MARGIN, 1), LAMINA_ALIGN_START,
                              LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, group->name);
      if (has_arrow)
        add_arrow (scene, x - INDENT, middle, row->is_collapsed);
    }
  if (*note != '\0')
    lamina_scene_add_words (scene, options->names_width + NOTE_X, middle,
                            MAX (width - options->names_width - 2 * NOTE_X, 1),
                            LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, note);
  lamina_scene_close_group (scene);
}

/* How many slices a track has, which is said beside its name. More digits would take room from the name. */
#define MOST_EXACT 99999

static char *
dup_count (const LaminaTimelineRow *row,
           LaminaRun               *run,
           LaminaArrangement       *arrangement)
{
  LaminaLaneList list;

  if (row->kind == LAMINA_TIMELINE_COUNTER || row->kind == LAMINA_TIMELINE_RATE)
    return g_strdup ("");
  list = lamina_timeline_row_get_list (row, run, arrangement);
  if (list.slices->n_lanes == 0)
    return g_strdup ("");
  if (list.end - list.first > MOST_EXACT)
    return lamina_figure_dup (list.end - list.first, LAMINA_UNIT_NONE);
  return g_strdup_printf ("%u", list.end - list.first);
}

char *
lamina_timeline_row_dup_path (const LaminaTimelineRow *row,
                              LaminaRun               *run,
                              LaminaArrangement       *arrangement)
{
  g_autofree char *path = lamina_run_dup_track_path (run, row->track);

  if (row->kind == LAMINA_TIMELINE_RATE)
    return g_strconcat (path, "/", lamina_arrangement_get_rate (arrangement, row->part)->unit == LAMINA_UNIT_FLOP
                                       ? "FLOP/s" : "bandwidth", NULL);
  if (row->kind != LAMINA_TIMELINE_FAMILY)
    return g_steal_pointer (&path);
  return g_strconcat (path, "/", lamina_family_get_title (row->family), NULL);
}

/* A copy for a family is called by it, with its colour; a track that is pinned says which group it is from. */
static void
add_name (LaminaScene             *scene,
          LaminaRun               *run,
          const LaminaTimelineRow *row,
          double                   x,
          double                   middle,
          double                   room,
          LaminaArrangement       *arrangement,
          LaminaMetrics           *metrics)
{
  const char *name = row->kind == LAMINA_TIMELINE_RATE
                         ? lamina_track_rate_get_title (lamina_arrangement_get_rate (arrangement, row->part))
                         : lamina_track_get_name (lamina_run_get_track (run, row->track));
  double width;

  if (row->kind == LAMINA_TIMELINE_FAMILY)
    {
      g_autofree char *title = g_strdup (lamina_family_get_title (row->family));

      *title = g_ascii_toupper (*title);
      lamina_scene_add_rect (scene, (int) x - 2, (int) middle - 4, 9, 9, LAMINA_FILL_FAMILY (row->family));
      lamina_scene_add_words (scene, x + SWATCH_ROOM, middle, MAX (room - SWATCH_ROOM, 1), LAMINA_ALIGN_START,
                              LAMINA_FONT_NAME, LAMINA_INK_TEXT, title);
      return;
    }
  lamina_scene_add_words (scene, x, middle, MAX (room, 1), LAMINA_ALIGN_START, LAMINA_FONT_NAME, LAMINA_INK_TEXT, name);
  width = lamina_metrics_get_width (metrics, LAMINA_FONT_NAME, name) + 6;
  if (row->is_pinned && row->group != LAMINA_NONE && room - width >= LEAST_GROUP_NAME)
    lamina_scene_add_words (scene, x + width, middle, room - width, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, lamina_run_get_group (run, row->group)->name);
}

void
lamina_name_lay_out (LaminaScene                 *scene,
                     LaminaRun                   *run,
                     const LaminaTimelineRow     *row,
                     const LaminaTimelineOptions *options,
                     const char                  *path,
                     const char                  *caption,
                     int                          y,
                     int                          height,
                     LaminaMetrics               *metrics)
{
  int width = options->names_width;
  double x = HEADING_X + (row->indent > 0 ? row->indent : 1) * INDENT;
  gboolean two_lines = caption != NULL && row->kind != LAMINA_TIMELINE_FAMILY && row->height >= TWO_LINES;
  double middle = y + (row->height - 1) / 2.0 - (two_lines ? 7.5 : 0);
  g_autofree char *group_name = g_strconcat (path, "/name", NULL);
  g_autofree char *count = dup_count (row, run, options->arrangement);
  double count_width = *count == '\0' ? 0 : lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, count) + 8;
  LaminaSceneBox place = { 0, y, width, height, LAMINA_FILL (LAMINA_INK_NONE),
                           { .kind = LAMINA_TARGET_TRACK, .track = row->track } };

  if (row->kind == LAMINA_TIMELINE_RATE)
    place.target = (LaminaTarget) { .kind = LAMINA_TARGET_RATE, .track = row->part };
  lamina_scene_open_group (scene, group_name, 0, y, width, height);
  lamina_scene_add_box (scene, &place);
  if (row->is_pinned)
    lamina_scene_add_rect (scene, 0, y, width, height, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_rect (scene, 0, y + height - 1, width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_rect (scene, width - 1, y, 1, height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  add_name (scene, run, row, x, middle, width - x - count_width - NAME_MARGIN, options->arrangement, metrics);
  if (*count != '\0')
    lamina_scene_add_words (scene, width - NAME_MARGIN, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, count);
  if (two_lines)
    lamina_scene_add_words (scene, x, middle + 15, MAX (width - x - NAME_MARGIN, 1), LAMINA_ALIGN_START,
                            LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, caption);
  lamina_scene_close_group (scene);
}
