/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-layout.h"

#include "lamina-gettext.h"
#include "lamina-layer-value.h"
#include "lamina-text.h"

#include <math.h>
#include <string.h>

#define HEADING_X 8
#define INDENT 14
#define NAME_MARGIN 9
#define NOTE_X 8

/* What the words of a heading stand on, beside them, and how much of what is behind it is seen. */
#define PLATE_MARGIN 4
#define PLATE_ALPHA 170

/* Takes the words. */
static void
take_part (GString *text,
           char    *words)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, words);
  g_free (words);
}

/* The part of a run that a device is at work for has to be said where it is shorter than this. */
#define LEAST_COVERED 0.75

static void
append_load (GString                    *text,
             const LaminaTimelineLayout *self,
             const LaminaIdleDevice     *device)
{
  double length = (double) (device->end - device->start);
  g_autofree char *of_busy = lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_BUSY] / length);
  g_autofree char *of_waiting = lamina_layer_dup_share ((double) device->times[LAMINA_LOAD_WAIT] / length);
  g_autofree char *of_idle = lamina_layer_dup_share ((double) lamina_idle_device_get_idle (device) / length);

  if (length < LEAST_COVERED * (double) lamina_subtract_saturating (lamina_timebase_get_end (self->timebase),
                                                                     lamina_timebase_get_start (self->timebase)))
    {
      g_autofree char *of = lamina_axis_dup_length_text (lamina_run_get_unit (self->run), device->end - device->start);

      /* Translators: a part in percent, with the sign, of the time from the first to the last work of a device */
      take_part (text, g_strdup_printf (_("%s of %s busy"), of_busy, of));
    }
  else
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

  if (suggested->basis == LAMINA_CLOCK_FILE && offset == suggested->offset)
    return;
  if (offset == 0)
    {
      take_part (text, g_strdup (_("own clock")));
      return;
    }
  length = lamina_axis_dup_length_text (lamina_run_get_unit (run), ABS (offset));
  take_part (text, g_strdup_printf (_("clock shifted by %s%s"), offset < 0 ? "−" : "+", length));
}

/* Whether a track is more than waits, or ranges that a program put around work: lane by lane the first slice tells. */
static gboolean
holds_work (LaminaTrack *track)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    {
      LaminaSliceKind kind = lamina_slices_get_kind (slices, slices->first[lane]);

      if (kind != LAMINA_SLICE_WAIT && kind != LAMINA_SLICE_SPAN)
        return TRUE;
    }
  return FALSE;
}

/* The tracks of slices that stand right under the heading of a group: the first one, LAMINA_NONE for none, and how many; of a
 * device those that are streams. */
typedef struct
{
  guint32 first;
  guint n;
} GroupTracks;

static GroupTracks *
count_tracks (LaminaRun *run)
{
  guint n = lamina_run_get_n_groups (run);
  GroupTracks *groups = g_new0 (GroupTracks, n + 1);

  for (guint i = 0; i < n; i++)
    groups[i].first = LAMINA_NONE;
  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      const LaminaTrackInfo *info = lamina_track_get_info (track);

      if (info->group == LAMINA_NONE || info->is_counter)
        continue;
      if (groups[info->group].first == LAMINA_NONE)
        groups[info->group].first = i;
      groups[info->group].n += lamina_run_get_group (run, info->group)->kind != LAMINA_GROUP_DEVICE || holds_work (track);
    }
  return groups;
}

static G_DEFINE_QUARK (lamina-group-tracks, group_tracks)

static const GroupTracks *
get_group_tracks (LaminaRun *run)
{
  const GroupTracks *groups = lamina_run_get_attached (run, group_tracks_quark ());

  return groups != NULL ? groups : lamina_run_attach (run, group_tracks_quark (), count_tracks (run), g_free);
}

void
lamina_headings_prepare (LaminaRun *run)
{
  get_group_tracks (run);
}

