/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-timeline-target.h"

#include "lamina-axis.h"
#include "lamina-copy.h"
#include "lamina-family.h"
#include "lamina-figure.h"
#include "lamina-layer-text.h"
#include "lamina-layer-value.h"
#include "lamina-live-bands.h"
#include "lamina-session-gaps.h"
#include "lamina-session-memory.h"
#include "lamina-span.h"
#include "lamina-subject.h"
#include "lamina-text.h"
#include "lamina-tip.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>
#include <string.h>

/* So many names, or bytes of them, are copied in a thread. */
#define MANY_NAMES 10000
#define MUCH_TEXT (1 << 20)

LaminaSliceRef
lamina_timeline_target_choose_slice (LaminaSession      *session,
                                     const LaminaTarget *target)
{
  return (LaminaSliceRef) { target->track,
                            lamina_arrangement_find_longest (lamina_session_get_arrangement (session), target) };
}

LaminaSliceRef
lamina_timeline_target_find_whole (LaminaSession        *session,
                                   const LaminaSliceRef *slice)
{
  LaminaTrack *track = lamina_run_get_track (lamina_session_get_run (session), slice->track);
  const LaminaSlices *slices = lamina_track_get_slices (track);
  guint32 parent;

  if (!lamina_slices_is_part (slices, slice->slice))
    return *slice;
  parent = lamina_track_get_parent (track, slice->slice);
  return parent == LAMINA_NONE ? *slice : (LaminaSliceRef) { slice->track, parent };
}

static void
add_layer (LaminaSession *session,
           GString       *text,
           guint32        layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  g_autofree char *inputs = lamina_layer_dup_shape_words (run, layer, FALSE);
  g_autofree char *outputs = lamina_layer_dup_shape_words (run, layer, TRUE);
  const char *type = lamina_run_get_string (run, lamina_column_id (layers->type, layer));

  if (*type)
    lamina_tip_add_line (text, _("Type"), type);
  if (*inputs)
    lamina_tip_add_line (text, _("Inputs"), inputs);
  if (*outputs)
    lamina_tip_add_line (text, _("Outputs"), outputs);
}

static void
add_length (LaminaSession      *session,
            GString            *text,
            const LaminaSlices *slices,
            guint32             slice)
{
  LaminaAxisUnit unit = lamina_run_get_unit (lamina_session_get_run (session));
  g_autofree char *length = lamina_axis_dup_length_text (unit, slices->duration[slice]);
  g_autofree char *exact = lamina_figure_dup_exact (slices->duration[slice], LAMINA_UNIT_NANOSECONDS);
  g_autofree char *both = g_strdup_printf ("%s (%s)", length, exact);

  if (slices->flags && (slices->flags[slice] & LAMINA_SLICE_OPEN))
    lamina_tip_add_line (text, _("Duration"), _("its end is not in the file"));
  else
    lamina_tip_add_line (text, _("Duration"), unit == LAMINA_AXIS_NANOSECONDS ? both : length);
}

/* The part under the pointer, waiting or kernel, of a slice. */
static void
add_part (LaminaSession      *session,
          GString            *text,
          const LaminaSlices *slices,
          guint32             slice)
{
  LaminaSliceKind kind = slices->flags[slice] & LAMINA_SLICE_KIND_MASK;
  const char *title = kind == LAMINA_SLICE_WAIT ? _("Waiting") : kind == LAMINA_SLICE_KERNEL ? _("Kernel") : NULL;
  g_autofree char *length = lamina_axis_dup_length_text (lamina_run_get_unit (lamina_session_get_run (session)),
                                                         slices->duration[slice]);

  if (title)
    lamina_tip_add_line (text, title, length);
}

/* What its color means where nothing else here says it. */
static void
add_precision (LaminaSession *session,
               GString       *text,
               guint32        layer)
{
  LaminaColoring *coloring = lamina_session_get_coloring (session);
  LaminaRun *run = lamina_session_get_run (session);
  const char *dtype;

  if (!coloring || lamina_coloring_get_by (coloring) != LAMINA_COLOR_BY_PRECISION)
    return;
  dtype = lamina_run_get_string (run, lamina_layer_get_dtype (run, layer));
  lamina_tip_add_line (text, _(lamina_color_by_get_title (LAMINA_COLOR_BY_PRECISION)), *dtype ? dtype : "—");
}

