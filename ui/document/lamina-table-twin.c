/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-table-twin.h"

#include "lamina-axis.h"
#include "lamina-job.h"
#include "lamina-spoken.h"
#include "lamina-subject.h"
#include "lamina-table.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* More rows are no help to anybody: who wants them zooms in. */
#define MOST_ROWS 100000

/* Up to so many slices are listed within a frame. */
#define FEW 100000

/* Milliseconds in which changes of the range are gathered. */
#define DELAY 200

enum
{
  COLUMN_NAME,
  COLUMN_TRACK,
  COLUMN_START,
  COLUMN_LENGTH,
};

static const LaminaTableColumn columns[] = {
  { COLUMN_NAME, N_("Name"), 0, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_NAMES, TRUE, NULL, TRUE },
  { COLUMN_TRACK, N_("Track"), 0, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_NAMES, TRUE, NULL, TRUE },
  { COLUMN_START, N_("Start"), 80, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
  { COLUMN_LENGTH, N_("Duration"), 80, LAMINA_TABLE_UNSORTED, 1, LAMINA_COLUMN_NUMBERS },
};

struct _LaminaTableTwin
{
  AdwWindow parent_instance;

  LaminaSession *session;
  GArray *slices;
  LaminaTable *table;
  GtkColumnView *view;
  GtkLabel *caption;
  GCancellable *cancellable;
  guint source;
};

/* What slices are wanted of. */
typedef struct
{
  LaminaSubject *subject;
  LaminaRange range;
} Asked;

/* The first MOST_ROWS slices, and how many there are. */
typedef struct
{
  GArray *slices;
  guint64 total;
} Listed;

G_DEFINE_FINAL_TYPE (LaminaTableTwin, lamina_table_twin, ADW_TYPE_WINDOW)

static LaminaSliceRef *
get_slice (LaminaTableTwin *self,
           guint            row)
{
  return &g_array_index (self->slices, LaminaSliceRef, row);
}

static char *
dup_cell_text (LaminaTableTwin *self,
               guint            row,
               guint            column)
{
  LaminaRun *run;
  const LaminaSliceRef *slice;
  LaminaRange place, bounds;

  g_return_val_if_fail (LAMINA_IS_TABLE_TWIN (self), NULL);
  g_return_val_if_fail (row < self->slices->len && column < G_N_ELEMENTS (columns), NULL);

  run = lamina_session_get_run (self->session);
  slice = get_slice (self, row);
  lamina_session_get_slice_range (self->session, slice, &place);
  lamina_session_get_bounds (self->session, &bounds);
  switch (column)
    {
    case COLUMN_NAME:
      return lamina_widget_dup_seen (lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, slice->track))
                                                                   ->name[slice->slice]));
    case COLUMN_TRACK:
      return lamina_run_dup_track_path (run, slice->track);
    case COLUMN_START:
      return lamina_axis_dup_position_text (lamina_run_get_unit (run), place.start - bounds.start);
    default:
      return lamina_axis_dup_length_text (lamina_run_get_unit (run), place.end - place.start);
    }
}

static void
show_selection (LaminaTableTwin *self)
{
  const LaminaSliceRef *selected = &lamina_session_get_selection (self->session)->slice;
  guint32 row = LAMINA_NONE;

  for (guint i = 0; i < self->slices->len && row == LAMINA_NONE; i++)
    if (get_slice (self, i)->track == selected->track && get_slice (self, i)->slice == selected->slice)
      row = i;
  lamina_table_pick (self->table, row);
}

static void
show_caption (LaminaTableTwin *self,
              guint64          total)
{
  g_autofree char *range = lamina_spoken_dup_range (self->session);
  g_autofree char *count = lamina_figure_dup_exact ((gint64) MIN (total, G_MAXINT64), LAMINA_UNIT_NONE);
  g_autofree char *most = lamina_figure_dup_exact (MOST_ROWS, LAMINA_UNIT_NONE);
  g_autofree char *text = NULL;

  if (total > MOST_ROWS)
    text = g_strdup_printf (_("%s The first %s of %s slices are listed; zoom in for the others."), range, most, count);
  else
    text = g_strdup_printf (ngettext ("%s %s slice touches this range.", "%s %s slices touch this range.",
                                      (gulong) total), range, count);
  lamina_widget_set_text (self->caption, text);
}

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  lamina_subject_free (asked->subject);
  g_free (asked);
}

static void
listed_free (gpointer data)
{
  Listed *listed = data;

  g_array_unref (listed->slices);
  g_free (listed);
}

/* The slices of a lane; @range is on the clock of the track. */
static void
list_lane (Listed            *listed,
           LaminaTrack       *track,
           guint              lane,
           LaminaSliceRef     ref,
           const LaminaRange *range)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);

  for (ref.slice = lamina_track_find_slice (track, lane, range->start);
       ref.slice < slices->first[lane + 1] && slices->start[ref.slice] <= range->end; ref.slice++, listed->total++)
    if (listed->slices->len < MOST_ROWS)
      g_array_append_val (listed->slices, ref);
}

/*
 * Lists the slices that touch the range, track by track and lane by lane in the order of the document, in each lane by their
 * starts: as the timeline shows them from top to bottom.
 */
