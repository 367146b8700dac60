/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-core.h"

G_BEGIN_DECLS

/* Reads a device, whose fields are the next of the reader. */
typedef void (*TensorflowDeviceFunc) (LaminaProtoReader *proto,
                                      gpointer           data);

/* Goes through the devices of the statistics of a step, which may stand in the metadata of a run, or alone. */
void tensorflow_devices_each (LaminaProtoReader    *proto,
                              TensorflowDeviceFunc  func,
                              gpointer              data);

G_END_DECLS
