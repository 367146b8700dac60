/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"

#include "lamina-core.h"
#include "lamina-pictures.h"
#include "lamina-row-writer.h"
#include "lamina-timeline-rulers.h"

#include <stdio.h>
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
    marker.text = g_strstrip (sign + 1);
  if (sign == NULL || *marker.text == '\0' || !lamina_position_parse (text, (gsize) (sign - text), &marker.start))
    {
      lamina_command_complain ("--note %s: expected TIME=TEXT, such as 10ms=warm", text);
      return FALSE;
    }
  marker.end = marker.start;
  g_array_append_val (markers, marker);
  return TRUE;
}

/*
 * Understands --ruler, `START..END` or a single place, and --note, `TIME=TEXT`: both lists end with NULL or are NULL. Returns
 * a GArray of LaminaMarker whose places are counted from the start of the run and whose texts are those of @notes; NULL when
 * one of them can't be understood, which was said.
 */
static GArray *
parse_marker_texts (char **rulers,
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

/* Positions on an axis of steps, events or nodes are bare numbers, as they are written. */
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
    case LAMINA_AXIS_EVENTS:
    case LAMINA_AXIS_NODES:
    default:
      return g_strdup_printf ("%" G_GINT64_FORMAT, position);
    }
}

/* Moves markers to their places on the axis of a run. FALSE when one lies outside of the run, which was said. */
static gboolean
resolve_markers (GArray    *markers,
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
          g_autofree char *place = dup_position (run, marker->end > length ? marker->end : marker->start);
          g_autofree char *end = dup_position (run, length);

          if (marker->text != NULL)
            lamina_command_complain ("--note “%s”: %s is outside of the run, which is %s long", marker->text, place, end);
          else
            lamina_command_complain ("--ruler: %s is outside of the run, which is %s long", place, end);
          return FALSE;
        }
      marker->start += origin;
      marker->end += origin;
    }
  return TRUE;
}

static gboolean
has_track (const GArray *tracks,
           guint32       track)
{
  for (guint i = 0; i < tracks->len; i++)
    if (g_array_index (tracks, guint32, i) == track)
      return TRUE;
  return FALSE;
}

static void
complain_of_track (const char *name,
                   LaminaRun  *run)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      g_string_append_printf (known, "%s%s", i > 0 ? ", " : "", path);
    }
  lamina_command_complain ("--tracks %s: there is no such track, only %s", name, known->str);
}

static gboolean
add_matching (const char *name,
              LaminaRun  *run,
              GArray     *tracks)
{
  g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (name);
  gboolean found = FALSE;

  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      g_autofree char *path = lamina_run_dup_track_path (run, i);

      if (!g_pattern_spec_match_string (pattern, path)
          && !g_pattern_spec_match_string (pattern, lamina_track_get_info (lamina_run_get_track (run, i))->name))
        continue;
      found = TRUE;
      if (!has_track (tracks, i))
        g_array_append_val (tracks, i);
    }
  if (!found)
    complain_of_track (name, run);
  return found;
}

/*
 * Finds the tracks of @run that @texts name, which end with NULL: each holds names or paths (`gpu0:0/Operators`) with
 * commas between, in which `*` stands for any text and `?` for any character. Appends their numbers to @tracks, a
 * GArray of guint32, in the order in which they were named and each once. FALSE when a name fits none, which was said.
 */
static gboolean
find_tracks (char      **texts,
             LaminaRun  *run,
             GArray     *tracks)
{
  for (guint i = 0; texts[i] != NULL; i++)
    {
      g_auto (GStrv) names = g_strsplit (texts[i], ",", -1);

      for (guint j = 0; names[j] != NULL; j++)
        if (!add_matching (g_strstrip (names[j]), run, tracks))
          return FALSE;
    }
  return TRUE;
}

/* `lamina export`: a view as a picture. */

typedef struct
{
  LaminaSelection selection;
  LaminaSelection other;
  LaminaPictureOptions picture;
  char *view;
  char *output;
  char *range;
  char *at;
  gint64 moment; /* that it means, from the start of the run */
  char *theme;
  char *palette;
  char *color_by;
  char *width;
  char *height;
  char **tracks;
  char **rulers;
  char **notes;
  char *name;
  char *group;
  char *title;
  char *caption;
  gboolean list_views;
} Options;

