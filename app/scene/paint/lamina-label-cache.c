/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-label-cache-private.h"

#include "lamina-text-private.h"

#include <math.h>
#include <string.h>

#define MAX_YOUNG 2048

/*
 * Ellipses are laid out for rooms that are multiples of this: while a slice grows, its label is not laid out for every
 * frame.
 */
#define ROOM_STEP 4

typedef struct
{
  LaminaFont font;
  int room;
  double width;
  PangoLayout *layout;
  char text[];
} Label;

struct _LaminaLabelCache
{
  PangoContext *context;
  PangoFontDescription *fonts[LAMINA_N_FONTS];
  GHashTable *young;
  GHashTable *old;
};

static guint
label_hash (gconstpointer key)
{
  const Label *label = key;

  return g_str_hash (label->text) ^ (guint) label->room * 31 ^ (guint) label->font << 24;
}

static gboolean
label_equal (gconstpointer a,
             gconstpointer b)
{
  const Label *left = a;
  const Label *right = b;

  return left->room == right->room && left->font == right->font && strcmp (left->text, right->text) == 0;
}

static void
label_free (gpointer data)
{
  Label *label = data;

  g_object_unref (label->layout);
  g_free (label);
}

static GHashTable *
create_generation (void)
{
  return g_hash_table_new_full (label_hash, label_equal, label_free, NULL);
}

LaminaLabelCache *
lamina_label_cache_new (const LaminaStyle *style)
{
  LaminaLabelCache *self = g_new0 (LaminaLabelCache, 1);

  self->context = lamina_text_create_context ();
  for (guint i = 0; i < LAMINA_N_FONTS; i++)
    self->fonts[i] = lamina_style_create_font (style, i);
  self->young = create_generation ();
  self->old = create_generation ();
  return self;
}

void
lamina_label_cache_free (LaminaLabelCache *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->young);
  g_hash_table_unref (self->old);
  for (guint i = 0; i < LAMINA_N_FONTS; i++)
    pango_font_description_free (self->fonts[i]);
  g_object_unref (self->context);
  g_free (self);
}

static Label *
create_label (LaminaFont  font,
              const char *text,
              int         room)
{
  gsize length = lamina_text_get_shown (text);
  Label *label = g_malloc0 (sizeof (Label) + length + 1);

  label->font = font;
  label->room = room;
  memcpy (label->text, text, length);
  return label;
}

static void
lay_out (LaminaLabelCache *self,
         Label            *label)
{
  int width;

  label->layout = lamina_text_create_layout (self->context, self->fonts[label->font], label->text);
  if (label->room > 0)
    {
      pango_layout_set_ellipsize (label->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (label->layout, label->room * PANGO_SCALE);
    }
  pango_layout_get_size (label->layout, &width, NULL);
  label->width = (double) width / PANGO_SCALE;
}

static void
add_young (LaminaLabelCache *self,
           Label            *label)
{
  if (g_hash_table_size (self->young) >= MAX_YOUNG)
    {
      g_hash_table_unref (self->old);
      self->old = self->young;
      self->young = create_generation ();
    }
  g_hash_table_add (self->young, label);
}

/* Takes a key whose layout is not made yet, and either keeps or frees it. */
static Label *
find_or_add (LaminaLabelCache *self,
             Label            *key)
{
  Label *label = g_hash_table_lookup (self->young, key);

  if (label == NULL && g_hash_table_steal_extended (self->old, key, (gpointer *) &label, NULL))
    add_young (self, label);
  if (label != NULL)
    {
      g_free (key);
      return label;
    }
  lay_out (self, key);
  add_young (self, key);
  return key;
}

PangoLayout *
lamina_label_cache_get (LaminaLabelCache *self,
                        LaminaFont        font,
                        const char       *text,
                        double            room,
                        double           *width)
{
  Label *label = find_or_add (self, create_label (font, text, 0));

  if (room > 0 && label->width > room)
    {
      int steps = MAX ((int) (room / ROOM_STEP), 1);

      label = find_or_add (self, create_label (font, text, steps * ROOM_STEP));
    }
  *width = label->width;
  return label->layout;
}