static void
describe_slice (LaminaSession      *session,
                GString            *text,
                const LaminaTarget *target)
{
  LaminaRun *run = lamina_session_get_run (session);
  LaminaSliceRef part = lamina_timeline_target_choose_slice (session, target);
  LaminaSliceRef slice = lamina_timeline_target_find_whole (session, &part);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice.track));
  guint32 layer = lamina_column_row (slices->layer, slice.slice);
  const char *name = lamina_run_get_string (run, slices->name[slice.slice]);
  g_autofree char *whole = lamina_whole_name_dup_hint (run, name);
  g_autofree char *shown = NULL;
  g_autofree char *start = NULL;
  const char *title = name;
  LaminaRange place, bounds;

  if (layer != LAMINA_NONE)
    title = lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, layer));
  lamina_tip_add_title (text, *title ? title : _("No name"));
  shown = lamina_whole_name_dup_lines (title);
  /* Of a name that is longer than a tip both are its beginning. */
  if (whole && !g_str_equal (whole, shown))
    lamina_tip_add_note (text, whole);
  else if (!whole && !g_str_equal (title, name) && *name)
    lamina_tip_add_note (text, name);
  if (target->n > 1)
    {
      g_autofree char *count = lamina_text_dup (ngettext ("%u slice, too narrow to draw separately",
                                                          "the longest of %u slices, too narrow to draw separately", target->n),
                                                target->n);

      lamina_tip_add_line (text, _("Merged"), count);
    }
  add_length (session, text, slices, slice.slice);
  add_part (session, text, slices, part.slice);
  lamina_session_get_slice_range (session, &slice, &place);
  lamina_session_get_bounds (session, &bounds);
  start = lamina_axis_dup_position_text (lamina_run_get_unit (run), place.start - bounds.start);
  lamina_tip_add_line (text, _("Start"), start);
  if (layer != LAMINA_NONE)
    {
      add_layer (session, text, layer);
      add_precision (session, text, layer);
    }
}

/* Who holds most of the memory at a moment; what holds nothing is not said. */
static void
describe_holders (LaminaSession *session,
                  GString       *text,
                  gint64         time)
{
  LaminaLiveSet *live = lamina_session_memory_peek (lamina_session_get_memory (session));
  guint step = live ? lamina_live_set_find_step (live, time) : LAMINA_NONE;

  for (guint band = 1; step != LAMINA_NONE && band <= LAMINA_N_ROLES; band++)
    {
      gint64 bytes = lamina_live_set_get_steps (live)->bytes[band % LAMINA_N_ROLES][step];
      g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);

      if (bytes > 0)
        lamina_tip_add_line (text, lamina_live_bands_get_title (live, band % LAMINA_N_ROLES), figure);
    }
}

static void
describe_samples (LaminaSession      *session,
                  GString            *text,
                  const LaminaTarget *target,
                  gint64              time)
{
  LaminaRun *run = lamina_session_get_run (session);
  LaminaTrack *track = lamina_run_get_track (run, target->track);
  gint64 offset = lamina_timebase_get_offset (lamina_session_get_timebase (session),
                                              lamina_track_get_info (track)->clock);
  guint32 sample = lamina_track_find_sample (track, (gint64) ((guint64) time - (guint64) offset));
  const LaminaSamples *samples = lamina_track_get_samples (track);
  g_autofree char *value = NULL;
  g_autofree char *exact = NULL;

  lamina_tip_add_title (text, lamina_run_translate (run, lamina_track_get_info (track)->name));
  if (lamina_track_get_info (track)->caption)
    lamina_tip_add_note (text, lamina_run_translate (run, lamina_track_get_info (track)->caption));
  if (sample >= samples->n)
    return;
  value = lamina_figure_dup_real (samples->value[sample], lamina_track_get_info (track)->unit);
  exact = g_strdup_printf ("%s%s", lamina_track_get_info (track)->is_estimated ? "≈ " : "", value);
  lamina_tip_add_line (text, _("Here"), exact);
  if (target->track == lamina_run_get_memory (run)->counter)
    describe_holders (session, text, time);
}

