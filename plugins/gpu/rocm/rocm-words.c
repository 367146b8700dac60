/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "rocm-private.h"

#include <string.h>

/* What rocpd and JSON say alike. */

const char *
rocm_get_copy_name (const char *word)
{
  gboolean from_host = strstr (word, "HOST_TO") != NULL, to_host = strstr (word, "TO_HOST") != NULL;

  if (from_host && to_host)
    return "Memcpy HtoH";
  if (from_host)
    return "Memcpy HtoD";
  if (to_host)
    return "Memcpy DtoH";
  return strstr (word, "DEVICE_TO_DEVICE") != NULL ? "Memcpy DtoD" : "Memcpy";
}

guint32
rocm_need_queue (GpuTrace *self,
                 gint64    process,
                 gint64    agent,
                 gint64    stream,
                 gint64    queue)
{
  gboolean has_stream = stream != LAMINA_ABSENT && stream != 0;
  gboolean has_queue = !has_stream && queue != LAMINA_ABSENT && queue != 0;

  return gpu_events_need_queue (self, has_queue ? GPU_QUEUE : GPU_STREAM, process, agent != LAMINA_ABSENT ? agent : 0, 0,
                                has_queue ? queue : has_stream ? stream : 0);
}

char *
rocm_dup_program (const char *command,
                  const char *host)
{
  g_autofree char *path = g_strndup (command, strcspn (command, " "));
  g_autofree char *program = g_path_get_basename (path);

  return host != NULL ? g_strdup_printf ("%s · %s", host, program) : g_steal_pointer (&program);
}

RocmCounter *
rocm_counter_new (char     *name,
                  char     *title,
                  gboolean  is_derived)
{
  RocmCounter *self = g_new (RocmCounter, 1);

  *self = (RocmCounter) { name, title, is_derived };
  return self;
}

void
rocm_counter_free (RocmCounter *self)
{
  g_free (self->name);
  g_free (self->title);
  g_free (self);
}
