/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-budget.h"
#include "lamina-error.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Of each hundred bytes that are allowed, so many may be there at a stage. Measured with traces of small events:
 * what is read grows by half until it is frozen, and some is kept for what comes between two questions. */
static const guint shares[] = {
  [LAMINA_BUDGET_READING] = 60,
  [LAMINA_BUDGET_BUILDING] = 75,
  [LAMINA_BUDGET_FREEZING] = 85,
};

/* The least that a row takes while it is loaded. */
#define BYTES_PER_ROW 64

/* What the process holds in memory now; 0 where the system doesn't say. */
static guint64
get_resident (void)
{
  char text[128];
  int fd = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  gssize n = fd >= 0 ? read (fd, text, sizeof text - 1) : 0;
  guint64 pages = 0;
  const char *second;

  if (fd >= 0)
    close (fd);
  text[MAX (n, 0)] = '\0';
  second = strchr (text, ' ');
  if (second != NULL)
    pages = g_ascii_strtoull (second, NULL, 10);
  return pages * (guint64) sysconf (_SC_PAGESIZE);
}

/* Some tables double at once. Where the system wouldn't give that (an address space that is limited, a machine that promises no
 * more than it has), the allocation itself would end the program: so it is tried before. */
#define LEAST_GROWTH ((guint64) 32 << 20)

static gboolean
can_grow (guint64 held)
{
  gsize size = (gsize) MAX (held, LEAST_GROWTH);
  gpointer probe = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  return probe != MAP_FAILED && munmap (probe, size) == 0;
}

/* What the process holds more than when the load began. It is asked for once: what is freed meanwhile, by another thread, makes
 * the answer less. */
static guint64
get_held (const LaminaBudget *self)
{
  guint64 now = get_resident ();

  return now > self->begin ? now - self->begin : 0;
}

void
lamina_budget_init (LaminaBudget *self,
                    guint64       max_bytes)
{
  self->max_bytes = max_bytes != 0 ? max_bytes : lamina_budget_get_default ();
  self->begin = get_resident ();
  atomic_init (&self->is_out, FALSE);
  atomic_init (&self->is_refused, FALSE);
}

gboolean
lamina_budget_has_room (LaminaBudget      *self,
                        LaminaBudgetStage  stage)
{
  guint64 held;

  if (self == NULL)
    return TRUE;
  if (lamina_budget_is_out (self))
    return FALSE;
  held = get_held (self);
  if (!can_grow (held))
    atomic_store (&self->is_refused, TRUE);
  else if (held <= self->max_bytes / 100 * shares[stage])
    return TRUE;
  atomic_store (&self->is_out, TRUE);
  return FALSE;
}

gboolean
lamina_budget_can_take (LaminaBudget *self,
                        guint64       bytes)
{
  guint64 held;

  if (self == NULL)
    return TRUE;
  if (lamina_budget_is_out (self))
    return FALSE;
  held = get_held (self);
  if (!can_grow (bytes))
    atomic_store (&self->is_refused, TRUE);
  else if (held <= self->max_bytes && bytes <= self->max_bytes - held)
    return TRUE;
  atomic_store (&self->is_out, TRUE);
  return FALSE;
}

guint64
lamina_budget_get_max_rows (const LaminaBudget *self)
{
  return self->max_bytes / 4 * 3 / BYTES_PER_ROW;
}

gboolean
lamina_budget_is_out (LaminaBudget *self)
{
  return self != NULL && atomic_load (&self->is_out);
}

void
lamina_budget_set_refused (GError **error)
{
  g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "reading it takes more memory than the system has for it");
}

void
lamina_budget_set_error (LaminaBudget  *self,
                         GError       **error)
{
  g_autofree char *bytes = g_format_size_full (self->max_bytes, G_FORMAT_SIZE_IEC_UNITS);

  if (atomic_load (&self->is_refused))
    lamina_budget_set_refused (error);
  else
    g_set_error (error, LAMINA_ERROR, LAMINA_ERROR_LIMIT, "reading it takes more memory than the limit of %s", bytes);
}

/* The number that a file of the kernel holds; G_MAXUINT64 for `max`, and where there is none. */
static guint64
read_number (const char *path)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL) || !g_ascii_isdigit (*text))
    return G_MAXUINT64;
  return g_ascii_strtoull (text, NULL, 10);
}

/* The least limit of the control group of this process and of those around it. Version 1 has a file of its own for memory. */
static guint64
get_group_limit (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint64 least = read_number ("/sys/fs/cgroup/memory/memory.limit_in_bytes");

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return least;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *path = g_str_has_prefix (lines[i], "0::/") ? g_strdup (lines[i] + strlen ("0::/")) : NULL;

      for (gboolean is_root = path == NULL; !is_root;)
        {
          g_autofree char *file = g_build_filename ("/sys/fs/cgroup", path, "memory.max", NULL);
          char *slash = strrchr (path, '/');

          least = MIN (least, read_number (file));
          is_root = *path == '\0';
          *(slash != NULL ? slash : path) = '\0';
        }
    }
  return least;
}

guint64
lamina_budget_get_default (void)
{
  long pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);
  guint64 machine = pages > 0 && page > 0 ? (guint64) pages * (guint64) page : G_MAXUINT64;
  guint64 least = MIN (machine, get_group_limit ());

  return least != G_MAXUINT64 ? least / 4 * 3 : least;
}
