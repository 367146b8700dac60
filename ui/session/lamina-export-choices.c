/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-choices.h"

#include "lamina-session-rulers.h"
#include "lamina-settings.h"
#include "lamina-theme.h"

#include <glib/gi18n.h>

/* 180 mm, the text width of a printed page. */
#define DEFAULT_WIDTH 180
#define LEAST_SIZE 1
#define MOST_SIZE 20000

/* What is remembered, as the dictionary in the settings names it. Numbers out of bounds become the first or default. */
static guint
read_choice (GVariant   *values,
             const char *name,
             guint       n,
             guint       otherwise)
{
  guint32 value;

  return g_variant_lookup (values, name, "u", &value) && value < n ? value : otherwise;
}

static gboolean
read_boolean (GVariant   *values,
              const char *name,
              gboolean    otherwise)
{
  gboolean value;

  return g_variant_lookup (values, name, "b", &value) ? value : otherwise;
}

static double
read_number (GVariant   *values,
             const char *name,
             double      least,
             double      most,
             double      otherwise)
{
  double value;

  return g_variant_lookup (values, name, "d", &value) && value >= least && value <= most ? value : otherwise;
}

static const char *
read_view (GVariant *values)
{
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);
  const char *name = NULL;

  g_variant_lookup (values, "view", "&s", &name);
  for (guint i = 0; name && i < n; i++)
    if (strcmp (views[i].name, name) == 0)
      return views[i].name;
  return views[0].name;
}

LaminaExportChoices *
lamina_export_choices_new (GSettings *settings)
{
  g_autoptr (GVariant) values = g_settings_get_value (settings, LAMINA_SETTING_EXPORT);
  LaminaExportChoices *self = g_new0 (LaminaExportChoices, 1);

  self->view = read_view (values);
  self->range = read_choice (values, "range", LAMINA_EXPORT_TYPED, LAMINA_EXPORT_VISIBLE);
  self->range_text = g_strdup ("");
  self->tracks = read_choice (values, "tracks", LAMINA_EXPORT_CHOSEN_TRACKS, LAMINA_EXPORT_SHOWN_TRACKS);
  self->chosen = g_array_new (FALSE, TRUE, sizeof (gboolean));
  self->in_mm = read_boolean (values, "in-mm", TRUE);
  self->width = read_number (values, "width", LEAST_SIZE, MOST_SIZE, DEFAULT_WIDTH);
  self->height = read_number (values, "height", 0, MOST_SIZE, 0);
  self->scale = read_number (values, "scale", 0.5, 8, 2);
  self->theme = read_choice (values, "theme", LAMINA_THEME_PRINT + 1, LAMINA_THEME_PRINT);
  self->color_by = (LaminaColorBy) g_settings_get_enum (settings, LAMINA_SETTING_COLOR_BY);
  self->moment = LAMINA_ABSENT;
  self->has_title = read_boolean (values, "title", TRUE);
  self->title = g_strdup ("");
  self->has_caption = read_boolean (values, "caption", TRUE);
  self->caption = g_strdup ("");
  self->notes = read_boolean (values, "notes", TRUE);
  self->marked = read_boolean (values, "marked", FALSE);
  self->legend = read_boolean (values, "legend", TRUE);
  self->source = read_boolean (values, "source", TRUE);
  self->format = read_choice (values, "format", LAMINA_N_PICTURE_FORMATS, LAMINA_PICTURE_SVG);
  return self;
}

void
lamina_export_choices_free (LaminaExportChoices *self)
{
  if (!self)
    return;
  g_free (self->range_text);
  g_free (self->title);
  g_free (self->caption);
  g_free (self->name);
  g_clear_pointer (&self->comparison, lamina_comparison_unref);
  g_array_unref (self->chosen);
  g_free (self);
}

