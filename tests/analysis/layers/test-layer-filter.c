/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-layer-query.h"
#include "lamina-layer-terms.h"

#include <math.h>

/* Which layers a table shows. */

static void
add_filtered_layers (Fixture *self)
{
  static const Row rows[] = {
    { "stem/conv", "ConvolutionForward", .inputs = "10x3x224x224 float32, 64x3x7x7 float32", .outputs = "10x64x112x112" },
    { "stem/pool", "MaxPool", .inputs = "10x64x112x112", .outputs = "10x64x56x56", .annotation = "## stem ##" },
    { "Größe", "Äther", .inputs = "10x?x28" },
    { "head/fc_5x5", "MatMul", .inputs = "scalar", .outputs = "-", .annotation = "head" },
    { "", "" },
  };
  guint32 sections[2];

  for (guint i = 0; i < 2; i++)
    sections[i] = lamina_builder_add_section (self->builder, self->run, i == 0 ? "first" : "second");
  g_assert_cmpuint (sections[1], ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    fixture_add (self, &rows[i]);
  lamina_builder_add_part (self->builder, self->run, 3, lamina_builder_intern (self->builder, "Whitened", -1));
  lamina_builder_add_part (self->builder, self->run, 3, lamina_builder_intern (self->builder, "bias_7", -1));
}

static const struct
{
  const char *text;
  const char *expected;
} filters[] = {
  { NULL, "0 1 2 3 4" },
  { "", "0 1 2 3 4" },
  { " \t\n ", "0 1 2 3 4" },
  { "stem", "0 1" },
  { "STEM", "0 1" },
  { "stem pool", "1" },
  { "  pool\u00a0 STEM ", "1" },
  { "stem matmul", "" },
  { "forward", "0" },
  { "o", "0 1" },
  { "größe", "2" },
  { "GRÖSSE", "2" },
  { "ätHER", "2" },
  { "nothing", "" },
  { "float32", "" },
  { "224", "0" },
  { "64x112", "0 1" },
  { "64×112", "0 1" },
  { "64X112", "0 1" },
  { "5x5", "3" },
  { "64x112 maxpool", "1" },
  { "10x64x*", "0 1" },
  { "10×64×*", "0 1" },
  { "10X64x*", "0 1" },
  { "64x*", "0" },
  { "*x7x7", "0" },
  { "*x7", "0" },
  { "*7*", "0" },
  { "7*", "" },
  { "*", "0 1 2 3" },
  { "**", "0 1 2 3" },
  { "*112*112", "0 1" },
  { "*112*112*112", "" },
  { "10x?x*", "2" },
  { "s*r", "3" },
  { "conv*", "" },
  { "10x* stem/pool", "1" },
  { "\xff", "" },
};

static const struct
{
  const char *text;
  const char *expected;
} term_filters[] = {
  { "type:conv", "0" },
  { "TYPE:Conv", "0" },
  { "type=maxpool", "1" },
  { "type=pool", "" },
  { "-type:conv", "1 2 3 4" },
  { "name:stem -type:conv", "1" },
  { "name:\"no such\"", "" },
  { "shape:64x112x112", "0 1" },
  { "shape:*x112x112", "0 1" },
  { "in:*x112x112", "1" },
  { "out:*x112x112", "0" },
  { "out=10x64x56x56", "1" },
  { "out=64x56x56", "" },
  { "dtype:float", "0" },
  { "annotation:stem", "1" },
  { "annotation:\"## stem\"", "1" },
  { "annotation=HEAD", "3" },
  { "-annotation:stem", "0 2 3 4" },
  { "calls:1 stem", "0 1" },
  { "calls>1", "" },
  { "calls>=1", "0 1 2 3 4" },
  { "dur>1us", "" },
  { "dur>fast stem", "0 1" },
  { "aten::conv", "" },
  { "other:stem", "" },
  { "whitened", "3" },
  { "Whitened head", "3" },
  { "name=bias_7", "3" },
  { "-name:bias", "0 1 2 4" },
};

static void
test_filter_terms (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run;

  add_filtered_layers (self);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (term_filters); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree guint32 *rows = NULL;
      g_autofree char *found = NULL;
      guint n;

      filter.text = term_filters[i].text;
      rows = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
      found = dump_rows (rows, n);
      g_test_message ("filter %s", term_filters[i].text);
      g_assert_cmpstr (found, ==, term_filters[i].expected);
    }
}

