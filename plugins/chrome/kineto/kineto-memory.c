/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace-private.h"

/*
 * Each `[memory]` event is an allocation, or a release when its bytes are negative, and states what its process has in use
 * of a device afterwards. Of each device the totals become counters; the events themselves are not shown a second time as
 * marks. A tool may have put several processes into one file, each of which counts what it allocates itself.
 */

/* What a process has of a device. */
typedef struct
{
  guint32 process;
  gint64 type;
  gint64 id;
  guint32 allocated;
  guint32 reserved;
} Device;

typedef struct
{
  ChromeTrace *trace;
  const ChromeColumn *allocated;
  const ChromeColumn *reserved;
  const ChromeColumn *type;
  const ChromeColumn *id;
  GArray *devices;
  guint32 group;
  gboolean has_processes; /* more than one */
} Memory;

/* The numbers of c10::DeviceType. */
static char *
dup_device_title (gint64 type,
                  gint64 id)
{
  static const char *const names[] = { "CPU", "GPU", "MKLDNN", "OpenGL", "OpenCL", "IDEEP", "GPU", "FPGA", "MAIA", "XLA",
                                       "Vulkan", "Metal", "XPU", "MPS", "Meta", "HPU", "VE", "Lazy", "IPU", "MTIA" };
  const char *name = type >= 0 && type < (gint64) G_N_ELEMENTS (names) ? names[type] : "Device";

  return id == LAMINA_ABSENT || id < 0 ? g_strdup (name) : g_strdup_printf ("%s %" G_GINT64_FORMAT, name, id);
}

static guint32
add_counter (Memory       *self,
             const Device *device,
             const char   *format)
{
  const ChromeProcess *process = chrome_trace_get_process (self->trace, device->process);
  g_autofree char *title = dup_device_title (device->type, device->id);
  g_autofree char *name = self->has_processes
                            ? g_strdup_printf ("%s %s (pid %s)", title, format,
                                               chrome_trace_get_text (self->trace, process->pid))
                            : g_strdup_printf ("%s %s", title, format);

  if (self->group == LAMINA_NONE)
    self->group = lamina_builder_add_group (self->trace->builder, self->trace->run, self->trace->parent_group,
                                            lamina_builder_own_word (self->trace->builder, N_("Memory")),
                                            LAMINA_GROUP_COUNTERS);
  return lamina_builder_add_counter (self->trace->builder, self->trace->run, self->group, name,
                                     self->trace->clock, LAMINA_UNIT_BYTES, FALSE);
}

static Device *
need_device (Memory  *self,
             guint32  row)
{
  Device device = { chrome_trace_get_process_of (self->trace, row), chrome_events_get_number (self->type, row),
                    chrome_events_get_number (self->id, row), LAMINA_NONE, LAMINA_NONE };

  for (guint i = 0; i < self->devices->len; i++)
    {
      Device *known = &g_array_index (self->devices, Device, i);

      if (known->process == device.process && known->type == device.type && known->id == device.id)
        return known;
    }
  g_array_append_val (self->devices, device);
  return &g_array_index (self->devices, Device, self->devices->len - 1);
}

static gboolean
add_sample (Memory             *self,
            const ChromeColumn *column,
            guint32             row,
            const Device       *device,
            guint32            *counter,
            const char         *name)
{
  gint64 value = chrome_events_get_number (column, row);

  if (value == LAMINA_ABSENT || self->trace->events->start[row] == LAMINA_ABSENT)
    return FALSE;
  if (*counter == LAMINA_NONE)
    *counter = add_counter (self, device, name);
  lamina_builder_add_sample (self->trace->builder, self->trace->run, *counter, self->trace->events->start[row],
                             (double) value);
  return TRUE;
}

/* A snapshot beside the trace knows more of what was allocated: the trace knows who asked for it. */
static void
report (Memory             *self,
        const ChromeColumn *address,
        const ChromeColumn *bytes,
        guint32             row,
        const Device       *device)
{
  const ChromeTrace *trace = self->trace;
  LaminaMemoryReport report = {
    .address = (guint64) chrome_events_get_number (address, row),
    .bytes = chrome_events_get_number (bytes, row),
    .clock = trace->clock,
    .time = self->trace->events->start[row],
    .track = self->trace->events->track[row] < trace->n_tracks ? chrome_trace_get_place (trace, self->trace->events->track[row])
                                                               : LAMINA_NONE,
  };

  if (report.bytes > 0 && report.bytes != LAMINA_ABSENT && device->type > 0 && report.time != LAMINA_ABSENT)
    lamina_builder_add_report (self->trace->builder, self->trace->run, &report);
}

static gboolean
is_memory (ChromeTrace *self,
           guint32      row,
           guint32      name)
{
  return self->events->name[row] == name && (self->events->phase[row] == 'i' || self->events->phase[row] == 'I');
}

/* Whether more than one process allocates. */
static gboolean
find_processes (ChromeTrace *self,
                guint32      name)
{
  guint32 first = LAMINA_NONE;

  for (guint i = 0; i < self->events->n_rest; i++)
    if (is_memory (self, self->events->rest[i], name))
      {
        guint32 process = chrome_trace_get_process_of (self, self->events->rest[i]);

        if (first != LAMINA_NONE && process != first)
          return TRUE;
        first = process;
      }
  return FALSE;
}

void
kineto_add_memory (ChromeTrace *self)
{
  guint32 name = lamina_builder_intern (self->builder, "[memory]", -1);
  Memory memory = {
    .trace = self,
    .allocated = chrome_events_find_column (self->events, "Total Allocated"),
    .reserved = chrome_events_find_column (self->events, "Total Reserved"),
    .type = chrome_events_find_column (self->events, "Device Type"),
    .id = chrome_events_find_column (self->events, "Device Id"),
    .group = LAMINA_NONE,
  };
  const ChromeColumn *address = chrome_events_find_column (self->events, "Addr");
  const ChromeColumn *bytes = chrome_events_find_column (self->events, "Bytes");
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (Device));

  if (memory.allocated == NULL && memory.reserved == NULL)
    return;
  memory.devices = devices;
  memory.has_processes = find_processes (self, name);
  for (guint i = 0; i < self->events->n_rest; i++)
    if (is_memory (self, self->events->rest[i], name))
      {
        guint32 row = self->events->rest[i];
        Device *device = need_device (&memory, row);
        gboolean has_allocated = add_sample (&memory, memory.allocated, row, device, &device->allocated, "allocated");

        if (self->has_snapshot && address != NULL && bytes != NULL)
          report (&memory, address, bytes, row, device);
        if (!add_sample (&memory, memory.reserved, row, device, &device->reserved, "reserved") && !has_allocated)
          continue;
        self->events->phase[row] = CHROME_PHASE_TAKEN;
        lamina_import_account (self->import, chrome_trace_get_record (self, row), LAMINA_RECORD_SHOWN);
      }
}
