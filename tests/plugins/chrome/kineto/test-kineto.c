/* SPDX-License-Identifier: Apache-2.0 */
#include "dump-document.h"

#include <glib/gstdio.h>
#include <string.h>

/* What PyTorch means by its events, through the engine and the loader, as the programs use it. */

static LaminaDocument *
load_joined (const char  *path,
             LaminaJoins  joins)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (LaminaLoader) loader = lamina_loader_new (lamina_engine_get_default (), file);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  lamina_loader_set_joins (loader, joins);
  document = lamina_loader_load (loader, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (lamina_document_get_format (document), ==, "chrome-trace");
  g_assert_cmpstr (lamina_document_get_tool (document), ==, "PyTorch");
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->lost, ==, 0);
  return document;
}

static LaminaDocument *
load (const char *path)
{
  return load_joined (path, LAMINA_JOIN_PARTS);
}

static LaminaDocument *
load_real (const char *name)
{
  g_autofree char *place = g_build_filename ("samples", "kineto", name, NULL);
  g_autofree char *path = build_real_path (place);

  return path ? load (path) : NULL;
}

static char *
build_sample_path (void)
{
  g_autofree char *data = build_data_path ("");

  return g_build_filename (data, "..", "..", "data", "samples", "convnet-pytorch.pt.trace.json", NULL);
}

static void
test_sample (void)
{
  g_autofree char *path = build_sample_path ();
  g_autoptr (LaminaDocument) document = load (path);
  g_autofree char *text = dump_outline (document);

  assert_expected (text, "kineto/convnet-pytorch.txt");
}

/* One step of its last layers, in full: forward, backward and optimizer, with kernels, arguments, stacks and arrows. */
static void
test_step (void)
{
  g_autofree char *path = build_data_path ("kineto/step.json");
  g_autoptr (LaminaDocument) document = load (path);
  g_autofree char *text = dump_document (document);

  assert_expected (text, "kineto/step.txt");
}

/* Modules and stacks in words, collectives with groups and sizes. */
static void
test_words (void)
{
  g_autofree char *path = build_data_path ("kineto/rank.json");
  g_autoptr (LaminaDocument) document = load (path);
  g_autofree char *text = dump_document (document);

  assert_expected (text, "kineto/rank.txt");
}

/* Kernels that only a folded argument tells apart, and one whose short name is the name of another. */
static void
test_namesakes (void)
{
  g_autofree char *path = build_data_path ("kineto/namesakes.json");
  g_autoptr (LaminaDocument) document = load (path);
  g_autofree char *text = dump_document (document);

  assert_expected (text, "kineto/namesakes.txt");
}

/* Times add up */

/* How long the tracks of a kind were in use, from the first slice to the last. */
static gint64
sum_covered (LaminaRun       *run,
             LaminaGroupKind  kind)
{
  gint64 sum = 0;

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, i));
      gint64 start = G_MAXINT64, end = 0;

      if (lamina_run_get_track_kind (run, i) != kind || slices->n == 0)
        continue;
      for (guint j = 0; j < slices->n; j++)
        {
          start = MIN (start, slices->start[j]);
          end = MAX (end, slices->start[j] + slices->duration[j]);
        }
      sum += end - start;
    }
  return sum;
}

static void
check_sums (LaminaDocument *document)
{
  LaminaRun *run = lamina_document_get_run (document, 0);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gint64 self = 0, device = 0;

  for (guint i = 0; i < layers->n; i++)
    {
      if (layers->host_self[i] != LAMINA_ABSENT)
        {
          g_assert_cmpint (layers->host_self[i], >=, 0);
          g_assert_cmpint (layers->host_self[i], <=, layers->host[i]);
          self += layers->host_self[i];
        }
      if (layers->device_time[i] != LAMINA_ABSENT)
        {
          g_assert_cmpint (layers->device_time[i], >=, 0);
          device += layers->device_time[i];
        }
      g_assert_true (layers->parent[i] == LAMINA_NONE || layers->parent[i] < i);
    }
  g_assert_cmpint (self, <=, sum_covered (run, LAMINA_GROUP_HOST));
  g_assert_cmpint (device, <=, sum_covered (run, LAMINA_GROUP_DEVICE));
  g_assert_cmpint (device, ==, lamina_run_get_totals (run)->cost);
}

static guint
count_phase (LaminaRun   *run,
             LaminaPhase  phase)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n = 0;

  for (guint i = 0; i < layers->n; i++)
    n += layers->phase[i] == phase;
  return n;
}

