/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-json-reader-fields.h"

G_BEGIN_DECLS

/*
 * The quick way through text that needs no repair, once for each set of vector instructions. It takes a step as a whole
 * or not at all: what it does not understand, or what is not wholly in the window, is left where it stands to the
 * tolerant code, which alone reports. So both deliver the same, and one-byte blocks take the tolerant way throughout.
 */

/* Types of the containers that are open while one is skipped: a bit for each, the innermost lowest, set for an array. */
typedef struct
{
  guint64 types;
  guint depth;
} LaminaJsonOpen;

#define LAMINA_JSON_OPEN_MAX_DEPTH 64

typedef enum
{
  LAMINA_JSON_SKIP_DONE,      /* p stands behind the closing bracket */
  LAMINA_JSON_SKIP_MORE,      /* p stands at the end of the window, outside of strings */
  LAMINA_JSON_SKIP_IN_STRING, /* p stands at the quote of a string that goes on behind the window */
  LAMINA_JSON_SKIP_SLOWLY,    /* p stands at what needs the tolerant code, outside of strings */
} LaminaJsonSkip;

struct _LaminaJsonScanner
{
  const char *name;
  int (*next_member) (LaminaJsonReader *self, const char *const *keys);
  gboolean (*next_element) (LaminaJsonReader *self);
  LaminaJsonSkip (*skip) (LaminaJsonReader *self, LaminaJsonOpen *open);
};

extern const LaminaJsonScanner lamina_json_scanner_none;
extern const LaminaJsonScanner lamina_json_scanner_portable;
#ifdef __x86_64__
extern const LaminaJsonScanner lamina_json_scanner_sse2;
extern const LaminaJsonScanner lamina_json_scanner_avx2;
#endif

/* The @i-th scanner that this machine can use, the best first; NULL behind the last. */
const LaminaJsonScanner *lamina_json_scanner_get (guint i);

G_END_DECLS