void
lamina_export_choices_remember (const LaminaExportChoices *self,
                                GSettings                 *settings)
{
  GVariantDict values;

  g_variant_dict_init (&values, NULL);
  g_variant_dict_insert (&values, "view", "s", self->view);
  g_variant_dict_insert (&values, "range", "u", (guint32) self->range);
  g_variant_dict_insert (&values, "tracks", "u", (guint32) self->tracks);
  g_variant_dict_insert (&values, "in-mm", "b", self->in_mm);
  g_variant_dict_insert (&values, "width", "d", self->width);
  g_variant_dict_insert (&values, "height", "d", self->height);
  g_variant_dict_insert (&values, "scale", "d", self->scale);
  g_variant_dict_insert (&values, "theme", "u", (guint32) self->theme);
  g_variant_dict_insert (&values, "title", "b", self->has_title);
  g_variant_dict_insert (&values, "caption", "b", self->has_caption);
  g_variant_dict_insert (&values, "notes", "b", self->notes);
  g_variant_dict_insert (&values, "marked", "b", self->marked);
  g_variant_dict_insert (&values, "legend", "b", self->legend);
  g_variant_dict_insert (&values, "source", "b", self->source);
  g_variant_dict_insert (&values, "format", "u", (guint32) self->format);
  g_settings_set_value (settings, LAMINA_SETTING_EXPORT, g_variant_dict_end (&values));
}

gboolean
lamina_export_choices_get_range (const LaminaExportChoices *self,
                                 LaminaSession             *session,
                                 LaminaRange               *range)
{
  const LaminaRange *found = NULL;
  LaminaRange bounds;

  *range = (LaminaRange) { LAMINA_ABSENT, LAMINA_ABSENT };
  switch (self->range)
    {
    case LAMINA_EXPORT_VISIBLE:
      found = lamina_session_get_range (session);
      break;
    case LAMINA_EXPORT_MARKED:
      found = lamina_session_get_marked_range (session);
      if (!found)
        return FALSE;
      break;
    case LAMINA_EXPORT_TYPED:
      return lamina_position_parse_range (self->range_text, &range->start, &range->end);
    case LAMINA_EXPORT_WHOLE:
    case LAMINA_N_EXPORT_RANGES:
      break;
    }
  if (!found)
    return TRUE;
  lamina_session_get_bounds (session, &bounds);
  if (found->start == bounds.start && found->end == bounds.end)
    return TRUE;
  /* Edges on the axis as the options count them, from the start of the run. */
  range->start = (gint64) ((guint64) found->start - (guint64) bounds.start);
  range->end = (gint64) ((guint64) found->end - (guint64) bounds.start);
  return TRUE;
}

static gboolean
resolve_range (const LaminaExportChoices  *self,
               LaminaSession              *session,
               LaminaPictureOptions       *options,
               GError                    **error)
{
  LaminaRange range;

  if (!lamina_export_choices_get_range (self, session, &range))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           self->range == LAMINA_EXPORT_MARKED
                             ? _("No range is marked. Drag over the timeline to mark one.")
                             : _("A range is written as two times, such as 10ms..20ms."));
      return FALSE;
    }
  options->start = range.start;
  options->end = range.end;
  return TRUE;
}

static gboolean
shows_track (const LaminaExportChoices *self,
             LaminaArrangement         *arrangement,
             guint                      used,
             guint32                    track)
{
  switch (self->tracks)
    {
    case LAMINA_EXPORT_SHOWN_TRACKS:
      return !(used & LAMINA_ARRANGEMENT_HIDDEN) || !lamina_arrangement_is_hidden (arrangement, track);
    case LAMINA_EXPORT_PINNED_TRACKS:
      return lamina_arrangement_is_pinned (arrangement, track);
    case LAMINA_EXPORT_CHOSEN_TRACKS:
      return track < self->chosen->len && g_array_index (self->chosen, gboolean, track);
    default:
      return TRUE;
    }
}

