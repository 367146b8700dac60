/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "chrome-trace.h"

G_BEGIN_DECLS

/*
 * The members of the root that no dialect used become properties of the document; large ones are named by their
 * place.
 */
void chrome_trace_add_properties (ChromeTrace *self);

/*
 * Adds a value as a property: a container by its members where it is small. @length is that of the value in the
 * file.
 */
void chrome_trace_add_property   (ChromeTrace       *self,
                                  const char        *group,
                                  const char        *key,
                                  guint64            offset,
                                  guint64            length);

/* Adds a property of the document, under the heading of this file when there are several. */
void chrome_trace_add_value      (ChromeTrace       *self,
                                  const char        *group,
                                  const char        *key,
                                  const LaminaValue *value);

G_END_DECLS