static void
options_clear (Options *self)
{
  g_clear_pointer (&self->picture.comparison, lamina_comparison_unref);
  g_clear_pointer (&self->picture.markers, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_markers (Options *self)
{
  if (self->rulers == NULL && self->notes == NULL)
    return TRUE;
  if (strcmp (self->picture.view, "timeline") != 0)
    {
      lamina_command_complain ("--ruler and --note are for the timeline");
      return FALSE;
    }
  self->picture.markers = parse_marker_texts (self->rulers, self->notes);
  return self->picture.markers != NULL;
}

static gboolean
check_options (Options *self)
{
  static const char *const themes[] = { "light", "dark", "print", NULL };
  static const char *const meanings[] = { "family", "type", "precision", NULL };
  int color_by = self->color_by != NULL ? lamina_command_choose ("color-by", self->color_by, meanings)
                                          : LAMINA_COLOR_BY_FAMILY;
  int theme = self->theme != NULL ? lamina_command_choose ("theme", self->theme, themes) : LAMINA_THEME_PRINT;

  if (theme < 0 || color_by < 0 || !lamina_pictures_choose_palette (self->palette, &self->picture.palette))
    return FALSE;
  if (self->range != NULL && !lamina_position_parse_range (self->range, &self->picture.start, &self->picture.end))
    {
      lamina_command_complain ("--range %s: expected START..END, such as 10ms..20ms", self->range);
      return FALSE;
    }
  if (self->at != NULL && !lamina_position_parse (self->at, strlen (self->at), &self->moment))
    {
      lamina_command_complain ("--at %s: expected a place on the axis, such as 10ms", self->at);
      return FALSE;
    }
  if (self->output == NULL)
    {
      lamina_command_complain ("--output is missing; its suffix chooses between .svg, .png and .pdf");
      return FALSE;
    }
  self->picture.theme = (LaminaTheme) theme;
  self->picture.color_by = (LaminaColorBy) color_by;
  self->picture.name = self->picture.durations_of = self->name;
  if (!lamina_command_choose_bands (self->group, &self->picture.grouping))
    return FALSE;
  self->picture.title = self->title;
  self->picture.caption = self->caption;
  if (self->view != NULL)
    self->picture.view = strcmp (self->view, "compare") == 0 ? "comparison" : self->view;
  return parse_markers (self);
}

static LaminaExit
list_views (const LaminaPictures *pictures)
{
  static const char *const headings[] = { "View", "Shows", NULL };
  LaminaRowWriter *writer = lamina_row_writer_new (LAMINA_FORMAT_TABLE, headings);
  guint n;
  const LaminaPictureView *views = pictures->list_views (&n);

  for (guint i = 0; i < n; i++)
    {
      lamina_row_writer_add (writer, views[i].name);
      lamina_row_writer_add (writer, views[i].title);
    }
  lamina_row_writer_free (writer);
  return lamina_command_finish ();
}

static gboolean
check_view (const LaminaPictures *pictures,
            const char           *view)
{
  g_autofree const char **names = NULL;
  guint n;
  const LaminaPictureView *views = pictures->list_views (&n);

  names = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    names[i] = views[i].name;
  return lamina_command_choose ("view", view, names) >= 0;
}

static gboolean
check_other (const LaminaPictures  *pictures,
             const Options         *options,
             char                 **files)
{
  if (pictures->needs_comparison (options->picture.view) || (files[1] == NULL && options->other.run_text == NULL))
    return TRUE;
  lamina_command_complain ("a second file and --run-b are for views of a comparison: compare, waterfall, ties");
  return FALSE;
}

static gboolean
parse_length (const LaminaPictures *pictures,
              const char           *option,
              const char           *text,
              int                  *pixels,
              gboolean             *on_paper)
{
  gboolean is_paper = FALSE;

  if (text != NULL && !pictures->parse_length (text, pixels, &is_paper))
    {
      lamina_command_complain ("--%s %s: expected pixels or millimetres, such as 900 or 180mm", option, text);
      return FALSE;
    }
  *on_paper = *on_paper || is_paper;
  return TRUE;
}

static gboolean
parse_size (const LaminaPictures *pictures,
            Options              *self)
{
  LaminaPictureOptions *picture = &self->picture;

  return parse_length (pictures, "width", self->width, &picture->width, &picture->on_paper)
         && parse_length (pictures, "height", self->height, &picture->height, &picture->on_paper);
}

/* Compares with the run of the second file, or another run of the first. FALSE when there is none, which was said. */
static LaminaExit
compare (Options         *options,
         LaminaDocument  *document,
         char           **files)
{
  LaminaComparisonSide a = { document, options->selection.run, LAMINA_NONE }, b = a;
  g_autoptr (LaminaDocument) other = files[1] != NULL ? lamina_command_open (files[1]) : lamina_document_ref (document);

  if (other == NULL)
    return LAMINA_EXIT_INPUT;
  if (!lamina_selection_resolve_one (&options->other, other, files[1] != NULL ? files[1] : files[0]))
    return LAMINA_EXIT_USAGE;
  b.document = other;
  if (options->other.run_text != NULL)
    b.run = options->other.run;
  else if (files[1] != NULL)
    b.run = lamina_compare_find_partner (lamina_document_get_run (document, a.run), other);
  if (a.document == b.document && a.run == b.run)
    {
      lamina_command_complain ("expected a second file or --run-b: what is to be compared with what?");
      return LAMINA_EXIT_USAGE;
    }
  options->picture.comparison = lamina_comparison_new (&a, &b, NULL);
  if (lamina_comparison_get_reason (options->picture.comparison) == NULL)
    return LAMINA_EXIT_DONE;
  lamina_command_complain ("%s", lamina_comparison_get_reason (options->picture.comparison));
  return LAMINA_EXIT_UNLIKE;
}

static LaminaExit
save (const LaminaPictures  *pictures,
      Options               *options,
      char                 **files)
{
  const char *name = files[0];
  g_autoptr (LaminaDocument) document = lamina_command_open (name);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output);
  g_autoptr (GArray) tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GError) error = NULL;
  LaminaRun *run;

  if (document == NULL)
    return LAMINA_EXIT_INPUT;
  if (!lamina_selection_resolve_one (&options->selection, document, name))
    return LAMINA_EXIT_USAGE;
  options->picture.run = options->selection.run;
  if (pictures->needs_comparison (options->picture.view))
    {
      LaminaExit status = compare (options, document, files);

      if (status != LAMINA_EXIT_DONE)
        return status;
    }
  run = lamina_document_get_run (document, options->picture.run);
  if (!lamina_command_check_bands (options->picture.grouping, run))
    return LAMINA_EXIT_INPUT;
  if ((options->tracks != NULL && !find_tracks (options->tracks, run, tracks))
      || (options->picture.markers != NULL && !resolve_markers (options->picture.markers, run)))
    return LAMINA_EXIT_USAGE;
  if (options->at != NULL)
    {
      g_autoptr (LaminaTimebase) timebase = lamina_timebase_new (run, TRUE);

      options->picture.moment = lamina_add_saturating (lamina_timebase_get_start (timebase), options->moment);
    }
  if (options->tracks != NULL)
    {
      options->picture.tracks = (const guint32 *) (gpointer) tracks->data;
      options->picture.n_tracks = tracks->len;
      options->picture.keeps_tracks = TRUE;
    }
  if (pictures->save (document, &options->picture, file, NULL, &error))
    return LAMINA_EXIT_DONE;
  lamina_command_complain ("%s: %s", options->output, error->message);
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT) ? LAMINA_EXIT_USAGE : LAMINA_EXIT_INPUT;
}

