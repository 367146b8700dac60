/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"
#include "lamina-coloring.h"

#include <string.h>

/* What colors mean: which fill layers, slices, blocks of slices and nodes have, and what legends say of them. */

static char *
dump (LaminaColoring *coloring)
{
  g_autoptr (GArray) list = lamina_coloring_list (coloring, NULL, 0, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    {
      const LaminaColoringEntry *entry = &g_array_index (list, LaminaColoringEntry, i);

      g_string_append_printf (text, "%s=%s %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "|",
                              lamina_family_get_title (entry->color), entry->title, entry->n_layers, entry->calls,
                              entry->sum == LAMINA_ABSENT ? -1 : entry->sum);
    }
  return g_string_free (text, FALSE);
}

static void
add_all (Fixture *self)
{
  const Row rows[] = {
    { .name = "a", .type = "Conv2d", .cost = 500, .outputs = "4x4 float16" },
    { .name = "b", .type = "Conv3d", .cost = 900, .outputs = "4x4 half" },
    { .name = "c", .type = "Conv2d", .cost = 100, .outputs = "4x4 float32" },
    { .name = "d", .type = "MatMul", .cost = 300, .calls = 3, .inputs = "4x4 bfloat16" },
    { .name = "e", .type = "Frobnicate", .cost = 200, .outputs = "4 sometype" },
    { .name = "f", .type = "Frobnicate", .cost = 50, .calls = -1, .outputs = "4 int8" },
    { .name = "g", .cost = 10 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
}

/* What costs most has the fill of its family; another type of the family has one that is free; the rest is neutral. */
static void
test_types (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LaminaColoring) coloring = NULL;
  g_autofree char *text = NULL;
  LaminaRun *run;

  add_all (self);
  run = fixture_freeze (self);
  coloring = lamina_coloring_new (run, LAMINA_COLOR_BY_TYPE, NULL);
  text = dump (coloring);
  g_assert_cmpstr (text, ==,
                   "convolution=Conv3d 1 1 900|attention=Conv2d 2 2 600|matrix product=MatMul 1 3 300|"
                   "elementwise=Frobnicate 1 1 200|other=other 1 1 10|");
  g_assert_cmpint (lamina_coloring_get_layer (coloring, 0), ==, LAMINA_FAMILY_ATTENTION);
  g_assert_cmpint (lamina_coloring_get_layer (coloring, 5), ==, LAMINA_FAMILY_ELEMENTWISE);
  g_assert_true (lamina_coloring_is_of_file (coloring, LAMINA_FAMILY_CONVOLUTION));
  g_assert_false (lamina_coloring_is_of_file (coloring, LAMINA_FAMILY_OTHER));
  g_assert_false (lamina_coloring_is_of_names (coloring));
}

/* Words for the same kind of number have the same fill, which no other run changes. */
static void
test_precision (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (LaminaColoring) coloring = NULL;
  g_autofree char *text = NULL;

  add_all (self);
  coloring = lamina_coloring_new (fixture_freeze (self), LAMINA_COLOR_BY_PRECISION, NULL);
  text = dump (coloring);
  g_assert_cmpstr (text, ==,
                   "elementwise=float16 2 2 1400|pooling=bfloat16 1 3 300|convolution=float32 1 1 100|"
                   "other=other or unknown 2 2 210|");
}

static void
test_families (Fixture       *self,
               gconstpointer  data)
{
  g_autoptr (LaminaColoring) coloring = NULL;
  g_autofree char *text = NULL;

  add_all (self);
  coloring = lamina_coloring_new (fixture_freeze (self), LAMINA_COLOR_BY_FAMILY, NULL);
  text = dump (coloring);
  g_assert_cmpstr (text, ==,
                   "convolution=convolution 3 3 1500|matrix product=matrix product 1 3 300|"
                   "other=other 2 2 210|");
}

/* The layers behind each line of a legend, which leaves out what did not run. */
static void
test_layers (Fixture       *self,
             gconstpointer  data)
{
  static const LaminaColorBy ways[] = { LAMINA_COLOR_BY_FAMILY, LAMINA_COLOR_BY_TYPE, LAMINA_COLOR_BY_PRECISION };
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  LaminaRun *run;

  add_all (self);
  fixture_add (self, &(Row) { .name = "h", .type = "Conv2d", .outputs = "4x4 float32" });
  run = fixture_freeze (self);
  g_cancellable_cancel (cancelled);
  for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
    {
      g_autoptr (LaminaColoring) coloring = lamina_coloring_new (run, ways[way], NULL);
      g_autoptr (GArray) list = lamina_coloring_list (coloring, NULL, 0, NULL);
      guint first[LAMINA_N_FAMILIES + 1];
      g_autofree guint32 *layers = lamina_coloring_dup_layers (coloring, first, NULL);

      g_assert_cmpuint (first[0], ==, 0);
      g_assert_cmpuint (first[LAMINA_N_FAMILIES], ==, 6);
      for (guint i = 0; i < list->len; i++)
        {
          const LaminaColoringEntry *entry = &g_array_index (list, LaminaColoringEntry, i);

          g_assert_cmpuint (first[entry->color + 1] - first[entry->color], ==, entry->n_layers);
        }
      for (guint i = 0; i < first[LAMINA_N_FAMILIES]; i++)
        {
          LaminaFamily color = lamina_coloring_get_layer (coloring, layers[i]);

          g_assert_cmpuint (layers[i], !=, 5);
          g_assert_cmpuint (i, >=, first[color]);
          g_assert_cmpuint (i, <, first[color + 1]);
          g_assert_true (i == first[color] || layers[i - 1] < layers[i]);
        }
      g_assert_null (lamina_coloring_dup_layers (coloring, first, cancelled));
    }
}

/* More types than there are fills: the first thirteen have one each, equal ones by their letters, whatever their order. */
static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LaminaColoring) coloring = NULL;
  gboolean taken[LAMINA_N_FAMILIES] = { FALSE };

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *type = g_strdup_printf ("type%02u", (i * 7) % 40);
      const Row row = { .name = "layer", .type = type, .cost = 100 };

      fixture_add (self, &row);
    }
  coloring = lamina_coloring_new (fixture_freeze (self), LAMINA_COLOR_BY_TYPE, NULL);
  for (guint i = 0; i < 40; i++)
    {
      LaminaFamily color = lamina_coloring_get_layer (coloring, i);

      g_assert_true (((i * 7) % 40 < 13) == (color != LAMINA_FAMILY_OTHER));
      g_assert_false (color != LAMINA_FAMILY_OTHER && taken[color]);
      taken[color] = TRUE;
    }
}

