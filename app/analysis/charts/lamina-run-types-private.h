/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What the runs of a document spend on which types of layers. The types with the largest shares are told apart, the
 * others are one: each run counts the same, however long it is.
 */
typedef struct _LaminaRunTypes LaminaRunTypes;

/* One of those that are told apart; @share is the sum of its shares of all runs. @type is owned by the document. */
typedef struct
{
  const char *type;
  LaminaFamily family;
  double share;
} LaminaRunType;

/* Looks at the runs that have costs, and tells apart @most types. NULL when cancelled. */
LaminaRunTypes *lamina_run_types_new (LaminaDocument *document,
                                      guint           most,
                                      GCancellable   *cancellable);

void lamina_run_types_free (LaminaRunTypes *self);

/* How many are told apart. */
guint lamina_run_types_get_n (LaminaRunTypes *self);

const LaminaRunType *lamina_run_types_get (LaminaRunTypes *self,
                                           guint           i);

/* Whether there are others. */
gboolean lamina_run_types_has_rest (LaminaRunTypes *self);

/* What the layers of a type take in a run; of all others together for an @i behind the last. LAMINA_ABSENT without any. */
gint64 lamina_run_types_get_cost (LaminaRunTypes *self,
                                  guint           run,
                                  guint           i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaRunTypes, lamina_run_types_free)

G_END_DECLS
