// SPDX-License-Identifier: Apache-2.0
#ifndef LAMINA_UI_PCH_H
#define LAMINA_UI_PCH_H

// Compiled once for all files of this folder, whose compiling is parsing this for the most part. It spares no file its own
// includes: `./check full` builds with clang without it.
#include <adwaita.h>

#endif
