/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-error.h"
#include "lamina-recognize-private.h"

#include <glib/gi18n-lib.h>

#define BLOCK_BYTES ((gsize) 1 << 20)
#define MAX_MARKERS 8
/* A marker is a few words; who names a longer one gets its beginning. */
#define MAX_MARKER_BYTES ((gsize) 256)

typedef struct
{
  const LaminaCandidate *candidate;
  const char *text;
  gsize length;
  gboolean found;
  guint64 offset;
} Marker;

static void
candidate_free (gpointer data)
{
  LaminaCandidate *self = data;

  g_free (self->module);
  g_object_unref (self->format);
  g_free (self);
}

GPtrArray *
lamina_candidates_new (LaminaEngine *engine,
                       const char   *module)
{
  GPtrArray *candidates = g_ptr_array_new_with_free_func (candidate_free);
  g_auto (GStrv) names = lamina_engine_list_formats (engine);

  for (guint i = 0; names[i] != NULL; i++)
    {
      LaminaFormat *format;
      LaminaCandidate *candidate;

      if (module != NULL && strcmp (module, names[i]) != 0)
        continue;
      format = lamina_engine_create_format (engine, names[i]);
      if (format == NULL)
        continue;
      candidate = g_new0 (LaminaCandidate, 1);
      candidate->module = g_strdup (names[i]);
      candidate->format = format;
      g_ptr_array_add (candidates, candidate);
    }
  return candidates;
}

static void
ask (const LaminaCandidate *candidate,
     const LaminaHead      *head,
     LaminaMatch           *match)
{
  int score = lamina_format_probe (candidate->format, head);

  if (score <= match->score)
    return;
  match->candidate = candidate;
  match->score = score;
  match->marker = head->offset;
}

gboolean
lamina_match_head (GPtrArray     *candidates,
                   LaminaSource  *source,
                   LaminaMatch   *match,
                   GError       **error)
{
  LaminaHead head = { .name = lamina_source_get_name (source) };

  head.text = lamina_source_get_head (source, &head.length, error);
  if (head.text == NULL)
    return FALSE;
  if (head.length == 0)
    {
      lamina_error_set (error, LAMINA_ERROR_EMPTY, "holds no text", N_("The file holds no text."));
      return FALSE;
    }
  for (guint i = 0; i < candidates->len; i++)
    ask (g_ptr_array_index (candidates, i), &head, match);
  return TRUE;
}

static GArray *
collect_markers (GPtrArray *candidates)
{
  GArray *markers = g_array_new (FALSE, TRUE, sizeof (Marker));

  for (guint i = 0; i < candidates->len; i++)
    {
      const LaminaCandidate *candidate = g_ptr_array_index (candidates, i);
      const char *const *texts = lamina_format_get_markers (candidate->format);

      for (guint n = 0; texts != NULL && texts[n] != NULL && n < MAX_MARKERS; n++)
        {
          Marker marker = { .candidate = candidate, .text = texts[n] };

          marker.length = MIN (strlen (texts[n]), MAX_MARKER_BYTES);
          if (marker.length > 0)
            g_array_append_val (markers, marker);
        }
    }
  return markers;
}

/* Returns how many markers are still to be found. */
static guint
search_block (GArray     *markers,
              const char *text,
              gsize       length,
              guint64     offset)
{
  guint missing = 0;

  for (guint i = 0; i < markers->len; i++)
    {
      Marker *marker = &g_array_index (markers, Marker, i);
      const char *hit;

      if (marker->found)
        continue;
      hit = memmem (text, length, marker->text, marker->length);
      marker->found = hit != NULL;
      if (hit != NULL)
        marker->offset = offset + (guint64) (hit - text);
      else
        missing++;
    }
  return missing;
}

/* Blocks overlap, so that a marker which lies across two of them is found. */
static gboolean
search_text (GArray        *markers,
             LaminaSource  *source,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autofree char *block = g_malloc (BLOCK_BYTES);
  guint64 offset = 0;

  for (;;)
    {
      gssize n = lamina_source_read (source, offset, block, BLOCK_BYTES, cancellable, error);

      if (n < 0)
        return FALSE;
      if (search_block (markers, block, (gsize) n, offset) == 0 || (gsize) n < BLOCK_BYTES)
        return TRUE;
      offset += BLOCK_BYTES - (MAX_MARKER_BYTES - 1);
    }
}

static gboolean
ask_at_marker (const Marker  *marker,
               LaminaSource  *source,
               GCancellable  *cancellable,
               LaminaMatch   *match,
               GError       **error)
{
  g_autofree char *text = g_malloc (LAMINA_HEAD_BYTES + 1);
  gssize n = lamina_source_read (source, marker->offset, text, LAMINA_HEAD_BYTES, cancellable, error);
  LaminaHead head = { .name = lamina_source_get_name (source), .text = text, .offset = marker->offset };

  if (n < 0)
    return FALSE;
  text[n] = '\0';
  head.length = (gsize) n;
  ask (marker->candidate, &head, match);
  return TRUE;
}

gboolean
lamina_match_markers (GPtrArray     *candidates,
                      LaminaSource  *source,
                      GCancellable  *cancellable,
                      LaminaMatch   *match,
                      GError       **error)
{
  g_autoptr (GArray) markers = collect_markers (candidates);

  if (markers->len == 0)
    return TRUE;
  if (!search_text (markers, source, cancellable, error))
    return FALSE;
  for (guint i = 0; i < markers->len; i++)
    {
      const Marker *marker = &g_array_index (markers, Marker, i);

      if (marker->found && !ask_at_marker (marker, source, cancellable, match, error))
        return FALSE;
    }
  return TRUE;
}
