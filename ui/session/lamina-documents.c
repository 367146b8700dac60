/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-documents.h"

struct _LaminaDocuments
{
  GObject parent_instance;

  GPtrArray *sessions;
  GPtrArray *titles;
};

static void lamina_documents_init_model (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LaminaDocuments, lamina_documents, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, lamina_documents_init_model))

static GType
get_item_type (GListModel *model)
{
  return LAMINA_TYPE_SESSION;
}

static guint
get_n_items (GListModel *model)
{
  return LAMINA_DOCUMENTS (model)->sessions->len;
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  GPtrArray *sessions = LAMINA_DOCUMENTS (model)->sessions;

  return position < sessions->len ? g_object_ref (sessions->pdata[position]) : NULL;
}

static void
lamina_documents_init_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
lamina_documents_finalize (GObject *object)
{
  LaminaDocuments *self = LAMINA_DOCUMENTS (object);

  g_ptr_array_unref (self->sessions);
  g_ptr_array_unref (self->titles);
  G_OBJECT_CLASS (lamina_documents_parent_class)->finalize (object);
}

static void
lamina_documents_class_init (LaminaDocumentsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_documents_finalize;
}

static void
lamina_documents_init (LaminaDocuments *self)
{
  self->sessions = g_ptr_array_new_with_free_func (g_object_unref);
  self->titles = g_ptr_array_new_with_free_func (g_free);
}

LaminaDocuments *
lamina_documents_new (void)
{
  return g_object_new (LAMINA_TYPE_DOCUMENTS, NULL);
}

void
lamina_documents_add (LaminaDocuments *self,
                      LaminaSession   *session,
                      const char      *title)
{
  g_return_if_fail (LAMINA_IS_DOCUMENTS (self));
  g_return_if_fail (LAMINA_IS_SESSION (session));
  g_return_if_fail (title);
  g_return_if_fail (!lamina_documents_contains (self, session));

  g_ptr_array_add (self->sessions, g_object_ref (session));
  g_ptr_array_add (self->titles, g_strdup (title));
  g_list_model_items_changed (G_LIST_MODEL (self), self->sessions->len - 1, 0, 1);
}

void
lamina_documents_remove (LaminaDocuments *self,
                         LaminaSession   *session)
{
  guint position;

  g_return_if_fail (LAMINA_IS_DOCUMENTS (self));

  if (!g_ptr_array_find (self->sessions, session, &position))
    return;
  g_ptr_array_remove_index (self->sessions, position);
  g_ptr_array_remove_index (self->titles, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

gboolean
lamina_documents_contains (LaminaDocuments *self,
                           LaminaSession   *session)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENTS (self), FALSE);
  return g_ptr_array_find (self->sessions, session, NULL);
}

const char *
lamina_documents_get_title (LaminaDocuments *self,
                            guint            position)
{
  g_return_val_if_fail (LAMINA_IS_DOCUMENTS (self), NULL);
  g_return_val_if_fail (position < self->titles->len, NULL);
  return self->titles->pdata[position];
}
