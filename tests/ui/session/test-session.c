/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder.h"
#include "lamina-device-limits.h"
#include "lamina-layer-text.h"
#include "lamina-session-clocks.h"
#include "lamina-session-history.h"
#include "lamina-session-private.h"
#include "lamina-session-rulers.h"
#include "lamina-session-state.h"
#include "lamina-session-steps.h"
#include "lamina-settings.h"
#include "lamina-span.h"
#include "lamina-ui-test.h"

/* A host thread and a device queue whose clock is 1000 behind, with one layer over both. */
static LaminaDocument *
make_document (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  guint32 host = lamina_builder_add_clock (builder, run, "host");
  guint32 device = lamina_builder_add_clock (builder, run, "device");
  guint32 host_group = lamina_builder_add_group (builder, run, LAMINA_NONE, "Host", LAMINA_GROUP_HOST);
  guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "gpu", LAMINA_GROUP_DEVICE);
  guint32 thread = lamina_builder_add_track (builder, run, host_group, "thread", host);
  guint32 queue = lamina_builder_add_track (builder, run, group, "queue", device);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;
  LaminaDocument *document;

  lamina_builder_set_clock_offset (builder, run, device, 1000, LAMINA_CLOCK_CAUSALITY, 1000);
  layer.name = lamina_builder_intern (builder, "conv(a,b)[1]", -1);
  layer.track = queue;
  slice.layer = lamina_builder_add_layer (builder, run, &layer);
  slice.name = layer.name;
  slice.duration = 100;
  lamina_builder_add_slice (builder, run, thread, &slice);
  slice.start = 5000;
  slice.duration = 400;
  lamina_builder_add_slice (builder, run, queue, &slice);
  slice.layer = LAMINA_NONE;
  slice.start = 9000;
  lamina_builder_add_slice (builder, run, thread, &slice);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
count_notify (guint *n)
{
  (*n)++;
}

/* A layer is selected with the slice on its own track, a slice with its layer; each change is told once. */
static void
test_selection (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  guint changes = 0;

  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (count_notify), &changes);
  g_assert_false (lamina_session_has_selection (session));
  lamina_session_select_layer (session, 0);
  lamina_session_select_layer (session, 0);
  g_assert_cmpuint (changes, ==, 1);
  g_assert_cmpuint (lamina_session_get_selection (session)->slice.track, ==, 1);
  lamina_session_select_slice (session, &(LaminaSliceRef) { 0, 0 });
  g_assert_cmpuint (changes, ==, 2);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, 0);
  lamina_session_select_slice (session, &(LaminaSliceRef) { 0, 1 });
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, LAMINA_NONE);
  g_assert_true (lamina_session_has_selection (session));
  lamina_session_select_layer (session, LAMINA_NONE);
  g_assert_false (lamina_session_has_selection (session));
  g_assert_cmpuint (changes, ==, 4);
}

static gboolean
steps_to (LaminaSession *session,
          int            by,
          guint32        track,
          guint32        slice)
{
  const LaminaSelection *selection = lamina_session_get_selection (session);

  return lamina_session_step_same_name (session, by) && selection->slice.track == track && selection->slice.slice == slice;
}

/* By start, and not from a thread to a queue; what is hidden is passed by. Where a name occurs once, the type counts. */
static void
test_same_name (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);

  g_assert_false (lamina_session_step_same_name (session, 1));
  lamina_session_select_slice (session, &(LaminaSliceRef) { 0, 0 });
  g_assert_false (lamina_session_step_same_name (session, -1));
  g_assert_true (steps_to (session, 1, 0, 1));
  g_assert_false (lamina_session_step_same_name (session, 1));
  g_assert_true (steps_to (session, -1, 0, 0));
  lamina_ui_test_toggle (session, LAMINA_TARGET_TRACK, 0, LAMINA_ARRANGEMENT_HIDDEN);
  g_assert_false (lamina_session_step_same_name (session, 1));
  lamina_session_select_slice (session, &(LaminaSliceRef) { 1, 0 });
  g_assert_false (lamina_session_step_same_name (session, 1));
}

