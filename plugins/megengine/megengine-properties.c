/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "megengine-build.h"

/* What the whole file says of the run, in the words of MegEngine's own reader where it has one. */

static void
add_text (MegengineBuild *self,
          const char     *key,
          GPtrArray      *names)
{
  g_autoptr (GString) text = g_string_new (NULL);
  LaminaValue value;

  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) g_ptr_array_index (names, i));
  value = LAMINA_VALUE_INIT_TEXT (text->str);
  if (names->len > 0)
    lamina_builder_add_property (self->builder, lamina_builder_own_word (self->builder, N_("Profile")),
                                 lamina_builder_own_word (self->builder, key), &value);
}

typedef struct
{
  gint64 sum;       /* of the longest time of each operator */
  gint64 copy;      /* the part of operators that copy */
  gint64 copy_wait; /* and of that the part before the first kernel */
  gint64 first;
  gint64 last;
} Times;

static void
sum_operator (Times                   *times,
              GArray                  *array,
              const MegengineOperator *operator,
              MegengineSpan            span)
{
  gint64 longest = LAMINA_ABSENT;
  gint64 wait = LAMINA_ABSENT;

  for (guint i = 0; i < span.n; i++)
    {
      const MegengineTimes *entry = &g_array_index (array, MegengineTimes, span.first + i);

      if (entry->end == LAMINA_ABSENT)
        continue;
      longest = MAX (longest, entry->end - entry->start);
      if (entry->kern != LAMINA_ABSENT)
        wait = MAX (wait, entry->kern - entry->start);
      times->first = times->first == LAMINA_ABSENT ? entry->start : MIN (times->first, entry->start);
      times->last = MAX (times->last, entry->end);
    }
  times->sum = lamina_number_add (times->sum, longest);
  if (operator->traits & MEGENGINE_TRAIT_COPY)
    {
      times->copy = lamina_number_add (times->copy, longest);
      times->copy_wait = lamina_number_add (times->copy_wait, wait);
    }
}

static void
add_times (MegengineBuild *self,
           gboolean        on_device)
{
  MegengineProfile *profile = self->profile;
  Times times = { LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT, LAMINA_ABSENT };

  for (guint32 i = 0; i < profile->operators->len; i++)
    {
      const MegengineOperator *operator = megengine_profile_get_operator (profile, i);

      sum_operator (&times, on_device ? profile->device : profile->host, operator,
                    on_device ? operator->device : operator->host);
    }
  lamina_builder_add_number (self->builder, N_("Times"), on_device ? N_("Total device time") : N_("Total host time"),
                             times.sum, LAMINA_UNIT_NANOSECONDS);
  if (times.last != LAMINA_ABSENT)
    lamina_builder_add_number (self->builder, N_("Times"), on_device ? N_("Device span") : N_("Host span"),
                               times.last - times.first, LAMINA_UNIT_NANOSECONDS);
  if (on_device)
    {
      lamina_builder_add_number (self->builder, N_("Times"), N_("Copy time"), times.copy, LAMINA_UNIT_NANOSECONDS);
      lamina_builder_add_number (self->builder, N_("Times"), N_("Copy wait time"), times.copy_wait, LAMINA_UNIT_NANOSECONDS);
    }
}

void
megengine_build_properties (MegengineBuild *self)
{
  MegengineProfile *profile = self->profile;
  gint64 n_executed = 0, chunks = LAMINA_ABSENT;

  for (guint32 i = 0; i < profile->operators->len; i++)
    n_executed += megengine_profile_get_operator (profile, i)->executed;
  for (guint i = 0; i < profile->chunks->len; i++)
    chunks = lamina_number_add (chunks, g_array_index (profile->chunks, MegengineChunk, i).size);
  add_text (self, N_("Comp nodes"), profile->comp_nodes.names);
  add_text (self, N_("Host threads"), profile->threads.names);
  lamina_builder_add_number (self->builder, N_("Profile"), N_("Operators"), profile->operators->len, LAMINA_UNIT_NONE);
  lamina_builder_add_number (self->builder, N_("Profile"), N_("Executed operators"), n_executed, LAMINA_UNIT_NONE);
  lamina_builder_add_number (self->builder, N_("Profile"), N_("Variables"), profile->vars->len, LAMINA_UNIT_NONE);
  lamina_builder_add_number (self->builder, N_("Profile"), N_("Memory chunks"), profile->chunks->len, LAMINA_UNIT_NONE);
  add_times (self, TRUE);
  add_times (self, FALSE);
  lamina_builder_add_number (self->builder, N_("Memory"), N_("Memory chunks"), chunks, LAMINA_UNIT_BYTES);
}
