/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-live-set.h"

#include "lamina-order-rows.h"

#include <string.h>

/* So many steps a frame need not look at one by one. */
#define BLOCK 256

/* A place where something begins or ends to be kept: its position is the key by which changes are sorted. */
typedef struct
{
  gint64 position;
  gint64 bytes;
  guint8 role;
} Change;

struct _LaminaLiveSet
{
  gatomicrefcount ref_count;
  LaminaRun *run;
  LaminaTimebase *timebase;
  LaminaLiveSteps steps;
  guint *blocks; /* of each BLOCK steps the first with most bytes */
  guint peak;
  gboolean estimated;
  gboolean has_sites;
  LaminaLiveBands bands;
  guint32 sites[LAMINA_N_ROLES]; /* what each band but the first has in common: a string, or a class of sizes */
};

/* How much is kept during a lifetime, or LAMINA_ABSENT. */
static gint64
get_bytes (const LaminaTensors  *tensors,
           guint32               tensor,
           const LaminaLifetime *lifetime)
{
  gint64 bytes = lifetime->bytes != LAMINA_ABSENT ? lifetime->bytes : lamina_column_number (tensors->bytes, tensor);

  return bytes == LAMINA_ABSENT ? bytes : MAX (bytes, 0);
}

static guint8
get_role (const LaminaTensors *tensors,
          guint32              tensor)
{
  return tensors->role && tensors->role[tensor] < LAMINA_N_ROLES ? tensors->role[tensor] : LAMINA_ROLE_UNKNOWN;
}

static guint32
get_site (LaminaLiveSet *self,
          guint32        tensor)
{
  const LaminaMemory *memory = lamina_run_get_memory (self->run);

  if (tensor >= memory->n)
    return 0;
  switch (self->bands)
    {
    case LAMINA_BANDS_BY_MODULE: return memory->module[tensor];
    case LAMINA_BANDS_BY_STREAM: return memory->stream[tensor];
    case LAMINA_BANDS_BY_CATEGORY: return lamina_column_id (memory->category, tensor);
    case LAMINA_BANDS_BY_SIZE:
      return lamina_size_class_find (lamina_column_number (lamina_run_get_tensors (self->run)->bytes, tensor));
    case LAMINA_BANDS_BY_SITE:
    default: return memory->site[tensor];
    }
}

static guint8
get_band (LaminaLiveSet *self,
          guint32        tensor)
{
  guint32 site;

  if (!self->has_sites)
    return get_role (lamina_run_get_tensors (self->run), tensor);
  site = get_site (self, tensor);
  for (guint8 band = 1; band < LAMINA_N_ROLES; band++)
    if (site != 0 && self->sites[band] == site)
      return band;
  return 0;
}

/* Where a lifetime begins on the axis, and the first position behind it. */
static void
get_place (LaminaLiveSet        *self,
           const LaminaLifetime *lifetime,
           gint64               *begin,
           gint64               *end)
{
  gint64 offset = lamina_timebase_get_offset (self->timebase, lifetime->clock);

  *begin = lamina_add_saturating (lifetime->first, offset);
  *end = lamina_add_saturating (lamina_add_saturating (MAX (lifetime->last, lifetime->first), offset), 1);
}

/* FALSE when cancelled. */
static gboolean
list_changes (LaminaLiveSet *self,
              GArray        *changes,
              GCancellable  *cancellable)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  const guint guesses = LAMINA_ESTIMATE_BYTES | LAMINA_ESTIMATE_LIFETIME;

  for (guint32 i = 0; tensors->first_lifetime && i < tensors->n; i++)
    {
      guint8 band = get_band (self, i);

      if (lamina_order_is_cancelled (cancellable, i))
        return FALSE;
      for (guint j = tensors->first_lifetime[i]; j < tensors->first_lifetime[i + 1]; j++)
        {
          gint64 bytes = get_bytes (tensors, i, &tensors->lifetimes[j]);
          Change begin = { .bytes = bytes == LAMINA_ABSENT ? 0 : bytes, .role = band };
          Change end = { .bytes = -begin.bytes, .role = begin.role };

          get_place (self, &tensors->lifetimes[j], &begin.position, &end.position);
          g_array_append_val (changes, begin);
          g_array_append_val (changes, end);
          self->estimated |= tensors->estimated && (tensors->estimated[i] & guesses);
        }
    }
  return TRUE;
}