/* Every slice of work on a device has a layer; what only repeats or waits has none. */
static void
check_owners (LaminaRun *run)
{
  static const char *const echoes[] = { "gpu_user_annotation", "cuda_sync" };

  for (guint i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, i));

      for (guint j = 0; lamina_run_get_track_kind (run, i) == LAMINA_GROUP_DEVICE && j < slices->n; j++)
        {
          const char *category = lamina_run_get_string (run, lamina_slices_get_category (slices, j));
          gboolean is_echo = g_str_equal (category, echoes[0]) || g_str_equal (category, echoes[1]);

          g_assert_cmpint (lamina_column_row (slices->layer, j) == LAMINA_NONE, ==, is_echo);
        }
    }
}

typedef struct
{
  const char *name;
  guint n_records;
  guint n_layers;
  guint n_sections;
  guint n_forward;
  guint n_backward;
  guint n_optimizer;
  gint64 cost;
} Numbers;

static const Numbers real_traces[] = {
  { "hta__amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz", 220, 70, 2, 23, 34, 3, 149042 },
  { "hta__critical_path__alexnet__benchmark_result_2869224_1695835535_trace.json.gz", 1408, 359, 2, 252, 0, 0, 66203000 },
  { "hta__ns_resolution_trace__rank-0.Apr_03_18_51_38.1102.pt.trace.json.gz", 68692, 23910, 5, 4655, 9560, 2430, 472454441 },
  { "hta__timeline_analysis__sampled_rank-0.json.gz", 4855, 2345, 2, 774, 1241, 111, 607844000 },
};

static void
test_real (gconstpointer data)
{
  const Numbers *expected = data;
  g_autoptr (LaminaDocument) document = load_real (expected->name);
  LaminaRun *run;

  if (!document)
    return;
  run = lamina_document_get_run (document, 0);
  g_assert_cmpuint (lamina_import_report_get_counts (lamina_document_get_report (document))->read, ==, expected->n_records);
  g_assert_cmpuint (lamina_run_get_layers (run)->n, ==, expected->n_layers);
  g_assert_cmpuint (lamina_run_get_n_sections (run), ==, expected->n_sections);
  g_assert_cmpint (lamina_run_get_totals (run)->cost, ==, expected->cost);
  g_assert_cmpuint (count_phase (run, LAMINA_PHASE_FORWARD), ==, expected->n_forward);
  g_assert_cmpuint (count_phase (run, LAMINA_PHASE_BACKWARD), ==, expected->n_backward);
  g_assert_cmpuint (count_phase (run, LAMINA_PHASE_OPTIMIZER), ==, expected->n_optimizer);
  check_sums (document);
  check_owners (run);
}

static void
test_sample_sums (void)
{
  g_autofree char *path = build_sample_path ();
  g_autoptr (LaminaDocument) document = load (path);

  check_sums (document);
  check_owners (lamina_document_get_run (document, 0));
}

/* Forward and backward */

/* The text of a file that may be compressed. */
static char *
read_text (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GConverter) inflater = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GOutputStream) text = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = G_INPUT_STREAM (g_file_read (file, NULL, &error));
  g_autoptr (GInputStream) inflated = NULL;

  g_assert_no_error (error);
  if (g_str_has_suffix (path, ".gz"))
    inflated = g_converter_input_stream_new (stream, inflater);
  g_output_stream_splice (text, inflated ? inflated : stream, G_OUTPUT_STREAM_SPLICE_NONE, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_write_all (text, "", 1, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (text, NULL, NULL));
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (text));
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* From where to where the arrows of a name go, sorted; @outer: to the slices around those where they end. */
static char *
dump_arrows (LaminaRun  *run,
             const char *name,
             gboolean    outer)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  guint n;
  const LaminaFlow *flows = lamina_run_get_flows (run, &n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (lamina_run_get_string (run, flows[i].name), name))
      {
        LaminaSliceRef to = flows[i].to;

        to.slice = outer ? lamina_track_get_parent (lamina_run_get_track (run, to.track), to.slice) : to.slice;
        g_ptr_array_add (lines, g_strdup_printf ("%u:%u > %u:%u", flows[i].from.track, flows[i].from.slice, to.track,
                                                 to.slice));
      }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

/* What arrows of the file say follows from the numbers of the operators, too. */
static void
check_backward (const char *path,
                gboolean    outer)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-backward-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "backward.json", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *contents = read_text (path);
  g_autofree char *stated = NULL;
  g_autofree char *found = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) with = load (path);
  g_autoptr (LaminaDocument) without = NULL;

  g_string_append (text, contents);
  g_assert_cmpuint (g_string_replace (text, "fwdbwd", "another", 0), >, 0);
  g_file_set_contents (copy, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  without = load (copy);
  stated = dump_arrows (lamina_document_get_run (with, 0), "fwdbwd", FALSE);
  found = dump_arrows (lamina_document_get_run (without, 0), "fwdbwd", outer);
  g_assert_cmpuint (strlen (stated), >, 0);
  g_assert_cmpstr (found, ==, stated);
  g_remove (copy);
  g_rmdir (folder);
}