/* Three layers: an operator that writes a tensor, its reader, and one of another run that is equal to the reader. */
static LaminaDocument *
make_layers (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;
  guint32 tensor = 0;

  for (guint run = 0; run < 2; run++)
    {
      guint32 id = lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);

      for (guint i = 0; i < 4; i++)
        {
          const char *keys[] = { "a", "b", "c", "d" };
          LaminaLayerInit layer = LAMINA_LAYER_INIT;

          layer.name = layer.key = lamina_builder_intern (builder, keys[run == 0 ? i : 3 - i], -1);
          lamina_builder_add_layer (builder, id, &layer);
        }
      if (run == 0)
        {
          LaminaTensorInit init = LAMINA_TENSOR_INIT;

          init.producer = 1;
          tensor = lamina_builder_add_tensor (builder, id, &init);
          init.producer = LAMINA_NONE;
          lamina_builder_add_input (builder, id, 2, lamina_builder_add_tensor (builder, id, &init));
        }
    }
  g_assert_cmpuint (tensor, ==, 0);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
assert_selected (LaminaSession *session,
                 guint32        lead,
                 const char    *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const guint32 *layers = lamina_session_get_selected_layers (session, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%u ", layers[i]);
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, lead);
}

static void
test_several (void)
{
  g_autoptr (LaminaDocument) document = make_layers ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  const guint32 layers[] = { 3, 1, 3, 0 };
  guint changes = 0;

  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (count_notify), &changes);
  lamina_session_select_layers (session, layers, G_N_ELEMENTS (layers), 1);
  assert_selected (session, 1, "0 1 3 ");
  lamina_session_select_layers (session, layers, G_N_ELEMENTS (layers), 1);
  g_assert_cmpuint (changes, ==, 1);
  g_assert_true (lamina_session_is_layer_selected (session, 3));
  g_assert_false (lamina_session_is_layer_selected (session, 2));
  lamina_session_toggle_layer (session, 2);
  assert_selected (session, 2, "0 1 2 3 ");
  lamina_session_toggle_layer (session, 2);
  assert_selected (session, 0, "0 1 3 ");
  lamina_session_select_layer (session, 2);
  assert_selected (session, 2, "2 ");
  lamina_session_toggle_layer (session, 2);
  assert_selected (session, LAMINA_NONE, "");
  g_assert_cmpuint (changes, ==, 5);
}

/* A tensor brings its producer, else its reader; whatever else is selected takes its place. */
static void
test_tensor (void)
{
  g_autoptr (LaminaDocument) document = make_layers ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);

  lamina_session_select_tensor (session, 0);
  assert_selected (session, 1, "1 ");
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, 0);
  lamina_session_select_tensor (session, 1);
  assert_selected (session, 2, "2 ");
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, 1);
  lamina_session_select_layer (session, 2);
  g_assert_cmpuint (lamina_session_get_tensor (session), ==, LAMINA_NONE);
}

static void
test_other_run (void)
{
  g_autoptr (LaminaDocument) document = make_layers ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);

  lamina_session_select_layer (session, 1);
  lamina_session_set_run_index (session, 1);
  assert_selected (session, 2, "2 ");
}

static void
test_marked_range (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  const LaminaRange *marked;
  LaminaRange bounds;
  guint changes = 0;

  lamina_session_get_bounds (session, &bounds);
  g_signal_connect_swapped (session, "notify::marked-range", G_CALLBACK (count_notify), &changes);
  g_assert_null (lamina_session_get_marked_range (session));
  lamina_session_set_marked_range (session, 6400, 6000);
  marked = lamina_session_get_marked_range (session);
  g_assert_cmpint (marked->start, ==, 6000);
  g_assert_cmpint (marked->end, ==, 6400);
  lamina_session_set_marked_range (session, 6000, G_MAXINT64);
  g_assert_cmpint (lamina_session_get_marked_range (session)->end, ==, bounds.end);
  lamina_session_set_marked_range (session, 6000, 6000);
  g_assert_null (lamina_session_get_marked_range (session));
  g_assert_cmpuint (changes, ==, 3);
}