/* The changes in the order of their positions. NULL when cancelled. */
static LaminaOrderItem *
sort_changes (const GArray *changes,
              GCancellable *cancellable)
{
  g_autofree LaminaOrderItem *items = g_new (LaminaOrderItem, MAX (changes->len, 1));

  for (guint i = 0; i < changes->len; i++)
    items[i] = (LaminaOrderItem) { lamina_order_key_integer (g_array_index (changes, Change, i).position), i };
  return lamina_order_sort (items, NULL, changes->len, cancellable) ? g_steal_pointer (&items) : NULL;
}

static void
fill_steps (LaminaLiveSet         *self,
            const GArray          *changes,
            const LaminaOrderItem *items)
{
  gint64 *position = g_new (gint64, MAX (changes->len, 1)), *total = g_new (gint64, MAX (changes->len, 1));
  gint64 *bytes[LAMINA_N_ROLES], now[LAMINA_N_ROLES] = { 0 };
  guint n = 0;

  for (guint role = 0; role < LAMINA_N_ROLES; role++)
    bytes[role] = g_new (gint64, MAX (changes->len, 1));
  for (guint i = 0; i < changes->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, items[i].row);

      now[change->role] = lamina_add_saturating (now[change->role], change->bytes);
      if (n == 0 || position[n - 1] != change->position)
        position[n++] = change->position;
      total[n - 1] = 0;
      for (guint role = 0; role < LAMINA_N_ROLES; role++)
        {
          bytes[role][n - 1] = now[role];
          total[n - 1] = lamina_add_saturating (total[n - 1], now[role]);
        }
    }
  self->steps = (LaminaLiveSteps) { .n = n, .position = position, .total = total };
  memcpy (self->steps.bytes, bytes, sizeof bytes);
  self->peak = n > 0 ? 0 : LAMINA_NONE;
  self->blocks = g_new (guint, n / BLOCK + 1);
  for (guint i = 0; i < n; i++)
    {
      if (i % BLOCK == 0 || total[i] > total[self->blocks[i / BLOCK]])
        self->blocks[i / BLOCK] = i;
      if (total[i] > total[self->peak])
        self->peak = i;
    }
}

static void
clear_steps (LaminaLiveSet *self)
{
  g_clear_pointer ((gpointer *) &self->steps.position, g_free);
  g_clear_pointer ((gpointer *) &self->steps.total, g_free);
  g_clear_pointer (&self->blocks, g_free);
  for (guint role = 0; role < LAMINA_N_ROLES; role++)
    g_clear_pointer ((gpointer *) &self->steps.bytes[role], g_free);
}

typedef struct
{
  guint32 site;
  gint64 bytes;
} Site;

/* The larger one first; equal ones in the order of their names' numbers, so that it comes out the same each time. */
static int
compare_sites (gconstpointer a,
               gconstpointer b)
{
  const Site *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return (x->site > y->site) - (x->site < y->site);
}

/* The sites that hold most at the peak. */
static void
find_sites (LaminaLiveSet *self)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  g_autoptr (GArray) sites = g_array_new (FALSE, FALSE, sizeof (Site));
  g_autoptr (GHashTable) known = g_hash_table_new (g_direct_hash, g_direct_equal);
  guint n = 0;
  g_autofree guint32 *rows = lamina_live_set_list (self, self->steps.position[self->peak], NULL, &n);

  for (guint i = 0; i < n; i++)
    {
      Site site = { .site = get_site (self, rows[i]) };
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (known, GUINT_TO_POINTER (site.site)));

      if (site.site == 0)
        continue;
      if (place == 0)
        {
          g_array_append_val (sites, site);
          place = sites->len;
          g_hash_table_insert (known, GUINT_TO_POINTER (site.site), GUINT_TO_POINTER (place));
        }
      g_array_index (sites, Site, place - 1).bytes =
        lamina_number_add (g_array_index (sites, Site, place - 1).bytes, lamina_column_number (tensors->bytes, rows[i]));
    }
  g_array_sort (sites, compare_sites);
  for (guint i = 0; i < MIN (sites->len, LAMINA_N_ROLES - 1); i++)
    self->sites[i + 1] = g_array_index (sites, Site, i).site;
  self->has_sites = TRUE;
}

