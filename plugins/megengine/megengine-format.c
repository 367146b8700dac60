/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-format.h"
#include "megengine-profile.h"

/* The profiles of MegEngine's GraphProfiler, and the dumps of its graphs. */
struct _MegengineFormat
{
  GObject parent_instance;
};

static void megengine_format_iface_init (LaminaFormatInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (MegengineFormat, megengine_format, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, megengine_format_iface_init))

static int
megengine_format_probe (LaminaFormat     *format,
                        const LaminaHead *head)
{
  return megengine_probe (head);
}

static gboolean
check_content (MegengineProfile  *profile,
               gboolean           is_object,
               GError           **error)
{
  if (!is_object)
    lamina_error_set (error, LAMINA_ERROR_SYNTAX, NULL, N_("The text is not a JSON object."));
  else if (profile->operators->len == 0 && profile->vars->len == 0)
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The file names no operators and no variables."));
  else
    return TRUE;
  return FALSE;
}

/* What was read before an error is worth showing; before cancelling, nothing is. */
static gboolean
megengine_format_load (LaminaFormat   *format,
                       LaminaSources  *sources,
                       LaminaBuilder  *builder,
                       GCancellable   *cancellable,
                       GError        **error)
{
  LaminaSource *source = lamina_sources_get (sources, 0);
  LaminaImport *import = lamina_builder_get_import (builder);
  g_autoptr (LaminaJsonReader) json = lamina_json_reader_new (source, 0, G_MAXUINT64, NULL, import, cancellable);
  g_autoptr (MegengineProfile) profile = megengine_profile_new (builder, source);
  g_autoptr (GError) read_error = NULL;
  gboolean is_object = megengine_profile_read (profile, json);

  lamina_json_reader_finish (json, &read_error);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (profile->operators->len > 0 || profile->vars->len > 0)
    {
      megengine_profile_link (profile);
      megengine_profile_build (profile);
    }
  if (!read_error)
    return check_content (profile, is_object, error);
  g_propagate_error (error, g_steal_pointer (&read_error));
  return FALSE;
}

static void
megengine_format_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = megengine_format_probe;
  iface->load = megengine_format_load;
}

static void
megengine_format_class_init (MegengineFormatClass *klass)
{
}

static void
megengine_format_init (MegengineFormat *self)
{
}

LAMINA_FORMAT_MODULE (megengine_format_get_type)