/* What an open heading says of its tracks. */
static char *
dup_note (const LaminaTimelineLayout *self,
          const LaminaTimelineRow    *row)
{
  GString *text = g_string_new (NULL);
  LaminaGroupKind kind = lamina_run_get_group (self->run, row->group)->kind;
  const GroupTracks *tracks = &get_group_tracks (self->run)[row->group];
  guint n = tracks->n;
  const LaminaIdleDevice *device;

  if (tracks->first == LAMINA_NONE || row->is_collapsed)
    return g_string_free (text, FALSE);
  if (n > 1 && kind == LAMINA_GROUP_DEVICE)
    lamina_text_append (text, ngettext ("%u stream", "%u streams", n), n);
  else if (n > 1)
    /* A process has more than threads: what goes on beside them, objects and their states. */
    lamina_text_append (text, ngettext ("%u track", "%u tracks", n), n);
  else if (kind == LAMINA_GROUP_HOST)
    g_string_append (text, _("one thread"));
  device = self->options->idle != NULL ? lamina_idle_find_device (self->options->idle, row->group) : NULL;
  if (device != NULL)
    append_load (text, self, device);
  if (kind == LAMINA_GROUP_DEVICE)
    append_shift (text, self->run, self->timebase,
                  lamina_track_get_info (lamina_run_get_track (self->run, tracks->first))->clock);
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

/* The names and the plot. */
static int
get_width (const LaminaTimelineLayout *self)
{
  return self->options->names_width + self->view.width;
}

void
lamina_timeline_layout_add_hidden (LaminaTimelineLayout *self,
                                   int                   y,
                                   int                   height)
{
  LaminaScene *scene = self->scene;
  int names_width = self->options->names_width, width = get_width (self);
  guint n = lamina_arrangement_get_n_hidden (self->options->arrangement);
  g_autofree char *text = lamina_text_dup (ngettext ("%u track is hidden", "%u tracks are hidden", n), n);
  LaminaSceneBox place = { 0, y, width, height, LAMINA_FILL (LAMINA_INK_NONE), { .kind = LAMINA_TARGET_HIDDEN, .n = n } };

  lamina_scene_open_group (scene, "hidden", 0, y, width, height);
  lamina_scene_add_box (scene, &place);
  lamina_scene_add_words (scene, HEADING_X, y + height / 2.0, MAX (names_width - HEADING_X - NAME_MARGIN, 1),
                          LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, text);
  lamina_scene_add_words (scene, names_width + NOTE_X, y + height / 2.0, 0, LAMINA_ALIGN_START,
                          LAMINA_FONT_CAPTION, LAMINA_INK_LINK, _("Show all"));
  lamina_scene_close_group (scene);
}

const char *
lamina_heading_get_name (LaminaRun               *run,
                         const LaminaTimelineRow *row)
{
  return lamina_run_translate (run, lamina_run_get_group (run, row->group)->name);
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
find_places (const LaminaTimelineLayout *self,
             const LaminaTimelineRow    *row)
{
  const LaminaTimelineOptions *options = self->options;
  int width = get_width (self);
  gboolean has_arrow = options->arrangement != NULL;
  Places places = { .x = HEADING_X + (row->indent + has_arrow) * INDENT, .note_x = options->names_width + NOTE_X };
  double needed;

  if (options->names_width <= 0)
    return places;
  places.room = MAX (options->names_width - places.x - NAME_MARGIN, 1);
  needed = lamina_metrics_get_width (self->metrics, LAMINA_FONT_NAME_BOLD, lamina_heading_get_name (self->run, row));
  places.is_long = needed > places.room && !row->is_collapsed && width > options->names_width;
  if (places.is_long)
    {
      places.room = MIN (needed + 1, MAX (width - places.x - NAME_MARGIN, 1));
      places.note_x = places.x + places.room + 2 * NOTE_X;
    }
  return places;
}

double
lamina_timeline_layout_get_heading_end (const LaminaTimelineLayout *self,
                                        const LaminaTimelineRow    *row)
{
  g_autofree char *note = dup_note (self, row);

  return find_places (self, row).note_x + lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, note);
}

static void
add_group_name (LaminaTimelineLayout    *self,
                const LaminaTimelineRow *row,
                const Places            *places,
                int                      y)
{
  g_autofree char *shown = lamina_metrics_dup_fitting (self->metrics, LAMINA_FONT_NAME_BOLD,
                                                       lamina_heading_get_name (self->run, row), places->room);
  double middle = y + row->height / 2.0;

  if (!places->is_long)
    lamina_scene_add_rect (self->scene, self->options->names_width - 1, y, 1, row->height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_words (self->scene, places->x, middle, places->room, LAMINA_ALIGN_START, LAMINA_FONT_NAME_BOLD,
                          LAMINA_INK_TEXT, shown);
  if (self->options->arrangement != NULL)
    add_arrow (self->scene, places->x - INDENT, middle, row->is_collapsed);
}

/* What is said of the tracks can be read where the device is busy, too, and lets that be seen. */
static void
add_plate (LaminaTimelineLayout    *self,
           const LaminaTimelineRow *row,
           const Places            *places,
           int                      y,
           const char              *note)
{
  float left = (float) places->note_x - PLATE_MARGIN, top = (float) y, bottom = (float) (y + row->height - 1);
  double width = lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, note) + 2 * PLATE_MARGIN;
  float right = (float) MIN (ceil (left + width), get_width (self));
  const LaminaScenePoint points[] = { { left, top }, { right, top }, { right, bottom }, { left, bottom } };
  LaminaSceneArea area = { .fill = LAMINA_FILL (LAMINA_INK_BAND) };

  area.fill.alpha = PLATE_ALPHA;
  lamina_scene_add_area (self->scene, &area, points, G_N_ELEMENTS (points));
}

void
lamina_timeline_layout_add_heading (LaminaTimelineLayout    *self,
                                    const LaminaTimelineRow *row,
                                    int                      y)
{
  LaminaScene *scene = self->scene;
  int width = get_width (self);
  g_autofree char *note = dup_note (self, row);
  Places places = find_places (self, row);
  gboolean has_use;
  LaminaSceneBox band = { 0, y, width, row->height, LAMINA_FILL (LAMINA_INK_BAND),
                          { .kind = LAMINA_TARGET_GROUP, .track = row->group } };

  lamina_scene_open_group (scene, lamina_run_get_group (self->run, row->group)->name, 0, y, width, row->height);
  lamina_scene_add_box (scene, &band);
  lamina_scene_add_rect (scene, 0, y + row->height - 1, width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  has_use = lamina_timeline_layout_add_use (self, row, y);
  if (has_use && *note != '\0')
    add_plate (self, row, &places, y, note);
  if (self->options->names_width > 0)
    add_group_name (self, row, &places, y);
  if (*note != '\0')
    lamina_scene_add_words (scene, places.note_x, y + row->height / 2.0, MAX (width - places.note_x - NOTE_X, 1),
                            LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, has_use ? LAMINA_INK_TEXT : LAMINA_INK_QUIET, note);
  lamina_scene_close_group (scene);
}

#define TWO_LINES 34
#define THREE_LINES 54
#define CAPTION_LINE 14
#define SWATCH_ROOM 12
#define LEAST_GROUP_NAME 24

void
lamina_timeline_layout_add_marks_name (LaminaTimelineLayout *self,
                                       int                   y,
                                       int                   height)
{
  LaminaScene *scene = self->scene;
  int width = self->options->names_width;

  lamina_scene_open_group (scene, "marks/name", 0, y, width, height);
  lamina_scene_add_rect (scene, 0, y, width, height, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_rect (scene, width - 1, y, 1, height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_words (scene, HEADING_X + INDENT, y + (height - 1) / 2.0, width - HEADING_X - INDENT - NAME_MARGIN,
                          LAMINA_ALIGN_START, LAMINA_FONT_NAME, LAMINA_INK_TEXT, _("Marks"));
  lamina_scene_close_group (scene);
}

/* More digits would take room from the name. */
#define MOST_EXACT 99999

static char *
dup_number (guint n)
{
  return n > MOST_EXACT ? lamina_figure_dup (n, LAMINA_UNIT_NONE) : lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
}

/* How many slices a track or a family of it has, which is said beside its name. */
static char *
dup_count (const LaminaTimelineRow *row,
           LaminaRun               *run,
           LaminaArrangement       *arrangement)
{
  LaminaLaneList list;
  guint n;

  if (row->kind == LAMINA_TIMELINE_COUNTER || row->kind == LAMINA_TIMELINE_RATE)
    return g_strdup ("");
  list = lamina_timeline_row_get_list (row, run, arrangement);
  if (list.slices->n_lanes == 0)
    return g_strdup ("");
  n = row->kind == LAMINA_TIMELINE_FAMILY ? list.end - list.first : 0;
  if (lamina_timeline_row_is_functions (row))
    return dup_number (arrangement->nests[row->track]->n[LAMINA_OUTLINE_FUNCTIONS]);
  /* What is drawn over the other lanes is a part of them. */
  if (row->kind != LAMINA_TIMELINE_FAMILY)
    n = list.slices->n;
  for (guint lane = 0; lane < LAMINA_DEEP_LANE && row->kind != LAMINA_TIMELINE_FAMILY; lane++)
    if (lamina_lane_is_folded (list.slices, lane))
      n -= list.slices->first[lane + 1] - list.slices->first[lane];
  return dup_number (n);
}

char *
lamina_timeline_row_dup_path (const LaminaTimelineRow *row,
                              LaminaRun               *run,
                              LaminaArrangement       *arrangement)
{
  g_autofree char *path = row->kind == LAMINA_TIMELINE_MARKS ? g_strdup ("marks")
                                                             : lamina_run_dup_track_path (run, row->track);
  char *ends = lamina_visible_dup_ends (path, LAMINA_SCENE_NAME_END);

  if (ends != NULL)
    {
      g_free (path);
      path = ends;
    }
  if (row->kind == LAMINA_TIMELINE_RATE)
    return g_strconcat (path, "/", lamina_arrangement_get_rate (arrangement, row->part)->unit == LAMINA_UNIT_FLOP
                                       ? "FLOP/s" : "bandwidth", NULL);
  if (lamina_timeline_row_is_functions (row))
    return g_strconcat (path, "/functions", NULL);
  if (row->kind != LAMINA_TIMELINE_FAMILY)
    return g_steal_pointer (&path);
  return g_strconcat (path, "/", lamina_family_get_title (row->family), NULL);
}

/* The families as names of rows. */
static const char *
get_family_name (LaminaFamily family)
{
  static const char *const names[LAMINA_N_FAMILIES] = {
    [LAMINA_FAMILY_CONVOLUTION] = N_("Convolution"),
    [LAMINA_FAMILY_MATMUL] = N_("Matrix product"),
    [LAMINA_FAMILY_ATTENTION] = N_("Attention"),
    [LAMINA_FAMILY_ELEMENTWISE] = N_("Elementwise"),
    [LAMINA_FAMILY_ACTIVATION] = N_("Activation"),
    [LAMINA_FAMILY_NORMALIZATION] = N_("Normalization"),
    [LAMINA_FAMILY_POOLING] = N_("Pooling"),
    [LAMINA_FAMILY_REDUCTION] = N_("Reduction"),
    [LAMINA_FAMILY_LAYOUT] = N_("Layout"),
    [LAMINA_FAMILY_COPY] = N_("Copy"),
    [LAMINA_FAMILY_COMMUNICATION] = N_("Communication"),
    [LAMINA_FAMILY_OPTIMIZER] = N_("Optimizer"),
    [LAMINA_FAMILY_INDEX] = N_("Index"),
    [LAMINA_FAMILY_OTHER] = N_("Other"),
  };

  return _(names[family]);
}

const char *
lamina_timeline_row_get_name (const LaminaTimelineRow *row,
                              LaminaRun               *run,
                              LaminaArrangement       *arrangement)
{
  if (row->kind == LAMINA_TIMELINE_FAMILY)
    return get_family_name (row->family);
  if (row->kind == LAMINA_TIMELINE_MARKS)
    return _("Marks");
  if (lamina_timeline_row_is_functions (row))
    return _("Functions");
  if (row->kind == LAMINA_TIMELINE_RATE)
    return lamina_track_rate_get_title (lamina_arrangement_get_rate (arrangement, row->part));
  return lamina_run_translate (run, lamina_track_get_info (lamina_run_get_track (run, row->track))->name);
}

/*
 * A copy for a family is called by it, with its color where colors are those of families; a track that is pinned says which
 * group it is from.
 */
static void
add_name (LaminaTimelineLayout    *self,
          const LaminaTimelineRow *row,
          double                   x,
          double                   middle,
          double                   room)
{
  LaminaScene *scene = self->scene;
  LaminaColoring *coloring = self->options->coloring;
  const char *name = lamina_timeline_row_get_name (row, self->run, self->options->arrangement);
  gboolean has_swatch = row->kind == LAMINA_TIMELINE_FAMILY
                        && (coloring == NULL || lamina_coloring_get_by (coloring) == LAMINA_COLOR_BY_FAMILY);
  g_autofree char *shown = NULL;
  double width;

  if (has_swatch)
    {
      lamina_scene_add_rect (scene, (int) x - 2, (int) middle - 4, 9, 9, LAMINA_FILL_FAMILY (row->family));
      lamina_scene_add_words (scene, x + SWATCH_ROOM, middle, MAX (room - SWATCH_ROOM, 1), LAMINA_ALIGN_START,
                              LAMINA_FONT_NAME, LAMINA_INK_TEXT, name);
      return;
    }
  shown = lamina_metrics_dup_fitting (self->metrics, LAMINA_FONT_NAME, name, room);
  lamina_scene_add_words (scene, x, middle, MAX (room, 1), LAMINA_ALIGN_START, LAMINA_FONT_NAME, LAMINA_INK_TEXT, shown);
  width = lamina_metrics_get_width (self->metrics, LAMINA_FONT_NAME, name) + 6;
  if (row->is_pinned && row->indent == 0 && row->group != LAMINA_NONE && room - width >= LEAST_GROUP_NAME)
    lamina_scene_add_words (scene, x + width, middle, room - width, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, lamina_heading_get_name (self->run, row));
}

/* Below the name, in as many lines as it takes, and the row has room for. */
static void
add_caption (LaminaTimelineLayout *self,
             const char           *caption,
             double                x,
             double                middle,
             double                room,
             guint                 n_lines)
{
  for (const char *rest = caption; *rest != '\0'; middle += CAPTION_LINE, n_lines--)
    {
      g_autofree char *line = g_strdup (rest);
      char *space;

      /* The last one is cut. */
      while (n_lines > 1 && lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, line) > room
             && (space = strrchr (line, ' ')) != NULL)
        *space = '\0';
      lamina_scene_add_words (self->scene, x, middle, room, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, line);
      rest += strlen (line);
      rest += *rest == ' ';
    }
}

void
lamina_timeline_layout_add_name (LaminaTimelineLayout    *self,
                                 const LaminaTimelineRow *row,
                                 const char              *path,
                                 const char              *caption,
                                 int                      y,
                                 int                      height)
{
  LaminaScene *scene = self->scene;
  int width = self->options->names_width;
  double x = HEADING_X + (row->indent > 0 ? row->indent : 1) * INDENT;
  gboolean two_lines = caption != NULL && row->kind != LAMINA_TIMELINE_FAMILY && row->height >= TWO_LINES;
  double middle = y + (row->height - 1) / 2.0 - (two_lines ? 7.5 : 0);
  g_autofree char *group_name = g_strconcat (path, "/name", NULL);
  g_autofree char *count = dup_count (row, self->run, self->options->arrangement);
  double count_width = *count == '\0' ? 0 : lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, count) + 8;
  LaminaSceneBox place = { 0, y, width, height, LAMINA_FILL (LAMINA_INK_NONE),
                           { .kind = LAMINA_TARGET_TRACK, .track = row->track } };

  if (row->kind == LAMINA_TIMELINE_RATE)
    place.target = (LaminaTarget) { .kind = LAMINA_TARGET_RATE, .track = row->part };
  else if (lamina_timeline_row_is_functions (row))
    place.target.kind = LAMINA_TARGET_FUNCTIONS;
  lamina_scene_open_group (scene, group_name, 0, y, width, height);
  lamina_scene_add_box (scene, &place);
  if (row->is_pinned)
    lamina_scene_add_rect (scene, 0, y, width, height, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_rect (scene, 0, y + height - 1, width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_rect (scene, width - 1, y, 1, height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  if (row->kind == LAMINA_TIMELINE_LANE && self->options->arrangement != NULL
      && lamina_arrangement_has_outline (self->options->arrangement, row->track))
    add_arrow (scene, x - INDENT, middle,
               (lamina_arrangement_get (self->options->arrangement, &place.target) & LAMINA_ARRANGEMENT_COLLAPSED) != 0);
  add_name (self, row, x, middle, width - x - count_width - NAME_MARGIN);
  if (*count != '\0')
    lamina_scene_add_words (scene, width - NAME_MARGIN, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, count);
  if (two_lines)
    add_caption (self, caption, x, middle + 15, MAX (width - x - NAME_MARGIN, 1),
                 row->height >= THREE_LINES ? MAX (2, (guint) row->height / (2 * CAPTION_LINE)) : 1);
  lamina_scene_close_group (scene);
}

/* How many rows are looked at: with more of them somebody looks for a name by searching. */
#define MOST_MEASURED 500

/* What the name of a row needs, with what stands before and after it. */
static double
get_needed_width (const LaminaTimelineRow *row,
                  LaminaRun               *run,
                  LaminaArrangement       *arrangement,
                  LaminaMetrics           *metrics)
{
  double x = HEADING_X + (row->indent > 0 ? row->indent : 1) * INDENT;
  g_autofree char *count = NULL;

  if (row->kind == LAMINA_TIMELINE_HEADING)
    return !row->is_collapsed ? 0 : HEADING_X + (row->indent + (arrangement != NULL)) * INDENT + NAME_MARGIN
                                      + lamina_metrics_get_width (metrics, LAMINA_FONT_NAME_BOLD,
                                                                  lamina_heading_get_name (run, row));
  if (row->kind == LAMINA_TIMELINE_MARKS || row->kind == LAMINA_TIMELINE_HIDDEN || row->kind == LAMINA_TIMELINE_STRIP)
    return 0;
  /* The lanes of a track have one name and one number, and to count them for each would take quadratic time. */
  if (row->kind == LAMINA_TIMELINE_LANE && (lamina_timeline_row_is_functions (row) ? row->depth : row->lane) > 0)
    return 0;
  count = dup_count (row, run, arrangement);
  return x + (row->kind == LAMINA_TIMELINE_FAMILY ? SWATCH_ROOM : 0) + NAME_MARGIN + 1
         + lamina_metrics_get_width (metrics, LAMINA_FONT_NAME, lamina_timeline_row_get_name (row, run, arrangement))
         + (*count == '\0' ? 0 : lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, count) + 8);
}

int
lamina_timeline_get_names_width (LaminaRun         *run,
                                 LaminaArrangement *arrangement,
                                 LaminaMetrics     *metrics)
{
  g_autoptr (GArray) rows = NULL;
  double width = 0;

  g_return_val_if_fail (run != NULL && metrics != NULL, 0);

  rows = lamina_timeline_list_rows (run, arrangement);
  for (guint i = 0; i < MIN (rows->len, MOST_MEASURED); i++)
    width = MAX (width, get_needed_width (&g_array_index (rows, LaminaTimelineRow, i), run, arrangement, metrics));
  return (int) ceil (width);
}

#define TICK_HEIGHT 5

static const struct
{
  const char *word;
  LaminaInk ink;
} badges[] = {
  [LAMINA_TIMING_MEASURED] = { N_("Measured"), LAMINA_INK_MEASURED },
  [LAMINA_TIMING_END_TO_END] = { N_("Laid end to end"), LAMINA_INK_END_TO_END },
  [LAMINA_TIMING_ORDER] = { N_("Order only"), LAMINA_INK_ORDER },
};

/* What the badge has around its word. */
#define BADGE_ROOM 28

/* How the positions came about, and how much of the axis is seen where both have room. */
static void
add_badge (LaminaTimelineLayout *self)
{
  LaminaScene *scene = self->scene;
  const LaminaTimelineOptions *options = self->options;
  double middle = options->ruler_height / 2.0;
  LaminaTiming timing = lamina_run_get_timing (self->run);
  /* The ends of the view are those of its pixels, and may be one step apart from those that are shown. */
  gint64 length = (gint64) MIN (self->view.per_px * self->view.width + 0.5, 0x1p62);
  const char *word = _(badges[timing].word);
  g_autofree char *text = lamina_axis_dup_length_text (lamina_run_get_unit (self->run), length);
  double room = options->names_width - 9 - BADGE_ROOM - lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, word);

  lamina_scene_open_group (scene, "ruler/name", 0, 0, options->names_width, options->ruler_height);
  lamina_scene_add_rect (scene, 0, 0, options->names_width, options->ruler_height, LAMINA_FILL (LAMINA_INK_BAND));
  lamina_scene_add_rect (scene, 0, options->ruler_height - 1, options->names_width, 1,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_rect (scene, options->names_width - 1, 0, 1, options->ruler_height,
                         LAMINA_FILL (LAMINA_INK_HAIRLINE));
  if (!options->without_badge)
    {
      lamina_scene_add_rect (scene, 10, (int) middle - 2, 5, 5, LAMINA_FILL (badges[timing].ink));
      lamina_scene_add_words (scene, 20, middle, 0, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, badges[timing].ink,
                              word);
    }
  if (lamina_metrics_get_width (self->metrics, LAMINA_FONT_CAPTION, text) <= room)
    lamina_scene_add_words (scene, options->names_width - 9, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, text);
  lamina_scene_close_group (scene);
}

void
lamina_timeline_layout_add_ruler (LaminaTimelineLayout *self)
{
  LaminaScene *scene = self->scene;
  const LaminaTimeView *view = &self->view;
  const LaminaTicks *ticks = &self->ticks;
  int x = self->options->names_width, end = x + view->width;
  int height = self->options->ruler_height;
  LaminaSceneBox ground = { x, 0, view->width, height, LAMINA_FILL (LAMINA_INK_BAND), { .kind = LAMINA_TARGET_RULER } };

  lamina_scene_open_group (scene, "ruler", x, 0, view->width, height);
  lamina_scene_add_box (scene, &ground);
  lamina_scene_add_rect (scene, x, height - 1, view->width, 1, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  for (guint i = 0; i < ticks->n; i++)
    {
      int tick = x + lamina_ticks_get_x (ticks, view, i);
      g_autofree char *text = lamina_axis_dup_tick_text (ticks->unit, ticks->first + ticks->step * i, ticks->step,
                                                         ticks->largest);

      lamina_scene_add_rect (scene, tick, height - TICK_HEIGHT, 1, TICK_HEIGHT, LAMINA_FILL (LAMINA_INK_QUIET));
      if (tick + 4 + lamina_metrics_get_width (self->metrics, LAMINA_FONT_RULER, text) <= end)
        lamina_scene_add_words (scene, tick + 4, height / 2.0 - 1, 0, LAMINA_ALIGN_START, LAMINA_FONT_RULER,
                                LAMINA_INK_QUIET, text);
    }
  lamina_scene_close_group (scene);
  if (self->options->names_width > 0)
    add_badge (self);
}
