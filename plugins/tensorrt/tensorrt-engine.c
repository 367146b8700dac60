/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "tensorrt-engine.h"

#include <string.h>

static void
info_free (gpointer data)
{
  TensorrtInfo *self = data;

  g_array_unref (self->layers);
  g_ptr_array_unref (self->bindings);
  g_free (self);
}

static void
profile_free (gpointer data)
{
  TensorrtProfile *self = data;

  g_array_unref (self->timings);
  g_free (self->timing_of);
  g_free (self);
}

static void
times_free (gpointer data)
{
  TensorrtTimes *self = data;

  g_array_unref (self->queries);
  g_free (self);
}

TensorrtEngine *
tensorrt_engine_new (LaminaBuilder *builder,
                     LaminaSources *sources,
                     GCancellable  *cancellable)
{
  TensorrtEngine *self = g_new0 (TensorrtEngine, 1);

  self->builder = builder;
  self->import = lamina_builder_get_import (builder);
  self->sources = sources;
  self->cancellable = cancellable;
  self->texts = g_string_chunk_new (4096);
  self->tensors = g_array_new (FALSE, FALSE, sizeof (TensorrtTensor));
  /* Never NULL: tensors without dimensions point into it, too. */
  self->dims = g_array_sized_new (FALSE, FALSE, sizeof (gint64), 1);
  self->infos = g_ptr_array_new_with_free_func (info_free);
  self->profiles = g_ptr_array_new_with_free_func (profile_free);
  self->times = g_ptr_array_new_with_free_func (times_free);
  return self;
}

void
tensorrt_engine_free (TensorrtEngine *self)
{
  g_string_chunk_free (self->texts);
  g_array_unref (self->tensors);
  g_array_unref (self->dims);
  g_ptr_array_unref (self->infos);
  g_ptr_array_unref (self->profiles);
  g_ptr_array_unref (self->times);
  g_free (self);
}

const char *
tensorrt_engine_keep (TensorrtEngine *self,
                      const char     *text)
{
  return g_string_chunk_insert_const (self->texts, text);
}

TensorrtInfo *
tensorrt_engine_add_info (TensorrtEngine *self,
                          guint           source,
                          guint64         offset)
{
  TensorrtInfo *info = g_new0 (TensorrtInfo, 1);

  info->source = source;
  info->offset = offset;
  info->layers = g_array_new (FALSE, FALSE, sizeof (TensorrtLayer));
  info->bindings = g_ptr_array_new ();
  g_ptr_array_add (self->infos, info);
  return info;
}

TensorrtProfile *
tensorrt_engine_add_profile (TensorrtEngine *self,
                             guint           source,
                             guint64         offset)
{
  TensorrtProfile *profile = g_new0 (TensorrtProfile, 1);

  profile->source = source;
  profile->offset = offset;
  profile->count = LAMINA_ABSENT;
  profile->timings = g_array_new (FALSE, FALSE, sizeof (TensorrtTiming));
  g_ptr_array_add (self->profiles, profile);
  return profile;
}

LaminaSource *
tensorrt_engine_get_source (TensorrtEngine *self,
                            guint           source)
{
  return lamina_sources_get (self->sources, source);
}

/*
 * A profile lists the layers of an engine in their order, so that most layers find their times at the same place. Where
 * the file leaves some out (the table that trtexec prints has no layers without time), they find them by name, equal
 * names in their order. Texts of the engine are compared by their addresses.
 */

static guint
match_places (TensorrtInfo    *info,
              TensorrtProfile *profile,
              guint32         *timing_of,
              gboolean        *taken)
{
  guint n = 0;

  for (guint i = 0; i < info->layers->len && i < profile->timings->len; i++)
    if (tensorrt_info_get_layer (info, i)->name == tensorrt_profile_get_timing (profile, i)->name)
      {
        timing_of[i] = i;
        taken[i] = TRUE;
        n++;
      }
  return n;
}

/* The times that are not taken, by name: the next one with the same name stands in @next. */
static GHashTable *
index_names (TensorrtProfile *profile,
             const gboolean  *taken,
             guint32         *next)
{
  GHashTable *names = g_hash_table_new (NULL, NULL);

  for (guint i = profile->timings->len; i-- > 0;)
    {
      gpointer name = (gpointer) tensorrt_profile_get_timing (profile, i)->name, later;

      if (taken[i])
        continue;
      next[i] = g_hash_table_lookup_extended (names, name, NULL, &later) ? GPOINTER_TO_UINT (later) : LAMINA_NONE;
      g_hash_table_insert (names, name, GUINT_TO_POINTER (i));
    }
  return names;
}

static guint
match_names (TensorrtInfo    *info,
             TensorrtProfile *profile,
             guint32         *timing_of,
             gboolean        *taken)
{
  g_autofree guint32 *next = g_new0 (guint32, profile->timings->len + 1);
  g_autoptr (GHashTable) names = index_names (profile, taken, next);
  guint n = 0;

  for (guint i = 0; i < info->layers->len; i++)
    {
      gpointer name = (gpointer) tensorrt_info_get_layer (info, i)->name, found;
      guint32 timing;

      if (timing_of[i] != LAMINA_NONE || !name || !g_hash_table_lookup_extended (names, name, NULL, &found))
        continue;
      timing = GPOINTER_TO_UINT (found);
      timing_of[i] = timing;
      taken[timing] = TRUE;
      if (next[timing] == LAMINA_NONE)
        g_hash_table_remove (names, name);
      else
        g_hash_table_insert (names, name, GUINT_TO_POINTER (next[timing]));
      n++;
    }
  return n;
}

