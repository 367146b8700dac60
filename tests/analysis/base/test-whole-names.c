/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-layer-details.h"
#include "lamina-layer-query.h"
#include "lamina-sandwich.h"
#include "lamina-search.h"
#include "open-file.h"

#include <glib/gstdio.h>

/* Kernels have shorter names than the file gives them; what looks for names knows both. */

#define ADD "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>, at::detail::Array<char*, 3>>(int)"
#define SHORT_ADD "add<float>(vectorized_elementwise_kernel<4>)"

/* Belongs to an operator. */
#define REDUCE "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float>>>(float*)"

static const char trace[] =
  "{\"schemaVersion\": 1, \"deviceProperties\": [], \"traceEvents\": [\n"
  "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::add\",\"pid\":9,\"tid\":9,\"ts\":0,\"dur\":10,\"args\":{\"External id\":5}},\n"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"" ADD "\",\"pid\":0,\"tid\":7,\"ts\":20,\"dur\":5,"
  "\"args\":{\"device\":0,\"stream\":7,\"correlation\":1}},\n"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"" ADD "\",\"pid\":0,\"tid\":7,\"ts\":30,\"dur\":5,"
  "\"args\":{\"device\":0,\"stream\":7,\"correlation\":2}},\n"
  "{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":9,\"tid\":9,\"ts\":2,\"dur\":3,"
  "\"args\":{\"correlation\":8}},\n"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"" REDUCE "\",\"pid\":0,\"tid\":7,\"ts\":10,\"dur\":5,"
  "\"args\":{\"device\":0,\"stream\":7,\"correlation\":8,\"grid\":[4,1,1]}},\n"
  "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"plain\",\"pid\":0,\"tid\":7,\"ts\":40,\"dur\":5,"
  "\"args\":{\"device\":0,\"stream\":7,\"correlation\":3}}\n"
  "]}\n";

typedef struct
{
  char *path;
  LaminaDocument *document;
  LaminaRun *run;
  LaminaTimebase *timebase;
} Opened;

static void
setup (Opened        *self,
       gconstpointer  data)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-whole-names-XXXXXX", NULL);

  self->path = g_build_filename (folder, "trace.json", NULL);
  g_assert_true (g_file_set_contents (self->path, trace, -1, NULL));
  self->document = open_file (self->path);
  self->run = lamina_document_get_run (self->document, 0);
  self->timebase = lamina_timebase_new (self->run, TRUE);
}

