/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-picture.h"
#include "lamina-session.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * What part of the axis a picture shows.
 *
 * @LAMINA_EXPORT_VISIBLE: what the timeline shows
 * @LAMINA_EXPORT_MARKED: the range that the user marked
 * @LAMINA_EXPORT_WHOLE: the whole run
 * @LAMINA_EXPORT_TYPED: what the user wrote
 * @LAMINA_N_EXPORT_RANGES: how many there are
 */
typedef enum
{
  LAMINA_EXPORT_VISIBLE,
  LAMINA_EXPORT_MARKED,
  LAMINA_EXPORT_WHOLE,
  LAMINA_EXPORT_TYPED,
  LAMINA_N_EXPORT_RANGES,
} LaminaExportRange;

/*
 * Which tracks the picture of a timeline shows.
 *
 * @LAMINA_EXPORT_ALL_TRACKS: every track of the run
 * @LAMINA_EXPORT_SHOWN_TRACKS: those that the timeline shows
 * @LAMINA_EXPORT_PINNED_TRACKS: those that the user pinned
 * @LAMINA_EXPORT_CHOSEN_TRACKS: those that the user ticks in the dialog
 * @LAMINA_N_EXPORT_TRACKS: how many there are
 */
typedef enum
{
  LAMINA_EXPORT_ALL_TRACKS,
  LAMINA_EXPORT_SHOWN_TRACKS,
  LAMINA_EXPORT_PINNED_TRACKS,
  LAMINA_EXPORT_CHOSEN_TRACKS,
  LAMINA_N_EXPORT_TRACKS,
} LaminaExportTracks;

/*
 * What the user chose in the export dialog.
 *
 * @view: name of a view; interned
 * @range: what part
 * @range_text: what the user wrote, for LAMINA_EXPORT_TYPED
 * @tracks: which tracks
 * @chosen: for each track of the run whether it is ticked: elements are #gboolean
 * @in_mm: whether @width and @height are millimetres, else pixels
 * @width: width in that unit
 * @height: height in that unit, or 0 for as high as the content needs
 * @scale: pixels of a PNG for each pixel
 * @theme: colors
 * @color_by: what colors mean; at first what they mean in the window
 * @has_title: whether there is a title
 * @title: the title; empty for the one that is made from the document
 * @has_caption: whether there is a line below it
 * @caption: the line; empty for the one that is made from the document
 * @notes: whether marks are shown: rulers and notes, and those of the file
 * @marked: whether the marked range is shown
 * @legend: whether the colors are explained
 * @source: whether it ends with totals and the name of the file
 * @format: what is written
 * @has_flame: whether @flame and @flame_root say what a flame graph shows; else what suits the run best
 * @flame: what it shows
 * @flame_root: the node that is as wide as the picture
 * @moment: when, on the axis, addresses are shown, or %LAMINA_ABSENT for the peak
 * @name: (nullable): the name whose callers and callees a sandwich shows
 * @comparison: (nullable): what the views of a comparison show
 */
typedef struct
{
  const char *view;
  LaminaExportRange range;
  char *range_text;
  LaminaExportTracks tracks;
  GArray *chosen;
  gboolean in_mm;
  double width;
  double height;
  double scale;
  LaminaTheme theme;
  LaminaColorBy color_by;
  gboolean has_title;
  char *title;
  gboolean has_caption;
  char *caption;
  gboolean notes;
  gboolean marked;
  gboolean legend;
  gboolean source;
  LaminaPictureFormat format;
  gboolean has_flame;
  LaminaFlameOptions flame;
  guint32 flame_root;
  gint64 moment;
  char *name;
  LaminaComparison *comparison;
} LaminaExportChoices;

/* What was chosen last, without what belongs to one document. */
LaminaExportChoices *lamina_export_choices_new (GSettings *settings);

void lamina_export_choices_free (LaminaExportChoices *self);

/* Keeps all choices but the texts, the written range and the ticked tracks, which belong to one document, and what colors
 * mean, which the window says. */
void lamina_export_choices_remember (const LaminaExportChoices *self,
                                     GSettings                 *settings);

/* The range, counted from the start of the run; both edges are LAMINA_ABSENT for the whole run. FALSE when no range was
 * marked, or what was written is none. */
gboolean lamina_export_choices_get_range (const LaminaExportChoices *self,
                                          LaminaSession             *session,
                                          LaminaRange               *range);

/* What of the rulers, the notes and the marked range is to be shown, as LaminaMarker, for the caller. */
GArray *lamina_export_choices_list_markers (const LaminaExportChoices *self,
                                            LaminaSession             *session);

/* What picture the choices make; its strings and tracks belong to @self and to @tracks, which takes them as guint32. Where
 * they make none, the error is in words for the user. */
gboolean lamina_export_choices_resolve (const LaminaExportChoices  *self,
                                        LaminaSession              *session,
                                        LaminaPictureOptions       *options,
                                        GArray                     *tracks,
                                        GError                    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaExportChoices, lamina_export_choices_free)

G_END_DECLS
