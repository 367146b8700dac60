/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-rate-nest-private.h"

#include "lamina-work.h"

/* Files count in nanoseconds or in microseconds; what is coarser is no clock that a layer is measured with. */
#define COARSE_STEP 1000

/* A layer whose amount or time is not that of its columns. */
typedef struct
{
  guint32 layer;
  gint64 amount;
  gint64 time;
} Kept;

/* A layer whose time counts for one around it. */
typedef struct
{
  guint32 layer;
  guint32 owner;
} Owned;

/* Both lists in the order of the layers. */
struct _LaminaRateNest
{
  const gint64 *amounts;
  const gint64 *costs;
  GArray *kept;
  GArray *owned;
  gint64 step;
};

/* While it is made: sums over the layers inside of which a layer is the nearest one around that is known. */
typedef struct
{
  const LaminaLayers *layers;
  guint32 *around;
  gint64 *inside;
  gint64 *time;
} Sums;

/* Before and behind the cost model, which may come later. */
static G_DEFINE_QUARK (lamina-rate-nest-of-flop, of_flop)
static G_DEFINE_QUARK (lamina-rate-nest-of-bytes, of_bytes)
static G_DEFINE_QUARK (lamina-rate-nest-of-stated-flop, of_stated_flop)
static G_DEFINE_QUARK (lamina-rate-nest-of-stated-bytes, of_stated_bytes)

static void
nest_free (gpointer data)
{
  LaminaRateNest *self = data;

  g_array_unref (self->kept);
  g_array_unref (self->owned);
  g_free (self);
}

static void
sums_clear (Sums *self)
{
  g_free (self->around);
  g_free (self->inside);
  g_free (self->time);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sums, sums_clear)

/* Whether layers lie in others, which all stand before them. */
static gboolean
has_nested (const LaminaLayers *layers)
{
  gboolean found = FALSE;

  for (guint i = 0; i < layers->n; i++)
    {
      guint32 parent = lamina_column_row (layers->parent, i);

      if (parent != LAMINA_NONE && parent >= i)
        return FALSE;
      found |= parent != LAMINA_NONE;
    }
  return found;
}

static gboolean
does_work (const LaminaRateNest *self,
           guint32               layer)
{
  return lamina_column_number (self->amounts, layer) > 0;
}

static gboolean
is_known (const LaminaRateNest *self,
          guint32               layer)
{
  return lamina_column_number (self->amounts, layer) != LAMINA_ABSENT;
}

/* The nearest layer around each one that does some work that is known. */
static void
find_around (const LaminaRateNest *self,
             Sums                 *sums)
{
  for (guint32 i = 0; i < sums->layers->n; i++)
    {
      guint32 parent = lamina_column_row (sums->layers->parent, i);

      sums->around[i] = parent == LAMINA_NONE || does_work (self, parent) ? parent : sums->around[parent];
    }
}

/* What of the amount of a layer is not inside; LAMINA_ABSENT where half of it or more is, as in the cost model. */
static gint64
get_rest (const LaminaRateNest *self,
          const Sums           *sums,
          guint32               layer)
{
  gint64 amount = self->amounts[layer], inside = sums->inside[layer];

  return inside == 0 || amount == LAMINA_ABSENT ? amount : inside >= amount - inside ? LAMINA_ABSENT : amount - inside;
}

static void
add_inside (const LaminaRateNest *self,
            Sums                 *sums)
{
  for (guint32 i = 0; i < sums->layers->n; i++)
    if (sums->around[i] != LAMINA_NONE && is_known (self, i))
      sums->inside[sums->around[i]] = lamina_number_add (sums->inside[sums->around[i]], self->amounts[i]);
}