static void
test_range (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  const LaminaRange *range;
  LaminaRange bounds;

  lamina_session_get_bounds (session, &bounds);
  g_assert_null (lamina_session_get_range (session));
  lamina_session_set_range (session, -100000, 100000);
  range = lamina_session_get_range (session);
  g_assert_cmpint (range->start, ==, bounds.start);
  g_assert_cmpint (range->end, ==, bounds.end);
  lamina_session_zoom (session, 0.5, bounds.start);
  g_assert_cmpint (range->start, ==, bounds.start);
  g_assert_cmpuint (lamina_span_get (range), ==, lamina_span_get (&bounds) / 2);
  lamina_session_pan (session, 10);
  g_assert_cmpint (range->end, ==, bounds.end);
  g_assert_cmpuint (lamina_span_get (range), ==, lamina_span_get (&bounds) / 2);
  lamina_session_set_range (session, 3000, 3000);
  g_assert_cmpuint (lamina_span_get (range), ==, 20);
  lamina_session_zoom (session, 1.01, 3000);
  g_assert_cmpuint (lamina_span_get (range), ==, 21);
}

static void
test_clocks (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  LaminaSessionRulers *rulers = lamina_session_get_rulers (session);
  LaminaRange place;
  guint ruler;

  g_assert_true (lamina_session_has_other_clocks (session));
  lamina_session_get_slice_range (session, &(LaminaSliceRef) { 1, 0 }, &place);
  g_assert_cmpint (place.start, ==, 6000);
  g_assert_cmpint (place.end, ==, 6400);
  lamina_session_set_range (session, 5000, 7000);
  lamina_session_select_layer (session, 0);
  lamina_session_set_marked_range (session, 6000, 6400);
  ruler = lamina_session_rulers_add (rulers, 6100, 6100, TRUE);
  lamina_session_set_aligned (session, FALSE);
  lamina_session_get_slice_range (session, &(LaminaSliceRef) { 1, 0 }, &place);
  g_assert_cmpint (place.start, ==, 5000);
  g_assert_cmpint (lamina_session_get_range (session)->start, ==, 4000);
  /* What was marked beside the slice stays beside it, whatever is selected when the clocks change again. */
  g_assert_cmpint (lamina_session_get_marked_range (session)->start, ==, 5000);
  g_assert_cmpint (lamina_session_rulers_get (rulers, ruler)->place.start, ==, 5100);
  lamina_session_select_slice (session, &(LaminaSliceRef) { 0, 0 });
  lamina_session_set_aligned (session, TRUE);
  g_assert_cmpint (lamina_session_get_marked_range (session)->start, ==, 6000);
  g_assert_cmpint (lamina_session_get_marked_range (session)->end, ==, 6400);
  g_assert_cmpint (lamina_session_rulers_get (rulers, ruler)->place.start, ==, 6100);
  /* And what was marked beside the host stays where the host stays. */
  ruler = lamina_session_rulers_add (rulers, 2000, 2000, TRUE);
  lamina_session_set_aligned (session, FALSE);
  g_assert_cmpint (lamina_session_rulers_get (rulers, ruler)->place.start, ==, 2000);
}

static void
test_clock_offsets (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  LaminaRange place;

  lamina_session_set_clock_offset (session, 1, 250);
  g_assert_true (lamina_session_is_clock_chosen (session, 1));
  lamina_session_get_slice_range (session, &(LaminaSliceRef) { 1, 0 }, &place);
  g_assert_cmpint (place.start, ==, 5250);
  lamina_session_set_aligned (session, FALSE);
  lamina_session_get_slice_range (session, &(LaminaSliceRef) { 1, 0 }, &place);
  g_assert_cmpint (place.start, ==, 5000);
  lamina_session_set_aligned (session, TRUE);
  g_assert_cmpint (lamina_timebase_get_offset (lamina_session_get_timebase (session), 1), ==, 250);
  lamina_session_reset_clock (session, 1);
  g_assert_false (lamina_session_is_clock_chosen (session, 1));
  g_assert_cmpint (lamina_timebase_get_offset (lamina_session_get_timebase (session), 1), ==, 1000);
}

