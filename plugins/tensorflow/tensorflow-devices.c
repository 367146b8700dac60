/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorflow-devices.h"

static void
read_message (LaminaProtoReader    *proto,
              gboolean              is_outermost,
              TensorflowDeviceFunc  func,
              gpointer              data)
{
  while (lamina_proto_reader_next (proto))
    if (lamina_proto_reader_is_at (proto, "dev_stats") && lamina_proto_reader_enter (proto))
      func (proto, data);
    else if (is_outermost && lamina_proto_reader_is_at (proto, "step_stats") && lamina_proto_reader_enter (proto))
      read_message (proto, FALSE, func, data);
}

void
tensorflow_devices_each (LaminaProtoReader    *proto,
                         TensorflowDeviceFunc  func,
                         gpointer              data)
{
  read_message (proto, TRUE, func, data);
}