static void
describe_track (LaminaSession *session,
                GString       *text,
                guint32        track)
{
  LaminaRun *run = lamina_session_get_run (session);
  g_autofree char *path = lamina_run_dup_track_path (run, track);
  const LaminaClock *clock = lamina_run_get_clock (run, lamina_track_get_info (lamina_run_get_track (run, track))->clock);

  lamina_tip_add_title (text, path);
  lamina_tip_add_line (text, _("Clock"), clock->name);
  if (lamina_track_get_info (lamina_run_get_track (run, track))->caption)
    lamina_tip_add_note (text, lamina_run_translate (run, lamina_track_get_info (lamina_run_get_track (run, track))->caption));
}

/* So many attributes of a mark are shown, so long. */
#define MOST_ATTRIBUTES 8
#define LONGEST_ATTRIBUTE 60

static void
add_attributes (LaminaSession *session,
                GString       *text,
                guint          mark)
{
  const LaminaPlace place = { LAMINA_PLACE_MARK, lamina_session_get_run_index (session), 0, mark };
  g_autoptr (LaminaDetails) details = lamina_document_describe (lamina_session_get_document (session), &place, NULL);
  guint n = details ? lamina_details_get_n (details) : 0;

  for (guint i = 0; i < MIN (n, MOST_ATTRIBUTES); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      g_autofree char *value = lamina_value_to_string (&detail->value);
      g_autofree char *cut = lamina_whole_name_dup_cut (value, LONGEST_ATTRIBUTE);

      lamina_tip_add_line (text, detail->key, cut);
    }
}

/* The first mark of those that stand at a place, and when it is. */
static void
describe_marks (LaminaSession      *session,
                GString            *text,
                const LaminaTarget *target)
{
  LaminaRun *run = lamina_session_get_run (session);
  LaminaTimebase *timebase = lamina_session_get_timebase (session);
  guint n;
  const LaminaMark *mark = &lamina_run_get_marks (run, &n)[target->first];
  gint64 time = mark->time + lamina_timebase_get_offset (timebase, mark->clock) - lamina_timebase_get_start (timebase);
  g_autofree char *at = lamina_axis_dup_position_text (lamina_run_get_unit (run), time);
  g_autofree char *length = lamina_axis_dup_length_text (lamina_run_get_unit (run), mark->duration);
  g_autofree char *count = lamina_text_dup (ngettext ("%u mark stands here", "%u marks stand here", target->n),
                                            target->n);

  lamina_tip_add_title (text, lamina_run_translate (run, lamina_run_get_string (run, mark->name)));
  if (target->n > 1)
    lamina_tip_add_note (text, count);
  lamina_tip_add_line (text, _("Start"), at);
  if (mark->duration > 0)
    lamina_tip_add_line (text, _("Duration"), length);
  add_attributes (session, text, target->first);
}

/* Of a device, how much of what is visible it works. */
static void
describe_group (LaminaSession *session,
                GString       *text,
                guint32        group)
{
  LaminaRun *run = lamina_session_get_run (session);
  LaminaDeviceUse *use = lamina_session_gaps_peek_use (lamina_session_get_gaps (session));
  const LaminaRange *range = lamina_session_get_range (session);
  LaminaRange bounds;

  lamina_tip_add_title (text, lamina_run_translate (run, lamina_run_get_group (run, group)->name));
  lamina_session_get_bounds (session, &bounds);
  for (guint i = 0; use && range && i < lamina_device_use_get_n (use); i++)
    {
      gint64 start = MAX (range->start, bounds.start), end = MIN (range->end, bounds.end);
      g_autofree char *share = NULL;
      g_autofree char *note = NULL;

      if (lamina_device_use_get (use, i)->group != group || start >= end)
        continue;
      share = lamina_layer_dup_share ((double) lamina_device_use_measure (use, i, start, end) / (double) (end - start));
      /* Translators: a share */
      note = g_strdup_printf (_("Busy for %s of what is visible; the gray area shows when"), share);
      lamina_tip_add_note (text, note);
    }
}

/* So much of the name of the host slice is shown: the inspector has all of it. */
#define LONGEST_HOST 60

