/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-listing.h"
#include "tensorflow-steps.h"

#include <string.h>

/* So many lines are looked at, and so many of a hundred must be of the listing. */
#define MOST_LINES 20
#define ENOUGH 80

/* `…, GPU, 0` */
static gboolean
ends_with_device (const char *line)
{
  static const char *const types[] = { ", GPU, ", ", CPU, ", ", TPU, ", ", XLA_", ", , " };
  const char *number = strrchr (line, ' ');

  if (!number || number[1] == '\0' || strspn (number + 1, "0123456789") != strlen (number + 1))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strstr (line, types[i]))
      return TRUE;
  return FALSE;
}

static int
tensorflow_probe (const LaminaHead *head)
{
  g_autofree char *text = g_strndup (head->text, head->length);
  g_auto (GStrv) lines = g_strsplit (text, "\n", MOST_LINES + 1);
  guint n = 0, n_rows = 0;

  for (guint i = 0; i < MOST_LINES && lines[i]; i++)
    if (g_strchomp (lines[i])[0] != '\0')
      {
        n++;
        n_rows += ends_with_device (lines[i]) && strstr (lines[i], ", (") && !strchr (lines[i], '"');
      }
  return n_rows > 0 && n_rows * 100 >= n * ENOUGH ? 85 : 0;
}

/* Where the record of a row of statistics stands; FALSE for rows of a listing. */
static gboolean
find_record (LaminaDocument    *document,
             const LaminaPlace *place,
             LaminaSource      *source,
             guint64           *offset)
{
  LaminaRun *run = lamina_document_get_run (document, place->run);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaSlices *slices = NULL;
  char text[sizeof "node_stats" - 1];

  if (place->kind == LAMINA_PLACE_SLICE)
    slices = lamina_track_get_slices (lamina_run_get_track (run, place->track));
  if (slices && lamina_slices_get_args_length (slices, place->row) > 0)
    *offset = lamina_slices_get_args_offset (slices, place->row);
  else if (place->kind == LAMINA_PLACE_LAYER && layers->first_args
           && layers->first_args[place->row] < layers->first_args[place->row + 1])
    *offset = layers->args[layers->first_args[place->row]].offset;
  else
    return FALSE;
  return lamina_source_read (source, *offset, text, sizeof text, NULL, NULL) == sizeof text
         && memcmp (text, "node_stats", sizeof text) == 0;
}

/* The nodes that have to run before a node. */
static gboolean
tensorflow_describe (LaminaFormat       *format,
                     LaminaDocument     *document,
                     const LaminaPlace  *place,
                     LaminaDetails      *details,
                     GError            **error)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_document_get_run (document, place->run));
  LaminaSource *source = lamina_sources_get (lamina_document_get_sources (document), 0);
  g_autoptr (LaminaLineReader) lines = NULL;
  g_auto (GStrv) fields = NULL;
  g_autofree char *text = NULL;
  LaminaLine line;
  guint64 offset;

  if (find_record (document, place, source, &offset))
    {
      if (!lamina_source_check_unchanged (source, error))
        return FALSE;
      tensorflow_steps_describe (source, offset, details);
      return TRUE;
    }
  if (place->kind != LAMINA_PLACE_LAYER || !layers->first_args
      || layers->first_args[place->row] == layers->first_args[place->row + 1])
    return place->kind == LAMINA_PLACE_LAYER;
  if (!lamina_source_check_unchanged (source, error))
    return FALSE;
  lines = lamina_line_reader_new (source, layers->args[layers->first_args[place->row]].offset, NULL);
  if (!lamina_line_reader_next (lines, &line))
    return lamina_line_reader_finish (lines, error);
  text = g_utf8_make_valid (line.text, (gssize) line.length);
  fields = g_strsplit (text, ", ", -1);
  for (guint i = 0; fields[i]; i++)
    if (fields[i][0] == '^')
      {
        const LaminaValue value = LAMINA_VALUE_INIT_TEXT (fields[i] + 1);

        lamina_details_add (details, NULL, "control input", &value);
      }
  return TRUE;
}