/* Times of which nothing is known go to the layer around that has work of its own. */
static void
give_times (LaminaRateNest *self,
            Sums           *sums)
{
  for (guint32 i = 0; i < sums->layers->n; i++)
    {
      gint64 cost = lamina_column_number (self->costs, i);
      Owned owned = { i, sums->around[i] };

      if (cost == LAMINA_ABSENT || cost <= 0 || is_known (self, i) || owned.owner == LAMINA_NONE
          || get_rest (self, sums, owned.owner) == LAMINA_ABSENT)
        continue;
      sums->time[owned.owner] = lamina_number_add (sums->time[owned.owner], cost);
      g_array_append_val (self->owned, owned);
    }
}

static void
keep (LaminaRateNest *self,
      const Sums     *sums)
{
  for (guint32 i = 0; i < sums->layers->n; i++)
    {
      Kept kept = { i, get_rest (self, sums, i), lamina_number_add (lamina_column_number (self->costs, i), sums->time[i]) };

      if (kept.amount != self->amounts[i] || sums->time[i] > 0)
        g_array_append_val (self->kept, kept);
    }
}

static void
nest (LaminaRateNest     *self,
      const LaminaLayers *layers)
{
  g_auto (Sums) sums = { layers, g_new (guint32, layers->n), g_new0 (gint64, layers->n), g_new0 (gint64, layers->n) };

  find_around (self, &sums);
  add_inside (self, &sums);
  give_times (self, &sums);
  keep (self, &sums);
}

/* Where all times are whole microseconds, they were rounded or cut. */
static gint64
find_step (const gint64 *costs,
           guint         n)
{
  for (guint i = 0; costs != NULL && i < n; i++)
    if (costs[i] != LAMINA_ABSENT && costs[i] % COARSE_STEP != 0)
      return 1;
  return COARSE_STEP;
}

static LaminaRateNest *
nest_new (LaminaRun  *run,
          LaminaUnit  unit)
{
  const LaminaLayers *layers = lamina_layers_in_force (run);
  LaminaRateNest *self = g_new0 (LaminaRateNest, 1);

  self->amounts = unit == LAMINA_UNIT_FLOP ? layers->flop : layers->bytes;
  self->costs = lamina_run_get_costs (run);
  self->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  self->owned = g_array_new (FALSE, FALSE, sizeof (Owned));
  self->step = find_step (self->costs, layers->n);
  if (self->amounts != NULL && has_nested (layers))
    nest (self, layers);
  return self;
}

const LaminaRateNest *
lamina_rate_nest_get (LaminaRun  *run,
                      LaminaUnit  unit)
{
  gboolean is_flop = unit == LAMINA_UNIT_FLOP;
  GQuark key = lamina_work_peek (run) ? is_flop ? of_flop_quark () : of_bytes_quark ()
                                      : is_flop ? of_stated_flop_quark () : of_stated_bytes_quark ();
  const LaminaRateNest *self = lamina_run_get_attached (run, key);

  return self ? self : lamina_run_attach (run, key, nest_new (run, unit), nest_free);
}

/* The item of a layer in a list, whose items begin with their layers; NULL where it is not there. */
static gconstpointer
find (GArray  *list,
      gsize    size,
      guint32  layer)
{
  guint low = 0, high = list->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const guint32 *found = (gconstpointer) (list->data + middle * size);

      if (*found == layer)
        return found;
      if (*found < layer)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

void
lamina_rate_nest_get_layer (const LaminaRateNest *self,
                            guint32               layer,
                            gint64               *amount,
                            gint64               *time)
{
  const Kept *kept = find (self->kept, sizeof *kept, layer);

  *amount = kept ? kept->amount : lamina_column_number (self->amounts, layer);
  *time = kept ? kept->time : lamina_column_number (self->costs, layer);
}

guint32
lamina_rate_nest_get_owner (const LaminaRateNest *self,
                            guint32               layer)
{
  const Owned *owned = find (self->owned, sizeof *owned, layer);

  return owned ? owned->owner : LAMINA_NONE;
}

gint64
lamina_rate_nest_get_step (const LaminaRateNest *self)
{
  return self->step;
}