static const struct
{
  const char *text;
  LaminaTermProblem problem;
  gint64 least;
  gint64 most;
} number_terms[] = {
  { "dur:10us..2ms", LAMINA_TERM_FINE, 10000, 2000000 },
  { "dur:..2ms", LAMINA_TERM_FINE, G_MININT64 + 1, 2000000 },
  { "dur:1.5s..", LAMINA_TERM_FINE, G_GINT64_CONSTANT (1500000000), G_MAXINT64 },
  { "dur>100us", LAMINA_TERM_FINE, 100001, G_MAXINT64 },
  { "dur>=100\u00b5s", LAMINA_TERM_FINE, 100000, G_MAXINT64 },
  { "wait<30ns", LAMINA_TERM_FINE, G_MININT64 + 1, 29 },
  { "flop<=2M", LAMINA_TERM_FINE, G_MININT64 + 1, 2000000 },
  { "bytes=1KiB", LAMINA_TERM_FINE, 1024, 1024 },
  { "bytes:1.5kb..2gib", LAMINA_TERM_FINE, 1500, G_GINT64_CONSTANT (2147483648) },
  { "calls>9223372036854775807", LAMINA_TERM_FINE, G_MAXINT64, G_MAXINT64 },
  { "dur>100", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur>us", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur:1us..x", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur>99999999999999999999s", LAMINA_TERM_BAD_DURATION, 0, 0 },
  { "dur:2ms..1us", LAMINA_TERM_EMPTY_RANGE, 0, 0 },
  { "dur:..", LAMINA_TERM_NO_VALUE, 0, 0 },
  { "dur>", LAMINA_TERM_NO_VALUE, 0, 0 },
  { "flop>many", LAMINA_TERM_BAD_NUMBER, 0, 0 },
  { "bytes>9999999999tib", LAMINA_TERM_BAD_NUMBER, 0, 0 },
  { "type>conv", LAMINA_TERM_BAD_SIGN, 0, 0 },
  { "type:", LAMINA_TERM_NO_VALUE, 0, 0 },
};

static void
test_number_terms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (number_terms); i++)
    {
      g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (number_terms[i].text);
      const LaminaTerm *term;

      g_test_message ("term %s", number_terms[i].text);
      g_assert_cmpuint (terms->terms->len, ==, 1);
      term = g_ptr_array_index (terms->terms, 0);
      g_assert_cmpint (term->problem, ==, number_terms[i].problem);
      g_assert_true ((lamina_layer_terms_get_problem (terms) != NULL) == (term->problem != LAMINA_TERM_FINE));
      if (term->problem != LAMINA_TERM_FINE)
        continue;
      g_assert_cmpint (term->least, ==, number_terms[i].least);
      g_assert_cmpint (term->most, ==, number_terms[i].most);
    }
}

static const struct
{
  const char *text;
  const char *name;
  const char *value;
  LaminaTermProblem problem;
  gboolean bounded;
  double least;
  double most;
} attribute_terms[] = {
  { "@Stride:2", "stride", "2", LAMINA_TERM_FINE, TRUE, 2, 2 },
  { "@stride=2", "stride", "2", LAMINA_TERM_FINE, TRUE, 2, 2 },
  { "-@stride", "stride", NULL, LAMINA_TERM_FINE, FALSE, 0, 0 },
  { "@epsilon>=1e-5", "epsilon", NULL, LAMINA_TERM_FINE, TRUE, 1e-5, INFINITY },
  { "@size<=1.5KiB", "size", NULL, LAMINA_TERM_FINE, TRUE, -INFINITY, 1536 },
  { "@time:10us..2ms", "time", "10us..2ms", LAMINA_TERM_FINE, TRUE, 10000, 2000000 },
  { "@time:..2ms", "time", "..2ms", LAMINA_TERM_FINE, TRUE, -INFINITY, 2000000 },
  { "@perf::CYCLES:1M", "perf::cycles", "1m", LAMINA_TERM_FINE, TRUE, 1000000, 1000000 },
  { "@provider:cpu", "provider", "cpu", LAMINA_TERM_FINE, FALSE, 0, 0 },
  { "@\"pad mode\"=\"same upper\"", "pad mode", "same upper", LAMINA_TERM_FINE, FALSE, 0, 0 },
  { "@\"a:b\">3", "a:b", NULL, LAMINA_TERM_FINE, TRUE, 3.0000000000000004, INFINITY },
  { "@stride>", "stride", NULL, LAMINA_TERM_NO_VALUE, FALSE, 0, 0 },
  { "@stride:", "stride", NULL, LAMINA_TERM_NO_VALUE, FALSE, 0, 0 },
  { "@stride>wide", "stride", NULL, LAMINA_TERM_BAD_NUMBER, FALSE, 0, 0 },
  { "@stride:3..1", "stride", "3..1", LAMINA_TERM_EMPTY_RANGE, TRUE, 3, 1 },
};

