/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-cell.h"

#include "lamina-axis.h"
#include "lamina-layer-text.h"
#include "lamina-live-bands.h"
#include "lamina-producer.h"
#include "lamina-session-clocks.h"
#include "lamina-tensor-value.h"
#include "lamina-theme.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <string.h>

#define BAR_HEIGHT 8

/* From left to right. Lives stand in the order of their beginnings, which have a heading of their own. */
static const guint order[] = {
  LAMINA_TENSOR_COLUMN_INDEX, LAMINA_TENSOR_COLUMN_NAME, LAMINA_TENSOR_COLUMN_SHAPE, LAMINA_TENSOR_COLUMN_DTYPE,
  LAMINA_TENSOR_COLUMN_LAYOUT, LAMINA_TENSOR_COLUMN_BYTES, LAMINA_TENSOR_COLUMN_ROLE, LAMINA_TENSOR_CELL_ALIVE,
  LAMINA_TENSOR_COLUMN_FIRST, LAMINA_TENSOR_COLUMN_LAST, LAMINA_TENSOR_COLUMN_CONSUMERS, LAMINA_TENSOR_COLUMN_PRODUCER,
  LAMINA_TENSOR_COLUMN_CATEGORY, LAMINA_TENSOR_COLUMN_STREAM, LAMINA_TENSOR_COLUMN_BLOCK, LAMINA_TENSOR_COLUMN_RELEASED,
  LAMINA_TENSOR_COLUMN_STACK,
};

static const LaminaTableColumn alive = {
  LAMINA_TENSOR_CELL_ALIVE, N_("Live"), 52, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_NUMBERS,
};

static gboolean
is_name (guint column)
{
  return column == LAMINA_TENSOR_COLUMN_NAME || column == LAMINA_TENSOR_COLUMN_PRODUCER;
}

/* What is left over goes to names and shapes. */
void
lamina_tensor_cell_append_columns (LaminaTable *table)
{
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const LaminaTensorColumnInfo *info;
      LaminaTableColumn column = { .id = order[i], .sort = (int) order[i] };

      if (order[i] == LAMINA_TENSOR_CELL_ALIVE)
        {
          lamina_table_append_columns (table, &alive, 1);
          continue;
        }
      info = lamina_tensor_column_get_info ((LaminaTensorColumn) order[i]);
      column.title = info->title;
      column.width = info->width;
      column.xalign = info->is_text ? 0 : 1;
      column.is_place = order[i] == LAMINA_TENSOR_COLUMN_INDEX || order[i] == LAMINA_TENSOR_COLUMN_FIRST
                        || order[i] == LAMINA_TENSOR_COLUMN_LAST;
      column.expand = is_name (order[i]) || order[i] == LAMINA_TENSOR_COLUMN_SHAPE || order[i] == LAMINA_TENSOR_COLUMN_STACK;
      column.kind = is_name (order[i]) ? LAMINA_COLUMN_NAMES
                    : order[i] == LAMINA_TENSOR_COLUMN_SHAPE ? LAMINA_COLUMN_SHAPES
                    : order[i] == LAMINA_TENSOR_COLUMN_STACK ? LAMINA_COLUMN_SOURCES
                    : info->is_text ? LAMINA_COLUMN_TYPES : LAMINA_COLUMN_NUMBERS;
      lamina_table_append_columns (table, &column, 1);
    }
}

/* So many tensors are enough to see whether a column says anything. */
#define MOST_COMPARED 500

/* Whether any tensor is called otherwise than the layer that made it, as those of a snapshot alone are not. */
static gboolean
has_own_names (LaminaRun *run)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint step = MAX (tensors->n / MOST_COMPARED, 1);

  for (guint i = 0; i < tensors->n; i += step)
    {
      guint32 producer = lamina_column_row (tensors->producer, i);
      guint32 name = producer != LAMINA_NONE ? lamina_column_id (lamina_run_get_layers (run)->name, producer) : 0;

      if (name == 0 || name != lamina_column_id (tensors->name, i))
        return TRUE;
    }
  return FALSE;
}

/* What allocations say beyond size, lifetime and who asked for them. */
static gboolean
is_spare (LaminaTensorColumn column)
{
  return column == LAMINA_TENSOR_COLUMN_CONSUMERS || column == LAMINA_TENSOR_COLUMN_STREAM || column == LAMINA_TENSOR_COLUMN_BLOCK
         || column == LAMINA_TENSOR_COLUMN_RELEASED;
}

void
lamina_tensor_cell_show_columns (LaminaTable *table,
                                 LaminaRun   *run)
{
  gboolean has_producers = has_own_names (run);

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      LaminaTensorColumn column = order[i] == LAMINA_TENSOR_CELL_ALIVE ? LAMINA_TENSOR_COLUMN_FIRST
                                                                       : (LaminaTensorColumn) order[i];
      gboolean is_shown = lamina_tensor_column_is_known (run, column);

      /* In the place of a producer of the same name, the calls that asked for it. */
      if (column == LAMINA_TENSOR_COLUMN_PRODUCER)
        is_shown = has_producers;
      else if (column == LAMINA_TENSOR_COLUMN_STACK)
        is_shown = is_shown && !has_producers;
      lamina_table_show_column (table, order[i], is_shown);
      lamina_table_set_spare (table, order[i], is_shown && lamina_run_get_memory (run)->n > 0 && is_spare (column));
    }
}

void
lamina_tensor_cell_fit_columns (LaminaTable *table)
{
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    lamina_column_fit_forget (lamina_table_find_column (table, order[i]));
  lamina_column_fit_divide (lamina_table_get_fit (table));
}

