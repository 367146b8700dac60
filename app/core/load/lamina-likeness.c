/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-likeness-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define HEAD_BYTES 4096

/* What begins with these bytes. */
static const struct
{
  const char *bytes;
  gsize n;
  const char *sentence;
} beginnings[] = {
#define BYTES(text) text, sizeof text - 1
  { BYTES ("SQLite format 3\0"), N_("No format in use knows this file: it is an SQLite database with other tables.") },
  { BYTES ("\x89HDF\r\n\x1a\n"), N_("No format in use knows this file: it is an HDF5 file.") },
  { BYTES ("PAR1"), N_("No format in use knows this file: it is a Parquet table.") },
  { BYTES ("ARROW1"), N_("No format in use knows this file: it is an Arrow table.") },
  { BYTES ("PK\x03\x04"),
    N_("No format in use knows this file: it is a ZIP archive. If a profile lies in it, unpack it and open that.") },
  { BYTES ("PERFILE2"), N_("No format in use knows this file: it is a recording of Linux perf.") },
  { BYTES ("\x7f" "ELF"), N_("No format in use knows this file: it is a program or a library.") },
  { BYTES ("\x89PNG\r\n\x1a\n"), N_("No format in use knows this file: it is a picture.") },
  { BYTES ("%PDF-"), N_("No format in use knows this file: it is a PDF document.") },
#undef BYTES
};

/* What is called so. The bytes of these say less than their names. */
static const struct
{
  const char *suffix;
  const char *sentence;
} endings[] = {
  { ".nsys-rep", N_("No format in use knows this file: it is an NVIDIA Nsight Systems report. Export it with "
                    "“nsys export --type sqlite”.") },
  { ".qdrep", N_("No format in use knows this file: it is an NVIDIA Nsight Systems report. Export it with "
                 "“nsys export --type sqlite”.") },
  { ".ncu-rep", N_("No format in use knows this file: it is an NVIDIA Nsight Compute report.") },
  { ".xplane.pb", N_("No format in use knows this file: it is an XPlane protobuf. Open the .trace.json.gz that XProf writes "
                     "beside it.") },
  { ".onnx", N_("No format in use knows this file: it is an ONNX model and no profile of one.") },
  { ".pt", N_("No format in use knows this file: it is a model saved by PyTorch and no profile of one.") },
  { ".pth", N_("No format in use knows this file: it is a model saved by PyTorch and no profile of one.") },
};

/* Protocol 2 and later begin with its number. */
static gboolean
is_pickle (const guint8 *head,
           gsize         n)
{
  return n > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5;
}

/* A list of packets, each the field 1 with its length: where the first ends, the second begins. */
static gboolean
is_perfetto (const guint8 *head,
             gsize         n)
{
  guint64 length = 0;
  gsize at = 1;

  if (n < 2 || head[0] != 0x0a)
    return FALSE;
  for (guint shift = 0; at < n && shift < 35; shift += 7)
    {
      length |= (guint64) (head[at] & 0x7f) << shift;
      if ((head[at++] & 0x80) == 0)
        return length > 0 && at + length < n && head[at + length] == 0x0a;
    }
  return FALSE;
}

/* Control characters are in no text but for the ends of lines, and those of terminals. */
static gboolean
is_text (const guint8 *head,
         gsize         n)
{
  for (gsize i = 0; i < n; i++)
    if (head[i] < 0x20 && !g_ascii_isspace (head[i]) && head[i] != 0x1b)
      return FALSE;
  return n > 0;
}

const char *
lamina_likeness_get_sentence (LaminaSource *source)
{
  g_autofree char *name = g_ascii_strdown (lamina_source_get_name (source), -1);
  guint8 head[HEAD_BYTES];
  gssize read = lamina_source_read (source, 0, (char *) head, sizeof head, NULL, NULL);
  gsize n = (gsize) MAX (read, 0);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i].suffix))
      return endings[i].sentence;
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (n >= beginnings[i].n && memcmp (head, beginnings[i].bytes, beginnings[i].n) == 0)
      return beginnings[i].sentence;
  if (is_pickle (head, n))
    return N_("No format in use knows this file: it is a Python pickle.");
  if (is_perfetto (head, n))
    return N_("No format in use knows this file: it looks like a Perfetto protobuf. Convert it with “traceconv json”.");
  if (is_text (head, n) && (head[0] == '{' || head[0] == '['))
    return N_("No format in use knows this file: it is JSON, but has nothing that a profile has.");
  if (is_text (head, n))
    return N_("No format in use knows this file: it is text, but has nothing that a profile has.");
  return N_("No format in use knows this file.");
}