/* The listings of nodes that TensorScope makes of a run of TensorFlow, and the statistics that it makes them of. */
static int
tensorflow_format_probe (LaminaFormat     *format,
                         const LaminaHead *head)
{
  int score = tensorflow_probe (head);

  return score == 0 && tensorflow_is_metadata (head) ? 70 : score;
}

static LaminaClaim
tensorflow_format_claims (LaminaFormat     *format,
                          const LaminaHead *opened,
                          const LaminaHead *sibling)
{
  return tensorflow_probe (opened) > 0 && (tensorflow_is_timeline (sibling) || tensorflow_is_metadata (sibling))
         ? LAMINA_CLAIM_PART : LAMINA_CLAIM_NONE;
}

/* Files of other steps and models may lie in the folder, too: of this one at least half of the nodes are in it. */
static TensorflowTimes *
join (TensorflowListing *listing,
      LaminaSources     *sources,
      guint             *joined,
      GCancellable      *cancellable)
{
  for (guint i = 1; i < lamina_sources_get_n (sources); i++)
    {
      g_autoptr (TensorflowTimes) times = tensorflow_times_new ();
      g_autoptr (GError) error = NULL;

      if (tensorflow_times_read (times, sources, i, cancellable, &error)
          && tensorflow_listing_count_times (listing, times) * 2 >= listing->nodes->len)
        {
          *joined = i;
          return g_steal_pointer (&times);
        }
      lamina_import_note (listing->import,
                          error ? N_("the times beside the listing cannot be read: they are not joined")
                                : N_("the times beside the listing are of other nodes: they are not joined"),
                          lamina_sources_get (sources, i), 0, LAMINA_NONE);
    }
  return NULL;
}

static void
build (TensorflowListing *listing,
       LaminaSources     *sources,
       LaminaBuilder     *builder,
       GCancellable      *cancellable)
{
  guint joined = 0;
  g_autoptr (TensorflowTimes) times = join (listing, sources, &joined, cancellable);

  tensorflow_build (listing, builder, times);
  /* The timeline itself is a run as well, since it knows when each node ran. Metadata have no format of their own. */
  if (times)
    {
      LaminaSource *source = lamina_sources_get (sources, joined);
      LaminaHead head = { .name = lamina_source_get_name (source) };

      head.text = lamina_source_get_head (source, &head.length, NULL);
      if (head.text && tensorflow_is_timeline (&head))
        lamina_sources_load_as (sources, joined, "chrome-trace", builder, cancellable, NULL);
    }
  lamina_builder_set_tool (builder, "TensorScope");
}

static gboolean
load_listing (LaminaSources  *sources,
              LaminaBuilder  *builder,
              GCancellable   *cancellable,
              GError        **error)
{
  g_autoptr (TensorflowListing) listing = tensorflow_listing_new (lamina_sources_get (sources, 0),
                                                                  lamina_builder_get_import (builder));
  g_autoptr (GError) read_error = NULL;

  tensorflow_listing_read (listing, cancellable, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  tensorflow_listing_link (listing);
  if (listing->nodes->len > 0)
    build (listing, sources, builder, cancellable);
  else if (!read_error)
    lamina_error_set (&read_error, LAMINA_ERROR_CONTENT, NULL, N_("The listing names no nodes."));
  if (!read_error)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

static gboolean
tensorflow_format_load (LaminaFormat   *format,
                        LaminaSources  *sources,
                        LaminaBuilder  *builder,
                        GCancellable   *cancellable,
                        GError        **error)
{
  LaminaSource *source = lamina_sources_get (sources, 0);
  LaminaHead head = { .name = lamina_source_get_name (source) };

  head.text = lamina_source_get_head (source, &head.length, NULL);
  if (head.text && tensorflow_probe (&head) == 0 && tensorflow_is_metadata (&head))
    return tensorflow_steps_load (source, builder, cancellable, error);
  return load_listing (sources, builder, cancellable, error);
}

LAMINA_DEFINE_FORMAT (TensorflowFormat, tensorflow_format, .probe = tensorflow_format_probe, .load = tensorflow_format_load,
                      .claims = tensorflow_format_claims, .describe = tensorflow_describe)
