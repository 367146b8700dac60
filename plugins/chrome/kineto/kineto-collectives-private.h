/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-dialect.h"

G_BEGIN_DECLS

/* Of collectives: an attribute, as kineto_describe(); and what follows from all of them. */
gboolean kineto_describe_collective (LaminaDetails     *details,
                                     const char        *key,
                                     const LaminaValue *value);
void     kineto_describe_message    (LaminaDetails     *details);

gboolean kineto_is_all_gather    (const char  *type);

/* Strings that tell what the operator of a row did with others, where that is known: its name and its type. @around: the row of
 * the operator around it, or LAMINA_NONE. */
void     kineto_name_collective  (ChromeTrace *trace,
                                  guint32      row,
                                  guint32      around,
                                  guint32     *name,
                                  guint32     *type);

G_END_DECLS
