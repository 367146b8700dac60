/* SPDX-License-Identifier: Apache-2.0 */
#include "bench.h"

#include <stdio.h>

/* A chain of operators of a network as MegEngine writes it: one reads what the one before wrote, and a weight. The ids of
 * operator i, its output and its weight are 3i, 3i + 1 and 3i + 2. Members come in the order of MegEngine's own files.
 * */

#define OPERATOR(i) (3 * (guint64) (i))
#define OUTPUT(i) (OPERATOR (i) + 1)
#define WEIGHT(i) (OPERATOR (i) + 2)

/* What one operator takes in the file, with everything that belongs to it. */
#define BYTES_PER_OPERATOR 2100

static void
write_times (FILE       *file,
             const char *lane,
             guint64     n,
             double      step)
{
  fprintf (file, "{ ");
  for (guint64 i = 0; i < n; i++)
    {
      double start = 0.1 + i * step;

      fprintf (file, "%s\"%" G_GUINT64_FORMAT "\": { \"%s\": { \"end\": %.15g, \"kern\": %.15g, \"start\": %.15g}}",
               i > 0 ? ", " : "", OPERATOR (i), lane, start + 0.9 * step, start + 0.2 * step, start);
    }
  fprintf (file, "}");
}

static void
write_footprints (FILE    *file,
                  guint64  n)
{
  fprintf (file, "{ ");
  for (guint64 i = 0; i < n; i++)
    fprintf (file,
             "%s\"%" G_GUINT64_FORMAT "\": { \"param\": { \"compute_mode\": \"DEFAULT\", \"dilate_h\": 1, \"format\": \"NCHW\", "
             "\"pad_h\": 1, \"stride_h\": 1}, \"out_shapes\": [[10, 64, 56, 56]], \"in_shapes\": [[10, 64, 56, 56], "
             "[64, 64, 3, 3]], \"memory\": 16204800, \"computation\": 2312110080}",
             i > 0 ? ", " : "", OPERATOR (i));
  fprintf (file, "}");
}

static void
write_operators (FILE    *file,
                 guint64  n)
{
  fprintf (file, "{ ");
  for (guint64 i = 0; i < n; i++)
    {
      guint64 input = i > 0 ? OUTPUT (i - 1) : WEIGHT (0);

      fprintf (file,
               "%s\"%" G_GUINT64_FORMAT "\": { \"waiting_spec\": { }, \"output\": [\"%" G_GUINT64_FORMAT "\"], \"input\": [\"%"
               G_GUINT64_FORMAT "\", \"%" G_GUINT64_FORMAT "\"], \"type\": \"%s\", \"name\": \"conv(FUSE[%" G_GUINT64_FORMAT
               "],const{64,64,3,3}[%" G_GUINT64_FORMAT "])[%" G_GUINT64_FORMAT "]\", \"id\": \"%" G_GUINT64_FORMAT
               "\", \"extra\": { \"dfs_step_num\": %" G_GUINT64_FORMAT ", \"input_update_time\": 0, \"priority\": 0}, "
               "\"node_type\": \"operator\"}",
               i > 0 ? ", " : "", OPERATOR (i), OUTPUT (i), input, WEIGHT (i), i % 3 == 2 ? "Elemwise" : "ConvolutionForward",
               input, WEIGHT (i), OPERATOR (i), OPERATOR (i), i);
    }
  fprintf (file, "}");
}

static void
write_var (FILE       *file,
           guint64     id,
           const char *shape,
           const char *stride,
           const char *flags)
{
  guint64 address = G_GUINT64_CONSTANT (0x7f0000000000) + id % 64 * 0x800000;

  fprintf (file,
           "\"%" G_GUINT64_FORMAT "\": { \"prev_dev_ptr_end\": %" G_GUINT64_FORMAT ", \"flag\": [%s], \"comp_node\": \"gpu0:0\", "
           "\"prev_dev_ptr\": %" G_GUINT64_FORMAT ", \"force_update_src\": null, \"dev_ptr\": null, \"mem_plan\": "
           "{ \"layout\": { \"dtype\": \"Float32\", \"stride\": [%s], \"shape\": [%s]}, \"offset_byte\": 0, \"mem_chunk_id\": "
           "\"chk%" G_GUINT64_FORMAT "\"}, \"mem_readonly_fwd_src\": null, \"name\": \"var[%" G_GUINT64_FORMAT "]\", "
           "\"static_infer_tags\": { \"VALUE\": { \"deps\": [], \"inferred_result\": null, \"infer_type\": \"NO_DESC\", "
           "\"node_type\": \"static_infer_tag\"}, \"SHAPE\": { \"deps\": [], \"inferred_result\": [%s], \"infer_type\": "
           "\"RT_STATIC\", \"node_type\": \"static_infer_tag\"}}, \"id\": \"%" G_GUINT64_FORMAT "\", \"node_type\": \"var\"}",
           id, address + 0x7a8000, flags, address, stride, shape, id, id, shape, id);
}

static void
write_vars (FILE    *file,
            guint64  n)
{
  fprintf (file, "{ ");
  for (guint64 i = 0; i < n; i++)
    {
      fprintf (file, i > 0 ? ", " : "");
      write_var (file, OUTPUT (i), "10, 64, 56, 56", "200704, 3136, 56, 1", "\"ALLOW_EMPTY_SHAPE\"");
      fprintf (file, ", ");
      write_var (file, WEIGHT (i), "64, 64, 3, 3", "576, 9, 3, 1", "\"PERSISTENT_DEVICE_VALUE\"");
    }
  fprintf (file, "}");
}

static void
write_sequence (FILE    *file,
                guint64  n)
{
  fprintf (file, "[");
  for (guint64 i = 0; i < n; i++)
    fprintf (file, "%s\"%" G_GUINT64_FORMAT "\"", i > 0 ? ", " : "", OPERATOR (i));
  fprintf (file, "]");
}

GFile *
bench_write_profile (const char *folder,
                     guint64     bytes)
{
  g_autofree char *path = g_strdup_printf ("%s/profile-%" G_GUINT64_FORMAT ".json", folder, bytes);
  guint64 n = MAX (1, bytes / BYTES_PER_OPERATOR);
  FILE *file = fopen (path, "w");

  if (file == NULL)
    g_error ("%s can't be written", path);
  fprintf (file, "{ \"profiler\": { \"opr_internal_pf\": { }, \"host\": ");
  write_times (file, "interpreter", n, 2e-6);
  fprintf (file, ", \"opr_footprint\": ");
  write_footprints (file, n);
  fprintf (file, ", \"device\": ");
  write_times (file, "gpu0:0", n, 9e-6);
  fprintf (file, "}, \"graph_exec\": { \"comp_seq\": ");
  write_sequence (file, n);
  fprintf (file, ", \"mem_chunk\": { }, \"var\": ");
  write_vars (file, n);
  fprintf (file, ", \"operator\": ");
  write_operators (file, n);
  fprintf (file, "}}");
  if (fclose (file) != 0)
    g_error ("%s can't be written", path);
  return g_file_new_for_path (path);
}
