// SPDX-License-Identifier: Apache-2.0
// For what shows widgets: see pch-gio.h.
#ifndef LAMINA_PCH_WINDOW_H
#define LAMINA_PCH_WINDOW_H

#include <adwaita.h>

#endif
