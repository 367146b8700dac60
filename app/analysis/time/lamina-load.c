/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-load.h"

#include "lamina-gettext.h"

static const LaminaLoadInfo loads[LAMINA_N_LOADS] = {
  [LAMINA_LOAD_BUSY] = { "busy", "busy_ns", N_("busy"), N_("busy"),
    N_("At least one stream of the device works. Annotations beside the work do not count.") },
  [LAMINA_LOAD_WAIT] = { "wait", "wait_ns", N_("waiting"), N_("waiting"),
    N_("No stream works, and the file itself states that work in one of them waits.") },
  [LAMINA_LOAD_SYNC] = { "sync", "idle_sync_ns", N_("idle: synchronization"), N_("synchronization"),
    N_("Host wait: the thread that launches what ends the gap had not launched it yet, and was inside a call that waits for "
       "the device, such as cudaStreamSynchronize.") },
  [LAMINA_LOAD_HOST] = { "launch_bound", "idle_launch_bound_ns", N_("idle: launch-bound"), N_("launch-bound"),
    N_("Host wait: the thread that launches what ends the gap had not launched it yet, and was in no call that waits for the "
       "device.") },
  [LAMINA_LOAD_CALL] = { "launch_call", "idle_launch_call_ns", N_("idle: inside the launch call"),
    N_("inside the launch call"),
    N_("The host was inside the call that launches what ends the gap.") },
  [LAMINA_LOAD_START] = { "launch_to_start", "idle_launch_to_start_ns", N_("idle: launch to start"), N_("launch to start"),
    N_("The call that launches what ends the gap had returned during the gap, and the work had not begun yet: the latency of "
       "the launch, or a dependency on a stream or an event.") },
  [LAMINA_LOAD_KERNEL] = { "kernel_wait", "idle_kernel_wait_ns", N_("idle: kernel wait"), N_("kernel wait"),
    N_("What ends the gap was queued before the gap began, which is shorter than 30 ns: what the device takes from one kernel "
       "to the next.") },
  [LAMINA_LOAD_COPY] = { "copy", "idle_copy_ns", N_("idle: copy"), N_("copy"),
    N_("What ends the gap was queued before the gap began and is a copy; or it waits for a copy on another stream, as long "
       "as that runs.") },
  [LAMINA_LOAD_COMMUNICATION] = { "communication", "idle_communication_ns", N_("idle: communication"), N_("communication"),
    N_("What ends the gap was queued before the gap began and is communication; or it waits for communication on another "
       "stream, as long as that runs.") },
  [LAMINA_LOAD_DEPENDENCY] = { "dependency", "idle_dependency_ns", N_("idle: dependency"), N_("dependency"),
    N_("What ends the gap was queued before the gap began, is neither a copy nor communication, and was held back: by a "
       "dependency on a stream, an event or a node of its graph, or by what the device takes to begin it.") },
  [LAMINA_LOAD_UNKNOWN] = { "unknown", "idle_unknown_ns", N_("idle: unknown"), N_("unknown"),
    N_("The file does not tell when what ends the gap was launched, or nothing ends it.") },
};

const LaminaLoadInfo *
lamina_load_get_info (LaminaLoad load)
{
  g_return_val_if_fail (load < LAMINA_N_LOADS, NULL);
  return &loads[load];
}

guint
lamina_gap_list_causes (const gint64 *parts,
                        LaminaLoad   *causes)
{
  guint n = 0;

  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    {
      guint at = n;

      if (parts[load] == 0)
        continue;
      for (; at > 0 && parts[causes[at - 1]] < parts[load]; at--)
        causes[at] = causes[at - 1];
      causes[at] = (LaminaLoad) load;
      n++;
    }
  return n;
}

const char *
lamina_gap_class_get_key (LaminaGapClass class)
{
  static const char *const keys[LAMINA_N_GAP_CLASSES] = { "host_wait", "kernel_wait", "other", "unknown" };

  g_return_val_if_fail (class < LAMINA_N_GAP_CLASSES, NULL);
  return keys[class];
}

const char *
lamina_idle_get_definition (void)
{
  return _("A device is busy while at least one of its streams works; annotations beside the work do not count. It is idle "
           "while none does, between its first and its last work.");
}

const char *
lamina_idle_get_gap_definition (void)
{
  return _("A gap is host wait when the launch of the work that ends it began after the gap did: up to the launch it is "
           "synchronization while the launching thread was in a call that waits for the device, and launch-bound otherwise; "
           "from there on it is inside the launch call, and launch to start once that returned. A gap before work that was "
           "queued in time is kernel wait below 30 ns, else copy, communication or dependency, by what is waited for. Where "
           "the file does not state the launch, the cause is unknown.");
}
