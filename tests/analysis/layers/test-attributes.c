/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-attributes.h"
#include "lamina-layer-value.h"

#include <math.h>
#include <string.h>

/* Attributes of layers as columns: read when they are asked for, sorted, filtered and put together like others. */

/* A format that describes layer i by the i-th of these: `KEY=VALUE` with blanks between, GROUP/KEY under a heading. */
static const char *const described[] = {
  "stride=2 mode=SAME epsilon=0.5 Tactic=0x10 conv/pad=1 flag=true bytes=2048B",
  "stride=10 mode=valid epsilon=1e-05 Tactic=0x9 conv/pad=0 flag=false",
  "stride=9 mode=same epsilon=0.25 only=yes stride=7",
  "mode= none=null code=7 text=10",
  "stride=2 mode=SAME code=x text=9.5 estimate=~3",
  "!",
};

#define MOCK_TYPE_FORMAT (mock_format_get_type ())
G_DECLARE_FINAL_TYPE (MockFormat, mock_format, MOCK, FORMAT, GObject)

struct _MockFormat
{
  GObject parent_instance;
};

/* How often a layer was described, and whether the file is said to have changed. */
static guint n_described;
static gboolean changed;

/* Whether layers have a number of their own besides, but for the first four, which share one; and three in turn a name. */
static gboolean numbered;

/* A layer of a type that no other one has, with an attribute that no other one has. */
static guint rare_layer = G_MAXUINT;

static void
add_detail (LaminaDetails *details,
            const char    *word)
{
  g_auto (GStrv) parts = g_strsplit (word, "=", 2);
  g_auto (GStrv) path = g_strsplit (parts[0], "/", 2);
  const char *text = parts[1];
  LaminaValue value = LAMINA_VALUE_INIT_TEXT (text);
  char *end;
  double number = g_ascii_strtod (text + (*text == '~'), &end);

  if (strcmp (text, "null") == 0)
    value.type = LAMINA_VALUE_NULL;
  else if (strcmp (text, "true") == 0 || strcmp (text, "false") == 0)
    value = (LaminaValue) { .type = LAMINA_VALUE_BOOLEAN, .integer = *text == 't' };
  else if (*end == 'B' && number > 0)
    value = LAMINA_VALUE_INIT_INTEGER ((gint64) number, LAMINA_UNIT_BYTES);
  else if (strcmp (parts[0], "text") != 0 && *text && *end == '\0' && !strchr (text, 'x'))
    value = strpbrk (text, ".e") ? LAMINA_VALUE_INIT_REAL (number, LAMINA_UNIT_NONE)
                                 : LAMINA_VALUE_INIT_INTEGER ((gint64) number, LAMINA_UNIT_NONE);
  if (value.type == LAMINA_VALUE_REAL)
    value.text = (char *) text;
  value.estimated = *text == '~';
  lamina_details_add (details, path[1] ? path[0] : NULL, path[1] ? path[1] : path[0], &value);
}

static gboolean
mock_describe (LaminaFormat       *format,
               LaminaDocument     *document,
               const LaminaPlace  *place,
               LaminaDetails      *details,
               GError            **error)
{
  const char *text = described[place->row % G_N_ELEMENTS (described)];
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  g_assert_cmpint (place->kind, ==, LAMINA_PLACE_LAYER);
  n_described++;
  if (changed || *text == '!')
    {
      g_set_error_literal (error, LAMINA_ERROR, changed ? LAMINA_ERROR_CHANGED : LAMINA_ERROR_SYNTAX, "no");
      return FALSE;
    }
  for (guint i = 0; words[i]; i++)
    add_detail (details, words[i]);
  if (numbered)
    {
      LaminaValue value = LAMINA_VALUE_INIT_INTEGER (place->row < 4 ? 0 : place->row, LAMINA_UNIT_NONE);

      lamina_details_add (details, NULL, "number", &value);
    }
  if (place->row == rare_layer)
    add_detail (details, "rare=1");
  return TRUE;
}

static void
mock_format_iface_init (LaminaFormatInterface *iface)
{
  iface->describe = mock_describe;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (MockFormat, mock_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, mock_format_iface_init))

