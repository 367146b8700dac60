/* SPDX-License-Identifier: Apache-2.0 */

/* Modules that can't be used, each for the reason that is defined. */

#include <lamina-core.h>

#ifdef BROKEN_WRONG_ABI
/* Loading it is already too late. */
__attribute__ ((constructor)) static void
leave_a_trace (void)
{
  g_setenv ("LAMINA_TEST_WRONG_ABI_LOADED", "1", TRUE);
}
#endif

#ifdef BROKEN_UNRESOLVED
void lamina_function_that_is_nowhere (void);
#endif

#ifdef BROKEN_HALF
static int
half_probe (LaminaFormat     *format,
            const LaminaHead *head)
{
  return 100;
}

static void
half_iface_init (LaminaFormatInterface *iface)
{
  iface->probe = half_probe;
}

typedef struct
{
  GObject parent_instance;
} Half;

typedef struct
{
  GObjectClass parent_class;
} HalfClass;

static GType half_get_type (void);

G_DEFINE_TYPE_WITH_CODE (Half, half, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, half_iface_init))

static void
half_class_init (HalfClass *klass)
{
}

static void
half_init (Half *self)
{
}
#endif

#ifndef BROKEN_NO_ENTRY
G_MODULE_EXPORT void peas_register_types (GTypeModule *module);

G_MODULE_EXPORT void
peas_register_types (GTypeModule *module)
{
#if defined BROKEN_NO_FORMAT
  lamina_format_register (module, G_TYPE_OBJECT, NULL);
#elif defined BROKEN_HALF
  lamina_format_register (module, half_get_type (), NULL);
#elif defined BROKEN_UNRESOLVED
  lamina_function_that_is_nowhere ();
#endif
}
#endif
