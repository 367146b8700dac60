/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* What JSON calls so. */
static inline gboolean
lamina_json_is_blank (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}
