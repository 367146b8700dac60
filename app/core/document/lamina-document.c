/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-document-fields.h"
#include "lamina-error.h"
#include "lamina-format-calls.h"
#include "lamina-import-finish.h"
#include "lamina-json-reader.h"
#include "lamina-run-fields.h"
#include "lamina-sources-list.h"

#include <stdatomic.h>

static void
document_free (LaminaDocument *self)
{
  g_ptr_array_unref (self->runs);
  lamina_details_unref (self->properties);
  lamina_strings_free (self->strings);
  lamina_shapes_free (self->shapes);
  lamina_whole_names_free (self->whole_names);
  lamina_own_words_free (self->words);
  g_clear_pointer (&self->report, lamina_import_report_unref);
  g_clear_pointer (&self->sources, lamina_sources_unref);
  g_clear_object (&self->format);
  pthread_mutex_destroy (&self->format_lock);
  g_free (self->format_name);
  g_free (self->tool);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaDocument, lamina_document, document_free)

LaminaSources *
lamina_document_get_sources (LaminaDocument *self)
{
  return self->sources;
}

const char *
lamina_document_get_format (LaminaDocument *self)
{
  return self->format_name;
}

const char *
lamina_document_get_tool (LaminaDocument *self)
{
  return self->tool;
}

LaminaDetails *
lamina_document_get_properties (LaminaDocument *self)
{
  return self->properties;
}

const char *
lamina_document_translate (LaminaDocument *self,
                           const char     *text)
{
  g_return_val_if_fail (self != NULL, text);
  g_return_val_if_fail (text != NULL, NULL);

  return lamina_own_words_translate (self->words, text);
}

const char *
lamina_document_translate_issue (LaminaDocument *self,
                                 const char     *kind)
{
  g_return_val_if_fail (self != NULL, kind);
  g_return_val_if_fail (kind != NULL, NULL);

  return lamina_own_words_translate_issue (self->words, kind);
}

guint
lamina_document_get_n_runs (LaminaDocument *self)
{
  return self->runs->len;
}

LaminaRun *
lamina_document_get_run (LaminaDocument *self,
                         guint           i)
{
  g_return_val_if_fail (i < self->runs->len, NULL);

  return g_ptr_array_index (self->runs, i);
}

guint
lamina_document_get_default_run (LaminaDocument *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    if (((LaminaRun *) g_ptr_array_index (self->runs, i))->totals.cost != LAMINA_ABSENT)
      return i;
  for (guint i = 0; i < self->runs->len; i++)
    if (((LaminaRun *) g_ptr_array_index (self->runs, i))->tensors.n > 0)
      return i;
  return 0;
}

LaminaImportReport *
lamina_document_get_report (LaminaDocument *self)
{
  return self->report;
}

/* The attributes of rows and their whole names, read from the files when somebody looks. */

static LaminaSource *
get_source (LaminaDocument    *self,
            const LaminaArgs  *args,
            GError           **error)
{
  LaminaSource *source;

  if (self->sources == NULL || args->source >= lamina_sources_get_n (self->sources))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the file of these attributes is not part of the document");
      return NULL;
    }
  source = lamina_sources_get (self->sources, args->source);
  return lamina_source_check_unchanged (source, error) ? source : NULL;
}

/* Members of a JSON object, or elements of an array by number, become attributes. */
static gboolean
describe_json (LaminaDocument    *self,
               const char        *group,
               const LaminaArgs  *args,
               LaminaDetails     *details,
               GError           **error)
{
  LaminaSource *source = get_source (self, args, error);
  g_autoptr (LaminaJsonReader) reader = NULL;

  if (source == NULL)
    return FALSE;
  reader = lamina_json_reader_new (source, args->offset, args->length, NULL, NULL, NULL);
  if (lamina_json_reader_enter_object (reader))
    while (lamina_json_reader_next_member (reader, NULL) != LAMINA_JSON_END)
      {
        g_autofree char *key = g_strdup (lamina_json_reader_get_key (reader, NULL));
        LaminaValue value = { 0 };

        if (!lamina_json_reader_read_value (reader, &value))
          continue;
        lamina_details_add (details, group, key, &value);
        lamina_value_clear (&value);
      }
  return lamina_json_reader_finish (reader, error);
}

static gboolean
is_place (LaminaDocument    *self,
          const LaminaPlace *place)
{
  LaminaRun *run;

  if (place->run >= self->runs->len)
    return FALSE;
  run = g_ptr_array_index (self->runs, place->run);
  switch (place->kind)
    {
    case LAMINA_PLACE_LAYER:
      return place->row < run->layers.n;
    case LAMINA_PLACE_TENSOR:
      return place->row < run->tensors.n;
    case LAMINA_PLACE_SLICE:
      return place->track < run->tracks->len &&
             place->row < lamina_track_get_slices (lamina_run_get_track (run, place->track))->n;
    case LAMINA_PLACE_MARK:
      return place->row < run->marks->len;
    default:
      return FALSE;
    }
}