/* Two ranks, with the same collective on each: it ends where both have come. */
static LaminaDocument *
make_ranks (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaDocument *document;

  for (guint rank = 0; rank < 2; rank++)
    {
      guint32 clock = lamina_builder_add_clock (builder, run, rank == 0 ? "rank 0" : "rank 1");
      guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "rank", LAMINA_GROUP_DEVICE);
      guint32 track = lamina_builder_add_track (builder, run, group, "stream 7", clock);

      for (guint i = 0; i < 2; i++)
        {
          LaminaLayerInit layer = LAMINA_LAYER_INIT;
          LaminaSliceInit slice = LAMINA_SLICE_INIT;

          layer.name = slice.name = lamina_builder_intern (builder, "all reduce", -1);
          layer.track = track;
          layer.start = slice.start = 1000 * i + (rank == 0 ? 5000 : 7300);
          slice.layer = lamina_builder_add_layer (builder, run, &layer);
          slice.duration = 100;
          lamina_builder_add_slice (builder, run, track, &slice);
        }
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

static void
test_align_selected (void)
{
  g_autoptr (LaminaDocument) document = make_ranks ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  LaminaRange first, second;

  g_assert_false (lamina_session_can_align_selected (session));
  lamina_session_select_layers (session, (const guint32[]) { 0, 1 }, 2, 0);
  g_assert_false (lamina_session_can_align_selected (session));
  lamina_session_select_layers (session, (const guint32[]) { 3, 1 }, 2, 3);
  g_assert_true (lamina_session_can_align_selected (session));
  lamina_session_align_selected (session);
  lamina_session_get_slice_range (session, &(LaminaSliceRef) { 0, 1 }, &first);
  lamina_session_get_slice_range (session, &(LaminaSliceRef) { 1, 1 }, &second);
  g_assert_cmpint (first.start, ==, 6000);
  g_assert_cmpint (second.start, ==, 6000);
  g_assert_cmpint (lamina_timebase_get_offset (lamina_session_get_timebase (session), 0), ==, 0);
  g_assert_cmpint (lamina_timebase_get_offset (lamina_session_get_timebase (session), 1), ==, -2300);
  lamina_session_set_aligned (session, FALSE);
  g_assert_false (lamina_session_can_align_selected (session));
}

static void
assert_range (const LaminaRange *range,
              gint64             start,
              gint64             end)
{
  g_assert_cmpint (range->start, ==, start);
  g_assert_cmpint (range->end, ==, end);
}

/* Nothing overflows at the ends of 64 bits. */
static void
test_spans (void)
{
  const LaminaRange all = { G_MININT64, G_MAXINT64 };
  LaminaRange range = all;

  g_assert_cmpuint (lamina_span_get (&range), ==, G_MAXUINT64);
  lamina_span_zoom (&range, 4, 0, 20);
  assert_range (&range, G_MININT64, G_MAXINT64);
  lamina_span_move (&range, -1e30, &all);
  assert_range (&range, G_MININT64, G_MAXINT64);
  range = (LaminaRange) { G_MAXINT64 - 1, G_MAXINT64 };
  lamina_span_widen (&range, 100);
  assert_range (&range, G_MAXINT64 - 100, G_MAXINT64);
  range = (LaminaRange) { G_MININT64, G_MININT64 };
  lamina_span_widen (&range, 100);
  assert_range (&range, G_MININT64, G_MININT64 + 100);
  lamina_span_move (&range, 1e30, &all);
  assert_range (&range, G_MAXINT64 - 100, G_MAXINT64);
  lamina_span_fit (&range, &(LaminaRange) { -5, 5 });
  assert_range (&range, -5, 5);
  range = (LaminaRange) { 100, 110 };
  lamina_span_fit (&range, &(LaminaRange) { 0, 50 });
  assert_range (&range, 40, 50);
}

static void
test_arguments (void)
{
  static const char *const rows[][3] = {
    { "conv(a,b)[1]", "conv[1]", "(a,b)" },
    { "const{1,64}[3]", "const[3]", "{1,64}" },
    { "plain", "plain", "" },
    { "", "", "" },
    { "another", "other name", "" },
    { "fused_dense_1", "dense_1", "" },
    { "ä(ö)ü", "äü", "(ö)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *arguments = lamina_layer_dup_arguments (rows[i][0], rows[i][1]);

      g_assert_cmpstr (arguments, ==, rows[i][2]);
    }
}

/* What somebody looked at is found again by title and key, whatever stands before it. */
static void
test_state (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  g_autoptr (LaminaSession) other = lamina_session_new (document);
  g_autoptr (LaminaSessionState) state = NULL;

  lamina_session_set_clock_offset (session, 1, 250);
  lamina_session_set_aligned (session, FALSE);
  lamina_session_set_range (session, 1000, 4000);
  lamina_session_set_filter (session, "conv");
  lamina_session_select_layer (session, 0);
  state = lamina_session_state_new (session);
  lamina_session_state_apply (state, other);
  g_assert_false (lamina_session_get_aligned (other));
  g_assert_true (lamina_session_is_clock_chosen (other, 1));
  g_assert_cmpint (lamina_session_get_range (other)->start, ==, lamina_session_get_range (session)->start);
  g_assert_cmpint (lamina_session_get_range (other)->end, ==, lamina_session_get_range (session)->end);
  g_assert_cmpstr (lamina_session_get_filter (other), ==, "conv");
  g_assert_cmpuint (lamina_session_get_selection (other)->layer, ==, 0);
}

/* Clocks that were shifted are found again by name in the runs with their titles, also in those that are not shown. */
static void
test_state_clocks (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (LaminaSession) session = NULL;
  g_autoptr (LaminaSession) other = NULL;
  g_autoptr (LaminaSessionState) state = NULL;

  for (guint i = 0; i < 3; i++)
    {
      guint32 run = lamina_builder_add_run (builder, i < 2 ? "run" : "last", LAMINA_AXIS_NANOSECONDS,
                                            LAMINA_TIMING_MEASURED);

      lamina_builder_add_clock (builder, run, "host");
      lamina_builder_add_clock (builder, run, "device");
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  session = lamina_session_new (document);
  other = lamina_session_new (document);
  for (guint i = 0; i < 3; i++)
    {
      lamina_session_set_run_index (session, i);
      lamina_session_set_clock_offset (session, i == 2 ? 0 : 1, 100 * ((gint64) i + 1));
    }
  state = lamina_session_state_new (session);
  lamina_session_state_apply (state, other);
  g_assert_cmpuint (lamina_session_get_run_index (other), ==, 2);
  for (guint i = 0; i < 3; i++)
    {
      lamina_session_set_run_index (other, i);
      g_assert_cmpint (lamina_timebase_get_offset (lamina_session_get_timebase (other), i == 2 ? 0 : 1), ==,
                       100 * ((gint64) i + 1));
      g_assert_false (lamina_session_is_clock_chosen (other, i == 2 ? 1 : 0));
    }
}

static guint32
add_row (LaminaBuilder *builder,
         guint32        run,
         guint32        track,
         const char    *name,
         const char    *key,
         gint64         start)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  layer.name = slice.name = lamina_builder_intern (builder, name, -1);
  layer.key = key ? lamina_builder_intern (builder, key, -1) : 0;
  layer.track = track;
  slice.layer = lamina_builder_add_layer (builder, run, &layer);
  slice.start = start;
  slice.duration = 100;
  lamina_builder_add_slice (builder, run, track, &slice);
  return slice.layer;
}

/* A queue with layers, some with keys, and a thread with slices that belong to none. The @later version starts later. */
static LaminaDocument *
make_version (gboolean later)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, later ? "second try" : "first try", LAMINA_AXIS_NANOSECONDS,
                                        LAMINA_TIMING_MEASURED);
  gint64 start = later ? 500000 : 1000;
  guint32 queue, thread;
  LaminaDocument *document;

  if (later)
    lamina_builder_add_track (builder, run, LAMINA_NONE, "new", 0);
  queue = lamina_builder_add_track (builder, run, LAMINA_NONE, "queue", 0);
  thread = lamina_builder_add_track (builder, run, LAMINA_NONE, "thread", 0);
  if (later)
    {
      add_row (builder, run, queue, "softmax", NULL, start);
      add_row (builder, run, queue, "pool", "p", start + 200);
    }
  add_row (builder, run, queue, "conv", "c", start + 1000);
  add_row (builder, run, queue, "relu", NULL, start + 2000);
  add_row (builder, run, queue, "relu", NULL, start + 3000);
  if (!later)
    add_row (builder, run, queue, "pool", "p", start + 4000);
  for (guint i = later ? 0 : 1; i < 4; i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.name = lamina_builder_intern (builder, i == 0 ? "before" : "step", -1);
      slice.start = start + 5000 + 1000 * i;
      slice.duration = 500;
      lamina_builder_add_slice (builder, run, thread, &slice);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* In another version of the file layers, slices and tracks are found by what they are, wherever they stand. */
static void
test_state_of_another (void)
{
  static const guint32 layers[] = { 0, 2, 3 };
  static const LaminaTarget later_thread = { .kind = LAMINA_TARGET_TRACK, .track = 2 };
  g_autoptr (LaminaDocument) document = make_version (FALSE);
  g_autoptr (LaminaDocument) later = make_version (TRUE);
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  g_autoptr (LaminaSession) other = lamina_session_new (later);
  g_autoptr (LaminaSessionState) state = NULL;
  const guint32 *selected;
  guint n;

  lamina_ui_test_toggle (session, LAMINA_TARGET_TRACK, 1, LAMINA_ARRANGEMENT_PINNED);
  lamina_session_select_slice (session, &(LaminaSliceRef) { 1, 1 });
  g_assert_cmpuint (lamina_session_get_selection (session)->layer, ==, LAMINA_NONE);
  lamina_session_set_range (session, 3000, 5000);
  lamina_session_history_set_bookmark (lamina_session_get_history (session), 4);
  lamina_session_select_layers (session, layers, G_N_ELEMENTS (layers), 3);
  lamina_session_set_range (session, 2000, 6000);
  state = lamina_session_state_new (session);
  g_clear_object (&session);
  g_clear_pointer (&document, lamina_document_unref);

  lamina_session_state_apply (state, other);
  g_assert_cmpint (lamina_session_get_range (other)->start, ==, 500000);
  g_assert_cmpint (lamina_session_get_range (other)->end, ==, 504000);
  selected = lamina_session_get_selected_layers (other, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (selected[0], ==, 1);
  g_assert_cmpuint (selected[1], ==, 2);
  g_assert_cmpuint (selected[2], ==, 4);
  g_assert_cmpuint (lamina_session_get_selection (other)->layer, ==, 1);
  g_assert_cmpuint (lamina_arrangement_get (lamina_session_get_arrangement (other), &later_thread), ==,
                    LAMINA_ARRANGEMENT_PINNED);

  g_assert_null (lamina_session_history_get_bookmark (lamina_session_get_history (other), 1));
  g_assert_true (lamina_session_history_go_to_bookmark (lamina_session_get_history (other), 4));
  g_assert_cmpint (lamina_session_get_range (other)->start, ==, 501000);
  g_assert_cmpint (lamina_session_get_range (other)->end, ==, 503000);
  g_assert_cmpuint (lamina_session_get_selection (other)->layer, ==, LAMINA_NONE);
  g_assert_cmpuint (lamina_session_get_selection (other)->slice.track, ==, 2);
  g_assert_cmpuint (lamina_session_get_selection (other)->slice.slice, ==, 2);
}

/* What colors mean follows the setting and the run, each change told once. */
static void
test_coloring (void)
{
  GSettings *settings = lamina_settings_get_default ();
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  guint changes = 0;

  g_signal_connect_swapped (session, "notify::coloring", G_CALLBACK (count_notify), &changes);
  g_assert_null (lamina_session_get_coloring (session));
  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "type");
  g_assert_cmpuint (changes, ==, 1);
  g_assert_cmpint (lamina_coloring_get_by (lamina_session_get_coloring (session)), ==, LAMINA_COLOR_BY_TYPE);
  g_assert_true (lamina_coloring_get_run (lamina_session_get_coloring (session)) == lamina_session_get_run (session));
  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "precision");
  g_assert_cmpuint (changes, ==, 2);
  g_assert_cmpint (lamina_coloring_get_by (lamina_session_get_coloring (session)), ==, LAMINA_COLOR_BY_PRECISION);
  g_settings_reset (settings, LAMINA_SETTING_COLOR_BY);
  g_assert_cmpuint (changes, ==, 3);
  g_assert_null (lamina_session_get_coloring (session));
}

/* So many layers that they are colored in a thread. */
static LaminaDocument *
make_large_document (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  LaminaDocument *document;

  layer.type = lamina_builder_intern (builder, "Conv", -1);
  for (guint i = 0; i <= 100000; i++)
    lamina_builder_add_layer (builder, run, &layer);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* What was chosen and given up again while it was worked out does not come. */
static void
test_coloring_given_up (void)
{
  GSettings *settings = lamina_settings_get_default ();
  g_autoptr (LaminaDocument) document = make_large_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);

  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "type");
  g_assert_null (lamina_session_get_coloring (session));
  g_assert_true (lamina_session_is_coloring_for_test (session));
  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "family");
  g_assert_false (lamina_session_is_coloring_for_test (session));
  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "type");
  while (!lamina_session_get_coloring (session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (lamina_coloring_get_by (lamina_session_get_coloring (session)), ==, LAMINA_COLOR_BY_TYPE);
  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "precision");
  g_settings_set_string (settings, LAMINA_SETTING_COLOR_BY, "type");
  g_assert_false (lamina_session_is_coloring_for_test (session));
  g_assert_cmpint (lamina_coloring_get_by (lamina_session_get_coloring (session)), ==, LAMINA_COLOR_BY_TYPE);
  g_settings_reset (settings, LAMINA_SETTING_COLOR_BY);
}