static LaminaExit
run_export (int    argc,
            char **argv)
{
  g_auto (Options) options = { .picture = LAMINA_PICTURE_OPTIONS_INIT };
  const GOptionEntry entries[] = {
    { "view", 0, 0, G_OPTION_ARG_STRING, &options.view, "What to show; see --list-views", "VIEW" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output, "Where to; the suffix chooses SVG, PNG or PDF", "OUT" },
    { "run", 0, 0, G_OPTION_ARG_STRING, &options.selection.run_text, "The run, from 1 on", "N" },
    { "run-b", 0, 0, G_OPTION_ARG_STRING, &options.other.run_text, "What to compare with: the run of B, of FILE without B",
      "N" },
    { "range", 0, 0, G_OPTION_ARG_STRING, &options.range, "What of it, from the start of the run", "START..END" },
    { "at", 0, 0, G_OPTION_ARG_STRING, &options.at,
      "The moment of addresses and of memory by stack; the peak without it", "PLACE" },
    { "tracks", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.tracks,
      "Tracks of the timeline by name, * for any text, commas between", "NAMES" },
    { "ruler", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.rulers,
      "A ruler on the timeline from one place to another, or a line at one; repeat it for more", "START..END" },
    { "note", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.notes, "A note on the timeline; repeat it for more", "TIME=TEXT" },
    { "width", 0, 0, G_OPTION_ARG_STRING, &options.width, "Width in pixels or millimetres, such as 180mm", "SIZE" },
    { "height", 0, 0, G_OPTION_ARG_STRING, &options.height,
      "Height likewise; as high as needed without it, at most 240mm for a timeline", "SIZE" },
    { "scale", 0, 0, G_OPTION_ARG_DOUBLE, &options.picture.scale, "Pixels of a PNG for each pixel of width", "S" },
    { "theme", 0, 0, G_OPTION_ARG_STRING, &options.theme, "Colors", "print|light|dark" },
    { "palette", 0, 0, G_OPTION_ARG_STRING, &options.palette, "Colors of the families of work", "usual|apart|blues" },
    { "color-by", 0, 0, G_OPTION_ARG_STRING, &options.color_by, "What colors mean in a timeline, flame graph or sandwich",
      "family|type|precision" },
    { "colour-by", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &options.color_by, NULL, NULL },
    { "name", 0, 0, G_OPTION_ARG_STRING, &options.name, "Whose callers and callees, or whose durations to show", "NAME" },
    { "group", 0, 0, G_OPTION_ARG_STRING, &options.group, "What memory over time is divided by, where that of allocations is shown",
      "site|module|stream|size|category" },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options.title, "Title above the picture", "TEXT" },
    { "caption", 0, 0, G_OPTION_ARG_STRING, &options.caption, "Line below the title", "TEXT" },
    { "legend", 0, 0, G_OPTION_ARG_NONE, &options.picture.legend, "Say what the colors mean (the default)", NULL },
    { "no-legend", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &options.picture.legend, "Leave that out", NULL },
    { "no-marks", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &options.picture.marks,
      "Leave out the marks of the file", NULL },
    { "no-source", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &options.picture.source,
      "Leave out the line with totals and file name", NULL },
    { "list-views", 0, 0, G_OPTION_ARG_NONE, &options.list_views, "List the views", NULL },
    G_OPTION_ENTRY_NULL,
  };
  G_GNUC_UNUSED g_auto (LaminaOptions) texts = { entries };
  g_auto (GStrv) files = NULL;
  const LaminaPictures *pictures;
  LaminaExit status;
  gboolean only_list = FALSE;

  for (int i = 1; i < argc; i++)
    only_list = only_list || strcmp (argv[i], "--list-views") == 0;
  if (!lamina_command_parse (&lamina_command_export, entries, only_list ? 0 : 1, only_list ? 0 : 2, argc, argv,
                             &files, &status))
    return status;
  if (!options.list_views && !check_options (&options))
    return LAMINA_EXIT_USAGE;
  pictures = lamina_pictures_load ();
  if (pictures == NULL)
    return LAMINA_EXIT_INPUT;
  if (options.list_views)
    return list_views (pictures);
  if (!check_view (pictures, options.picture.view) || !check_other (pictures, &options, files)
      || !parse_size (pictures, &options))
    return LAMINA_EXIT_USAGE;
  return save (pictures, &options, files);
}

const LaminaCommand lamina_command_export = {
  .name = "export",
  .arguments = "FILE [B] -o OUT.{svg,png,pdf}",
  .summary = "a view as a picture",
  .run = run_export,
  .takes_device = TRUE,
};
