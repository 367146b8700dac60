/* SPDX-License-Identifier: Apache-2.0 */

/* Several modules that are equally sure of a text which begins with `#twins`, and add one layer with their own name. */

#include <lamina-core.h>

#define TWIN_PASTE_(a, b) a##b
#define TWIN_PASTE(a, b) TWIN_PASTE_ (a, b)

typedef struct
{
  GObject parent_instance;
} TWIN_TYPE;

typedef struct
{
  GObjectClass parent_class;
} TWIN_PASTE (TWIN_TYPE, Class);

static int
twin_probe (LaminaFormat     *format,
            const LaminaHead *head)
{
  return g_str_has_prefix (head->text, "#twins") ? 170 : -5;
}

static gboolean
twin_load (LaminaFormat   *format,
           LaminaSources  *sources,
           LaminaBuilder  *builder,
           GCancellable   *cancellable,
           GError        **error)
{
  LaminaLayerInit layer = LAMINA_LAYER_INIT;
  guint32 run;

  if (g_str_has_prefix (lamina_source_get_name (lamina_sources_get (sources, 0)), "no-reason"))
    return FALSE;
  if (g_str_has_prefix (lamina_source_get_name (lamina_sources_get (sources, 0)), "no-run"))
    return TRUE;
  run = lamina_builder_add_run (builder, "twin", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  layer.name = lamina_builder_intern (builder, G_STRINGIFY (TWIN_TYPE), -1);
  lamina_builder_add_layer (builder, run, &layer);
  return TRUE;
}

static void
twin_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = twin_probe;
  iface->load = twin_load;
}

static GType twin_get_type (void);

G_DEFINE_TYPE_WITH_CODE (TWIN_TYPE, twin, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, twin_iface_init))

static void
twin_class_init (TWIN_PASTE (TWIN_TYPE, Class) *klass)
{
}

static void
twin_init (TWIN_TYPE *self)
{
}

LAMINA_FORMAT_MODULE (twin_get_type)