/* Another setting chooses for the session's own document, now and while it is open; none that is unknown. */
static void
test_device (void)
{
  GSettings *settings = lamina_settings_get_default ();
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaDocument) other = make_document ();
  g_autoptr (LaminaSession) session = NULL;
  g_autofree char *device = NULL;
  guint changes = 0;

  g_settings_set_string (settings, LAMINA_SETTING_DEVICE, "NVIDIA T4");
  session = lamina_session_new (document);
  g_assert_cmpstr (lamina_device_limits_get (document)->name, ==, "NVIDIA T4");
  g_assert_null (lamina_device_limits_get (other));
  g_signal_connect_swapped (session, "notify::device", G_CALLBACK (count_notify), &changes);
  g_settings_set_string (settings, LAMINA_SETTING_DEVICE, "none");
  g_assert_cmpuint (changes, ==, 1);
  g_assert_null (lamina_device_limits_get (document));
  g_settings_set_string (settings, LAMINA_SETTING_DEVICE, "an abacus");
  g_assert_null (lamina_device_limits_get (document));
  g_object_get (session, "device", &device, NULL);
  g_assert_cmpstr (device, ==, "an abacus");
  g_settings_reset (settings, LAMINA_SETTING_DEVICE);
}

static gboolean
has (LaminaRun  *run,
     const char *what)
{
  return lamina_run_get_attached (run, g_quark_from_string (what)) != NULL;
}