/* FALSE when cancelled. */
static gboolean
add_up (LaminaLiveSet *self,
        GCancellable  *cancellable)
{
  g_autoptr (GArray) changes = g_array_new (FALSE, FALSE, sizeof (Change));
  g_autofree LaminaOrderItem *items = NULL;

  if (!list_changes (self, changes, cancellable))
    return FALSE;
  items = sort_changes (changes, cancellable);
  if (!items || g_cancellable_is_cancelled (cancellable))
    return FALSE;
  clear_steps (self);
  fill_steps (self, changes, items);
  return TRUE;
}

static LaminaLiveSet *
create (LaminaRun       *run,
        LaminaTimebase  *timebase,
        LaminaLiveBands  bands,
        GCancellable    *cancellable)
{
  g_autoptr (LaminaLiveSet) self = NULL;

  self = g_new0 (LaminaLiveSet, 1);
  self->bands = bands;
  g_atomic_ref_count_init (&self->ref_count);
  self->run = run;
  self->timebase = lamina_timebase_ref (timebase);
  if (!add_up (self, cancellable))
    return NULL;

  /* Who holds most is known when the peak is. */
  if (self->peak != LAMINA_NONE && lamina_run_get_memory (run)->n > 0 && lamina_run_get_tensors (run)->role == NULL)
    {
      find_sites (self);
      if (!add_up (self, cancellable))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/* The set that was made last for a run: nearly all who ask, side by side or later, ask for it on the same clocks. */
typedef struct
{
  GMutex lock;
  LaminaLiveSet *set;
} LastSet;

static void
last_set_free (gpointer data)
{
  LastSet *self = data;

  g_clear_pointer (&self->set, lamina_live_set_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}

static G_DEFINE_QUARK (lamina-last-live-set, last_live_set)

static LastSet *
last_set_get (LaminaRun *run)
{
  LastSet *self = lamina_run_get_attached (run, last_live_set_quark ());

  if (self != NULL)
    return self;
  self = g_new0 (LastSet, 1);
  g_mutex_init (&self->lock);
  return lamina_run_attach (run, last_live_set_quark (), self, last_set_free);
}

LaminaLiveSet *
lamina_live_set_new (LaminaRun      *run,
                     LaminaTimebase *timebase,
                     GCancellable   *cancellable)
{
  g_autoptr (LaminaLiveSet) set = NULL;
  LastSet *last;

  g_return_val_if_fail (run != NULL && timebase != NULL, NULL);

  last = last_set_get (run);
  g_mutex_lock (&last->lock);
  if (last->set == NULL || last->set->timebase != timebase)
    {
      set = create (run, timebase, LAMINA_BANDS_BY_SITE, cancellable);
      if (set != NULL)
        {
          g_clear_pointer (&last->set, lamina_live_set_unref);
          last->set = lamina_live_set_ref (set);
        }
    }
  else if (!g_cancellable_is_cancelled (cancellable))
    set = lamina_live_set_ref (last->set);
  g_mutex_unlock (&last->lock);
  return g_steal_pointer (&set);
}

LaminaLiveSet *
lamina_live_set_divide (LaminaLiveSet   *self,
                        LaminaLiveBands  bands,
                        GCancellable    *cancellable)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->bands == bands || !self->has_sites ? lamina_live_set_ref (self)
                                                  : create (self->run, self->timebase, bands, cancellable);
}

LaminaLiveBands
lamina_live_set_get_bands (LaminaLiveSet *self)
{
  return self->bands;
}

LaminaLiveSet *
lamina_live_set_ref (LaminaLiveSet *self)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_live_set_unref (LaminaLiveSet *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  lamina_timebase_unref (self->timebase);
  clear_steps (self);
  g_free (self);
}

const LaminaLiveSteps *
lamina_live_set_get_steps (LaminaLiveSet *self)
{
  return &self->steps;
}

guint
lamina_live_set_find_step (LaminaLiveSet *self,
                           gint64         position)
{
  guint low = 0, high = self->steps.n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->steps.position[middle] <= position)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : LAMINA_NONE;
}

guint
lamina_live_set_find_most (LaminaLiveSet *self,
                           gint64         begin,
                           gint64         end)
{
  guint most, last;

  g_return_val_if_fail (self != NULL, LAMINA_NONE);

  most = lamina_live_set_find_step (self, begin);
  last = end > G_MININT64 ? lamina_live_set_find_step (self, end - 1) : LAMINA_NONE;
  if (last == LAMINA_NONE)
    return most;
  most = most == LAMINA_NONE ? 0 : most;
  for (guint i = most + 1; i <= last;)
    {
      gboolean is_whole = i % BLOCK == 0 && last - i >= BLOCK - 1;
      guint step = is_whole ? self->blocks[i / BLOCK] : i;

      if (self->steps.total[step] > self->steps.total[most])
        most = step;
      i += is_whole ? BLOCK : 1;
    }
  return most;
}

guint
lamina_live_set_get_peak (LaminaLiveSet *self)
{
  return self->peak;
}

gboolean
lamina_live_set_has_mark (LaminaLiveSet    *self,
                          const LaminaMark *mark)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);

  g_return_val_if_fail (mark != NULL, FALSE);

  return self->has_sites && lamina_column_first (tensors->first_lifetime, tensors->n) > 0
         && tensors->lifetimes[0].clock == mark->clock;
}