/* In the order in which they are shown: pinned ones stand at the top. */
static void
resolve_tracks (const LaminaExportChoices *self,
                LaminaSession             *session,
                LaminaPictureOptions      *options,
                GArray                    *tracks)
{
  /* Never NULL, which would mean all tracks: the picture has to say that none is chosen. */
  static const guint32 none[1] = { LAMINA_NONE };
  LaminaArrangement *arrangement = lamina_session_get_arrangement (session);
  guint n;
  const guint32 *order = lamina_arrangement_get_order (arrangement, &n);
  guint used = lamina_arrangement_get_used (arrangement);
  gboolean has_pinned = (used & LAMINA_ARRANGEMENT_PINNED) != 0;

  g_array_set_size (tracks, 0);
  for (guint pass = has_pinned ? 0 : 1; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      if ((has_pinned && lamina_arrangement_is_pinned (arrangement, order[i])) == (pass == 0)
          && shows_track (self, arrangement, used, order[i]))
        g_array_append_val (tracks, order[i]);
  if (self->tracks == LAMINA_EXPORT_SHOWN_TRACKS || self->tracks == LAMINA_EXPORT_PINNED_TRACKS)
    options->arrangement = arrangement;
  options->tracks = tracks->len > 0 ? (const guint32 *) (gpointer) tracks->data : none;
  options->n_tracks = tracks->len;
  options->keeps_tracks = self->tracks == LAMINA_EXPORT_PINNED_TRACKS || self->tracks == LAMINA_EXPORT_CHOSEN_TRACKS;
}

static void
clear_marker (gpointer marker)
{
  g_free ((char *) ((LaminaMarker *) marker)->text);
}

GArray *
lamina_export_choices_list_markers (const LaminaExportChoices *self,
                                    LaminaSession             *session)
{
  GArray *markers = g_array_new (FALSE, FALSE, sizeof (LaminaMarker));
  g_autoptr (GPtrArray) rulers = lamina_session_rulers_list (lamina_session_get_rulers (session));
  const LaminaRange *marked = lamina_session_get_marked_range (session);

  g_array_set_clear_func (markers, clear_marker);
  if (self->marked && marked)
    {
      LaminaMarker marker = { LAMINA_MARKER_RANGE, marked->start, marked->end, NULL };

      g_array_append_val (markers, marker);
    }
  for (guint i = 0; self->notes && i < rulers->len; i++)
    {
      const LaminaSessionRuler *ruler = g_ptr_array_index (rulers, i);
      LaminaMarker marker = { ruler->text ? LAMINA_MARKER_NOTE : ruler->kept ? LAMINA_MARKER_RULER
                                                                             : LAMINA_MARKER_TEMPORARY,
                              ruler->place.start, ruler->place.end, g_strdup (ruler->text) };

      g_array_append_val (markers, marker);
    }
  return markers;
}

gboolean
lamina_export_choices_resolve (const LaminaExportChoices  *self,
                               LaminaSession              *session,
                               LaminaPictureOptions       *options,
                               GArray                     *tracks,
                               GError                    **error)
{
  double per_unit = self->in_mm ? LAMINA_PICTURE_PER_MM : 1;

  *options = LAMINA_PICTURE_OPTIONS_INIT;
  options->view = self->view;
  options->run = lamina_session_get_run_index (session);
  options->aligned = lamina_session_get_aligned (session);
  options->timebase = lamina_session_get_timebase (session);
  options->width = (int) (self->width * per_unit + 0.5);
  options->height = (int) (self->height * per_unit + 0.5);
  options->scale = self->scale;
  options->on_paper = self->in_mm;
  options->theme = self->theme;
  options->palette = lamina_theme_get_palette ();
  options->color_by = self->color_by;
  options->title = !self->has_title ? "" : *self->title ? self->title : NULL;
  options->caption = !self->has_caption ? "" : *self->caption ? self->caption : NULL;
  options->marks = self->notes;
  options->legend = self->legend;
  options->source = self->source;
  options->flame = self->has_flame ? &self->flame : NULL;
  options->flame_root = self->flame_root;
  options->moment = self->moment;
  options->name = self->name;
  options->comparison = self->comparison;
  options->filter = *lamina_session_get_filter (session) ? lamina_session_get_filter (session) : NULL;
  options->section = lamina_session_get_section (session);
  options->durations_of = lamina_session_get_durations_of (session);
  options->layer = lamina_session_get_selection (session)->layer;
  options->grouping = lamina_session_get_bands (session);
  resolve_tracks (self, session, options, tracks);
  return resolve_range (self, session, options, error);
}