static gpointer
list_slices (gpointer      input,
             GCancellable *cancellable)
{
  const Asked *asked = input;
  LaminaRun *run = asked->subject->run;
  Listed *listed = g_new0 (Listed, 1);

  listed->slices = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  for (guint i = 0; i < lamina_run_get_n_tracks (run) && !g_cancellable_is_cancelled (cancellable); i++)
    {
      LaminaTrack *track = lamina_run_get_track (run, i);
      gint64 offset = lamina_timebase_get_offset (asked->subject->timebase, lamina_track_get_info (track)->clock);
      LaminaRange range = { lamina_subtract_saturating (asked->range.start, offset),
                            lamina_subtract_saturating (asked->range.end, offset) };

      for (guint lane = 0; lane < lamina_track_get_slices (track)->n_lanes; lane++)
        list_lane (listed, track, lane, (LaminaSliceRef) { .track = i }, &range);
    }
  return listed;
}

static void
take_slices (gpointer owner,
             gpointer result)
{
  LaminaTableTwin *self = owner;
  Listed *listed = result;

  lamina_table_set_rows (self->table, NULL, 0);
  g_array_unref (self->slices);
  self->slices = g_array_ref (listed->slices);
  lamina_table_number_rows (self->table, self->slices->len);
  show_caption (self, listed->total);
  show_selection (self);
  listed_free (listed);
}

static void
fill (LaminaTableTwin *self)
{
  const LaminaRange *range = lamina_session_get_range (self->session);
  Asked *asked = g_new0 (Asked, 1);

  g_clear_handle_id (&self->source, g_source_remove);
  asked->subject = lamina_subject_new (self->session);
  if (range)
    asked->range = *range;
  else
    lamina_session_get_bounds (self->session, &asked->range);
  lamina_job_run (self, &self->cancellable, lamina_run_get_totals (asked->subject->run)->n_slices > FEW, list_slices, asked,
                  asked_free, take_slices, listed_free);
}

static gboolean
fill_now (gpointer user_data)
{
  LaminaTableTwin *self = user_data;

  self->source = 0;
  fill (self);
  return G_SOURCE_REMOVE;
}

static void
queue_fill (LaminaTableTwin *self)
{
  if (!self->source)
    self->source = g_timeout_add (DELAY, fill_now, self);
}

/* The rows belong to the run that was: they go at once. */
static void
on_run_changed (LaminaTableTwin *self)
{
  lamina_table_set_rows (self->table, NULL, 0);
  g_array_set_size (self->slices, 0);
  fill (self);
}

static void
on_picked (LaminaTableTwin *self,
           guint            row)
{
  if (row < self->slices->len)
    lamina_session_select_slice (self->session, get_slice (self, row));
}

/* Return leads to the slice: the timeline shows it with its surroundings. */
static void
on_activated (LaminaTableTwin *self,
              guint            position)
{
  lamina_session_select_slice (self->session, get_slice (self, position));
  lamina_session_show_slice (self->session, get_slice (self, position));
}

static void
fill_cell (gpointer        owner,
           guint           column,
           guint32         row,
           LaminaCellText *line)
{
  LaminaTableTwin *self = owner;

  if (row < self->slices->len)
    line->text = dup_cell_text (self, row, column);
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaTableTwin *self = owner;

  return row < self->slices->len ? dup_cell_text (self, row, column) : NULL;
}

static gboolean
count (gpointer  owner,
       guint    *n,
       guint32  *bits)
{
  LaminaTableTwin *self = owner;

  *n = self->slices->len;
  *bits = 0;
  return *n > 0;
}

static const LaminaTableKind table_kind = { .fill = fill_cell, .dup_hint = dup_hint, .count = count };

static void
lamina_table_twin_dispose (GObject *object)
{
  LaminaTableTwin *self = LAMINA_TABLE_TWIN (object);

  lamina_job_stop (&self->cancellable);
  g_clear_handle_id (&self->source, g_source_remove);
  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  if (self->view)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TABLE_TWIN);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_table_twin_parent_class)->dispose (object);
}

static void
lamina_table_twin_finalize (GObject *object)
{
  g_clear_pointer (&LAMINA_TABLE_TWIN (object)->slices, g_array_unref);
  G_OBJECT_CLASS (lamina_table_twin_parent_class)->finalize (object);
}

static void
lamina_table_twin_class_init (LaminaTableTwinClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_table_twin_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_table_twin_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-table-twin.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTableTwin, view);
  gtk_widget_class_bind_template_child (widget_class, LaminaTableTwin, caption);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
lamina_table_twin_init (LaminaTableTwin *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_window_size (GTK_WINDOW (self), 760, 520);
  self->slices = g_array_new (FALSE, FALSE, sizeof (LaminaSliceRef));
  self->table = lamina_table_new (self->view, &table_kind, self);
  lamina_table_append_columns (self->table, columns, G_N_ELEMENTS (columns));
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
lamina_table_twin_new (LaminaSession *session)
{
  LaminaTableTwin *self = g_object_new (LAMINA_TYPE_TABLE_TWIN, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::timebase", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::range", G_CALLBACK (queue_fill), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::selection", G_CALLBACK (show_selection), self, G_CONNECT_SWAPPED);
  fill (self);
  return GTK_WIDGET (self);
}
