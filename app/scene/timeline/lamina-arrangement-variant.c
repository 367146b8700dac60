/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-arrangement-state.h"
#include "lamina-track-order.h"

/*
 * Groups, tracks in their order, rates, and functions of tracks. Each by its path and by which one it is of those with the same
 * path, with its flags.
 */
#define ITEM_TYPE "(suu)"
#define ITEMS_TYPE "a" ITEM_TYPE
#define ARRANGEMENT_TYPE "(" ITEMS_TYPE ITEMS_TYPE ITEMS_TYPE ITEMS_TYPE ")"

static const LaminaTargetKind kinds[] = { LAMINA_TARGET_GROUP, LAMINA_TARGET_TRACK, LAMINA_TARGET_RATE, LAMINA_TARGET_FUNCTIONS };

/* How many items of a kind there are. */
static guint
count_items (LaminaArrangement *self,
             LaminaTargetKind   kind)
{
  switch (kind)
    {
    case LAMINA_TARGET_GROUP:
      return self->n_groups;
    case LAMINA_TARGET_RATE:
      return self->rates->len;
    default:
      return self->n_tracks;
    }
}

static char *
dup_path (LaminaArrangement *self,
          LaminaTargetKind   kind,
          guint              i)
{
  const LaminaGroup *group;
  GString *path;

  if (kind == LAMINA_TARGET_TRACK || kind == LAMINA_TARGET_FUNCTIONS)
    return lamina_run_dup_track_path (self->run, i);
  if (kind == LAMINA_TARGET_RATE)
    {
      const LaminaTrackRate *rate = lamina_arrangement_get_rate (self, i);
      g_autofree char *track = lamina_run_dup_track_path (self->run, rate->track);

      return g_strconcat (track, "/", lamina_track_rate_get_title (rate), NULL);
    }
  group = lamina_run_get_group (self->run, i);
  path = g_string_new (group->name);
  while (group->parent != LAMINA_NONE)
    {
      group = lamina_run_get_group (self->run, group->parent);
      g_string_prepend_c (path, '/');
      g_string_prepend (path, group->name);
    }
  return g_string_free (path, FALSE);
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
  return g_hash_table_new_full (lamina_text_hash, lamina_text_equal, g_free, NULL);
}

/* Tracks in their order, others in that of the file, by which the numbers go. */
static GVariant *
list_items (LaminaArrangement *self,
            LaminaTargetKind   kind)
{
  guint n = count_items (self, kind);
  g_autoptr (GHashTable) counts = make_counts ();
  g_autofree guint *numbers = g_new (guint, n + 1);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  GVariantBuilder builder;

  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (paths, dup_path (self, kind, i));
      numbers[i] = count_path (counts, paths->pdata[i]);
    }
  g_variant_builder_init (&builder, G_VARIANT_TYPE (ITEMS_TYPE));
  for (guint i = 0; i < n; i++)
    {
      const LaminaTarget item = { .kind = kind, .track = kind == LAMINA_TARGET_TRACK ? self->order[i] : i };

      g_variant_builder_add (&builder, ITEM_TYPE, paths->pdata[item.track], numbers[item.track],
                             lamina_arrangement_get (self, &item));
    }
  return g_variant_builder_end (&builder);
}

static gboolean
has_flags_of (LaminaArrangement *self,
              LaminaArrangement *other,
              LaminaTargetKind   kind)
{
  for (guint i = 0; i < count_items (self, kind); i++)
    {
      const LaminaTarget item = { .kind = kind, .track = i };

      if (lamina_arrangement_get (self, &item) != lamina_arrangement_get (other, &item))
        return FALSE;
    }
  return TRUE;
}

/* Whether it is another than a run has at first. */
static gboolean
is_arranged (LaminaArrangement *self)
{
  LaminaArrangement *first = lamina_arrangement_attach (self->run);

  if (self->n_tracks > 0 && memcmp (self->order, first->order, self->n_tracks * sizeof *self->order) != 0)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!has_flags_of (self, first, kinds[i]))
      return TRUE;
  return FALSE;
}

GVariant *
lamina_arrangement_to_variant (LaminaArrangement *self)
{
  GVariant *items[G_N_ELEMENTS (kinds)];

  g_return_val_if_fail (self != NULL, NULL);

  if (!is_arranged (self))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    items[i] = list_items (self, kinds[i]);
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
             LaminaTargetKind   kind)
{
  g_autoptr (GHashTable) counts = make_counts ();
  GHashTable *index = make_counts ();

  for (guint i = 0; i < count_items (self, kind); i++)
    {
      g_autofree char *path = dup_path (self, kind, i);

      g_hash_table_insert (index, dup_word (path, count_path (counts, path)), GUINT_TO_POINTER (i + 1));
    }
  return index;
}

/* Sets the flags of those that are there, and, of tracks, at which place each stood. */
static void
set_items (LaminaArrangement *self,
           GVariant          *items,
           LaminaTargetKind   kind,
           guint             *ranks)
{
  g_autoptr (GHashTable) index = index_items (self, kind);
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
      if (kind == LAMINA_TARGET_TRACK)
        ranks[item.track] = rank;
      for (guint bit = 1; bit <= LAMINA_ARRANGEMENT_WHOLE; bit <<= 1)
        if ((flags & bit) != (lamina_arrangement_get (self, &item) & bit))
          lamina_arrangement_put (self, &item, bit, (flags & bit) != 0);
    }
}

LaminaArrangement *
lamina_arrangement_new_from_variant (LaminaRun *run,
                                     GVariant  *variant)
{
  g_autoptr (LaminaArrangement) self = NULL;
  g_autofree guint *ranks = NULL;

  g_return_val_if_fail (run != NULL && variant != NULL, NULL);
  g_return_val_if_fail (g_variant_is_of_type (variant, G_VARIANT_TYPE (ARRANGEMENT_TYPE)), NULL);

  self = lamina_arrangement_copy (lamina_arrangement_attach (run));
  ranks = g_new (guint, self->n_tracks + 1);
  for (guint i = 0; i < self->n_tracks; i++)
    ranks[i] = G_MAXUINT;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (GVariant) items = g_variant_get_child_value (variant, i);

      set_items (self, items, kinds[i], ranks);
    }
  lamina_track_order_sort (run, self->order, ranks);
  return g_steal_pointer (&self);
}

LaminaArrangement *
lamina_arrangement_carry_over (LaminaArrangement *self,
                               LaminaRun         *run)
{
  g_autoptr (GVariant) before = NULL;
  g_autoptr (GVariant) words = NULL;

  g_return_val_if_fail (self != NULL && run != NULL, NULL);

  before = lamina_arrangement_to_variant (lamina_arrangement_attach_shown (self->run));
  words = lamina_arrangement_to_variant (self);
  if (words == NULL || (before != NULL && g_variant_equal (words, before)))
    return NULL;
  return lamina_arrangement_new_from_variant (run, words);
}
