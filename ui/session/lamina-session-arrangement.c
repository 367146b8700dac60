/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-session-private.h"

GType
lamina_arrangement_get_type (void)
{
  static gsize type = 0;

  if (g_once_init_enter (&type))
    g_once_init_leave (&type, g_boxed_type_register_static ("LaminaArrangement", (GBoxedCopyFunc) lamina_arrangement_ref,
                                                            (GBoxedFreeFunc) lamina_arrangement_unref));
  return type;
}

LaminaArrangement *
lamina_session_peek_arrangement (LaminaSession *self,
                                 guint          run)
{
  return self->arrangements ? g_hash_table_lookup (self->arrangements, GUINT_TO_POINTER (run)) : NULL;
}

void
lamina_session_keep_arrangement (LaminaSession     *self,
                                 guint              run,
                                 LaminaArrangement *arrangement)
{
  if (!self->arrangements)
    self->arrangements = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) lamina_arrangement_unref);
  g_hash_table_insert (self->arrangements, GUINT_TO_POINTER (run), lamina_arrangement_ref (arrangement));
}

LaminaArrangement *
lamina_session_get_arrangement (LaminaSession *self)
{
  g_autoptr (LaminaArrangement) arrangement = NULL;

  g_return_val_if_fail (LAMINA_IS_SESSION (self), NULL);

  if (!lamina_session_peek_arrangement (self, self->run))
    {
      arrangement = lamina_arrangement_new (lamina_session_get_run (self));
      lamina_session_keep_arrangement (self, self->run, arrangement);
    }
  return lamina_session_peek_arrangement (self, self->run);
}

void
lamina_session_set_arrangement (LaminaSession     *self,
                                LaminaArrangement *arrangement)
{
  g_return_if_fail (LAMINA_IS_SESSION (self) && arrangement);

  if (arrangement == lamina_session_get_arrangement (self))
    return;
  lamina_session_keep_arrangement (self, self->run, arrangement);
  g_object_notify (G_OBJECT (self), "arrangement");
}