static void
test_attribute_terms (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (attribute_terms); i++)
    {
      g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (attribute_terms[i].text);
      const LaminaTerm *term;

      g_test_message ("term %s", attribute_terms[i].text);
      g_assert_cmpuint (terms->words->len, ==, 0);
      g_assert_cmpuint (terms->terms->len, ==, 1);
      term = g_ptr_array_index (terms->terms, 0);
      g_assert_cmpint (term->key, ==, LAMINA_TERM_ATTRIBUTE);
      g_assert_cmpint (term->problem, ==, attribute_terms[i].problem);
      g_assert_cmpstr (term->name, ==, attribute_terms[i].name);
      g_assert_cmpint (term->negated, ==, attribute_terms[i].text[0] == '-');
      g_assert_cmpint (term->bounded, ==, attribute_terms[i].bounded);
      if (term->problem != LAMINA_TERM_FINE)
        continue;
      g_assert_cmpstr (term->value, ==, attribute_terms[i].value);
      g_assert_true (!term->bounded || term->least_real == attribute_terms[i].least);
      g_assert_true (!term->bounded || term->most_real == attribute_terms[i].most);
    }
}

/* Nothing but a sign, and names that hold one, are words like any other. */
static void
test_no_attribute_terms (void)
{
  static const char *const texts[] = { "@", "-@", "@:2", "a@b", "@\"\":2" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (LaminaLayerTerms) terms = lamina_layer_terms_parse (texts[i]);

      g_test_message ("word %s", texts[i]);
      g_assert_cmpuint (terms->terms->len, ==, 0);
      g_assert_cmpuint (terms->words->len, ==, 1);
    }
}

static char *
run_filter (Fixture                 *self,
            LaminaRun               *run,
            const LaminaLayerFilter *filter)
{
  guint n = 99;
  g_autofree guint32 *rows = lamina_layers_filter (run, self->timebase, filter, NULL, &n);

  g_assert_nonnull (rows);
  return dump_rows (rows, n);
}

static void
test_filter_text (Fixture       *self,
                  gconstpointer  data)
{
  LaminaRun *run;

  add_filtered_layers (self);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree char *found = NULL;

      filter.text = filters[i].text;
      found = run_filter (self, run, &filter);
      if (g_strcmp0 (found, filters[i].expected) != 0)
        g_test_message ("filter %s", filters[i].text ? filters[i].text : "(null)");
      g_assert_cmpstr (found, ==, filters[i].expected);
    }
}

/* Two tracks with clocks 1000 apart; layer i has a slice on one or both of them. */
static void
add_slices (Fixture *self)
{
  static const struct
  {
    guint track;
    gint64 start;
    gint64 duration;
    guint32 layer;
  } slices[] = {
    { 0, 0, 100, 0 },  { 0, 10, 20, 1 },  { 0, 200, 50, 2 }, { 1, 0, 100, 3 },
    { 1, 250, 0, 4 },  { 1, 300, 10, 0 }, { 0, 260, 5, LAMINA_NONE },
  };
  guint32 tracks[2];

  for (guint i = 0; i < 2; i++)
    {
      guint32 clock = lamina_builder_add_clock (self->builder, self->run, "clock");

      lamina_builder_set_clock_offset (self->builder, self->run, clock, i * 1000, LAMINA_CLOCK_FILE, LAMINA_ABSENT);
      tracks[i] = lamina_builder_add_track (self->builder, self->run, LAMINA_NONE, "track", clock);
    }
  for (guint i = 0; i < 6; i++)
    {
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.section = i % 3 == 2 ? LAMINA_NONE : i % 3;
      layer.name = lamina_builder_intern (self->builder, i % 2 == 0 ? "even" : "odd", -1);
      lamina_builder_add_layer (self->builder, self->run, &layer);
    }
  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      LaminaSliceInit slice = LAMINA_SLICE_INIT;

      slice.start = slices[i].start;
      slice.duration = slices[i].duration;
      slice.layer = slices[i].layer;
      lamina_builder_add_slice (self->builder, self->run, tracks[slices[i].track], &slice);
    }
}

