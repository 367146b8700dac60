/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* The modules of a network, which PyTorch's profiler writes as slices around what they call: `nn.Module: Linear_3`, the fourth
 * linear layer of the network. */

/* What the module is called, a part of @name: `Linear_3`; NULL when a slice of this name is no module. */
LAMINA_AVAILABLE
const char *lamina_module_get_name (const char *name);

/* How long the name of a module is without the number that tells the modules of one class apart: of `Linear_3` that of `Linear`. */
gsize lamina_module_get_class_length (const char *module);

/* Whether any slice of a run is a module. Each name is looked at once, and the answer kept with the run. */
LAMINA_AVAILABLE
gboolean lamina_run_has_modules (LaminaRun *run);

G_END_DECLS
