/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-opener.h"

#include "lamina-allocator.h"
#include "lamina-settings.h"
#include "lamina-tab-text.h"

#include <glib/gi18n.h>

struct _LaminaOpener
{
  GObject parent_instance;

  GFile *file;
  GFile *beside;
  char *title;
  char *format;
  gboolean joins;
  LaminaLoader *loader;
  GCancellable *cancellable;
};

enum
{
  LOADED,
  RENEWED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LaminaOpener, lamina_opener, G_TYPE_OBJECT)

/* What a load needs until its end, whatever the opener does then. @before is what is shown meanwhile, or NULL; its @run is compared
 * with the same one of what is loaded, which makes @text. */
typedef struct
{
  LaminaOpener *opener;
  LaminaDocument *before;
  guint run;
  char *title;
  char *text;
} Load;

static void
load_free (Load *self)
{
  g_object_unref (self->opener);
  g_clear_pointer (&self->before, lamina_document_unref);
  g_free (self->title);
  g_free (self->text);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

/* In the thread that loads. */
static void
prepare (LaminaDocument *document,
         GCancellable   *cancellable,
         gpointer        user_data)
{
  Load *load = user_data;

  lamina_session_prepare (document, cancellable, NULL);
  if (load->before)
    load->text = lamina_tab_dup_renewal_text (load->before, document, load->run, load->title, cancellable);
}

static gboolean
is_damaged (LaminaDocument *document)
{
  return lamina_import_report_find_damage (lamina_document_get_report (document)) != NULL;
}

static void
tell_renewed (Load           *load,
              LaminaDocument *document,
              const GError   *error)
{
  g_autofree char *reason = NULL;

  if (document && (!is_damaged (document) || is_damaged (load->before)))
    {
      g_signal_emit (load->opener, signals[RENEWED], 0, document, load->text);
      return;
    }
  reason = document ? lamina_tab_dup_damage_text (document) : lamina_tab_dup_error_text (error, load->title);
  g_free (load->text);
  /* Translators: the name of a file, and a sentence about what is wrong with it. */
  load->text = g_strdup_printf (_("“%s” has changed, and is shown as it was before. %s"), load->title, reason);
  g_signal_emit (load->opener, signals[RENEWED], 0, NULL, load->text);
}

static void
on_loaded (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Load) load = user_data;
  LaminaOpener *self = load->opener;
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDocument) document = lamina_loader_load_finish (LAMINA_LOADER (source), result, &error);

  lamina_allocator_load_ends ();
  if (LAMINA_LOADER (source) != self->loader)
    return;
  g_clear_object (&self->loader);
  g_clear_object (&self->cancellable);
  if (load->before)
    tell_renewed (load, document, error);
  else
    g_signal_emit (self, signals[LOADED], 0, document, error);
}

static void
begin (LaminaOpener *self,
       Load         *load)
{
  load->opener = g_object_ref (self);
  load->title = g_strdup (self->title);
  self->loader = lamina_loader_new (lamina_engine_get_default (), self->file);
  lamina_loader_set_format (self->loader, self->format);
  if (self->joins)
    lamina_loader_set_joins (self->loader, LAMINA_JOIN_RANKS);
  else if (self->beside)
    {
      lamina_loader_add_file (self->loader, self->beside);
      lamina_loader_set_joins (self->loader, LAMINA_JOIN_SAME_RUN);
    }
  lamina_loader_set_max_memory (self->loader, lamina_settings_get_memory ());
  lamina_loader_set_finish (self->loader, prepare, load);
  self->cancellable = g_cancellable_new ();
  lamina_allocator_load_begins ();
  lamina_loader_load_async (self->loader, self->cancellable, on_loaded, load);
}

static void
lamina_opener_dispose (GObject *object)
{
  LaminaOpener *self = LAMINA_OPENER (object);

  lamina_opener_set_file (self, NULL, NULL);
  G_OBJECT_CLASS (lamina_opener_parent_class)->dispose (object);
}

