/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"

/*
 * Groups, tracks in their order, and rates. Each by its path and by which one it is of those with the same path, with its
 * flags.
 */
#define ITEM_TYPE "(suu)"
#define ITEMS_TYPE "a" ITEM_TYPE
#define ARRANGEMENT_TYPE "(" ITEMS_TYPE ITEMS_TYPE ITEMS_TYPE ")"

typedef char *(*DupPath) (LaminaArrangement *self,
                          guint              i);

static char *
dup_group_path (LaminaArrangement *self,
                guint              i)
{
  const LaminaGroup *group = lamina_run_get_group (self->run, i);
  GString *path = g_string_new (group->name);

  while (group->parent != LAMINA_NONE)
    {
      group = lamina_run_get_group (self->run, group->parent);
      g_string_prepend_c (path, '/');
      g_string_prepend (path, group->name);
    }
  return g_string_free (path, FALSE);
}

static char *
dup_track_path (LaminaArrangement *self,
                guint              i)
{
  return lamina_run_dup_track_path (self->run, i);
}

static char *
dup_rate_path (LaminaArrangement *self,
               guint              i)
{
  const LaminaTrackRate *rate = lamina_arrangement_get_rate (self, i);
  g_autofree char *track = lamina_run_dup_track_path (self->run, rate->track);

  return g_strconcat (track, "/", lamina_track_rate_get_title (rate), NULL);
}

/* How many had this path before. */
static guint
count_path (GHashTable *counts,
            const char *path)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, path));

  g_hash_table_insert (counts, g_strdup (path), GUINT_TO_POINTER (n + 1));
  return n;
}

static GHashTable *
make_counts (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* @order is NULL for that of the file. The numbers go by the order of the file. */
static GVariant *
list_items (LaminaArrangement *self,
            DupPath            dup_path,
            guint              n,
            const guint32     *order,
            const guint8      *flags)
{
  g_autoptr (GHashTable) counts = make_counts ();
  g_autofree guint *numbers = g_new (guint, n + 1);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  GVariantBuilder builder;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (paths, dup_path (self, i));
      numbers[i] = count_path (counts, paths->pdata[i]);
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE (ITEMS_TYPE));
  for (guint i = 0; i < n; i++)
    {
      guint item = order != NULL ? order[i] : i;

      g_variant_builder_add (&builder, ITEM_TYPE, paths->pdata[item], numbers[item], (guint) flags[item]);
    }
  return g_variant_builder_end (&builder);
}

static gboolean
is_arranged (LaminaArrangement *self)
{
  for (guint i = 0; i < self->n_tracks; i++)
    if (self->order[i] != i || self->track_flags[i] != 0)
      return TRUE;
  for (guint i = 0; i < self->n_groups; i++)
    if (self->group_flags[i] != 0)
      return TRUE;
  for (guint i = 0; i < self->rates->len; i++)
    if (self->rate_flags[i] != 0)
      return TRUE;
  return FALSE;
}

GVariant *
lamina_arrangement_to_variant (LaminaArrangement *self)
{
  GVariant *items[3];

  g_return_val_if_fail (self != NULL, NULL);

  if (!is_arranged (self))
    return NULL;
  items[0] = list_items (self, dup_group_path, self->n_groups, NULL, self->group_flags);
  items[1] = list_items (self, dup_track_path, self->n_tracks, self->order, self->track_flags);
  items[2] = list_items (self, dup_rate_path, self->rates->len, NULL, self->rate_flags);
  return g_variant_ref_sink (g_variant_new_tuple (items, G_N_ELEMENTS (items)));
}

/* The path with the number of its like, as one word. */
static char *
dup_word (const char *path,
          guint       number)
{
  return g_strdup_printf ("%u %s", number, path);
}

/* Where items stand: their paths and numbers to their numbers plus one. */
static GHashTable *
index_items (LaminaArrangement *self,
             DupPath            dup_path,
             guint              n)
{
  g_autoptr (GHashTable) counts = make_counts ();
  GHashTable *index = make_counts ();

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = dup_path (self, i);

      g_hash_table_insert (index, dup_word (path, count_path (counts, path)), GUINT_TO_POINTER (i + 1));
    }
  return index;
}

/* Sets the flags of those that are there; @ranks takes, where it is given, at which place each stood. */
static LaminaArrangement *
set_items (LaminaArrangement *self,
           GVariant          *items,
           LaminaTargetKind   kind,
           DupPath            dup_path,
           guint              n,
           guint             *ranks)
{
  g_autoptr (GHashTable) index = index_items (self, dup_path, n);
  const char *path;
  guint number, flags;
  GVariantIter iter;

  g_variant_iter_init (&iter, items);
  for (guint rank = 0; g_variant_iter_next (&iter, "(&suu)", &path, &number, &flags); rank++)
    {
      g_autofree char *word = dup_word (path, number);
      guint found = GPOINTER_TO_UINT (g_hash_table_lookup (index, word));
      const LaminaTarget item = { .kind = kind, .track = found - 1 };

      if (found == 0)
        continue;
      if (ranks != NULL)
        ranks[found - 1] = rank;
      for (guint bit = 1; bit <= LAMINA_ARRANGEMENT_FIXED; bit <<= 1)
        if (flags & bit)
          {
            LaminaArrangement *other = lamina_arrangement_set (self, &item, bit, TRUE);

            lamina_arrangement_unref (self);
            self = other;
          }
    }
  return self;
}

LaminaArrangement *
lamina_arrangement_new_from_variant (LaminaRun *run,
                                     GVariant  *variant)
{
  g_autoptr (GVariant) groups = NULL;
  g_autoptr (GVariant) tracks = NULL;
  g_autoptr (GVariant) rates = NULL;
  g_autofree guint *ranks = NULL;
  LaminaArrangement *self;

  g_return_val_if_fail (run != NULL && variant != NULL, NULL);
  g_return_val_if_fail (g_variant_is_of_type (variant, G_VARIANT_TYPE (ARRANGEMENT_TYPE)), NULL);

  self = lamina_arrangement_new (run);
  groups = g_variant_get_child_value (variant, 0);
  tracks = g_variant_get_child_value (variant, 1);
  rates = g_variant_get_child_value (variant, 2);
  ranks = g_new (guint, self->n_tracks + 1);
  for (guint i = 0; i < self->n_tracks; i++)
    ranks[i] = G_MAXUINT;
  self = set_items (self, groups, LAMINA_TARGET_GROUP, dup_group_path, self->n_groups, NULL);
  self = set_items (self, tracks, LAMINA_TARGET_TRACK, dup_track_path, self->n_tracks, ranks);
  self = set_items (self, rates, LAMINA_TARGET_RATE, dup_rate_path, self->rates->len, NULL);
  lamina_arrangement_sort (self, ranks);
  return self;
}