static void
mock_format_class_init (MockFormatClass *class)
{
}

static void
mock_format_init (MockFormat *self)
{
}

/* A run of as many layers as are described, @times over, of two types in turn. */
static LaminaRun *
freeze (Fixture *self,
        guint    times)
{
  g_autoptr (LaminaFormat) format = g_object_new (MOCK_TYPE_FORMAT, NULL);
  g_autoptr (GError) error = NULL;
  LaminaRun *run;

  n_described = 0;
  changed = FALSE;
  for (guint i = 0; i < times * G_N_ELEMENTS (described); i++)
    {
      g_autofree char *name = numbered ? g_strdup_printf ("layer %u", i / 3) : g_strdup (i == 0 ? "stride" : "layer");

      fixture_add (self, &(Row) { .name = name, .type = i == rare_layer ? "rare" : i % 2 == 0 ? "even" : "odd",
                                  .cost = i + 1 });
    }
  self->document = lamina_builder_freeze (self->builder, NULL, format, "mock", NULL, &error);
  g_assert_no_error (error);
  run = lamina_document_get_run (self->document, self->run);
  self->timebase = lamina_timebase_new (run, TRUE);
  return run;
}

static LaminaLayerColumn
read_column (LaminaRun  *run,
             const char *name)
{
  LaminaLayerColumn column = lamina_attribute_get_column (run, name);
  g_autoptr (GError) error = NULL;

  g_assert_true (lamina_attributes_read (run, &column, 1, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (lamina_attribute_is_read (run, column));
  return column;
}

/* The cells of a column as people see them, with commas between. */
static char *
dump_column (Fixture           *self,
             LaminaRun         *run,
             LaminaLayerColumn  column)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_run_get_layers (run)->n; i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      g_autofree char *words = NULL;

      lamina_layer_get_value (run, self->timebase, i, column, &value);
      words = lamina_layer_value_dup_text (&value);
      g_string_append_printf (text, "%s%s", i > 0 ? "," : "", words);
    }
  return g_string_free (text, FALSE);
}

static const struct
{
  const char *name;
  const char *cells;
  gboolean is_number;
  const char *ascending;
  const char *descending;
} columns[] = {
  { "stride", "2,10,9,—,2,—", TRUE, "0 4 2 1 3 5", "1 2 0 4 3 5" },
  { "mode", "SAME,valid,same,—,SAME,—", FALSE, "0 2 4 1 3 5", "1 0 2 4 3 5" },
  { "epsilon", "0.5,1e-05,0.25,—,—,—", TRUE, "1 2 0 3 4 5", "0 2 1 3 4 5" },
  { "Tactic", "0x10,0x9,—,—,—,—", FALSE, "1 0 2 3 4 5", "0 1 2 3 4 5" },
  { "conv.pad", "1,0,—,—,—,—", TRUE, "1 0 2 3 4 5", "0 1 2 3 4 5" },
  { "flag", "true,false,—,—,—,—", FALSE, "1 0 2 3 4 5", "0 1 2 3 4 5" },
  { "bytes", "2.00\u00a0KiB,—,—,—,—,—", TRUE, "0 1 2 3 4 5", "0 1 2 3 4 5" },
  { "code", "—,—,—,7,x,—", FALSE, "3 4 0 1 2 5", "4 3 0 1 2 5" },
  { "text", "—,—,—,10,9.5,—", TRUE, "4 3 0 1 2 5", "3 4 0 1 2 5" },
  { "estimate", "—,—,—,—,≈\u00a03,—", TRUE, "4 0 1 2 3 5", "4 0 1 2 3 5" },
  { "none", "—,—,—,—,—,—", FALSE, "0 1 2 3 4 5", "0 1 2 3 4 5" },
  { "Stride", "—,—,—,—,—,—", FALSE, "0 1 2 3 4 5", "0 1 2 3 4 5" },
};

static void
assert_sorted (Fixture           *self,
               LaminaRun         *run,
               LaminaLayerColumn  column,
               gboolean           descending,
               const char        *expected)
{
  guint32 rows[] = { 5, 3, 1, 0, 2, 4 };
  g_autofree char *found = NULL;

  g_assert_true (lamina_layers_sort (run, self->timebase, column, descending, rows, G_N_ELEMENTS (rows), NULL));
  found = dump_rows (rows, G_N_ELEMENTS (rows));
  g_assert_cmpstr (found, ==, expected);
}

