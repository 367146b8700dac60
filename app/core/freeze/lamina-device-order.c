/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-order.h"

#include <string.h>

/*
 * device  of each group the device that it is, or the first one of those inside it; LAMINA_NONE when there is none
 * stem    of each device the first one whose name begins with the same words
 */
typedef struct
{
  const LaminaRun *run;
  guint32 *device;
  guint32 *stem;
} Devices;

static const LaminaGroup *
get_group (const Devices *self,
           guint32        group)
{
  return &g_array_index (self->run->groups, LaminaGroup, group);
}

static const char *
find_number (const char *text)
{
  while (*text != '\0' && !g_ascii_isdigit (*text))
    text++;
  return text;
}

/* Numbers may be of any length. */
static int
compare_numbers (const char *a,
                 const char *b)
{
  while (TRUE)
    {
      gsize left, right;
      int order;

      a = find_number (a);
      b = find_number (b);
      if (*a == '\0' || *b == '\0')
        return (*a != '\0') - (*b != '\0');
      a += strspn (a, "0");
      b += strspn (b, "0");
      left = strspn (a, "0123456789");
      right = strspn (b, "0123456789");
      order = left != right ? (left > right) - (left < right) : memcmp (a, b, left);
      if (order != 0)
        return order;
      a += left;
      b += right;
    }
}

static int
compare_devices (const Devices *self,
                 guint32        a,
                 guint32        b)
{
  int order = (self->stem[a] > self->stem[b]) - (self->stem[a] < self->stem[b]);

  if (order == 0)
    order = compare_numbers (get_group (self, a)->name, get_group (self, b)->name);
  return order != 0 ? order : (a > b) - (a < b);
}

static void
find_stems (Devices *self)
{
  g_autoptr (GHashTable) stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; i < self->run->groups->len; i++)
    {
      const char *name = get_group (self, i)->name;
      char *stem = g_strndup (name, (gsize) (find_number (name) - name));
      gpointer first;

      self->stem[i] = i;
      if (get_group (self, i)->kind == LAMINA_GROUP_DEVICE && g_hash_table_lookup_extended (stems, stem, NULL, &first))
        self->stem[i] = GPOINTER_TO_UINT (first);
      if (get_group (self, i)->kind == LAMINA_GROUP_DEVICE && self->stem[i] == i)
        g_hash_table_insert (stems, g_steal_pointer (&stem), GUINT_TO_POINTER (i));
      g_free (stem);
    }
}

/* Groups are added behind the one that they stand in. */
static void
find_devices (Devices *self)
{
  for (guint32 i = 0; i < self->run->groups->len; i++)
    self->device[i] = get_group (self, i)->kind == LAMINA_GROUP_DEVICE ? i : LAMINA_NONE;
  for (guint32 i = self->run->groups->len; i-- > 0;)
    {
      guint32 parent = get_group (self, i)->parent;

      if (parent != LAMINA_NONE && self->device[i] != LAMINA_NONE && self->device[parent] != parent
          && (self->device[parent] == LAMINA_NONE || compare_devices (self, self->device[i], self->device[parent]) < 0))
        self->device[parent] = self->device[i];
    }
}

/* Those that may change places come together, in the order of adding. */
static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const LaminaGroup *first = get_group (data, left), *second = get_group (data, right);

  if (first->parent != second->parent)
    return first->parent < second->parent ? -1 : 1;
  if (first->kind != second->kind)
    return first->kind < second->kind ? -1 : 1;
  return (left > right) - (left < right);
}

static int
compare_groups (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const Devices *self = data;
  guint32 left = *(const guint32 *) a, right = *(const guint32 *) b;
  const LaminaGroup *first = get_group (self, left), *second = get_group (self, right);

  if (first->parent != second->parent || first->kind != second->kind)
    return compare_places (a, b, data);
  return compare_devices (self, self->device[left], self->device[right]);
}

guint32 *
lamina_device_order_new (const LaminaRun *run)
{
  guint n = run->groups->len, n_moved = 0;
  guint32 *order = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *device = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *stem = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *places = g_new (guint32, MAX (n, 1));
  g_autofree guint32 *groups = NULL;
  Devices devices = { run, device, stem };

  find_stems (&devices);
  find_devices (&devices);
  for (guint32 i = 0; i < n; i++)
    {
      LaminaGroupKind kind = get_group (&devices, i)->kind;

      order[i] = i;
      if (device[i] != LAMINA_NONE && (kind == LAMINA_GROUP_DEVICE || kind == LAMINA_GROUP_HOST))
        places[n_moved++] = i;
    }
  groups = g_memdup2 (places, MAX (n, 1) * sizeof *places);
  g_qsort_with_data (places, (int) n_moved, sizeof *places, compare_places, &devices);
  g_qsort_with_data (groups, (int) n_moved, sizeof *groups, compare_groups, &devices);
  for (guint i = 0; i < n_moved; i++)
    order[places[i]] = groups[i];
  return order;
}