/* Whether the format described the row by itself. Its object serves one thread at a time. */
static gboolean
describe_by_format (LaminaDocument     *self,
                    const LaminaPlace  *place,
                    LaminaDetails      *details,
                    GError            **error)
{
  gboolean described;

  if (self->format == NULL)
    return FALSE;
  pthread_mutex_lock (&self->format_lock);
  described = lamina_format_describe (self->format, self, place, details, error);
  pthread_mutex_unlock (&self->format_lock);
  return described;
}

static gboolean
find_row_args (const guint32    *first,
               const LaminaArgs *all,
               guint             row,
               guint             i,
               LaminaArgs       *args)
{
  if (first == NULL || i >= first[row + 1] - first[row])
    return FALSE;
  *args = all[first[row] + i];
  return TRUE;
}

gboolean
lamina_document_find_args (LaminaDocument    *self,
                           const LaminaPlace *place,
                           guint              i,
                           LaminaArgs        *args)
{
  LaminaRun *run;

  g_return_val_if_fail (is_place (self, place) && args != NULL, FALSE);

  run = g_ptr_array_index (self->runs, place->run);
  *args = (LaminaArgs) { 0 };
  switch (place->kind)
    {
    case LAMINA_PLACE_LAYER:
      return find_row_args (run->layers.first_args, run->layers.args, place->row, i, args);
    case LAMINA_PLACE_TENSOR:
      return find_row_args (run->tensors.first_args, run->tensors.args, place->row, i, args);
    case LAMINA_PLACE_SLICE:
      {
        const LaminaTrack *track = lamina_run_get_track (run, place->track);

        args->source = track->info.source;
        args->offset = lamina_slices_get_args_offset (&track->slices, place->row);
        args->length = lamina_slices_get_args_length (&track->slices, place->row);
        return i == 0 && args->length > 0;
      }
    case LAMINA_PLACE_MARK:
      {
        const LaminaMark *mark = &g_array_index (run->marks, LaminaMark, place->row);

        *args = (LaminaArgs) { 0, mark->source, mark->args_offset, mark->args_length };
        return i == 0 && args->length > 0;
      }
    default:
      return FALSE;
    }
}

static gboolean
describe_by_core (LaminaDocument     *self,
                  const LaminaPlace  *place,
                  LaminaDetails      *details,
                  GError            **error)
{
  LaminaRun *run = g_ptr_array_index (self->runs, place->run);
  LaminaArgs args;

  for (guint i = 0; lamina_document_find_args (self, place, i, &args); i++)
    if (!describe_json (self, args.title != 0 ? lamina_run_get_string (run, args.title) : NULL, &args, details, error))
      return FALSE;
  return TRUE;
}

/* @before: how often reading had failed before */
static gboolean
check_reading (LaminaDocument  *self,
               guint            before,
               GError         **error)
{
  const char *failure;

  if (lamina_sources_count_failures (self->sources, &failure) == before)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, failure);
  return FALSE;
}

LaminaDetails *
lamina_document_describe (LaminaDocument     *self,
                          const LaminaPlace  *place,
                          GError            **error)
{
  g_autoptr (LaminaDetails) details = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean done;
  guint n_refused;

  g_return_val_if_fail (is_place (self, place), NULL);

  n_refused = lamina_sources_count_failures (self->sources, NULL);
  details = lamina_details_new ();
  done = describe_by_format (self, place, details, &failure)
         || (failure == NULL && describe_by_core (self, place, details, &failure));
  /* Attributes end where the text does, for a format that does not ask why it did. */
  if (done && check_reading (self, n_refused, &failure))
    return g_steal_pointer (&details);
  g_propagate_error (error, g_steal_pointer (&failure));
  return NULL;
}

gboolean
lamina_document_check_reading (LaminaDocument  *self,
                               GError         **error)
{
  return check_reading (self, self->n_refused, error);
}

GStrv
lamina_run_dup_whole_names (LaminaRun  *self,
                            const char *name)
{
  LaminaDocument *document = self->document;

  g_return_val_if_fail (name != NULL && document != NULL, NULL);

  if (document->whole_names == NULL || document->sources == NULL)
    return NULL;
  return lamina_whole_names_dup (document->whole_names, self, document->sources, name);
}

char *
lamina_run_dup_whole_name (LaminaRun  *self,
                           const char *name)
{
  g_auto (GStrv) names = lamina_run_dup_whole_names (self, name);

  return g_strdup (names != NULL && names[1] == NULL ? names[0] : name);
}

LaminaDetails *
lamina_run_describe_layer (LaminaRun  *self,
                           guint       layer,
                           GError    **error)
{
  const LaminaPlace place = { .kind = LAMINA_PLACE_LAYER, .run = self->index, .row = layer };

  g_return_val_if_fail (self->document != NULL, NULL);

  return lamina_document_describe (self->document, &place, error);
}