gboolean
lamina_live_set_is_estimated (LaminaLiveSet *self)
{
  return self->estimated;
}

gboolean
lamina_live_set_get_kept (LaminaLiveSet *self,
                          guint32        tensor,
                          gint64         position,
                          gint64        *bytes)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  gboolean kept = FALSE;

  *bytes = LAMINA_ABSENT;
  for (guint i = lamina_column_first (tensors->first_lifetime, tensor);
       i < lamina_column_first (tensors->first_lifetime, tensor + 1); i++)
    {
      gint64 begin, end;

      get_place (self, &tensors->lifetimes[i], &begin, &end);
      if (position < begin || position >= end)
        continue;
      kept = TRUE;
      *bytes = lamina_number_add (*bytes, get_bytes (tensors, tensor, &tensors->lifetimes[i]));
    }
  return kept;
}

guint32 *
lamina_live_set_list (LaminaLiveSet *self,
                      gint64         position,
                      LaminaLiveSum *sum,
                      guint         *n)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (LaminaOrderItem));
  LaminaLiveSum all = { 0 };
  guint32 *rows;

  for (guint32 i = 0; tensors->first_lifetime && i < tensors->n; i++)
    {
      LaminaOrderItem item = { .row = i };
      gint64 bytes;

      if (!lamina_live_set_get_kept (self, i, position, &bytes))
        continue;
      all.n++;
      all.n_unknown += bytes == LAMINA_ABSENT;
      all.bytes = lamina_number_add (all.bytes, bytes);
      all.roles[get_role (tensors, i)] = lamina_number_add (all.roles[get_role (tensors, i)], bytes);
      item.key = ~lamina_order_key_integer (bytes);
      g_array_append_val (items, item);
    }
  lamina_order_sort ((LaminaOrderItem *) (gpointer) items->data, NULL, items->len, NULL);
  rows = g_new (guint32, MAX (items->len, 1));
  for (guint i = 0; i < items->len; i++)
    rows[i] = g_array_index (items, LaminaOrderItem, i).row;
  *n = items->len;
  if (sum)
    *sum = all;
  return rows;
}

