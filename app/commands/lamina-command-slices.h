/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-command.h"
#include "lamina-kernel-summary.h"

G_BEGIN_DECLS

/* What `lamina slices` is asked for. */
typedef struct
{
  LaminaSelection selection;
  char *clock_text;
  gboolean is_aligned;
  char *group_text;
  LaminaKernelsBy by;
} LaminaSlicesOptions;

/* The work of devices, added up by what it has in common. */
void lamina_slices_write_groups (LaminaDocument            *document,
                                 const LaminaSlicesOptions *options);

G_END_DECLS
