/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>

/*
 * LAMINA_DEFINE_BOXED_TYPE:
 * @TypeName: the type, `LaminaThing`
 * @type_name: its prefix, `lamina_thing`
 *
 * Defines lamina_thing_get_type() with lamina_thing_ref() and lamina_thing_unref(). GLib's own macro converts functions
 * to a union, which `-Wpedantic` refuses.
 */
#define LAMINA_DEFINE_BOXED_TYPE(TypeName, type_name) \
  GType type_name##_get_type (void) \
  { \
    static gsize type_id = 0; \
    if (g_once_init_enter (&type_id)) \
      { \
        GType type = g_boxed_type_register_static (g_intern_static_string (#TypeName), \
                                                   (GBoxedCopyFunc) type_name##_ref, \
                                                   (GBoxedFreeFunc) type_name##_unref); \
        g_once_init_leave (&type_id, type); \
      } \
    return type_id; \
  }
