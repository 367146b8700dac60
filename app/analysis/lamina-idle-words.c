/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle.h"
#include "lamina-words-private.h"

/* What devices do or wait for, in words. */

const char *
lamina_load_get_title (LaminaLoad load)
{
  switch (load)
    {
    case LAMINA_LOAD_BUSY:
      return _("busy");
    case LAMINA_LOAD_WAIT:
      return _("waiting");
    case LAMINA_LOAD_SYNC:
      return _("idle: synchronisation");
    case LAMINA_LOAD_COPY:
      return _("idle: copy");
    case LAMINA_LOAD_LAUNCH:
      return _("idle: host launch");
    case LAMINA_LOAD_OTHER:
    case LAMINA_N_LOADS:
    default:
      return _("idle: other");
    }
}

const char *
lamina_load_get_definition (LaminaLoad load)
{
  switch (load)
    {
    case LAMINA_LOAD_BUSY:
      return _("At least one queue of the device works. Annotations beside the work do not count.");
    case LAMINA_LOAD_WAIT:
      return _("No queue works, and the file itself says that work in one of them waits.");
    case LAMINA_LOAD_SYNC:
      return _("The host was in a call that waits for the device after the gap had begun and before it launched what "
               "ends the gap.");
    case LAMINA_LOAD_COPY:
      return _("A copy ends the gap, or a copy stands before it and what ends the gap was launched in time.");
    case LAMINA_LOAD_LAUNCH:
      return _("The call that launched what ends the gap had not returned when the gap began.");
    case LAMINA_LOAD_OTHER:
    case LAMINA_N_LOADS:
    default:
      return _("What ends the gap was launched in time, or the file does not say when it was launched.");
    }
}

const char *
lamina_idle_get_definition (void)
{
  return _("A device is busy while at least one of its queues works; annotations beside the work do not count. It is "
           "idle while none does, between its first and its last work. Each gap has one cause, the first that holds: "
           "synchronisation, when the host was in a call that waits for the device after the gap had begun and before "
           "it launched what ends the gap; copy, when a copy ends the gap, or stands before it and what ends it was "
           "launched in time; host launch, when the call that launched what ends the gap had not returned when the "
           "gap began; otherwise other.");
}
