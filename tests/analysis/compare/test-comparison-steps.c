/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-sequence-private.h"
#include "two-runs.h"

/* The steps by which layers of two runs find each other, each alone. */

typedef struct
{
  Two two;
  LaminaSequence a;
  LaminaSequence b;
} Steps;

static void
steps_setup (Steps         *self,
             gconstpointer  data)
{
  two_setup (&self->two, NULL);
}

static void
steps_teardown (Steps         *self,
                gconstpointer  data)
{
  lamina_sequence_clear (&self->a);
  lamina_sequence_clear (&self->b);
  two_teardown (&self->two, NULL);
}

static void
add_part (Fixture    *side,
          guint32     layer,
          const char *name)
{
  lamina_builder_add_part (side->builder, side->run, layer, lamina_builder_intern (side->builder, name, -1));
}

static void
begin (Steps *self)
{
  fixture_freeze (&self->two.a);
  fixture_freeze (&self->two.b);
  g_assert_true (lamina_sequence_init (&self->a, &(LaminaComparisonSide) { self->two.a.document, 0, LAMINA_NONE }, NULL));
  g_assert_true (lamina_sequence_init (&self->b, &(LaminaComparisonSide) { self->two.b.document, 0, LAMINA_NONE }, NULL));
}

/* The partner of each position, `-` for none, and the step that found it. */
static void
assert_mates (const LaminaSequence *self,
              const char           *expected)
{
  static const char *const bases[] = {
    [LAMINA_PAIR_BY_NOTHING] = "", [LAMINA_PAIR_BY_NAME] = "name", [LAMINA_PAIR_BY_PARTS] = "parts",
    [LAMINA_PAIR_BY_ORDER] = "order", [LAMINA_PAIR_BY_SHAPE] = "shape", [LAMINA_PAIR_BY_FAMILY] = "family",
  };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->n; i++)
    {
      if (self->mate[i] == LAMINA_NONE)
        g_string_append (text, "- ");
      else
        g_string_append_printf (text, "%u:%s ", self->mate[i], bases[self->basis[i]]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_parts (Steps         *self,
            gconstpointer  data)
{
  Fixture *a = &self->two.a, *b = &self->two.b;
  guint32 layer;

  layer = fixture_add (a, &(Row) { "conv+relu", "fused", 1 });
  add_part (a, layer, "conv");
  add_part (a, layer, "relu");
  /* A part of it is nowhere on the other side. */
  layer = fixture_add (a, &(Row) { "pool+gone", "fused", 1 });
  add_part (a, layer, "pool");
  add_part (a, layer, "gone");
  fixture_add (a, &(Row) { "add", "add", 1 });
  fixture_add (a, &(Row) { "mul", "mul", 1 });
  fixture_add (b, &(Row) { "conv", "conv", 1 });
  fixture_add (b, &(Row) { "relu", "relu", 1 });
  fixture_add (b, &(Row) { "pool", "pool", 1 });
  layer = fixture_add (b, &(Row) { "add+mul", "fused", 1 });
  add_part (b, layer, "add");
  add_part (b, layer, "mul");
  begin (self);
  lamina_sequences_match_parts (&self->a, &self->b);
  assert_mates (&self->a, "0:parts - 3:parts 3:parts ");
  assert_mates (&self->b, "0:parts 0:parts - 2:parts ");
}

/* Who owns a part is not certain where two do. */
static void
test_shared_parts (Steps         *self,
                   gconstpointer  data)
{
  Fixture *a = &self->two.a, *b = &self->two.b;
  guint32 layer;

  layer = fixture_add (a, &(Row) { "conv+relu", "fused", 1 });
  add_part (a, layer, "conv");
  add_part (a, layer, "relu");
  fixture_add (b, &(Row) { "conv", "conv", 1 });
  fixture_add (b, &(Row) { "relu", "relu", 1 });
  fixture_add (b, &(Row) { "relu", "relu", 1 });
  begin (self);
  lamina_sequences_match_parts (&self->a, &self->b);
  assert_mates (&self->a, "- ");
  assert_mates (&self->b, "- - - ");
}

/* `Conv_Relu` is a convolution and what stands behind it, where as much goes in and comes out. */
static void
test_words (Steps         *self,
            gconstpointer  data)
{
  static const Row a[] = {
    { "k1", "Conv_Relu", 1, .inputs = "1x8", .outputs = "1x4" },
    { "k2", "Pool_Add", 1, .inputs = "1x8", .outputs = "1x4" },
  };
  static const Row b[] = {
    { "c1", "conv", 1, .inputs = "1x8", .outputs = "1x6" },
    { "c2", "relu", 1, .inputs = "1x6", .outputs = "1x4" },
    { "c3", "pool", 1, .inputs = "1x8", .outputs = "1x6" },
    { "c4", "add", 1, .inputs = "1x6", .outputs = "1x5" },
  };

  two_add_rows (&self->two.a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->two.b, b, G_N_ELEMENTS (b));
  begin (self);
  lamina_sequences_match_words (&self->a, &self->b);
  assert_mates (&self->a, "0:parts - ");
  assert_mates (&self->b, "0:parts 0:parts - - ");
}

/* Names first, then what is alike in the same order, then what has moved. */
static void
test_match (Steps         *self,
            gconstpointer  data)
{
  static const Row a[] = {
    { "stem", "conv", 1, .inputs = "1x3" },
    { "conv_1", "conv", 1, .inputs = "1x4" },
    { "conv_2", "conv", 1, .inputs = "1x5" },
    { "conv_3", "conv", 1, .inputs = "1x6" },
    { "gone", "softmax", 1, .inputs = "1x7" },
  };
  static const Row b[] = {
    { "conv_13", "conv", 1, .inputs = "1x6" },
    { "conv_11", "conv", 1, .inputs = "1x4" },
    { "conv_12", "conv", 1, .inputs = "1x5" },
    { "stem", "matmul", 1, .inputs = "1x9" },
    { "new", "pool", 1, .inputs = "1x2" },
  };

  two_add_rows (&self->two.a, a, G_N_ELEMENTS (a));
  two_add_rows (&self->two.b, b, G_N_ELEMENTS (b));
  begin (self);
  g_assert_true (lamina_sequences_match (&self->a, &self->b, NULL));
  assert_mates (&self->a, "3:name 1:order 2:order 0:shape - ");
  assert_mates (&self->b, "3:shape 1:order 2:order 0:name - ");
}

#define STEPS_ADD(path, function) g_test_add (path, Steps, NULL, steps_setup, function, steps_teardown)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  STEPS_ADD ("/comparison-steps/parts", test_parts);
  STEPS_ADD ("/comparison-steps/shared-parts", test_shared_parts);
  STEPS_ADD ("/comparison-steps/words", test_words);
  STEPS_ADD ("/comparison-steps/match", test_match);
  return g_test_run ();
}
