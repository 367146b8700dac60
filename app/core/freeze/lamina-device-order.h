/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-run-fields.h"

/*
 * The order in which groups stand: that of adding, but devices by their numbers. Devices that stand beside each other change
 * places among themselves alone, and so do processes that have devices of their own, as ranks of a job do. Devices of different
 * kinds (`GPU 1`, `NPU 0`) stay apart, and what has no number stays where it was.
 *
 * Returns: (transfer full): groups, as many as the run has
 */
guint32 *lamina_device_order_new (const LaminaRun *run);
