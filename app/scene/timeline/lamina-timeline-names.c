/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-rows.h"

#include "lamina-gettext.h"
#include "lamina-reader-words.h"

#include <math.h>
#include <string.h>

#define HEADING_X 8
#define INDENT 14
#define NAME_MARGIN 9
#define TWO_LINES 34
#define THREE_LINES 54
#define CAPTION_LINE 14
#define SWATCH_ROOM 12
#define LEAST_GROUP_NAME 24

void
lamina_marks_name_lay_out (LaminaScene                 *scene,
                           const LaminaTimelineOptions *options,
                           int                          y,
                           int                          height)
{
  int width = options->names_width;

  lamina_scene_open_group (scene, "marks/name", 0, y, width, height);
  lamina_scene_add_rect (scene, 0, y, width, height, LAMINA_FILL (LAMINA_INK_VIEW));
  lamina_scene_add_rect (scene, width - 1, y, 1, height, LAMINA_FILL (LAMINA_INK_HAIRLINE));
  lamina_scene_add_words (scene, HEADING_X + INDENT, y + (height - 1) / 2.0, width - HEADING_X - INDENT - NAME_MARGIN,
                          LAMINA_ALIGN_START, LAMINA_FONT_NAME, LAMINA_INK_TEXT, _("Marks"));
  lamina_scene_close_group (scene);
}

/* More digits would take room from the name. */
#define MOST_EXACT 99999

/* The slices of all lanes; what is drawn over the others is a part of them. */
static guint
count_slices (const LaminaSlices *slices)
{
  guint n = 0;

  for (guint lane = 0; lane < slices->n_lanes; lane++)
    if (!lamina_lane_is_folded (slices, lane))
      n += slices->first[lane + 1] - slices->first[lane];
  return n;
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
  n = row->kind == LAMINA_TIMELINE_FAMILY ? list.end - list.first : count_slices (list.slices);
  return n > MOST_EXACT ? lamina_figure_dup (n, LAMINA_UNIT_NONE) : g_strdup_printf ("%u", n);
}

char *
lamina_timeline_row_dup_path (const LaminaTimelineRow *row,
                              LaminaRun               *run,
                              LaminaArrangement       *arrangement)
{
  g_autofree char *path = row->kind == LAMINA_TIMELINE_MARKS ? g_strdup ("marks")
                                                             : lamina_run_dup_track_path (run, row->track);

  if (row->kind == LAMINA_TIMELINE_RATE)
    return g_strconcat (path, "/", lamina_arrangement_get_rate (arrangement, row->part)->unit == LAMINA_UNIT_FLOP
                                       ? "FLOP/s" : "bandwidth", NULL);
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
  if (row->kind == LAMINA_TIMELINE_RATE)
    return lamina_track_rate_get_title (lamina_arrangement_get_rate (arrangement, row->part));
  return lamina_reader_word_translate (lamina_track_get_name (lamina_run_get_track (run, row->track)));
}

/*
 * A copy for a family is called by it, with its color where colors are those of families; a track that is pinned says which
 * group it is from.
 */
static void
add_name (LaminaScene                 *scene,
          LaminaRun                   *run,
          const LaminaTimelineRow     *row,
          double                       x,
          double                       middle,
          double                       room,
          const LaminaTimelineOptions *options,
          LaminaMetrics               *metrics)
{
  const char *name = lamina_timeline_row_get_name (row, run, options->arrangement);
  gboolean has_swatch = row->kind == LAMINA_TIMELINE_FAMILY
                        && (options->coloring == NULL
                            || lamina_coloring_get_by (options->coloring) == LAMINA_COLOR_BY_FAMILY);
  g_autofree char *shown = NULL;
  double width;

  if (has_swatch)
    {
      lamina_scene_add_rect (scene, (int) x - 2, (int) middle - 4, 9, 9, LAMINA_FILL_FAMILY (row->family));
      lamina_scene_add_words (scene, x + SWATCH_ROOM, middle, MAX (room - SWATCH_ROOM, 1), LAMINA_ALIGN_START,
                              LAMINA_FONT_NAME, LAMINA_INK_TEXT, name);
      return;
    }
  shown = lamina_metrics_dup_fitting (metrics, LAMINA_FONT_NAME, name, room);
  lamina_scene_add_words (scene, x, middle, MAX (room, 1), LAMINA_ALIGN_START, LAMINA_FONT_NAME, LAMINA_INK_TEXT, shown);
  width = lamina_metrics_get_width (metrics, LAMINA_FONT_NAME, name) + 6;
  if (row->is_pinned && row->indent == 0 && row->group != LAMINA_NONE && room - width >= LEAST_GROUP_NAME)
    lamina_scene_add_words (scene, x + width, middle, room - width, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, lamina_heading_get_name (run, row));
}

/* Below the name, in two lines where one is too narrow for it and the row is high enough. */
static void
add_caption (LaminaScene   *scene,
             const char    *caption,
             double         x,
             double         middle,
             double         room,
             gboolean       is_high,
             LaminaMetrics *metrics)
{
  g_autofree char *first = g_strdup (caption);
  const char *rest = NULL;

  while (is_high && lamina_metrics_get_width (metrics, LAMINA_FONT_CAPTION, first) > room)
    {
      char *space = strrchr (first, ' ');

      if (space == NULL)
        break;
      *space = '\0';
      rest = caption + (space - first) + 1;
    }
  lamina_scene_add_words (scene, x, middle, room, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION, LAMINA_INK_QUIET, first);
  if (rest != NULL)
    lamina_scene_add_words (scene, x, middle + CAPTION_LINE, room, LAMINA_ALIGN_START, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, rest);
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
  add_name (scene, run, row, x, middle, width - x - count_width - NAME_MARGIN, options, metrics);
  if (*count != '\0')
    lamina_scene_add_words (scene, width - NAME_MARGIN, middle, 0, LAMINA_ALIGN_END, LAMINA_FONT_CAPTION,
                            LAMINA_INK_QUIET, count);
  if (two_lines)
    add_caption (scene, caption, x, middle + 15, MAX (width - x - NAME_MARGIN, 1), row->height >= THREE_LINES, metrics);
  lamina_scene_close_group (scene);
}

/* How many rows are looked at: with more of them somebody looks for a name by searching. */
#define MOST_MEASURED 4000

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
  if (row->kind == LAMINA_TIMELINE_LANE && row->lane > 0)
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
