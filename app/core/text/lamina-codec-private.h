/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-limits.h"

G_BEGIN_DECLS

/**
 * LAMINA_CODEC_MAGIC:
 *
 * Bytes that tell how a text is compressed.
 */
#define LAMINA_CODEC_MAGIC 4

typedef enum
{
  LAMINA_CODEC_GOES_ON,
  LAMINA_CODEC_FRAME_ENDED,
  LAMINA_CODEC_DAMAGED,
} LaminaCodecResult;

typedef struct
{
  const guint8 *in;
  gsize in_left;
  guint8 *out;
  gsize out_left;
} LaminaCodecWindow;

/**
 * LaminaCodec:
 *
 * One gzip member or zstd frame after the other.
 */
typedef struct _LaminaCodec LaminaCodec;

/* %NULL when @magic begins no compressed text. */
LaminaCodec       *lamina_codec_new      (const guint8       *magic,
                                          gsize               length,
                                          const LaminaLimits *limits);
void               lamina_codec_free     (LaminaCodec        *self);

/* One that goes on from the same place in another input and output; %NULL for zstd, whose library can't do that. */
LaminaCodec       *lamina_codec_copy     (LaminaCodec        *self);

/* `gzip` or `zstd` */
const char        *lamina_codec_get_name (LaminaCodec        *self);

/* Whether another member or frame begins with @magic. */
gboolean           lamina_codec_matches  (LaminaCodec        *self,
                                          const guint8       *magic,
                                          gsize               length);

/* Inflates as much as fits; sets @damage, which is static or lives as long as the codec, when it can't go on. How much text
 * comes before damage depends on the stream alone, not on what it was stepped through with. */
LaminaCodecResult  lamina_codec_step     (LaminaCodec        *self,
                                          LaminaCodecWindow  *window,
                                          const char        **damage);

G_END_DECLS
