/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* A generator of our own, so that what is made is the same on every machine: 31 bits each time. */
static inline guint32
trace_random (guint64 *state)
{
  *state = *state * G_GUINT64_CONSTANT (6364136223846793005) + G_GUINT64_CONSTANT (1442695040888963407);
  return (guint32) (*state >> 33);
}