static void
lamina_opener_class_init (LaminaOpenerClass *class)
{
  G_OBJECT_CLASS (class)->dispose = lamina_opener_dispose;
  signals[LOADED] = g_signal_new ("loaded", LAMINA_TYPE_OPENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                  LAMINA_TYPE_DOCUMENT, G_TYPE_ERROR);
  signals[RENEWED] = g_signal_new ("renewed", LAMINA_TYPE_OPENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                   LAMINA_TYPE_DOCUMENT, G_TYPE_STRING);
}

static void
lamina_opener_init (LaminaOpener *self)
{
}

LaminaOpener *
lamina_opener_new (void)
{
  return g_object_new (LAMINA_TYPE_OPENER, NULL);
}

void
lamina_opener_set_file (LaminaOpener *self,
                        GFile        *file,
                        GFile        *beside)
{
  g_autofree char *name = NULL;

  g_return_if_fail (LAMINA_IS_OPENER (self));

  lamina_opener_give_up (self);
  name = file ? g_file_get_basename (file) : NULL;
  g_set_object (&self->file, file);
  g_set_object (&self->beside, beside);
  g_free (self->title);
  self->title = name ? g_filename_display_name (name) : NULL;
  g_clear_pointer (&self->format, g_free);
  self->joins = FALSE;
}

void
lamina_opener_set_format (LaminaOpener *self,
                          const char   *format)
{
  g_return_if_fail (LAMINA_IS_OPENER (self));

  g_free (self->format);
  self->format = g_strdup (format && *format ? format : NULL);
}

void
lamina_opener_join (LaminaOpener *self)
{
  g_return_if_fail (LAMINA_IS_OPENER (self));
  self->joins = TRUE;
}

GFile *
lamina_opener_get_file (LaminaOpener *self)
{
  g_return_val_if_fail (LAMINA_IS_OPENER (self), NULL);
  return self->file;
}

const char *
lamina_opener_get_title (LaminaOpener *self)
{
  g_return_val_if_fail (LAMINA_IS_OPENER (self), NULL);
  return self->title;
}

static gboolean
has_file (LaminaDocument *document,
          GFile          *file)
{
  LaminaSources *sources = lamina_document_get_sources (document);

  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    if (g_file_equal (lamina_source_get_file (lamina_sources_get (sources, i)), file))
      return TRUE;
  return FALSE;
}

GFile *
lamina_opener_take_apart (LaminaOpener   *self,
                          LaminaDocument *document)
{
  g_return_val_if_fail (LAMINA_IS_OPENER (self), NULL);

  if (!self->beside || (document && has_file (document, self->beside)))
    return NULL;
  return g_steal_pointer (&self->beside);
}

LaminaLoader *
lamina_opener_load (LaminaOpener *self)
{
  g_return_val_if_fail (LAMINA_IS_OPENER (self), NULL);
  g_return_val_if_fail (self->file && !self->loader, NULL);

  begin (self, g_new0 (Load, 1));
  return self->loader;
}

void
lamina_opener_renew (LaminaOpener  *self,
                     LaminaSession *session)
{
  Load *load;

  g_return_if_fail (LAMINA_IS_OPENER (self));
  g_return_if_fail (LAMINA_IS_SESSION (session));
  g_return_if_fail (self->file && !self->loader);

  load = g_new0 (Load, 1);
  load->before = lamina_document_ref (lamina_session_get_document (session));
  load->run = lamina_session_get_run_index (session);
  begin (self, load);
}

void
lamina_opener_give_up (LaminaOpener *self)
{
  g_return_if_fail (LAMINA_IS_OPENER (self));

  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->loader);
}

gboolean
lamina_opener_is_loading (LaminaOpener *self)
{
  g_return_val_if_fail (LAMINA_IS_OPENER (self), FALSE);
  return self->loader != NULL;
}
