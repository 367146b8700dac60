/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-columns.h"

#include "lamina-layer-text.h"

#include <glib/gi18n.h>
#include <math.h>

static const LaminaTableColumnInfo infos[LAMINA_N_TABLE_COLUMNS] = {
  [LAMINA_TABLE_NUMBER] = { N_("#"), N_("Position in the order of execution"),
                            LAMINA_LAYER_COLUMN_ORDER, 52, FALSE, 1 },
  [LAMINA_TABLE_NAME] = { N_("Name"), NULL, LAMINA_LAYER_COLUMN_NAME, 120, TRUE, 0 },
  [LAMINA_TABLE_TYPE] = { N_("Type"), NULL, LAMINA_LAYER_COLUMN_TYPE, 150, FALSE, 0 },
  [LAMINA_TABLE_DURATION] = { N_("Duration"),
                              N_("Cost of the layer: its time on the device, or on the host without children"),
                              LAMINA_LAYER_COLUMN_DURATION, 134, FALSE, 1 },
  [LAMINA_TABLE_SHARE] = { N_("Share"), N_("Part of the cost of the run"), LAMINA_LAYER_COLUMN_DURATION, 70, FALSE, 1 },
  [LAMINA_TABLE_FLOP] = { N_("FLOP"), N_("Floating point operations"), LAMINA_LAYER_COLUMN_FLOP, 74, FALSE, 1 },
  [LAMINA_TABLE_FLOP_RATE] = { N_("FLOP/s"), N_("Floating point operations for each second of the duration"),
                               LAMINA_LAYER_COLUMN_FLOP_RATE, 74, FALSE, 1 },
  [LAMINA_TABLE_BYTES] = { N_("Moved"), N_("Bytes read and written"), LAMINA_LAYER_COLUMN_BYTES, 86, FALSE, 1 },
  [LAMINA_TABLE_OUTPUT] = { N_("Output"), N_("Shape of what it makes"), LAMINA_LAYER_COLUMN_SHAPE, 140, FALSE, 0 },
};

const LaminaTableColumnInfo *
lamina_table_column_get_info (LaminaTableColumn column)
{
  g_return_val_if_fail (column < LAMINA_N_TABLE_COLUMNS, NULL);
  return &infos[column];
}

static char *
dup_string (LaminaRun     *run,
            const guint32 *ids,
            guint32        layer)
{
  const char *text = lamina_run_get_string (run, lamina_column_id (ids, layer));

  return g_strdup (*text ? text : "—");
}

static char *
dup_number (LaminaRun *run,
            guint32    layer)
{
  guint32 order = lamina_column_row (lamina_run_get_layers (run)->order, layer);

  return order == LAMINA_NONE ? g_strdup ("—") : g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) order + 1);
}

static char *
dup_output (LaminaRun *run,
            guint32    layer)
{
  g_autofree char *shapes = lamina_layer_dup_shapes (run, layer, TRUE);

  return *shapes ? g_steal_pointer (&shapes) : g_strdup ("—");
}

static gboolean
output_is_estimated (LaminaRun *run,
                     guint32    layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  if (!layers->first_output || !tensors->estimated)
    return FALSE;
  for (guint32 i = layers->first_output[layer]; i < layers->first_output[layer + 1]; i++)
    if (tensors->estimated[layers->outputs[i]] & LAMINA_ESTIMATE_SHAPE)
      return TRUE;
  return FALSE;
}

