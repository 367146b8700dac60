/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-track-nest.h"

#include "lamina-order.h"

/* The slices of some kinds in the order of their starts, those around others before them. */
static LaminaOrderItem *
list_slices (const LaminaSlices *slices,
             guint               kinds,
             guint              *n)
{
  LaminaOrderItem *items = g_new (LaminaOrderItem, slices->n + 1);

  *n = 0;
  for (guint i = 0; i < slices->n; i++)
    if (kinds & 1u << lamina_slices_get_kind (slices, i))
      items[(*n)++] = (LaminaOrderItem) { lamina_order_key_integer (slices->start[i]), i };
  /* Lane by lane they stand as they are nested, and equal keys keep their order. */
  lamina_order_sort (items, NULL, *n, NULL);
  return items;
}

static void
clear_rows (gpointer data)
{
  g_array_unref (data);
}

/* Fills @rows with arrays of slices. Returns FALSE where there would be too many of them. */
static gboolean
nest (const LaminaSlices    *slices,
      const LaminaOrderItem *items,
      guint                  n,
      GPtrArray             *rows)
{
  g_autofree gint64 *ends = g_new (gint64, slices->n_lanes + 1);
  guint depth = 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 slice = items[i].row;

      while (depth > 0 && ends[depth - 1] <= slices->start[slice])
        depth--;
      if (depth == slices->n_lanes)
        return FALSE;
      if (depth == rows->len)
        g_ptr_array_add (rows, g_array_new (FALSE, FALSE, sizeof (guint32)));
      g_array_append_val (rows->pdata[depth], slice);
      ends[depth++] = slices->start[slice] + slices->duration[slice];
    }
  return TRUE;
}

static gboolean
add_part (LaminaTrackNest    *self,
          const LaminaSlices *slices,
          LaminaOutlinePart   part,
          guint               kinds)
{
  g_autofree LaminaOrderItem *items = list_slices (slices, kinds, &self->n[part]);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (clear_rows);

  if (!nest (slices, items, self->n[part], rows))
    return FALSE;
  for (guint depth = 0; depth < rows->len; depth++)
    {
      LaminaNestRow row = { .part = part, .depth = depth };
      gsize n;
      guint32 *index = g_array_steal (rows->pdata[depth], &n);

      lamina_slice_list_init (&row.list, slices, index, (guint) n);
      g_array_append_val (self->rows, row);
    }
  return TRUE;
}

static void
clear_row (gpointer data)
{
  lamina_slice_list_clear (&((LaminaNestRow *) data)->list);
}

LaminaTrackNest *
lamina_track_nest_new (LaminaTrack *track,
                       gboolean     with_runtime)
{
  const LaminaSlices *slices = lamina_track_get_slices (track);
  LaminaTrackNest *self = g_new0 (LaminaTrackNest, 1);
  const guint frames = 1u << LAMINA_SLICE_FRAME;
  const guint kinds[LAMINA_N_OUTLINES] = {
    [LAMINA_OUTLINE_AROUND] = 1u << LAMINA_SLICE_MODULE | 1u << LAMINA_SLICE_SPAN,
    [LAMINA_OUTLINE_WORK] = 1u << LAMINA_SLICE_WORK | 1u << LAMINA_SLICE_WAIT | 1u << LAMINA_SLICE_KERNEL,
    [LAMINA_OUTLINE_FUNCTIONS] = with_runtime ? frames | 1u << LAMINA_SLICE_RUNTIME : frames,
  };

  g_atomic_ref_count_init (&self->ref_count);
  self->rows = g_array_new (FALSE, TRUE, sizeof (LaminaNestRow));
  g_array_set_clear_func (self->rows, clear_row);
  for (guint part = 0; part < LAMINA_N_OUTLINES; part++)
    if (!add_part (self, slices, part, kinds[part]))
      {
        lamina_track_nest_unref (self);
        return NULL;
      }
  return self;
}

LaminaTrackNest *
lamina_track_nest_ref (LaminaTrackNest *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
lamina_track_nest_unref (LaminaTrackNest *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->rows);
  g_free (self);
}

gboolean
lamina_nest_row_has (const LaminaNestRow *self,
                     const LaminaSlices  *slices,
                     guint32              slice)
{
  LaminaLaneList list = lamina_slice_list_get (&self->list, slices);

  return lamina_lane_list_find (&list, slice) < list.end;
}