/* Without types the names of slices count; those that take no part in it stay neutral. */
static void
add_slices (Fixture *self,
            guint    n)
{
  static const char *const names[] = { "read", "work", "work", "work", "write" };
  guint32 track = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "thread", 0);

  for (guint i = 0; i < n; i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.name = lamina_builder_intern (self->builder, names[i % G_N_ELEMENTS (names)], -1);
      slice.start = 10 * (gint64) i;
      slice.duration = 10;
      lamina_builder_add_slice (self->builder, self->run, track, &slice);
    }
}

/* The share that the color of a block says it has is that of the slices below it. */
static void
check_blocks (LaminaColoring *coloring,
              LaminaTrack    *track)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);

  for (guint level = 1; level <= lamina_track_get_n_levels (track); level++)
    {
      guint n, span = 1;
      const LaminaSliceBlock *blocks = lamina_track_get_slice_blocks (track, 0, level, &n);
      const LaminaColorBlock *colors = lamina_coloring_get_blocks (coloring, 0, 0, level);

      for (guint i = 0; i < level; i++)
        span *= LAMINA_LOD_FANOUT;
      for (guint i = 0; i < n; i++)
        {
          gint64 busy[LAMINA_N_FAMILIES] = { 0 };

          for (guint j = i * span; j < MIN ((i + 1) * span, slices->n); j++)
            busy[lamina_coloring_get_slice (coloring, slices, j)] += slices->duration[j];
          for (guint j = 0; j < LAMINA_N_FAMILIES; j++)
            g_assert_cmpint (busy[j], <=, busy[colors[i].color]);
          g_assert_cmpfloat_with_epsilon ((double) busy[colors[i].color] / (double) blocks[i].busy, colors[i].part / 255.0,
                                          0.01 * level);
        }
    }
}

