/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-idle.h"

#include <string.h>

/*
 * Gaps of a device by what they have in common.
 *
 * groups   LaminaGapGroup in the order in which they are met
 * gaps     of each group, an array of guint32
 * by_id    keys of groups, which are causes or strings of the run: index of the group, from 1 on
 * by_name  what names of host slices are without their numbers: the same
 */
typedef struct
{
  LaminaRun *run;
  GArray *groups;
  GPtrArray *gaps;
  GHashTable *by_id;
  GHashTable *by_name;
} Groups;

static void
groups_init (Groups     *self,
             LaminaIdle *idle)
{
  self->run = lamina_idle_get_run (idle);
  self->groups = g_array_new (FALSE, FALSE, sizeof (LaminaGapGroup));
  self->gaps = g_ptr_array_new ();
  self->by_id = g_hash_table_new (NULL, NULL);
  self->by_name = g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, NULL);
}

static void
free_gaps (gpointer data)
{
  g_free ((guint32 *) ((LaminaGapGroup *) data)->gaps);
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const LaminaGapGroup *left = a, *right = b;

  return (left->time < right->time) - (left->time > right->time);
}

/* Those that take longest first; GLib sorts by merging, so that equal ones stay in the order in which they were met. */
static GArray *
groups_finish (Groups *self)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      LaminaGapGroup *group = &g_array_index (self->groups, LaminaGapGroup, i);
      GArray *gaps = g_ptr_array_index (self->gaps, i);

      group->n_gaps = gaps->len;
      group->gaps = (const guint32 *) (gpointer) g_array_free (gaps, FALSE);
      group->cause = LAMINA_FIRST_CAUSE;
      for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
        if (group->parts[load] > group->parts[group->cause])
          group->cause = (LaminaLoad) load;
    }
  g_array_set_clear_func (self->groups, free_gaps);
  g_array_sort (self->groups, compare_times);
  g_ptr_array_unref (self->gaps);
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->by_name);
  return self->groups;
}

static guint
add_group (Groups  *self,
           guint32  host)
{
  LaminaGapGroup group = { .host = host };

  g_array_append_val (self->groups, group);
  g_ptr_array_add (self->gaps, g_array_new (FALSE, FALSE, sizeof (guint32)));
  return self->groups->len;
}

/* Adds gap number @k, of which @parts are looked at, to a group. */
static void
add_gap (Groups          *self,
         guint            group,
         guint32          k,
         const LaminaGap *gap,
         const gint64    *parts)
{
  LaminaGapGroup *own = &g_array_index (self->groups, LaminaGapGroup, group - 1);
  gint64 time = 0;

  for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
    {
      own->parts[load] += parts[load];
      time += parts[load];
    }
  own->time += time;
  own->length += gap->end - gap->start;
  own->host_time += gap->host_time;
  own->longest = MAX (own->longest, time);
  g_array_append_val ((GArray *) g_ptr_array_index (self->gaps, group - 1), k);
}

/* What a gap has of one cause. */
static void
pick_part (const LaminaGap *gap,
           guint            load,
           gint64          *parts)
{
  memset (parts, 0, LAMINA_N_LOADS * sizeof *parts);
  parts[load] = gap->parts[load];
}

GArray *
lamina_idle_group_by_cause (LaminaIdle *self,
                            guint       i)
{
  Groups groups;

  groups_init (&groups, self);
  for (guint k = 0; k < lamina_idle_get_device (self, i)->n_gaps; k++)
    {
      LaminaGap gap;

      lamina_idle_get_gap (self, i, k, &gap);
      for (guint load = LAMINA_FIRST_CAUSE; load < LAMINA_N_LOADS; load++)
        {
          guint group = GPOINTER_TO_UINT (g_hash_table_lookup (groups.by_id, GUINT_TO_POINTER (load)));
          gint64 parts[LAMINA_N_LOADS];

          if (gap.parts[load] == 0)
            continue;
          if (group == 0)
            {
              group = add_group (&groups, 0);
              g_hash_table_insert (groups.by_id, GUINT_TO_POINTER (load), GUINT_TO_POINTER (group));
            }
          pick_part (&gap, load, parts);
          add_gap (&groups, group, k, &gap, parts);
        }
    }
  return groups_finish (&groups);
}

char *
lamina_gap_dup_host_name (LaminaRun *run,
                          guint32    host)
{
  const char *name = lamina_run_get_string (run, host);
  const char *sign = strrchr (name, '#');

  /* `Optimizer.step#12` and `enumerate(DataLoader)#3` are one with their neighbors. */
  if (sign == NULL || sign == name || sign[1] == '\0' || strspn (sign + 1, "0123456789") != strlen (sign + 1))
    return g_strdup (name);
  return g_strndup (name, (gsize) (sign - name));
}

static guint
find_host_group (Groups  *self,
                 guint32  name)
{
  guint group = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_id, GUINT_TO_POINTER (name)));
  g_autofree char *text = NULL;

  if (group != 0)
    return group;
  text = name != 0 ? lamina_gap_dup_host_name (self->run, name) : g_strdup ("");
  group = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_name, text));
  if (group == 0)
    {
      group = add_group (self, name);
      g_hash_table_insert (self->by_name, g_steal_pointer (&text), GUINT_TO_POINTER (group));
    }
  g_hash_table_insert (self->by_id, GUINT_TO_POINTER (name), GUINT_TO_POINTER (group));
  return group;
}

GArray *
lamina_idle_group_by_host (LaminaIdle *self,
                           guint       i,
                           LaminaLoad  cause)
{
  Groups groups;

  groups_init (&groups, self);
  for (guint k = 0; k < lamina_idle_get_device (self, i)->n_gaps; k++)
    {
      LaminaGap gap;
      guint32 name = 0;
      gint64 parts[LAMINA_N_LOADS];

      lamina_idle_get_gap (self, i, k, &gap);
      if (cause < LAMINA_N_LOADS && gap.parts[cause] == 0)
        continue;
      if (cause < LAMINA_N_LOADS)
        pick_part (&gap, cause, parts);
      if (gap.host.track != LAMINA_NONE)
        name = lamina_track_get_slices (lamina_run_get_track (groups.run, gap.host.track))->name[gap.host.slice];
      add_gap (&groups, find_host_group (&groups, name), k, &gap, cause < LAMINA_N_LOADS ? parts : gap.parts);
    }
  return groups_finish (&groups);
}
