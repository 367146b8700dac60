/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "chrome-frames.h"

/* A stack that is deeper refers to itself, or nobody reads it to its end. */
#define MOST_FRAMES 256

typedef struct
{
  char *name;
  char *category;
  char *parent;
} Frame;

struct _ChromeFrames
{
  LaminaSource *source;
  guint64 offset;
  guint64 length;
  GHashTable *frames; /* NULL until they are read */
};

static void
frame_free (gpointer data)
{
  Frame *frame = data;

  g_free (frame->name);
  g_free (frame->category);
  g_free (frame->parent);
  g_free (frame);
}

ChromeFrames *
chrome_frames_new (LaminaSource *source,
                   guint64       offset,
                   guint64       length)
{
  ChromeFrames *self = g_new0 (ChromeFrames, 1);

  self->source = lamina_source_ref (source);
  self->offset = offset;
  self->length = length;
  return self;
}

void
chrome_frames_free (ChromeFrames *self)
{
  g_clear_pointer (&self->frames, g_hash_table_unref);
  lamina_source_unref (self->source);
  g_free (self);
}

static void
read_frame (ChromeFrames     *self,
            LaminaJsonReader *json)
{
  static const char *const keys[] = { "name", "category", "parent", NULL };
  g_autofree char *id = g_strdup (lamina_json_reader_get_key (json, NULL));
  Frame *frame = g_new0 (Frame, 1);
  char **members[] = { &frame->name, &frame->category, &frame->parent };
  int key;

  if (lamina_json_reader_enter_object (json))
    while ((key = lamina_json_reader_next_member (json, keys)) != LAMINA_JSON_END)
      if (key >= 0)
        {
          g_free (*members[key]);
          *members[key] = g_strdup (lamina_json_reader_read_text (json, NULL));
        }
  g_hash_table_insert (self->frames, g_steal_pointer (&id), frame);
}

static void
read_frames (ChromeFrames *self)
{
  g_autoptr (LaminaJsonReader) json = NULL;

  if (self->frames)
    return;
  self->frames = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, frame_free);
  json = lamina_json_reader_new (self->source, self->offset, self->length, NULL, NULL, NULL);
  if (lamina_json_reader_enter_object (json))
    while (lamina_json_reader_next_member (json, NULL) != LAMINA_JSON_END)
      read_frame (self, json);
}

gboolean
chrome_frames_describe (ChromeFrames  *self,
                        const char    *id,
                        LaminaDetails *details)
{
  const Frame *frame;
  guint n = 0;

  read_frames (self);
  for (; id && n < MOST_FRAMES && (frame = g_hash_table_lookup (self->frames, id)); n++, id = frame->parent)
    {
      g_autofree char *key = g_strdup_printf ("%u", n);
      g_autofree char *text = frame->category && frame->name ? g_strdup_printf ("%s (%s)", frame->name, frame->category)
                                                             : g_strdup (frame->name ? frame->name : "?");

      lamina_details_add (details, "Stack", key, &LAMINA_VALUE_INIT_TEXT (text));
    }
  return n > 0;
}