static void
test_names (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (LaminaColoring) coloring = NULL;
  g_autoptr (LaminaFlameTree) tree = NULL;
  g_autofree guint8 *nodes = NULL;
  g_autofree char *text = NULL;
  LaminaFlameOptions options = LAMINA_FLAME_OPTIONS_INIT;
  LaminaRun *run;

  add_slices (self, 10000);
  run = fixture_freeze (self);
  coloring = lamina_coloring_new (run, LAMINA_COLOR_BY_TYPE, NULL);
  g_assert_true (lamina_coloring_is_of_names (coloring));
  text = dump (coloring);
  g_assert_cmpstr (text, ==,
                   "convolution=work 0 6000 60000|matrix product=read 0 2000 20000|attention=write 0 2000 20000|");
  check_blocks (coloring, lamina_run_get_track (run, 0));
  options.track = 0;
  tree = lamina_flame_tree_new (run, NULL, &options, NULL);
  nodes = lamina_coloring_create_nodes (coloring, tree);
  for (guint i = 1; i < lamina_flame_tree_get_nodes (tree)->n; i++)
    g_assert_cmpstr (lamina_coloring_get_title (coloring, (LaminaFamily) nodes[i]), ==,
                     lamina_flame_tree_get_nodes (tree)->name[i]);
}

/* Slices have the colors of their layers, the nodes of a tree too; what lies around is colored where all of it agrees. */
static void
test_slices (Fixture       *self,
             gconstpointer  data)
{
  const Row rows[] = { { .name = "net/a/x", .type = "Conv", .cost = 500 }, { .name = "net/a/y", .type = "Conv", .cost = 1 },
                       { .name = "net/b", .type = "Gemm", .cost = 30 } };
  g_autoptr (LaminaColoring) coloring = NULL;
  g_autoptr (LaminaFlameTree) tree = NULL;
  g_autofree guint8 *nodes = NULL;
  LaminaFlameOptions options = { LAMINA_FLAME_BY_NAMES, LAMINA_FLAME_WEIGHT_COST, LAMINA_NONE, LAMINA_NONE,
                                 LAMINA_ABSENT };
  const LaminaFlameNodes *columns;
  guint32 track = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "queue", 0);
  LaminaRun *run;

  for (guint i = 0; i < 1000; i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.name = lamina_builder_intern (self->builder, "kernel", -1);
      slice.layer = i < G_N_ELEMENTS (rows) ? fixture_add (self, &rows[i]) : LAMINA_NONE;
      slice.start = 10 * (gint64) i;
      slice.duration = i % 10;
      lamina_builder_add_slice (self->builder, self->run, track, &slice);
    }
  run = fixture_freeze (self);
  coloring = lamina_coloring_new (run, LAMINA_COLOR_BY_TYPE, NULL);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpint (lamina_coloring_get_slice (coloring, lamina_track_get_slices (lamina_run_get_track (run, 0)), i), ==,
                     i < 2 ? LAMINA_FAMILY_CONVOLUTION : i == 2 ? LAMINA_FAMILY_MATMUL : LAMINA_FAMILY_OTHER);
  check_blocks (coloring, lamina_run_get_track (run, 0));
  tree = lamina_flame_tree_new (run, NULL, &options, NULL);
  columns = lamina_flame_tree_get_nodes (tree);
  nodes = lamina_coloring_create_nodes (coloring, tree);
  for (guint i = 0; i < columns->n; i++)
    g_assert_cmpint (nodes[i], ==, strchr ("axy", *columns->name[i]) != NULL && *columns->name[i] != '\0'
                                     ? LAMINA_FAMILY_CONVOLUTION
                                     : *columns->name[i] == 'b' ? LAMINA_FAMILY_MATMUL : LAMINA_FAMILY_OTHER);
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  add_all (self);
  add_slices (self, 100);
  g_cancellable_cancel (cancellable);
  for (guint by = LAMINA_COLOR_BY_TYPE; by < LAMINA_N_COLOR_BY; by++)
    g_assert_null (lamina_coloring_new (by == LAMINA_COLOR_BY_TYPE ? fixture_freeze (self)
                                                                   : lamina_document_get_run (self->document, 0),
                                        (LaminaColorBy) by, cancellable));
}

static void
test_empty (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = fixture_freeze (self);

  for (guint by = 0; by < LAMINA_N_COLOR_BY; by++)
    {
      g_autoptr (LaminaColoring) coloring = lamina_coloring_new (run, (LaminaColorBy) by, NULL);
      g_autofree char *text = dump (coloring);

      g_assert_cmpstr (text, ==, "");
    }
}

#define ADD(name) g_test_add ("/coloring/" #name, Fixture, NULL, fixture_setup, test_##name, fixture_teardown)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD (types);
  ADD (precision);
  ADD (families);
  ADD (layers);
  ADD (many);
  ADD (names);
  ADD (slices);
  ADD (cancelled);
  ADD (empty);
  return g_test_run ();
}