/* Numbers sort as numbers, also where they stand in texts; nothing is absent in whatever way the file says so. */
static void
test_columns (Fixture       *self,
              gconstpointer  data)
{
  LaminaRun *run = freeze (self, 1);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      LaminaLayerColumn column = read_column (run, columns[i].name);
      g_autofree char *cells = dump_column (self, run, column);

      g_test_message ("attribute %s", columns[i].name);
      g_assert_true (lamina_layer_column_is_attribute (column));
      g_assert_cmpstr (cells, ==, columns[i].cells);
      g_assert_cmpstr (lamina_attribute_get_name (run, column), ==, columns[i].name);
      g_assert_cmpint (lamina_layer_column_is_number (run, column), ==, columns[i].is_number);
      g_assert_cmpint (lamina_attribute_is_known (run, column), ==, strpbrk (columns[i].cells, "0123456789SAtfx") != NULL);
      assert_sorted (self, run, column, FALSE, columns[i].ascending);
      assert_sorted (self, run, column, TRUE, columns[i].descending);
    }
  g_assert_false (lamina_layer_column_is_attribute (LAMINA_LAYER_COLUMN_NAME));
  g_assert_false (lamina_layer_column_is_attribute (LAMINA_LAYER_COLUMN_METRIC (3)));
}

/* Nothing is read for columns that nobody shows, and nothing twice. */
static void
test_lazy (Fixture       *self,
           gconstpointer  data)
{
  LaminaRun *run = freeze (self, 1);
  LaminaLayerColumn all[] = { lamina_attribute_get_column (run, "stride"), LAMINA_LAYER_COLUMN_NAME,
                              lamina_attribute_get_column (run, "mode"), lamina_attribute_get_column (run, "stride") };
  g_autofree char *before = dump_column (self, run, all[0]);

  g_assert_cmpint (all[0], ==, all[3]);
  g_assert_cmpstr (before, ==, "—,—,—,—,—,—");
  g_assert_cmpuint (n_described, ==, 0);
  g_assert_false (lamina_attribute_is_read (run, all[0]));
  g_assert_true (lamina_attribute_is_read (run, LAMINA_LAYER_COLUMN_NAME));
  g_assert_true (lamina_attributes_read (run, all, G_N_ELEMENTS (all), NULL, NULL));
  g_assert_cmpuint (n_described, ==, 6);
  g_assert_true (lamina_attributes_read (run, all, G_N_ELEMENTS (all), NULL, NULL));
  g_assert_cmpuint (n_described, ==, 6);
  g_assert_true (lamina_attribute_is_read (run, all[2]));
}

/* What another column is called already has a sign before it. */
static void
test_keys (Fixture       *self,
           gconstpointer  data)
{
  LaminaRun *run = freeze (self, 1);

  g_assert_cmpstr (lamina_layer_column_get_key (run, lamina_attribute_get_column (run, "stride")), ==, "stride");
  g_assert_cmpstr (lamina_layer_column_get_key (run, lamina_attribute_get_column (run, "bytes")), ==, "@bytes");
  g_assert_cmpstr (lamina_attribute_get_name (run, lamina_attribute_get_column (run, "bytes")), ==, "bytes");
  g_assert_cmpstr (lamina_layer_column_get_key (run, lamina_attribute_get_column (run, "run")), ==, "@run");
  g_assert_cmpstr (lamina_layer_column_get_key (run, lamina_attribute_get_column (run, "estimated")), ==, "@estimated");
}

