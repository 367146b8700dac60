/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-family.h"

G_BEGIN_DECLS

/*
 * The steps of lamina_family_from_words(), for who asks for millions of rows and keeps what each string says: the type
 * decides when it says something, and the name when it does not, or when the type is generic and the name is that of an
 * activation function.
 */
typedef enum
{
  LAMINA_FAMILY_SAYS_NOTHING,
  LAMINA_FAMILY_SAYS_GENERIC,
  LAMINA_FAMILY_SAYS_ALL,
} LaminaFamilySays;

LaminaFamilySays lamina_family_from_text        (const char   *text,
                                                 LaminaFamily *family);
gboolean         lamina_family_names_activation (const char   *name);

G_END_DECLS