/* Our sample draws its arrows to what the engine wraps around the nodes. */
static void
test_backward (void)
{
  g_autofree char *path = build_sample_path ();

  check_backward (path, TRUE);
}

static void
test_backward_real (void)
{
  g_autofree char *path = build_real_path ("samples/kineto/hta__amd_trace__mi250_minitoy_train_ROCm6_2_kineto.json.gz");

  if (path)
    check_backward (path, FALSE);
}

/* Ranks */

#define GPU_LABEL "\"labels\": \"GPU 0\""

/* Writes the sample as another rank of its job. */
static char *
write_rank (const char *folder,
            const char *name,
            const char *rank,
            const char *origin,
            const char *label)
{
  g_autofree char *sample = build_sample_path ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (sample, &contents, NULL, &error);
  g_assert_no_error (error);
  text = g_string_new (contents);
  g_assert_cmpuint (g_string_replace (text, "\"rank\": 0, \"world_size\"", rank, 0), ==, 1);
  g_assert_cmpuint (g_string_replace (text, "1729720800000000000", origin, 0), ==, 1);
  g_assert_cmpuint (g_string_replace (text, GPU_LABEL, label, 0), ==, 1);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&path);
}

/* @n layers of a rank, @first being the first one, are nowhere but on its own device. */
static void
check_device (LaminaRun  *run,
              guint       first,
              guint       n,
              const char *device)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint n_there = 0;

  for (guint i = first; i < first + n; i++)
    if (layers->device[i] != 0)
      {
        g_assert_cmpstr (lamina_run_get_string (run, layers->device[i]), ==, device);
        n_there++;
      }
  g_assert_cmpuint (n_there, >, 0);
}

/* A job that was recorded twice: with a file of one rank goes that of the other which was recorded with it. */
static void
test_recordings (void)
{
  static const char *const origins[] = { "1729720800000000000", "1729720860000000000", "1729720800000300000",
                                         "1729720860000300000" };
  g_autofree char *folder = g_dir_make_tmp ("lamina-ranks-XXXXXX", NULL);
  char *paths[G_N_ELEMENTS (origins)];

  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      g_autofree char *name = g_strdup_printf ("job_%u.%u.json", i / 2, i);

      paths[i] = write_rank (folder, name, i < 2 ? "\"rank\": 0, \"world_size\"" : "\"rank\": 1, \"world_size\"",
                             origins[i], GPU_LABEL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      g_autoptr (LaminaDocument) document = load_joined (paths[i], LAMINA_JOIN_RANKS);
      LaminaSources *sources = lamina_document_get_sources (document);
      g_autofree char *other = g_path_get_basename (paths[(i + 2) % G_N_ELEMENTS (origins)]);

      g_assert_cmpuint (lamina_sources_get_n (sources), ==, 2);
      g_assert_cmpstr (lamina_source_get_name (lamina_sources_get (sources, 1)), ==, other);
      g_assert_cmpint (lamina_run_get_clock (lamina_document_get_run (document, 0), 1)->offset, ==,
                       i < 2 ? 300000 : -300000);
    }
  for (guint i = 0; i < G_N_ELEMENTS (origins); i++)
    {
      g_remove (paths[i]);
      g_free (paths[i]);
    }
  g_rmdir (folder);
}

/* A file that does not say when it begins stands beside the other, whichever of them is first. */
static void
check_without_base (const char *first_origin,
                    const char *second_origin)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-ranks-XXXXXX", NULL);
  g_autofree char *first = write_rank (folder, "job_0.json", "\"rank\": 0, \"world_size\"", first_origin, GPU_LABEL);
  g_autofree char *second = write_rank (folder, "job_1.json", "\"rank\": 1, \"world_size\"", second_origin, GPU_LABEL);
  g_autofree char *sample = build_sample_path ();
  g_autoptr (LaminaDocument) alone = load (sample);
  g_autoptr (LaminaDocument) document = load_joined (first, LAMINA_JOIN_RANKS);
  LaminaRun *one = lamina_document_get_run (alone, 0), *both = lamina_document_get_run (document, 0);
  g_autoptr (LaminaTimebase) whole = lamina_timebase_new (one, TRUE);
  g_autoptr (LaminaTimebase) joined = lamina_timebase_new (both, TRUE);

  g_assert_cmpuint (lamina_run_get_n_clocks (both), ==, 2);
  g_assert_cmpint (lamina_run_get_clock (both, 0)->basis, ==, LAMINA_CLOCK_FILE);
  g_assert_cmpint (lamina_run_get_clock (both, 1)->offset, ==, 0);
  g_assert_cmpint (lamina_run_get_clock (both, 1)->basis, ==, LAMINA_CLOCK_UNKNOWN);
  g_assert_cmpint (lamina_timebase_get_end (joined) - lamina_timebase_get_start (joined), ==,
                   lamina_timebase_get_end (whole) - lamina_timebase_get_start (whole));
  g_remove (first);
  g_remove (second);
  g_rmdir (folder);
}