static void
test_list (Fixture       *self,
           gconstpointer  data)
{
  LaminaRun *run = freeze (self, 2);
  g_autoptr (GError) error = NULL;
  const GArray *keys;
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_null (lamina_attributes_peek_list (run));
  keys = lamina_attributes_list (run, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < keys->len; i++)
    {
      const LaminaAttributeKey *key = &g_array_index (keys, LaminaAttributeKey, i);

      g_string_append_printf (text, "%s%s %u%s", i > 0 ? ", " : "", key->name, key->n_layers, key->is_number ? " n" : "");
    }
  g_assert_cmpstr (text->str, ==, "stride 8 n, mode 10, epsilon 6 n, Tactic 4, conv.pad 4 n, flag 4, bytes 2 n, only 2, "
                                  "code 4, text 4 n, estimate 2 n");
  g_assert_true (lamina_attributes_peek_list (run) == keys);
  n_described = 0;
  g_assert_true (lamina_attributes_list (run, NULL, NULL) == keys);
  g_assert_cmpuint (n_described, ==, 0);
  /* Which is known before the column is read. */
  g_assert_true (lamina_layer_column_is_number (run, lamina_attribute_get_column (run, "stride")));
  g_assert_false (lamina_layer_column_is_number (run, lamina_attribute_get_column (run, "mode")));
}

/* Of a type with very many layers not all are looked at, so that none is counted; of a type with few all are. */
static void
test_list_many (Fixture       *self,
                gconstpointer  data)
{
  const guint times = 16667, n_type = times * 3, few = 4096, step = 16;
  g_autoptr (GString) names = g_string_new (NULL);
  LaminaRun *run;
  const GArray *keys;

  rare_layer = times * 6 - 2;
  run = freeze (self, times);
  keys = lamina_attributes_list (run, NULL, NULL);
  rare_layer = G_MAXUINT;
  for (guint i = 0; i < keys->len; i++)
    {
      const LaminaAttributeKey *key = &g_array_index (keys, LaminaAttributeKey, i);

      g_string_append_printf (names, "%s%s%s", i > 0 ? ", " : "", key->name, key->is_number ? " n" : "");
      g_assert_cmpuint (key->n_layers, ==, 0);
    }
  g_assert_cmpstr (names->str, ==, "stride n, mode, epsilon n, Tactic, conv.pad n, flag, bytes n, only, code, text n, "
                                   "estimate n, rare n");
  g_assert_cmpuint (n_described, ==, 2 * (few + (n_type - few) / step) + 1);
}

static const struct
{
  const char *text;
  const char *expected;
} filters[] = {
  { "@stride", "0 1 2 4" },
  { "-@stride", "3 5" },
  { "@STRIDE:2", "0 4" },
  { "@stride=2", "0 4" },
  { "@stride>2", "1 2" },
  { "@stride:3..9", "2" },
  { "-@stride:2", "1 2 3 5" },
  { "@stride:2 even", "0 4" },
  { "@mode:sam", "0 2 4" },
  { "@mode=sam", "" },
  { "@mode=\"SAME\"", "0 2 4" },
  { "@mode:same @stride<5", "0 4" },
  { "@epsilon<1m", "0 1 2" },
  { "@epsilon:1e-5", "1" },
  { "@tactic:0x", "0 1" },
  { "@tactic:16", "" },
  { "@conv.pad=0", "1" },
  { "@bytes>=2kib", "0" },
  { "@flag:true", "0" },
  { "@text<10", "4" },
  { "@code:x", "4" },
  { "@code>1", "3" },
  { "@nobody", "" },
  { "-@nobody", "0 1 2 3 4 5" },
  { "@stride>wide", "0 1 2 3 4 5" },
  { "stride", "0" },
};

static void
test_filter (Fixture       *self,
             gconstpointer  data)
{
  LaminaRun *run = freeze (self, 1);

  g_assert_true (lamina_attributes_is_filter_read (run, "stride type:even"));
  g_assert_false (lamina_attributes_is_filter_read (run, "@stride>3"));
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree guint32 *rows = NULL;
      g_autofree char *found = NULL;
      guint n;

      filter.text = filters[i].text;
      rows = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
      found = dump_rows (rows, n);
      g_test_message ("filter %s", filters[i].text);
      g_assert_cmpstr (found, ==, filters[i].expected);
    }
  g_assert_true (lamina_attributes_is_filter_read (run, "@stride>3"));
  g_assert_true (lamina_attributes_is_filter_read (run, NULL));
}

