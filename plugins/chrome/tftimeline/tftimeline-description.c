/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tftimeline-description.h"

#include <string.h>

static void
read_dtype (LaminaProtoReader     *proto,
            TftimelineDescription *description)
{
  const char *text = lamina_proto_reader_read_text (proto, NULL);
  g_autofree char *word = NULL;

  if (!text)
    return;
  word = g_ascii_strdown (g_str_has_prefix (text, "DT_") ? text + strlen ("DT_") : text, -1);
  if (g_utf8_validate (word, -1, NULL))
    g_strlcpy (description->dtype, word, sizeof description->dtype);
}

/* A dimension without a size is 0, which the text form leaves out. */
static void
read_dim (LaminaProtoReader     *proto,
          TftimelineDescription *description)
{
  gint64 size = 0;

  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "size") && !lamina_proto_reader_read_int64 (proto, &size))
      size = LAMINA_ABSENT;
  if (description->shape.n < LAMINA_MAX_DIMS)
    description->shape.dims[description->shape.n++] = size >= 0 ? size : LAMINA_ABSENT;
}

static void
read_shape (LaminaProtoReader     *proto,
            TftimelineDescription *description)
{
  description->has_shape = TRUE;
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dim") && lamina_proto_reader_enter (proto))
      read_dim (proto, description);
    else if (lamina_proto_reader_is_at (proto, "unknown_rank"))
      description->has_shape = FALSE;
}

static void
read_allocation (LaminaProtoReader     *proto,
                 TftimelineDescription *description)
{
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "requested_bytes"))
      lamina_proto_reader_read_int64 (proto, &description->requested);
    else if (lamina_proto_reader_is_at (proto, "ptr"))
      {
        const char *text = lamina_proto_reader_read_text (proto, NULL);

        if (text)
          lamina_decimal_parse_uint64 (text, strlen (text), &description->address);
      }
}

void
tftimeline_parse_description (const char            *text,
                              gsize                  length,
                              TftimelineDescription *description)
{
  g_autoptr (LaminaProtoReader) proto = lamina_proto_reader_new_for_text (text, length);

  *description = (TftimelineDescription) { .requested = LAMINA_ABSENT };
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dtype"))
      read_dtype (proto, description);
    else if (lamina_proto_reader_is_at (proto, "shape") && lamina_proto_reader_enter (proto))
      read_shape (proto, description);
    else if (lamina_proto_reader_is_at (proto, "allocation_description") && lamina_proto_reader_enter (proto))
      read_allocation (proto, description);
}