static void
test_ranks_without_base (void)
{
  check_without_base ("1729720800000000000", "null");
  check_without_base ("null", "1729720800000000000");
  check_without_base ("null", "null");
}

/* A rank is a document of its own, which says what lies beside it. */
static void
check_alone (const char *path)
{
  g_autoptr (LaminaDocument) document = load (path);
  LaminaSources *sources = lamina_document_get_sources (document);

  g_assert_cmpuint (lamina_sources_get_n (sources), ==, 1);
  g_assert_cmpuint (lamina_sources_get_n_ranks_beside (sources), ==, 1);
  g_assert_cmpuint (lamina_run_get_n_clocks (lamina_document_get_run (document, 0)), ==, 1);
}

/* Two processes of one job are one document, with a clock for each; a third file of another job is none of it. */
static void
test_ranks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("lamina-ranks-XXXXXX", NULL);
  g_autofree char *first = write_rank (folder, "job_0.json", "\"rank\": 0, \"world_size\"", "1729720800000000000", GPU_LABEL);
  g_autofree char *second = write_rank (folder, "job_1.json", "\"rank\": 1, \"world_size\"", "1729720800000020000",
                                         "\"labels\": \"\"");
  g_autofree char *other = write_rank (folder, "else_2.json", "\"rank\": 1, \"world_size\"", "1729720800000000000", GPU_LABEL);
  g_autofree char *sample = build_sample_path ();
  g_autoptr (LaminaDocument) alone = load (sample);
  g_autoptr (LaminaDocument) document = load_joined (first, LAMINA_JOIN_RANKS);
  LaminaRun *one = lamina_document_get_run (alone, 0), *both = lamina_document_get_run (document, 0);

  check_alone (first);
  check_alone (second);
  g_assert_cmpuint (lamina_document_get_n_runs (document), ==, 1);
  g_assert_cmpuint (lamina_run_get_n_clocks (both), ==, 2);
  g_assert_cmpstr (lamina_run_get_clock (both, 1)->name, ==, "rank 1");
  g_assert_cmpint (lamina_run_get_clock (both, 0)->offset, ==, 0);
  g_assert_cmpint (lamina_run_get_clock (both, 1)->offset, ==, 20000);
  g_assert_cmpint (lamina_run_get_clock (both, 1)->basis, ==, LAMINA_CLOCK_FILE);
  g_assert_cmpuint (lamina_run_get_n_sections (both), ==, 2);
  g_assert_cmpuint (lamina_run_get_layers (both)->n, ==, 2 * lamina_run_get_layers (one)->n);
  g_assert_cmpint (lamina_run_get_totals (both)->cost, ==, 2 * lamina_run_get_totals (one)->cost);
  check_sums (document);
  check_owners (both);
  check_device (both, 0, lamina_run_get_layers (one)->n, "rank 0 GPU 0");
  check_device (both, lamina_run_get_layers (one)->n, lamina_run_get_layers (one)->n, "rank 1 GPU 0");
  for (guint i = 0; i < lamina_run_get_layers (both)->n; i++)
    {
      const LaminaPlace place = { LAMINA_PLACE_LAYER, 0, 0, i };
      g_autoptr (GError) error = NULL;
      g_autoptr (LaminaDetails) details = lamina_document_describe (document, &place, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (lamina_details_get_n (details), >, 0);
    }
  g_remove (first);
  g_remove (second);
  g_remove (other);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kineto/sample", test_sample);
  g_test_add_func ("/kineto/step", test_step);
  g_test_add_func ("/kineto/words", test_words);
  g_test_add_func ("/kineto/namesakes", test_namesakes);
  g_test_add_func ("/kineto/sample/sums", test_sample_sums);
  g_test_add_func ("/kineto/backward", test_backward);
  g_test_add_func ("/kineto/backward/real", test_backward_real);
  g_test_add_func ("/kineto/ranks/recordings", test_recordings);
  g_test_add_func ("/kineto/ranks", test_ranks);
  g_test_add_func ("/kineto/ranks/without-base", test_ranks_without_base);
  for (guint i = 0; i < G_N_ELEMENTS (real_traces); i++)
    {
      g_autofree char *name = g_strndup (real_traces[i].name, strcspn (real_traces[i].name + 5, "_") + 5);
      g_autofree char *path = g_strdup_printf ("/kineto/real/%s", name);

      g_test_add_data_func (path, &real_traces[i], test_real);
    }

  return g_test_run ();
}
