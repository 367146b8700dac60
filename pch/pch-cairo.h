// SPDX-License-Identifier: Apache-2.0
// For what draws: see pch-gio.h.
#ifndef LAMINA_PCH_CAIRO_H
#define LAMINA_PCH_CAIRO_H

#include <gio/gio.h>
#include <pango/pangocairo.h>

#endif