gboolean
lamina_live_set_get_range (LaminaLiveSet *self,
                           guint32        tensor,
                           gint64        *first,
                           gint64        *last)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  gint64 begin, end;

  if (!tensors->first_lifetime || tensors->first_lifetime[tensor] == tensors->first_lifetime[tensor + 1])
    return FALSE;
  for (guint i = tensors->first_lifetime[tensor]; i < tensors->first_lifetime[tensor + 1]; i++)
    {
      get_place (self, &tensors->lifetimes[i], &begin, &end);
      if (i == tensors->first_lifetime[tensor] || begin < *first)
        *first = begin;
      if (i == tensors->first_lifetime[tensor] || end - 1 > *last)
        *last = end - 1;
    }
  return TRUE;
}

gint64
lamina_live_set_get_released (LaminaLiveSet *self,
                              guint32        tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (self->run);
  const LaminaMemory *memory = lamina_run_get_memory (self->run);
  guint32 lifetime = lamina_column_first (tensors->first_lifetime, tensor);

  if (tensor >= memory->n || memory->released[tensor] == LAMINA_ABSENT
      || lifetime == lamina_column_first (tensors->first_lifetime, tensor + 1))
    return LAMINA_ABSENT;
  return lamina_add_saturating (memory->released[tensor],
                                lamina_timebase_get_offset (self->timebase, tensors->lifetimes[lifetime].clock));
}

gboolean
lamina_live_set_has_sites (LaminaLiveSet *self)
{
  return self->has_sites;
}

guint
lamina_live_set_get_band (LaminaLiveSet *self,
                          guint32        tensor)
{
  g_return_val_if_fail (self != NULL && tensor < lamina_run_get_tensors (self->run)->n, 0);

  return get_band (self, tensor);
}

const char *
lamina_live_set_get_band_name (LaminaLiveSet *self,
                               guint          band)
{
  g_return_val_if_fail (self != NULL && band < LAMINA_N_ROLES, NULL);

  if (!self->has_sites || self->sites[band] == 0)
    return NULL;
  return self->bands == LAMINA_BANDS_BY_SIZE ? lamina_size_class_get_name (self->sites[band])
                                             : lamina_run_translate (self->run, lamina_run_get_string (self->run,
                                                                                                       self->sites[band]));
}

guint32 *
lamina_live_set_list_allocated (LaminaLiveSet *self,
                                gint64         begin,
                                gint64         end,
                                gboolean       kept_only,
                                guint         *n)
{
  const LaminaMemory *memory = lamina_run_get_memory (self->run);
  guint n_tensors = lamina_run_get_tensors (self->run)->n;
  guint32 *rows = g_new (guint32, MAX (n_tensors, 1));

  *n = 0;
  for (guint32 i = 0; i < n_tensors; i++)
    {
      gint64 first, last;

      /* One whose last moment is the end of the range is given back behind it, or not at all. */
      if (lamina_live_set_get_range (self, i, &first, &last) && begin <= first && first <= end && (!kept_only || last >= end)
          && (i >= memory->n || !memory->older[i]))
        rows[(*n)++] = i;
    }
  return rows;
}

/* The allocator of PyTorch keeps small blocks apart up to 1 MiB, and takes segments of their own from 10 MiB on. */
static const struct
{
  gint64 end;
  const char *name;
} size_classes[] = {
  { G_GINT64_CONSTANT (1) << 10, "up to 1 KiB" },
  { G_GINT64_CONSTANT (1) << 20, "1 KiB – 1 MiB" },
  { G_GINT64_CONSTANT (10) << 20, "1 – 10 MiB" },
  { G_GINT64_CONSTANT (100) << 20, "10 – 100 MiB" },
  { G_GINT64_CONSTANT (1) << 30, "100 MiB – 1 GiB" },
  { G_MAXINT64, "above 1 GiB" },
};

guint
lamina_size_class_find (gint64 bytes)
{
  guint i = 0;

  if (bytes < 0)
    return 0;
  while (bytes > size_classes[i].end)
    i++;
  return i + 1;
}

const char *
lamina_size_class_get_name (guint size_class)
{
  return size_class > 0 && size_class <= G_N_ELEMENTS (size_classes) ? size_classes[size_class - 1].name : NULL;
}