/* A metric is asked for like an attribute. */
static void
test_filter_metric (Fixture       *self,
                    gconstpointer  data)
{
  guint32 metric = lamina_builder_add_metric (self->builder, self->run, "perf::CYCLES", LAMINA_UNIT_NONE, LAMINA_VALUE_INTEGER);
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *rows = NULL;
  g_autofree char *found = NULL;
  LaminaRun *run;
  guint n;

  for (guint i = 0; i < 3; i++)
    fixture_add (self, &(Row) { .name = "layer" });
  lamina_builder_set_metric_integer (self->builder, self->run, metric, 0, 3000000);
  lamina_builder_set_metric_integer (self->builder, self->run, metric, 2, 1000);
  run = fixture_freeze (self);
  filter.text = "@PERF::cycles>=1M";
  rows = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
  found = dump_rows (rows, n);
  g_assert_cmpstr (found, ==, "0");
  g_assert_true (lamina_attributes_is_filter_read (run, filter.text));
}

/* A number whose name says milliseconds is asked for in them, or with any unit of time. */
static void
test_filter_milliseconds (Fixture       *self,
                          gconstpointer  data)
{
  static const struct { const char *text; const char *expected; } cases[] = {
    { "@averageMs>0.1", "1 2" }, { "@averageMs>=100us", "0 1 2" }, { "@averageMs<0.3ms", "0 1" }, { "@averageMs:0.25", "1" },
    { "@averageMs:200us..1ms", "1 2" }, { "@averageMs>1us", "0 1 2" },
  };
  guint32 metric = lamina_builder_add_metric (self->builder, self->run, "averageMs", LAMINA_UNIT_MILLISECONDS,
                                              LAMINA_VALUE_REAL);
  LaminaRun *run;

  for (guint32 i = 0; i < 3; i++)
    {
      fixture_add (self, &(Row) { .name = "layer" });
      lamina_builder_set_metric_real (self->builder, self->run, metric, i, (const double[]) { 0.1, 0.25, 0.5 }[i]);
    }
  run = fixture_freeze (self);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
      g_autofree guint32 *rows = NULL;
      g_autofree char *found = NULL;
      guint n;

      filter.text = cases[i].text;
      rows = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
      found = dump_rows (rows, n);
      g_test_message ("filter %s", filter.text);
      g_assert_cmpstr (found, ==, cases[i].expected);
    }
}

static char *
dump_groups (LaminaRun         *run,
             LaminaGrouping    *grouping,
             LaminaLayerColumn  column,
             gboolean           descending)
{
  g_autofree guint32 *order = lamina_grouping_dup_order (grouping, column, descending, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lamina_grouping_get_n (grouping); i++)
    {
      g_auto (LaminaLayerValue) value = { 0 };
      const LaminaLayerGroup *group = lamina_grouping_get (grouping, order[i]);
      g_autofree char *words = NULL;

      lamina_layer_group_get_value (run, group, column, &value);
      words = lamina_layer_value_dup_text (&value);
      g_string_append_printf (text, "%s%s: %s", i > 0 ? ", " : "", group->label, words);
    }
  return g_string_free (text, FALSE);
}

/* Even layers: 0, 2 and 4; odd ones: 1, 3 and 5. */
static void
test_groups (Fixture       *self,
             gconstpointer  data)
{
  static const struct { const char *name; const char *ascending; const char *descending; } cases[] = {
    { "stride", "odd: 10, even: 2 values", "even: 2 values, odd: 10" },
    { "mode", "odd: valid, even: 2 values", "even: 2 values, odd: valid" },
    { "conv.pad", "odd: 0, even: 1", "even: 1, odd: 0" },
    { "only", "even: yes, odd: —", "even: yes, odd: —" },
    { "nobody", "odd: —, even: —", "odd: —, even: —" },
  };
  static const guint32 rows[] = { 0, 1, 2, 3, 4, 5 };
  LaminaRun *run = freeze (self, 1);
  g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (run, rows, 6, LAMINA_GROUP_BY_TYPE, NULL);
  const LaminaLayerGroup *odd = lamina_grouping_get (grouping, 0), *even = lamina_grouping_get (grouping, 1);
  g_autofree char *spread = NULL;
  g_autofree char *partial = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      LaminaLayerColumn column = read_column (run, cases[i].name);
      g_autofree char *ascending = dump_groups (run, grouping, column, FALSE);
      g_autofree char *descending = dump_groups (run, grouping, column, TRUE);

      g_assert_cmpstr (ascending, ==, cases[i].ascending);
      g_assert_cmpstr (descending, ==, cases[i].descending);
    }
  g_assert_cmpstr (odd->label, ==, "odd");
  spread = lamina_attribute_dup_spread (run, even, lamina_attribute_get_column (run, "stride"));
  g_assert_cmpstr (spread, ==, "2: 2 layers\n9: 1 layer");
  partial = lamina_attribute_dup_spread (run, odd, lamina_attribute_get_column (run, "stride"));
  g_assert_cmpstr (partial, ==, "—: 2 layers\n10: 1 layer");
  g_assert_null (lamina_attribute_dup_spread (run, odd, lamina_attribute_get_column (run, "only")));
  g_assert_null (lamina_attribute_dup_spread (run, odd, lamina_attribute_get_column (run, "nobody")));
}

