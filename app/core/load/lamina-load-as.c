/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder-private.h"
#include "lamina-engine.h"
#include "lamina-error.h"
#include "lamina-sources-private.h"

/* Apart from the rest of the sources, which know neither formats nor the engine. */
gboolean
lamina_sources_load_as (LaminaSources  *self,
                        guint           i,
                        const char     *format,
                        LaminaBuilder  *builder,
                        GCancellable   *cancellable,
                        GError        **error)
{
  g_autoptr (LaminaSources) part = NULL;
  g_autoptr (LaminaFormat) object = NULL;
  LaminaEngine *engine;
  gboolean done;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (i < lamina_sources_get_n (self), FALSE);
  g_return_val_if_fail (format != NULL, FALSE);
  g_return_val_if_fail (builder != NULL, FALSE);

  engine = lamina_sources_get_engine (self);
  object = engine != NULL ? lamina_engine_create_format (engine, format) : NULL;
  if (object == NULL)
    {
      g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_PLUGIN, "the plugin %s is needed to read it and is not in use",
                   format);
      return FALSE;
    }
  part = lamina_sources_new (engine);
  lamina_sources_add (part, lamina_sources_get (self, i));
  /* The other format sees one file and calls it file 0. */
  lamina_builder_shift_sources (builder, (int) i);
  done = lamina_format_load (object, part, builder, cancellable, error);
  lamina_builder_shift_sources (builder, -(int) i);
  return done;
}
