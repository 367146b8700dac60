/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot.h"

#include <glib/gi18n.h>
#include <string.h>

/*
 * Snapshots of the memory of a device, as torch.cuda.memory._dump_snapshot () writes them: a pickle of lists and dicts. Any
 * program may write pickles, so that one is known by the keys of segments and events, and never by its beginning alone.
 */
static int
memory_snapshot_format_probe (LaminaFormat     *format,
                              const LaminaHead *head)
{
  static const char *const sure[] = { "device_traces", "segment_type", "free_requested" };
  const guint8 *bytes = (const guint8 *) head->text;
  gboolean is_pickle = head->length > 2 && bytes[0] == 0x80 && bytes[1] >= 2 && bytes[1] <= 5;

  for (guint i = 0; is_pickle && i < G_N_ELEMENTS (sure); i++)
    if (memmem (head->text, head->length, sure[i], strlen (sure[i])) != NULL)
      return 95;
  return is_pickle && memmem (head->text, head->length, "segments", strlen ("segments")) != NULL ? 60 : 0;
}

/* A trace of PyTorch's profiler, which a snapshot of the same run is joined with. */
static LaminaClaim
memory_snapshot_format_claims (LaminaFormat     *format,
                               const LaminaHead *opened,
                               const LaminaHead *sibling)
{
  return lamina_head_first_char (sibling) == '{' && lamina_head_contains (sibling, "\"baseTimeNanoseconds\"")
         ? LAMINA_CLAIM_LEADER : LAMINA_CLAIM_NONE;
}

static gboolean
memory_snapshot_format_load (LaminaFormat   *format,
                             LaminaSources  *sources,
                             LaminaBuilder  *builder,
                             GCancellable   *cancellable,
                             GError        **error)
{
  g_autoptr (Snapshot) snapshot = snapshot_read (builder, lamina_sources_get (sources, 0), cancellable, error);

  if (snapshot == NULL)
    return FALSE;
  if (snapshot_build (snapshot, cancellable))
    return TRUE;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    lamina_error_set (error, LAMINA_ERROR_CONTENT, NULL, N_("The pickle has no segments and no events of memory."));
  return FALSE;
}

LAMINA_DEFINE_FORMAT (MemorySnapshotFormat, memory_snapshot_format,
                      .probe = memory_snapshot_format_probe,
                      .load = memory_snapshot_format_load,
                      .claims = memory_snapshot_format_claims)