/* What looks at all rows is there before a session asks for it; a load that was given up works nothing out. */
static void
test_prepare (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (LaminaSession) session = NULL;
  LaminaRun *run = lamina_document_get_run (document, 0);

  g_cancellable_cancel (cancellable);
  lamina_session_prepare (document, cancellable, NULL);
  g_assert_false (has (run, "lamina-arrangement") || has (run, "lamina-flow-index"));
  lamina_session_prepare (document, NULL, NULL);
  g_assert_true (has (run, "lamina-arrangement") && has (run, "lamina-flow-index"));
  session = lamina_session_new (document);
  g_assert_null (lamina_arrangement_carry_over (lamina_session_get_arrangement (session), run));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/selection", test_selection);
  g_test_add_func ("/session/same-name", test_same_name);
  g_test_add_func ("/session/several", test_several);
  g_test_add_func ("/session/tensor", test_tensor);
  g_test_add_func ("/session/other-run", test_other_run);
  g_test_add_func ("/session/marked-range", test_marked_range);
  g_test_add_func ("/session/range", test_range);
  g_test_add_func ("/session/clocks", test_clocks);
  g_test_add_func ("/session/clocks/offsets", test_clock_offsets);
  g_test_add_func ("/session/clocks/selected", test_align_selected);
  g_test_add_func ("/session/spans", test_spans);
  g_test_add_func ("/session/arguments", test_arguments);
  g_test_add_func ("/session/state", test_state);
  g_test_add_func ("/session/state/clocks", test_state_clocks);
  g_test_add_func ("/session/state/another", test_state_of_another);
  g_test_add_func ("/session/coloring", test_coloring);
  g_test_add_func ("/session/coloring/given-up", test_coloring_given_up);
  g_test_add_func ("/session/device", test_device);
  g_test_add_func ("/session/prepare", test_prepare);
  return g_test_run ();
}