/* Of very many values, those that most layers have are named; each sixth layer has none. */
static void
test_many (Fixture       *self,
           gconstpointer  data)
{
  g_autoptr (LaminaGrouping) whole = NULL;
  g_autoptr (LaminaGrouping) threes = NULL;
  g_autofree guint32 *rows = NULL;
  g_autofree char *spread = NULL;
  g_autofree char *few = NULL;
  LaminaLayerColumn column;
  LaminaRun *run;
  guint n;

  numbered = TRUE;
  run = freeze (self, 200);
  column = read_column (run, "number");
  numbered = FALSE;
  n = lamina_run_get_layers (run)->n;
  rows = g_new (guint32, n);
  for (guint i = 0; i < n; i++)
    rows[i] = i;
  whole = lamina_grouping_new (run, rows, n, LAMINA_GROUP_BY_SECTION, NULL);
  spread = lamina_attribute_dup_spread (run, lamina_grouping_get (whole, 0), column);
  g_assert_cmpstr (spread, ==, "—: 200 layers\n0: 4 layers\n4: 1 layer\n6: 1 layer\n7: 1 layer\n8: 1 layer\n9: 1 layer\n"
                               "10: 1 layer\n…");
  threes = lamina_grouping_new (run, rows, n, LAMINA_GROUP_BY_NAME, NULL);
  g_assert_cmpuint (lamina_grouping_get_n (threes), ==, n / 3);
  for (guint i = 0; i < n / 3; i++)
    {
      const LaminaLayerGroup *group = lamina_grouping_get (threes, i);
      guint first = group->layers[0];
      g_auto (LaminaLayerValue) value = { 0 };

      lamina_layer_group_get_value (run, group, column, &value);
      g_assert_cmpint (value.kind == LAMINA_LAYER_VALUE_SEVERAL, ==, first > 0);
      g_assert_cmpint (value.integer, ==, first == 0 ? 0 : first % 6 == 0 ? 3 : 2);
      if (first == 3)
        few = lamina_attribute_dup_spread (run, group, column);
    }
  g_assert_cmpstr (few, ==, "—: 1 layer\n0: 1 layer\n4: 1 layer");
}

/* The number of different values, however many: what is written for programs, too. */
static void
test_several (Fixture       *self,
              gconstpointer  data)
{
  static const guint32 rows[] = { 0, 1, 2, 3, 4, 5 };
  LaminaRun *run = freeze (self, 1);
  g_autoptr (LaminaGrouping) grouping = lamina_grouping_new (run, rows, 6, LAMINA_GROUP_BY_SECTION, NULL);
  g_auto (LaminaLayerValue) value = { 0 };
  g_autofree char *plain = NULL;
  g_autofree char *exact = NULL;

  lamina_layer_group_get_value (run, lamina_grouping_get (grouping, 0), read_column (run, "stride"), &value);
  g_assert_cmpint (value.kind, ==, LAMINA_LAYER_VALUE_SEVERAL);
  g_assert_cmpint (value.integer, ==, 3);
  plain = lamina_layer_value_dup_plain (&value);
  exact = lamina_layer_value_dup_exact (&value);
  g_assert_cmpstr (plain, ==, "3 values");
  g_assert_cmpstr (exact, ==, "3 values");
}

