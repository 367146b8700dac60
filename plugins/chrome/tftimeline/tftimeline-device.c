/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tftimeline-trace.h"

#include <string.h>

/*
 * A process is named by the full name of a device, where that is of a queue its queue, and what it shows:
 *
 *   /job:worker/replica:0/task:1/device:GPU:0/stream:13 Compute
 *
 * Older versions write the last part of a device as `gpu:0`, and job, replica and task may be missing.
 */
typedef struct
{
  char *task;   /* `worker:1`, empty when it is not said */
  char *device; /* `GPU:0` */
  char *queue;  /* `stream:13`, empty for the device itself */
  const char *shown; /* ` Compute`, with the blank before it; empty without one. Points into the name */
} Device;

/* `gpu:0`: a word and a number. */
static gboolean
is_old_device (const char *part)
{
  const char *colon = strchr (part, ':');

  if (!colon || colon == part || colon[1] == '\0' || g_str_has_prefix (part, "stream:"))
    return FALSE;
  return strspn (part, "abcdefghijklmnopqrstuvwxyz_") == (gsize) (colon - part)
         && strspn (colon + 1, "0123456789") == strlen (colon + 1);
}

static char *
join (const char *first,
      const char *between,
      const char *second)
{
  return g_strconcat (first, *first && *second ? between : "", second, NULL);
}

static void
device_init (Device     *self,
             const char *name)
{
  const char *blank = strrchr (name, ' ');
  g_autofree char *path = g_strndup (name, blank ? (gsize) (blank - name) : strlen (name));
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  const char *job = "", *task = "";

  *self = (Device) { .shown = blank ? blank : "", .queue = g_strdup ("") };
  for (guint i = 0; parts[i]; i++)
    {
      const char *part = parts[i];

      if (g_str_has_prefix (part, "job:"))
        job = part + strlen ("job:");
      else if (g_str_has_prefix (part, "task:"))
        task = part + strlen ("task:");
      else if (*part == '\0' || g_str_has_prefix (part, "replica:"))
        continue;
      else if (!self->device && g_str_has_prefix (part, "device:"))
        self->device = g_strdup (part + strlen ("device:"));
      else if (!self->device)
        self->device = is_old_device (part) ? g_ascii_strup (part, -1) : g_strdup (part);
      else
        {
          g_autofree char *queue = self->queue;

          self->queue = join (queue, "/", part);
        }
    }
  self->task = join (job, ":", task);
  if (!self->device)
    self->device = g_strdup (path);
}

static void
device_clear (Device *self)
{
  g_free (self->task);
  g_free (self->device);
  g_free (self->queue);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Device, device_clear)

char *
tftimeline_dup_title (const char *name,
                      gboolean    has_tasks)
{
  g_auto (Device) device;
  g_autofree char *whole = NULL;

  device_init (&device, name);
  whole = join (has_tasks ? device.task : "", " ", device.device);
  return *device.queue && strcmp (device.shown, " Compute") == 0 ? g_strdup_printf ("%s · %s", device.queue, whole)
                                                                 : g_strconcat (whole, device.shown, NULL);
}

char *
tftimeline_dup_device (const char *name,
                       gboolean    has_tasks)
{
  g_auto (Device) device;

  device_init (&device, name);
  return join (has_tasks ? device.task : "", " ", device.device);
}

char *
tftimeline_dup_task (const char *name)
{
  g_auto (Device) device;

  device_init (&device, name);
  return g_steal_pointer (&device.task);
}

gboolean
tftimeline_is_processor (const char *name)
{
  g_auto (Device) device;

  device_init (&device, name);
  return g_str_has_prefix (device.device, "CPU");
}
