/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-trace.h"

#include <string.h>

/*
 * Tools put the traces of all ranks of a job into one file, in which each rank keeps the numbers of its calls and operators.
 * They tell processes apart by what they put before the pids, `[TP00-DP01] 4711`, or into the names: `[rank 1] python`,
 * `python_rank1`. What belongs together has the same rank.
 */

/* The part of a text that says a rank, as a string; 0 without one. */
static guint32
find_rank (KinetoTrace *self,
           guint32      id)
{
  const char *text = chrome_trace_get_text (self->trace, id);
  const char *end = text[0] == '[' ? strstr (text, "] ") : NULL;
  const char *suffix = g_strrstr (text, "_rank");

  if (end)
    return lamina_builder_intern (self->builder, text, end - text + 1);
  return suffix ? lamina_builder_intern (self->builder, suffix, -1) : 0;
}

/* Where no rank has both a host and a device, these words mean something else. */
static gboolean
are_ranks (KinetoTrace   *self,
           const guint32 *ranks)
{
  g_autoptr (GHashTable) hosts = g_hash_table_new (NULL, NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < self->trace->processes->len; i++)
    if (ranks[i] != 0 && chrome_trace_get_process (self->trace, i)->kind == LAMINA_GROUP_HOST)
      g_hash_table_add (hosts, GUINT_TO_POINTER (ranks[i]));
  for (guint i = 0; i < self->trace->processes->len; i++)
    found = found || (chrome_trace_get_process (self->trace, i)->kind == LAMINA_GROUP_DEVICE
                      && g_hash_table_contains (hosts, GUINT_TO_POINTER (ranks[i])));
  return found;
}

guint32 *
kineto_find_ranks (KinetoTrace *self)
{
  g_autofree guint32 *ranks = g_new (guint32, MAX (self->trace->processes->len, 1));

  for (guint i = 0; i < self->trace->processes->len; i++)
    {
      const ChromeProcess *process = chrome_trace_get_process (self->trace, i);

      ranks[i] = find_rank (self, process->pid);
      if (ranks[i] == 0)
        ranks[i] = find_rank (self, process->name);
    }
  return are_ranks (self, ranks) ? g_steal_pointer (&ranks) : NULL;
}

guint32 *
kineto_scope_by_ranks (KinetoTrace *self)
{
  g_autoptr (GHashTable) first = g_hash_table_new (NULL, NULL);
  guint32 *scopes = NULL;

  if (self->ranks == NULL)
    return NULL;
  scopes = g_new (guint32, self->trace->processes->len);
  for (guint i = 0; i < self->trace->processes->len; i++)
    {
      gpointer rank = GUINT_TO_POINTER (self->ranks[i]);

      if (!g_hash_table_contains (first, rank))
        g_hash_table_insert (first, rank, GUINT_TO_POINTER (i));
      scopes[i] = GPOINTER_TO_UINT (g_hash_table_lookup (first, rank));
    }
  return scopes;
}
