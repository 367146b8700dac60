/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib-object.h>
#include <stdatomic.h>

/*
 * LAMINA_DEFINE_SHARED_TYPE:
 * @TypeName: the type, `LaminaThing`, which has a member `_Atomic guint refs` that begins with 1
 * @type_name: its prefix, `lamina_thing`
 * @free: a function that frees it
 *
 * Defines lamina_thing_ref() and lamina_thing_unref(), for any thread, and lamina_thing_get_type(). GLib's own macro for the
 * last one converts functions to a union, which `-Wpedantic` refuses; and sanitizers can't see through its counters.
 */
#define LAMINA_DEFINE_SHARED_TYPE(TypeName, type_name, free) \
  TypeName *type_name##_ref (TypeName *self) \
  { \
    g_return_val_if_fail (self != NULL, NULL); \
    atomic_fetch_add_explicit (&self->refs, 1, memory_order_relaxed); \
    return self; \
  } \
  void type_name##_unref (TypeName *self) \
  { \
    g_return_if_fail (self != NULL); \
    if (atomic_fetch_sub_explicit (&self->refs, 1, memory_order_acq_rel) == 1) \
      free (self); \
  } \
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
