/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-private.h"

gboolean
lamina_work_attributes_read (LaminaDocument       *document,
                             guint                 run,
                             guint                 layer,
                             LaminaWorkAttributes *attributes)
{
  return FALSE;
}