/* What stands there, without the sign of what is estimated. */
static char *
dup_text (LaminaRun      *run,
          LaminaLiveSet  *live,
          LaminaTimebase *timebase,
          guint           column,
          guint32         tensor,
          gboolean       *estimated)
{
  g_auto (LaminaLayerValue) value = { 0 };

  *estimated = FALSE;
  if (column == LAMINA_TENSOR_CELL_ALIVE)
    return g_strdup ("");
  lamina_tensor_get_value (run, timebase, live, tensor, (LaminaTensorColumn) column, &value);
  *estimated = value.estimated;
  value.estimated = FALSE;
  if (value.kind != LAMINA_LAYER_VALUE_ABSENT && column == LAMINA_TENSOR_COLUMN_ROLE)
    return g_strdup (lamina_role_get_title (lamina_tensors_get_role (lamina_run_get_tensors (run), tensor)));
  if (value.kind != LAMINA_LAYER_VALUE_ABSENT
      && (column == LAMINA_TENSOR_COLUMN_FIRST || column == LAMINA_TENSOR_COLUMN_LAST || column == LAMINA_TENSOR_COLUMN_RELEASED))
    return lamina_axis_dup_position_text (lamina_run_get_unit (run), value.integer);
  if (value.kind != LAMINA_LAYER_VALUE_ABSENT && column == LAMINA_TENSOR_COLUMN_NAME)
    return lamina_widget_dup_seen (lamina_run_translate (run, value.text));
  return lamina_layer_value_dup_cell (&value);
}

/* The run from left to right, and in it when the tensor is kept. */
void
lamina_tensor_cell_draw_life (LaminaSession *session,
                              LaminaLiveSet *live,
                              guint32        tensor,
                              GtkWidget     *cell,
                              GtkSnapshot   *snapshot)
{
  LaminaTimebase *timebase = lamina_session_get_timebase (session);
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  LaminaRole role = tensors->role ? (LaminaRole) tensors->role[tensor] : LAMINA_ROLE_UNKNOWN;
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (lamina_role_get_family (role)));
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_GRID));
  gint64 start = lamina_timebase_get_start (timebase);
  double length = (double) lamina_subtract_saturating (lamina_timebase_get_end (timebase), start);
  float width = (float) gtk_widget_get_width (cell);
  float y = (float) ((gtk_widget_get_height (cell) - BAR_HEIGHT) / 2);
  gint64 first, last;
  double left, right;

  if (length <= 0 || !lamina_live_set_get_range (live, tensor, &first, &last))
    return;
  left = CLAMP ((double) lamina_subtract_saturating (first, start) / length, 0, 1) * width;
  right = CLAMP ((double) lamina_subtract_saturating (last, start) / length, 0, 1) * width;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, y, width, BAR_HEIGHT));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) left, y, (float) MAX (right - left, 2),
                                                                    BAR_HEIGHT));
}

static gboolean
is_marked (LaminaSession *session,
           guint32        tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  guint32 producer = lamina_producer_find (lamina_session_get_run (session), tensor, lamina_session_get_timebase (session));

  if (producer != LAMINA_NONE && lamina_session_is_layer_selected (session, producer))
    return TRUE;
  for (guint i = tensors->first_consumer[tensor]; i < tensors->first_consumer[tensor + 1]; i++)
    if (lamina_session_is_layer_selected (session, tensors->consumers[i]))
      return TRUE;
  return FALSE;
}

void
lamina_tensor_cell_fill (LaminaSession  *session,
                         LaminaLiveSet  *live,
                         guint           column,
                         guint32         tensor,
                         LaminaCellText *line)
{
  g_autofree char *text = dup_text (lamina_session_get_run (session), live, lamina_session_get_timebase (session), column,
                                    tensor, &line->estimated);

  /* Without the arguments of the function that made it: the tooltip has all of its name. */
  if (column == LAMINA_TENSOR_COLUMN_NAME)
    {
      g_autofree char *whole = g_steal_pointer (&text);

      text = lamina_slice_dup_label (whole);
    }
  line->text = g_strconcat (line->estimated ? "≈\u00a0" : "", text, NULL);
  line->quiet = strcmp (text, "—") == 0 || column == LAMINA_TENSOR_COLUMN_INDEX;
  line->bold = column == LAMINA_TENSOR_COLUMN_NAME && is_marked (session, tensor);
  /* Names of layers differ at their ends, as in the table of layers. */
  line->ellipsize = is_name (column) ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END;
}

char *
lamina_tensor_cell_dup_hint (LaminaSession *session,
                             LaminaLiveSet *live,
                             guint          column,
                             guint32        tensor)
{
  LaminaRun *run = lamina_session_get_run (session);
  gboolean estimated;

  if (column == LAMINA_TENSOR_COLUMN_BYTES)
    return lamina_figure_dup_exact (lamina_column_number (lamina_run_get_tensors (run)->bytes, tensor), LAMINA_UNIT_BYTES);
  if (column == LAMINA_TENSOR_COLUMN_PRODUCER && lamina_producer_is_unsaid (run, tensor, lamina_session_get_timebase (session)))
    return g_strdup (lamina_session_get_unsaid_text (session));
  if (column == LAMINA_TENSOR_CELL_ALIVE)
    column = LAMINA_TENSOR_COLUMN_FIRST;
  return dup_text (run, live, lamina_session_get_timebase (session), column, tensor, &estimated);
}
