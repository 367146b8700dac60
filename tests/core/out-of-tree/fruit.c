/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A plugin as somebody else would write it: one layer for each line `fruit NAME NANOSECONDS`. What begins with `more ` is a part
 * of any such file, and another file of fruit a rank beside it. It brings translations of its words.
 */

#include <lamina-core.h>

#include <string.h>

/* For xgettext --keyword=WORD. */
#define WORD(text) text

#define FRUIT_TYPE_FORMAT (fruit_format_get_type ())
G_DECLARE_FINAL_TYPE (FruitFormat, fruit_format, FRUIT, FORMAT, GObject)

struct _FruitFormat
{
  GObject parent_instance;
};

static int
fruit_format_probe (LaminaFormat     *format,
                    const LaminaHead *head)
{
  return g_str_has_prefix (head->text, "fruit ") ? 100 : 0;
}

static LaminaClaim
fruit_format_claims (LaminaFormat     *format,
                     const LaminaHead *opened,
                     const LaminaHead *sibling)
{
  if (g_str_has_prefix (sibling->text, "more "))
    return LAMINA_CLAIM_PART;
  return g_str_has_prefix (sibling->text, "fruit ") ? LAMINA_CLAIM_RANK : LAMINA_CLAIM_NONE;
}

static void
add_layer (LaminaBuilder *builder,
           LaminaSource  *source,
           guint32        run,
           guint64        offset,
           const char    *line)
{
  LaminaImport *import = lamina_builder_get_import (builder);
  guint32 record = lamina_import_open_record (import, source, offset);
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  LaminaLayerInit layer = LAMINA_LAYER_INIT;

  if (g_strv_length (words) != 3)
    {
      lamina_import_skip (import, record, WORD ("the line has not three words"));
      return;
    }
  layer.name = lamina_builder_intern (builder, words[1], -1);
  layer.duration = g_ascii_strtoll (words[2], NULL, 10);
  lamina_builder_add_layer (builder, run, &layer);
  lamina_import_account (import, record, LAMINA_RECORD_SHOWN);
}

static gboolean
read_source (LaminaSource   *source,
             LaminaBuilder  *builder,
             guint32         run,
             GCancellable   *cancellable,
             GError        **error)
{
  g_autoptr (GBytes) bytes = lamina_source_read_bytes (source, 0, G_MAXSIZE, cancellable, error);
  g_autofree char *text = NULL;
  char *line;

  if (bytes == NULL)
    return FALSE;
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  line = text;
  if (strcmp (text, "fruit \n") == 0)
    {
      lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, WORD ("The basket is empty."));
      return FALSE;
    }
  for (char *end; (end = strchr (line, '\n')) != NULL; line = end + 1)
    {
      *end = '\0';
      add_layer (builder, source, run, (guint64) (line - text), line);
    }
  return TRUE;
}

static gboolean
fruit_format_load (LaminaFormat   *format,
                   LaminaSources  *sources,
                   LaminaBuilder  *builder,
                   GCancellable   *cancellable,
                   GError        **error)
{
  guint32 run = lamina_builder_add_run (builder, lamina_builder_own_word (builder, WORD ("Basket")), LAMINA_AXIS_STEPS,
                                        LAMINA_TIMING_ORDER);

  for (guint i = 0; i < lamina_sources_get_n (sources); i++)
    if (!read_source (lamina_sources_get (sources, i), builder, run, cancellable, error))
      return FALSE;
  return TRUE;
}

static void
fruit_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = fruit_format_probe;
  iface->load = fruit_format_load;
  iface->claims = fruit_format_claims;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (FruitFormat, fruit_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, fruit_format_iface_init))

static void
fruit_format_class_init (FruitFormatClass *klass)
{
}

static void
fruit_format_init (FruitFormat *self)
{
}

LAMINA_FORMAT_MODULE_WITH_DOMAIN (fruit_format_get_type, "fruit")