static gboolean
is_estimated (LaminaTableColumn column,
              LaminaRun        *run,
              guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint flags = layers->estimated ? layers->estimated[layer] : LAMINA_ESTIMATE_NONE;

  switch (column)
    {
    case LAMINA_TABLE_DURATION:
    case LAMINA_TABLE_SHARE:
      return (flags & LAMINA_ESTIMATE_DURATION) != 0;
    case LAMINA_TABLE_FLOP:
      return (flags & LAMINA_ESTIMATE_FLOP) != 0;
    case LAMINA_TABLE_FLOP_RATE:
      return (flags & (LAMINA_ESTIMATE_FLOP | LAMINA_ESTIMATE_DURATION)) != 0;
    case LAMINA_TABLE_BYTES:
      return (flags & LAMINA_ESTIMATE_BYTES) != 0;
    case LAMINA_TABLE_OUTPUT:
      return output_is_estimated (run, layer);
    case LAMINA_TABLE_NUMBER:
    case LAMINA_TABLE_NAME:
    case LAMINA_TABLE_TYPE:
    case LAMINA_N_TABLE_COLUMNS:
    default:
      return FALSE;
    }
}

static char *
dup_value (LaminaTableColumn column,
           LaminaRun        *run,
           guint32           layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  switch (column)
    {
    case LAMINA_TABLE_NUMBER:
      return dup_number (run, layer);
    case LAMINA_TABLE_NAME:
      return dup_string (run, layers->name, layer);
    case LAMINA_TABLE_TYPE:
      return dup_string (run, layers->type, layer);
    case LAMINA_TABLE_DURATION:
      return lamina_figure_dup (lamina_column_number (lamina_run_get_costs (run), layer), LAMINA_UNIT_NANOSECONDS);
    case LAMINA_TABLE_SHARE:
      return lamina_layer_dup_share (lamina_layer_get_share (run, layer));
    case LAMINA_TABLE_FLOP:
      return lamina_unit_strip (lamina_figure_dup (lamina_column_number (layers->flop, layer), LAMINA_UNIT_FLOP),
                                "FLOP");
    case LAMINA_TABLE_FLOP_RATE:
      return lamina_unit_strip (lamina_figure_dup_rate (lamina_layer_get_rate (run, layer, LAMINA_UNIT_FLOP),
                                                        LAMINA_UNIT_FLOP), "FLOP/s");
    case LAMINA_TABLE_BYTES:
      return lamina_figure_dup (lamina_column_number (layers->bytes, layer), LAMINA_UNIT_BYTES);
    case LAMINA_TABLE_OUTPUT:
      return dup_output (run, layer);
    case LAMINA_N_TABLE_COLUMNS:
    default:
      g_return_val_if_reached (g_strdup (""));
    }
}

char *
lamina_table_column_dup_text (LaminaTableColumn  column,
                              LaminaRun         *run,
                              guint32            layer,
                              gboolean          *estimated)
{
  g_autofree char *value = dup_value (column, run, layer);

  *estimated = is_estimated (column, run, layer) && strcmp (value, "—") != 0;
  if (*estimated && column != LAMINA_TABLE_OUTPUT)
    return g_strconcat ("≈\u00a0", value, NULL);
  return g_steal_pointer (&value);
}

char *
lamina_table_column_dup_tooltip (LaminaTableColumn  column,
                                 LaminaRun         *run,
                                 guint32            layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);

  switch (column)
    {
    case LAMINA_TABLE_DURATION:
    case LAMINA_TABLE_SHARE:
      return lamina_figure_dup_exact (lamina_column_number (lamina_run_get_costs (run), layer),
                                      LAMINA_UNIT_NANOSECONDS);
    case LAMINA_TABLE_FLOP:
      return lamina_figure_dup_exact (lamina_column_number (layers->flop, layer), LAMINA_UNIT_FLOP);
    case LAMINA_TABLE_BYTES:
      return lamina_figure_dup_exact (lamina_column_number (layers->bytes, layer), LAMINA_UNIT_BYTES);
    case LAMINA_TABLE_FLOP_RATE:
      return lamina_figure_dup_rate (lamina_layer_get_rate (run, layer, LAMINA_UNIT_FLOP), LAMINA_UNIT_FLOP);
    case LAMINA_TABLE_NAME:
    case LAMINA_TABLE_TYPE:
    case LAMINA_TABLE_OUTPUT:
      return dup_value (column, run, layer);
    case LAMINA_TABLE_NUMBER:
    case LAMINA_N_TABLE_COLUMNS:
    default:
      return NULL;
    }
}
