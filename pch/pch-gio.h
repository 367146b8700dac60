// SPDX-License-Identifier: Apache-2.0
#ifndef LAMINA_PCH_GIO_H
#define LAMINA_PCH_GIO_H

// The headers of this folder are compiled once for each library: parsing what they include is most of the work of compiling a
// small file. They spare no file its own includes: `./check full` builds without them, too.
#include <gio/gio.h>

#endif
