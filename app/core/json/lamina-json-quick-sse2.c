/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scanner-private.h"

#ifdef __x86_64__

#include <emmintrin.h>

/* What every 64-bit processor of its family has. */

#define SCANNER lamina_json_scanner_sse2
#define SCANNER_NAME "sse2"
#define LANES 16

typedef guint8 Vector __attribute__ ((vector_size (LANES)));

static inline guint64
gather (Vector bytes)
{
  return (guint) _mm_movemask_epi8 ((__m128i) bytes);
}

#include "lamina-json-quick-vector-private.h"

#endif