/* A file that is no longer the one that was opened is said; one layer that cannot be parsed has no attributes. */
static void
test_changed (Fixture       *self,
              gconstpointer  data)
{
  LaminaRun *run = freeze (self, 1);
  LaminaLayerColumn column = lamina_attribute_get_column (run, "stride");
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) other = NULL;
  g_autoptr (GError) third = NULL;

  changed = TRUE;
  g_assert_false (lamina_attributes_read (run, &column, 1, NULL, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CHANGED);
  g_assert_null (lamina_attributes_list (run, NULL, &other));
  g_assert_error (other, LAMINA_ERROR, LAMINA_ERROR_CHANGED);
  g_assert_cmpuint (n_described, ==, 2);
  g_assert_false (lamina_attribute_is_read (run, column));
  assert_sorted (self, run, column, FALSE, "0 1 2 3 4 5");
  g_assert_false (lamina_attributes_read_filter (run, "even @stride>2", NULL, NULL, &third));
  g_assert_error (third, LAMINA_ERROR, LAMINA_ERROR_CHANGED);
  g_assert_true (lamina_attributes_read_filter (run, "even", NULL, NULL, NULL));
  changed = FALSE;
  assert_sorted (self, run, column, FALSE, "0 4 2 1 3 5");
}

/* What a filter asks and what is shown beside is read in one pass. */
static void
test_read_filter (Fixture       *self,
                  gconstpointer  data)
{
  LaminaRun *run = freeze (self, 1);
  LaminaLayerColumn column = lamina_attribute_get_column (run, "mode");
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autoptr (GArray) shown = g_array_new (FALSE, FALSE, sizeof (LaminaLayerColumn));
  g_autofree guint32 *rows = NULL;
  guint n;

  g_array_append_val (shown, column);
  filter.text = "@stride>2 -@Epsilon";
  g_assert_false (lamina_attributes_is_filter_read (run, filter.text));
  g_assert_true (lamina_attributes_read_filter (run, filter.text, shown, NULL, NULL));
  g_assert_cmpuint (n_described, ==, 6);
  g_assert_true (lamina_attribute_is_read (run, column));
  g_assert_true (lamina_attributes_is_filter_read (run, filter.text));
  rows = lamina_layers_filter (run, self->timebase, &filter, NULL, &n);
  g_assert_cmpuint (n_described, ==, 6);
  g_assert_true (lamina_attributes_read_filter (run, NULL, NULL, NULL, NULL));
}

static void
test_cancelled (Fixture       *self,
                gconstpointer  data)
{
  LaminaRun *run = freeze (self, 200);
  LaminaLayerColumn column = lamina_attribute_get_column (run, "stride");
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint32 rows[] = { 2, 1, 0 };
  guint n = 99;

  g_cancellable_cancel (cancellable);
  g_assert_false (lamina_attributes_read (run, &column, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (lamina_attributes_list (run, cancellable, NULL));
  filter.text = "@stride>2";
  g_assert_null (lamina_layers_filter (run, self->timebase, &filter, cancellable, &n));
  g_assert_false (lamina_layers_sort (run, self->timebase, column, FALSE, rows, 3, cancellable));
  g_assert_cmpuint (rows[0] + rows[1] + rows[2], ==, 3);
  g_assert_cmpuint (n_described, ==, 0);
  g_assert_false (lamina_attribute_is_read (run, column));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/attributes/" name, Fixture, NULL, fixture_setup, func, fixture_teardown)
  ADD ("columns", test_columns);
  ADD ("lazy", test_lazy);
  ADD ("keys", test_keys);
  ADD ("list", test_list);
  ADD ("list-many", test_list_many);
  ADD ("filter", test_filter);
  ADD ("filter-metric", test_filter_metric);
  ADD ("filter-milliseconds", test_filter_milliseconds);
  ADD ("read-filter", test_read_filter);
  ADD ("groups", test_groups);
  ADD ("many", test_many);
  ADD ("several", test_several);
  ADD ("changed", test_changed);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
