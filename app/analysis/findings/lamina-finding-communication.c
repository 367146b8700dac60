/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-finding-private.h"

#include "lamina-gettext.h"
#include "lamina-pieces.h"

/*
 * Exposed communication: the time in which a device exchanges data with others while none of its queues computes. Copies
 * compute nothing. Slices that belong to no layer repeat or comment the work, as in LaminaIdle.
 */

/* What adds up to less than this part of the time is no finding. */
#define LEAST_EXPOSED_SHARE 0.01

static gboolean
is_work (const LaminaSlices *slices,
         guint               slice)
{
  return lamina_column_row (slices->layer, slice) != LAMINA_NONE
         && (slices->flags[slice] & LAMINA_SLICE_KIND_MASK) == LAMINA_SLICE_WORK;
}

static gboolean
computes (const LaminaSlices *slices,
          guint               slice,
          gpointer            data)
{
  LaminaRules *self = data;

  return is_work (slices, slice) && lamina_idle_judge_work (self->idle, slices, slice) == LAMINA_LOAD_BUSY;
}

/* Of the layers that are looked at. */
static gboolean
communicates (const LaminaSlices *slices,
              guint               slice,
              gpointer            data)
{
  LaminaRules *self = data;

  return is_work (slices, slice) && lamina_idle_judge_work (self->idle, slices, slice) == LAMINA_LOAD_COMMUNICATION
         && lamina_rules_has_layer (self, slices->layer[slice]);
}

/* The time of all queues of a device; NULL when cancelled. */
static GArray *
unite (LaminaRules     *self,
       guint            device,
       LaminaPieceFunc  func)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  const guint32 *tracks = lamina_idle_get_tracks (self->idle, device);

  for (guint i = 0; i < lamina_idle_get_device (self->idle, device)->n_tracks; i++)
    {
      GArray *pieces = lamina_pieces_new_track (self->run, self->timebase, tracks[i], func, self, self->cancellable);

      if (pieces == NULL)
        return NULL;
      g_ptr_array_add (sets, pieces);
    }
  return lamina_pieces_unite ((GArray **) sets->pdata, sets->len);
}

/* Adds the layers of one queue whose communication lies in @exposed, and counts the slices. */
static void
add_layers (LaminaRules  *self,
            guint         track,
            const GArray *exposed,
            GArray       *layers,
            guint        *n_slices)
{
  LaminaTrack *queue = lamina_run_get_track (self->run, track);
  const LaminaSlices *slices = lamina_track_get_slices (queue);
  gint64 offset = lamina_timebase_get_offset (self->timebase, lamina_track_get_clock (queue));

  for (guint i = 0; i < slices->n; i++)
    {
      gint64 start = lamina_number_add (slices->start[i], offset);

      if (!communicates (slices, i, self)
          || !lamina_pieces_touch (exposed, start, lamina_number_add (start, slices->duration[i])))
        continue;
      g_array_append_val (layers, slices->layer[i]);
      *n_slices += 1;
    }
}

static void
add_finding (LaminaRules  *self,
             guint         i,
             const GArray *exposed,
             gint64        cost,
             gint64        all)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  const guint32 *tracks = lamina_idle_get_tracks (self->idle, i);
  GArray *layers = lamina_rules_new_layers ();
  g_autofree char *name = lamina_idle_dup_device_name (self->run, device);
  g_autofree char *total = lamina_figure_dup (all, LAMINA_UNIT_NANOSECONDS);
  guint n = 0;

  for (guint k = 0; k < device->n_tracks; k++)
    add_layers (self, tracks[k], exposed, layers, &n);
  /* Translators: a number, the name of a device, a time */
  lamina_rules_add_with_cost (self, LAMINA_FINDING_SAVING, layers,
                              g_strdup_printf (ngettext ("%u kernel of %s communicates while nothing computes there; all "
                                                         "communication takes %s.",
                                                         "%u kernels of %s communicate while nothing computes there; all "
                                                         "communication takes %s.", n),
                                               n, name, total),
                              cost, device->end - device->start);
}

static void
look_at_device (LaminaRules *self,
                guint        i)
{
  const LaminaIdleDevice *device = lamina_idle_get_device (self->idle, i);
  g_autoptr (GArray) all = unite (self, i, communicates);
  g_autoptr (GArray) inside = NULL;
  g_autoptr (GArray) computing = NULL;
  g_autoptr (GArray) exposed = NULL;
  gint64 cost;

  if (all == NULL || all->len == 0)
    return;
  computing = unite (self, i, computes);
  if (computing == NULL)
    return;
  inside = lamina_pieces_clip (all, device->start, device->end);
  exposed = lamina_pieces_subtract (inside, computing);
  cost = lamina_pieces_add_up (exposed);
  if (cost > 0 && (double) cost >= LEAST_EXPOSED_SHARE * (double) (device->end - device->start))
    add_finding (self, i, exposed, cost, lamina_pieces_add_up (inside));
}

void
lamina_rule_exposed_communication (LaminaRules *self)
{
  for (guint i = 0; i < lamina_idle_get_n_devices (self->idle); i++)
    look_at_device (self, i);
}