static const struct
{
  gint64 start;
  gint64 end;
  const char *expected;
  const char *unaligned;
} ranges[] = {
  { LAMINA_ABSENT, LAMINA_ABSENT, "0 1 2 3 4 5", "0 1 2 3 4 5" },
  { 0, 9, "0", "0 3" },
  { 0, 10, "0 1", "0 1 3" },
  { 30, 30, "0 1", "0 1 3" },
  { 31, 199, "0", "0 3" },
  { 100, 100, "0", "0 3" },
  { 101, 199, "", "" },
  { 200, 200, "2", "2" },
  { 250, 250, "2", "2 4" },
  { 251, 999, "", "0" },
  { 251, 299, "", "" },
  { 1100, 1100, "3", "" },
  { 1101, 1249, "", "" },
  { 1250, 1250, "4", "" },
  { 1251, 1299, "", "" },
  { 1251, 1300, "0", "" },
  { 1250, LAMINA_ABSENT, "0 4", "" },
  { LAMINA_ABSENT, 9, "0", "0 3" },
  { 9, 0, "", "" },
  { G_MININT64 + 1, G_MAXINT64, "0 1 2 3 4", "0 1 2 3 4" },
  { G_MAXINT64, G_MAXINT64, "", "" },
  { G_MININT64 + 1, G_MININT64 + 1, "", "" },
};

static void
test_filter_range (Fixture       *self,
                   gconstpointer  data)
{
  LaminaRun *run;

  for (guint i = 0; i < 2; i++)
    lamina_builder_add_section (self->builder, self->run, "section");
  add_slices (self);
  run = fixture_freeze (self);
  for (guint aligned = 0; aligned < 2; aligned++)
    {
      g_clear_pointer (&self->timebase, lamina_timebase_unref);
      self->timebase = lamina_timebase_new (run, aligned);
      for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
        {
          LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
          g_autofree char *found = NULL;

          filter.start = ranges[i].start;
          filter.end = ranges[i].end;
          found = run_filter (self, run, &filter);
          g_test_message ("range %u", i);
          g_assert_cmpstr (found, ==, aligned ? ranges[i].expected : ranges[i].unaligned);
        }
    }
}

static void
test_filter_section (Fixture       *self,
                     gconstpointer  data)
{
  static const struct
  {
    guint32 section;
    gint64 start;
    const char *text;
    const char *expected;
  } cases[] = {
    { LAMINA_NONE, LAMINA_ABSENT, NULL, "0 1 2 3 4 5" },
    { 0, LAMINA_ABSENT, NULL, "0 3" },
    { 1, LAMINA_ABSENT, NULL, "1 4" },
    { 7, LAMINA_ABSENT, NULL, "" },
    { 0, 1000, NULL, "0 3" },
    { 1, 1000, NULL, "4" },
    { 0, 1000, "odd", "3" },
  };
  LaminaRun *run;

  for (guint i = 0; i < 2; i++)
    lamina_builder_add_section (self->builder, self->run, "section");
  add_slices (self);
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaLayerFilter filter = { cases[i].text, cases[i].section, cases[i].start, LAMINA_ABSENT };
      g_autofree char *found = run_filter (self, run, &filter);

      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

static void
test_empty (Fixture       *self,
            gconstpointer  data)
{
  LaminaRun *run = fixture_freeze (self);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree char *found = NULL;

  filter.text = "a 1x*";
  filter.start = 0;
  found = run_filter (self, run, &filter);
  g_assert_cmpstr (found, ==, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/layer-filter/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
  g_test_add_func ("/layer-filter/number-terms", test_number_terms);
  g_test_add_func ("/layer-filter/attribute-terms", test_attribute_terms);
  g_test_add_func ("/layer-filter/no-attribute-terms", test_no_attribute_terms);
  ADD ("terms", test_filter_terms);
  ADD ("text", test_filter_text);
  ADD ("range", test_filter_range);
  ADD ("section", test_filter_section);
  ADD ("empty", test_empty);
  return g_test_run ();
}
