/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/*
 * In which module of the network each layer of a run stands, where the file has modules as slices around what they called: the
 * names of those around it, from the outside in, with dots between. A layer of a device has that of the layer that launched it.
 */
typedef struct _LaminaModulePaths LaminaModulePaths;

/* Finds them. @run: a run, which must outlive the result. */
LAMINA_AVAILABLE
LaminaModulePaths *lamina_module_paths_new (LaminaRun *run);

LAMINA_AVAILABLE
void lamina_module_paths_free (LaminaModulePaths *self);

/* `Net_0.Sequential_1.Conv2d_4`, or NULL for a layer outside of modules. */
LAMINA_AVAILABLE
const char *lamina_module_paths_get (LaminaModulePaths *self,
                                     guint              layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaModulePaths, lamina_module_paths_free)

G_END_DECLS
