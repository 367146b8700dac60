/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

#define CHROME_TYPE_FORMAT (chrome_format_get_type ())

G_DECLARE_FINAL_TYPE (ChromeFormat, chrome_format, CHROME, FORMAT, GObject)

/*
 * What a load takes of memory at once, whatever the bytes of the trace are: no more than so much in any case, and so much
 * more for each byte of the (inflated) text.
 */
#define CHROME_MOST_BYTES (16 << 20)
#define CHROME_MOST_BYTES_PER_BYTE 512

G_END_DECLS