static void
describe_gap (LaminaSession *session,
              GString       *text,
              guint32        number)
{
  LaminaRun *run = lamina_session_get_run (session);
  LaminaLoad causes[LAMINA_N_LOADS];
  const LaminaIdleDevice *device;
  g_autofree char *name = NULL;
  g_autofree char *length = NULL;
  g_autofree char *title = NULL;
  LaminaGap gap;
  guint n;

  if (!lamina_session_gaps_get (lamina_session_get_gaps (session), number, &gap, &device))
    return;
  name = lamina_idle_dup_device_name (run, device);
  length = lamina_figure_dup (gap.end - gap.start, LAMINA_UNIT_NANOSECONDS);
  /* Translators: the name of a device, a time */
  title = g_strdup_printf (_("%s is idle for %s"), name, length);
  lamina_tip_add_title (text, title);
  n = lamina_gap_list_causes (gap.parts, causes);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *part = lamina_figure_dup (gap.parts[causes[i]], LAMINA_UNIT_NANOSECONDS);

      lamina_tip_add_line (text, _(lamina_load_get_info (causes[i])->short_title), part);
    }
  if (gap.host.track != LAMINA_NONE)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, gap.host.track));
      g_autofree char *host = lamina_whole_name_dup_cut (lamina_run_get_string (run, slices->name[gap.host.slice]),
                                                         LONGEST_HOST);

      lamina_tip_add_line (text, _("On the host"), host);
    }
}

char *
lamina_timeline_target_dup_text (LaminaSession      *session,
                                 const LaminaTarget *target,
                                 gint64              position)
{
  g_autoptr (GString) text = g_string_new (NULL);

  switch (target->kind)
    {
    case LAMINA_TARGET_SLICES:
      describe_slice (session, text, target);
      break;
    case LAMINA_TARGET_SAMPLES:
      describe_samples (session, text, target, position);
      break;
    case LAMINA_TARGET_TRACK:
      describe_track (session, text, target->track);
      break;
    case LAMINA_TARGET_FUNCTIONS:
      lamina_tip_add_title (text, _("Functions"));
      lamina_tip_add_note (text, _("Functions of the program that called the work above"));
      break;
    case LAMINA_TARGET_GROUP:
      describe_group (session, text, target->track);
      break;
    case LAMINA_TARGET_OUTSIDE:
      lamina_tip_add_title (text, _("Go there"));
      break;
    case LAMINA_TARGET_MARKS:
      describe_marks (session, text, target);
      break;
    case LAMINA_TARGET_GAPS:
      describe_gap (session, text, target->first);
      break;
    case LAMINA_TARGET_HIDDEN:
    case LAMINA_TARGET_RATE:
    case LAMINA_TARGET_RULER:
    case LAMINA_TARGET_NODES:
    case LAMINA_TARGET_MARKER:
    case LAMINA_TARGET_LAYERS:
    case LAMINA_TARGET_NONE:
    default:
      return NULL;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What names are copied of: layers, or a slice where there are none. */
typedef struct
{
  LaminaSubject *subject;
  guint32 *layers;
  guint n;
  LaminaSliceRef slice;
} Named;

static void
named_free (gpointer data)
{
  Named *self = data;

  lamina_subject_free (self->subject);
  g_free (self->layers);
  g_free (self);
}

static const char *
get_name (const Named *self,
          guint        i)
{
  LaminaRun *run = self->subject->run;

  if (self->n > 0)
    return lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name, self->layers[i]));
  return lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, self->slice.track))
                                       ->name[self->slice.slice]);
}

static gpointer
dup_names (gpointer      input,
           GCancellable *cancellable)
{
  const Named *self = input;
  g_autoptr (GHashTable) known = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, g_free);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MAX (self->n, 1) && !g_cancellable_is_cancelled (cancellable); i++)
    lamina_whole_name_append_line (text, self->subject->run, get_name (self, i), known);
  return g_string_free (text, FALSE);
}

/* Whether to list the names takes longer than a frame. */
static gboolean
are_long (const Named *self)
{
  gsize length = 0;

  for (guint i = 0; i < MAX (self->n, 1) && self->n < MANY_NAMES && length < MUCH_TEXT; i++)
    length += strnlen (get_name (self, i), MUCH_TEXT);
  return self->n >= MANY_NAMES || length >= MUCH_TEXT;
}

void
lamina_timeline_target_copy_names (LaminaSession *session,
                                   GtkWidget     *widget)
{
  Named named = { .slice = lamina_session_get_selection (session)->slice };
  const guint32 *selected = lamina_session_get_selected_layers (session, &named.n);

  if (named.n == 0 && named.slice.track == LAMINA_NONE)
    return;
  named.subject = lamina_subject_new (session);
  named.layers = g_memdup2 (selected, named.n * sizeof *selected);
  lamina_copy_made (widget, are_long (&named), dup_names, g_memdup2 (&named, sizeof named), named_free);
}
