/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

G_BEGIN_DECLS

/**
 * LaminaShortageFunc:
 *
 * Called by the thread that the system refused memory, outside of loads. It may take little memory or none. When it returns, GLib
 * ends the program.
 */
typedef void (*LaminaShortageFunc) (void);

/**
 * lamina_shortage_watch: (skip)
 * @func: (nullable): what is done outside of loads, such as to end the program in words
 *
 * To be called once by a program, before there are threads. GLib ends a program that it can't get memory for. From now on only
 * a load does that lamina_loader_load_async() has begun: with %LAMINA_ERROR_LIMIT. What such a load held stays taken. A library
 * should not call it, since there may be one who hears what GLib says for a program.
 */
LAMINA_AVAILABLE
void lamina_shortage_watch (LaminaShortageFunc func);

G_END_DECLS