static void
teardown (Opened        *self,
          gconstpointer  data)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  lamina_timebase_unref (self->timebase);
  lamina_document_unref (self->document);
  g_assert_cmpint (g_remove (self->path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (self->path);
}

static void
assert_whole (Opened     *self,
              const char *name,
              const char *expected)
{
  g_auto (GStrv) names = lamina_run_dup_whole_names (self->run, name);
  g_autofree char *whole = lamina_run_dup_whole_name (self->run, name);

  g_assert_cmpstr (whole, ==, expected ? expected : name);
  g_assert_cmpuint (names ? g_strv_length (names) : 0, ==, expected ? 1 : 0);
  g_assert_cmpstr (names ? names[0] : NULL, ==, expected);
}

static void
test_names (Opened        *self,
            gconstpointer  data)
{
  assert_whole (self, SHORT_ADD, ADD);
  assert_whole (self, "aten::add", NULL);
  assert_whole (self, "plain", NULL);
  assert_whole (self, "nothing is called so", NULL);
  assert_whole (self, "", NULL);
}

static guint
count_found (Opened     *self,
             const char *text)
{
  g_autoptr (LaminaSearch) search = lamina_search_new (self->run, self->timebase, text, NULL);

  return (guint) lamina_search_get_n (search);
}

static guint
count_filtered (Opened     *self,
                const char *text)
{
  LaminaLayerFilter filter = LAMINA_LAYER_FILTER_INIT;
  g_autofree guint32 *rows = NULL;
  guint n;

  filter.text = text;
  rows = lamina_layers_filter (self->run, self->timebase, &filter, NULL, &n);
  return n;
}

/* Names of the tree of all layers, which stand in the sandwich and in the flame graph. */
static void
count_matches (Opened     *self,
               const char *text,
               guint      *n_names,
               guint      *n_nodes)
{
  LaminaFlameOptions options;
  g_autoptr (LaminaFlameTree) tree = NULL;
  g_autoptr (LaminaSandwich) sandwich = NULL;
  g_autofree guint32 *names = NULL;
  g_autofree guint8 *marks = NULL;
  gint64 weight;

  lamina_flame_choose (self->run, lamina_flame_list_offers (self->run, NULL), &options);
  tree = lamina_flame_tree_new (self->run, NULL, &options, NULL);
  sandwich = lamina_sandwich_new (tree, NULL);
  names = lamina_sandwich_filter (sandwich, text, n_names, NULL);
  marks = lamina_flame_tree_match (tree, text, &weight, n_nodes, NULL);
}

static void
test_found (Opened        *self,
            gconstpointer  data)
{
  static const struct { const char *text; guint n; guint n_names; } cases[] = {
    { "AddFunctor", 2, 1 },
    { "at::native::addfunctor<float>", 2, 1 },
    /* One word of the short name alone, one of the whole one alone. */
    { "add<float> array", 2, 1 },
    { "add<float>", 2, 1 },
    { "plain", 1, 1 },
    { "SubFunctor", 0, 0 },
    { "plain at::native", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint n_names, n_nodes;

      g_assert_cmpuint (count_found (self, cases[i].text), ==, cases[i].n);
      g_assert_cmpuint (count_filtered (self, cases[i].text), ==, cases[i].n);
      count_matches (self, cases[i].text, &n_names, &n_nodes);
      g_assert_cmpuint (n_names, ==, cases[i].n_names);
      g_assert_cmpint (n_nodes > 0, ==, cases[i].n > 0);
    }
  g_assert_cmpuint (count_filtered (self, "name:AddFunctor"), ==, 2);
  g_assert_cmpuint (count_filtered (self, "type:AddFunctor"), ==, 0);
  g_assert_cmpuint (count_filtered (self, "-name:AddFunctor"), ==, 2);
}

/* An operator is found by the slices of its kernels, and says what they are; the table has it by its own name alone. */
static void
test_kernels (Opened        *self,
              gconstpointer  data)
{
  static const char expected[] = "(null) External id: 5\n"
                                 "SHORT device: 0\nSHORT stream: 7\nSHORT correlation: 8\nSHORT grid: [4,1,1]\n"
                                 "SHORT name: " REDUCE "\n";
  g_autoptr (LaminaDetails) details = lamina_layer_details_read (self->document, 0, 0, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_cmpstr (lamina_run_get_string (self->run, lamina_run_get_layers (self->run)->name[0]), ==, "aten::add");
  for (guint i = 0; i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);
      g_autofree char *value = lamina_value_to_string (&detail->value);

      g_string_append_printf (text, "%s %s: %s\n", detail->group ? "SHORT" : "(null)", detail->key, value);
      if (detail->group)
        assert_whole (self, detail->group, REDUCE);
    }
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (count_found (self, "ReduceOp"), ==, 1);
  g_assert_cmpuint (count_filtered (self, "ReduceOp"), ==, 0);
}

/* What stands at its place in a file that was written anew is something else. */
static void
test_changed (Opened        *self,
              gconstpointer  data)
{
  g_assert_true (g_file_set_contents (self->path, "{}", -1, NULL));
  assert_whole (self, SHORT_ADD, NULL);
  g_assert_cmpuint (count_found (self, "AddFunctor"), ==, 0);
  g_assert_cmpuint (count_found (self, "add<float>"), ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/whole-names/names", Opened, NULL, setup, test_names, teardown);
  g_test_add ("/whole-names/found", Opened, NULL, setup, test_found, teardown);
  g_test_add ("/whole-names/kernels", Opened, NULL, setup, test_kernels, teardown);
  g_test_add ("/whole-names/changed", Opened, NULL, setup, test_changed, teardown);
  return g_test_run ();
}
