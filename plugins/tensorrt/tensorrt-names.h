/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * What a layer was fused from, in the order of its name and without repetition: `a + b`, `PWN(a, b)`,
 * `{ForeignNode[a...b]}`, and the ONNX layers of its metadata (NULL without any).
 */
GPtrArray *tensorrt_names_split (const char *name,
                                 const char *metadata);

/*
 * The name for a small place: `conv0 +3`. @prefix, which most layers have in common, is left out where it stands; NULL
 * without one.
 */
char *tensorrt_names_shorten (const char *name,
                              const char *prefix);

/* What the short names of most layers begin with, up to a sign: `resnetv15_`; NULL without such a word. */
char *tensorrt_names_find_prefix (const char *const *names,
                                  guint              n);

/* N of ` [profile N]` at the end of a name, or -1 without it. @length is that of the name before it. */
int tensorrt_names_get_profile (const char *name,
                                gsize      *length);

G_END_DECLS
