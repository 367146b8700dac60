/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-builder-private.h"
#include "lamina-document-private.h"
#include "lamina-import-private.h"
#include "lamina-parallel-private.h"

LAMINA_DEFINE_BOXED_TYPE (LaminaDocument, lamina_document)

LaminaDocument *
lamina_document_ref (LaminaDocument *self)
{
  atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed);
  return self;
}

void
lamina_document_unref (LaminaDocument *self)
{
  if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) != 1)
    return;
  g_ptr_array_unref (self->runs);
  g_array_unref (self->properties);
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

static gboolean
keep_strings (LaminaDocument *self,
              guint           n_threads,
              GCancellable   *cancellable)
{
  g_autofree _Atomic guint8 *used = g_malloc0 (lamina_strings_get_n (self->strings));

  for (guint i = 0; i < self->runs->len; i++)
    lamina_run_mark_strings (g_ptr_array_index (self->runs, i), used, n_threads);
  return lamina_strings_keep (self->strings, used, n_threads, cancellable);
}

/* Takes over what the builder holds. */
static LaminaDocument *
document_new (LaminaBuilder *builder)
{
  LaminaDocument *self = g_new0 (LaminaDocument, 1);

  self->refs = 1;
  pthread_mutex_init (&self->format_lock, NULL);
  self->tool = g_steal_pointer (&builder->tool);
  self->properties = g_steal_pointer (&builder->properties);
  self->runs = g_steal_pointer (&builder->runs);
  for (guint i = 0; i < self->runs->len; i++)
    {
      LaminaRun *run = g_ptr_array_index (self->runs, i);

      run->document = self;
      run->index = i;
    }
  self->strings = g_steal_pointer (&builder->strings);
  self->shapes = lamina_shapes_new (builder->shapes);
  g_clear_pointer (&builder->shapes, lamina_strings_free);
  self->words = g_steal_pointer (&builder->words);
  self->whole_names = g_steal_pointer (&builder->whole_names);
  if (self->whole_names != NULL)
    lamina_whole_names_close (self->whole_names);
  lamina_builder_reset (builder);
  return self;
}

LaminaDocument *
lamina_builder_freeze (LaminaBuilder  *self,
                       LaminaSources  *sources,
                       LaminaFormat   *format,
                       const char     *format_name,
                       GCancellable   *cancellable,
                       GError        **error)
{
  guint n_threads = lamina_parallel_get_n_threads (&self->limits);
  g_autoptr (LaminaDocument) document = NULL;

  if (lamina_builder_is_full (self))
    {
      lamina_builder_set_full_error (self, error);
      return NULL;
    }
  for (guint i = 0; i < self->runs->len; i++)
    if (!lamina_run_freeze (g_ptr_array_index (self->runs, i), n_threads, cancellable))
      break;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  document = document_new (self);
  if (keep_strings (document, n_threads, cancellable))
    document->report = lamina_import_finish (self->import, sources, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  document->sources = sources != NULL ? lamina_sources_ref (sources) : NULL;
  document->format = format != NULL ? g_object_ref (format) : NULL;
  document->format_name = g_strdup (format_name != NULL ? format_name : "");
  return g_steal_pointer (&document);
}

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

guint
lamina_document_get_n_properties (LaminaDocument *self)
{
  return self->properties->len;
}

const LaminaProperty *
lamina_document_get_property (LaminaDocument *self,
                              guint           i)
{
  g_return_val_if_fail (i < self->properties->len, NULL);

  return &g_array_index (self->properties, LaminaProperty, i);
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