/* With as many times as layers, what is left at the same place belongs together, whatever it is called. */
static void
match_rest (TensorrtEngine  *self,
            TensorrtInfo    *info,
            TensorrtProfile *profile,
            guint32         *timing_of,
            gboolean        *taken)
{
  if (info->layers->len != profile->timings->len)
    return;
  for (guint i = 0; i < info->layers->len; i++)
    {
      const TensorrtTiming *timing = tensorrt_profile_get_timing (profile, i);

      if (timing_of[i] != LAMINA_NONE || taken[i])
        continue;
      timing_of[i] = i;
      taken[i] = TRUE;
      lamina_import_note (self->import, N_("a layer has another name in the profile; its place decides"),
                          tensorrt_engine_get_source (self, profile->source), timing->offset, timing->record);
    }
}

/* Returns for each layer its times; @n_matched says how many have the same name. */
static guint32 *
match (TensorrtEngine  *self,
       TensorrtInfo    *info,
       TensorrtProfile *profile,
       gboolean         rest,
       guint           *n_matched)
{
  g_autofree gboolean *taken = g_new0 (gboolean, profile->timings->len + 1);
  guint32 *timing_of = g_new (guint32, info->layers->len + 1);

  for (guint i = 0; i <= info->layers->len; i++)
    timing_of[i] = LAMINA_NONE;
  *n_matched = match_places (info, profile, timing_of, taken);
  *n_matched += match_names (info, profile, timing_of, taken);
  if (rest)
    match_rest (self, info, profile, timing_of, taken);
  return timing_of;
}

/* The layers that most times belong to; those of which more is known win. NULL when most names don't match. */
static TensorrtInfo *
find_info (TensorrtEngine  *self,
           TensorrtProfile *profile,
           guint            n_infos)
{
  TensorrtInfo *best = NULL;
  guint most = 0;

  for (guint i = 0; i < n_infos; i++)
    {
      TensorrtInfo *info = self->infos->pdata[i];
      guint n;

      g_free (match (self, info, profile, FALSE, &n));
      if (n * 2 < MIN (info->layers->len, profile->timings->len) || n < most
          || (n == most && best && (best->detailed || !info->detailed)))
        continue;
      best = n > 0 ? info : best;
      most = n;
    }
  return best;
}

/* Times without layers are all that is known of the layers. */
static TensorrtInfo *
make_info (TensorrtEngine  *self,
           TensorrtProfile *profile)
{
  TensorrtInfo *info = tensorrt_engine_add_info (self, profile->source, profile->offset);

  for (guint i = 0; i < profile->timings->len; i++)
    {
      const TensorrtTiming *timing = tensorrt_profile_get_timing (profile, i);
      TensorrtLayer layer = tensorrt_layer_new (timing->offset, timing->record);

      layer.name = timing->name;
      g_array_append_val (info->layers, layer);
    }
  return info;
}

void
tensorrt_engine_join (TensorrtEngine *self)
{
  guint n_infos = self->infos->len, n;

  for (guint i = 0; i < self->profiles->len; i++)
    {
      TensorrtProfile *profile = self->profiles->pdata[i];

      profile->info = find_info (self, profile, n_infos);
      if (!profile->info)
        {
          if (n_infos > 0)
            lamina_import_note (self->import, N_("a profile names other layers than the engine: it is not joined"),
                                tensorrt_engine_get_source (self, profile->source), profile->offset, LAMINA_NONE);
          profile->info = make_info (self, profile);
        }
      profile->info->has_profile = TRUE;
      profile->timing_of = match (self, profile->info, profile, TRUE, &n);
    }
}

/* Formats of tensors */

char *
tensorrt_layout_dup_dtype (const char *format)
{
  g_auto (GStrv) words = g_strsplit_set (format, " .,", -1);

  for (guint i = 0; words[i]; i++)
    if (lamina_dtype_get_bits (words[i]) > 0)
      return g_strdup (words[i]);
  return NULL;
}

static gboolean
contains (const char *format,
          const char *words)
{
  g_autofree char *lower = g_ascii_strdown (format, -1);

  return strstr (lower, words) != NULL;
}

/* Channels that lie together: the word in front of `wide channel vectorized`. */
static const char *
get_width (const char *format)
{
  static const struct
  {
    const char *word;
    const char *width;
  } widths[] = { { "thirty-two wide", "32" }, { "sixteen wide", "16" }, { "eight wide", "8" }, { "four wide", "4" },
                 { "two wide", "2" } };

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (contains (format, widths[i].word))
      return widths[i].width;
  return NULL;
}

char *
tensorrt_layout_dup_name (const char *format,
                          guint       rank)
{
  const char *image = rank == 5 ? "DHW" : "HW";
  const char *multiple = strchr (format, '%');
  const char *width = get_width (format);

  if (width)
    return g_strdup_printf ("NC/%s%s", width, image);
  if (contains (format, "channel major"))
    {
      const char *digits = multiple ? multiple + 1 + strspn (multiple + 1, " ") : "";

      return g_strdup_printf ("N%sC%.*s", image, (int) MIN (strspn (digits, "0123456789"), 4), digits);
    }
  if (contains (format, "row major"))
    return rank == 4 || rank == 5 ? g_strdup_printf ("NC%s", image) : g_strdup ("linear");
  return NULL;
}

gint64
tensorrt_layout_get_bytes (TensorrtEngine       *engine,
                           const TensorrtTensor *tensor)
{
  g_autofree char *dtype = tensor->format ? tensorrt_layout_dup_dtype (tensor->format) : NULL;

  if (!tensor->has_dims || !dtype)
    return LAMINA_ABSENT;
  return lamina_shape_get_bytes (tensorrt_engine_get_dims (engine, tensor), tensor->dims.n,
                                 lamina_dtype_get_bits (dtype));
}
