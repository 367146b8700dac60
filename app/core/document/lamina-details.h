/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-value.h"

G_BEGIN_DECLS

#define LAMINA_TYPE_DETAILS (lamina_details_get_type ())

/**
 * LaminaDetail:
 * @group: (nullable): a heading, or %NULL for the row's own attributes
 * @key: the name of the attribute as the file has it
 * @value: its value
 *
 * One attribute. Owned by its #LaminaDetails.
 */
typedef struct
{
  const char *group;
  const char *key;
  LaminaValue value;
} LaminaDetail;

/**
 * LaminaDetails:
 *
 * The attributes of one row, in the order of the file, which are parsed when somebody looks; or the properties of a document.
 */

/**
 * LAMINA_DETAILS_STACK:
 *
 * The heading of attributes that are the frames of the call stack of a row, the outermost first. The window shows them by
 * themselves, once, and not among the other attributes.
 */
#define LAMINA_DETAILS_STACK "Call stack"

LAMINA_AVAILABLE
GType lamina_details_get_type (void) G_GNUC_CONST;

/**
 * lamina_details_new:
 *
 * Returns: (transfer full): details without attributes
 */
LAMINA_AVAILABLE
LaminaDetails *lamina_details_new (void);

LAMINA_AVAILABLE
LaminaDetails *lamina_details_ref (LaminaDetails *self);

LAMINA_AVAILABLE
void lamina_details_unref (LaminaDetails *self);

/**
 * lamina_details_add: (skip)
 * @group: (nullable): a heading, or %NULL
 * @key: the name of the attribute
 * @value: its value, which is copied
 *
 * Appends an attribute.
 */
LAMINA_AVAILABLE
void lamina_details_add (LaminaDetails     *self,
                         const char        *group,
                         const char        *key,
                         const LaminaValue *value);

/**
 * lamina_details_get_n:
 *
 * Returns: how many attributes there are
 */
LAMINA_AVAILABLE
guint lamina_details_get_n (LaminaDetails *self);

/**
 * lamina_details_get: (skip)
 * @i: which one
 *
 * Returns: (transfer none): an attribute
 */
LAMINA_AVAILABLE
const LaminaDetail *lamina_details_get (LaminaDetails *self,
                                        guint          i);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaDetails, lamina_details_unref)

G_END_DECLS
