/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-cell.h"

#include "lamina-axis.h"
#include "lamina-layer-text.h"
#include "lamina-live-chart.h"
#include "lamina-tensor-query.h"
#include "lamina-theme.h"

#include <glib/gi18n.h>
#include <string.h>

#define BAR_HEIGHT 8

/* Lives stand in the order of their beginnings, which have a heading of their own. What is left over goes to names and shapes. */
const LaminaTableColumn lamina_tensor_columns[LAMINA_N_TENSOR_CELLS] = {
  { LAMINA_TENSOR_COLUMN_INDEX, N_("#"), 36, LAMINA_TENSOR_COLUMN_INDEX, 1, LAMINA_COLUMN_NUMBERS },
  { LAMINA_TENSOR_COLUMN_NAME, N_("Name"), 114, LAMINA_TENSOR_COLUMN_NAME, 0, LAMINA_COLUMN_NAMES, TRUE },
  { LAMINA_TENSOR_COLUMN_SHAPE, N_("Shape"), 134, LAMINA_TENSOR_COLUMN_SHAPE, 0, LAMINA_COLUMN_SHAPES, TRUE },
  { LAMINA_TENSOR_COLUMN_DTYPE, N_("Type"), 84, LAMINA_TENSOR_COLUMN_DTYPE, 0, LAMINA_COLUMN_TYPES },
  { LAMINA_TENSOR_COLUMN_LAYOUT, N_("Layout"), 80, LAMINA_TENSOR_COLUMN_LAYOUT, 0, LAMINA_COLUMN_TYPES },
  { LAMINA_TENSOR_COLUMN_BYTES, N_("Size"), 86, LAMINA_TENSOR_COLUMN_BYTES, 1, LAMINA_COLUMN_NUMBERS },
  { LAMINA_TENSOR_COLUMN_ROLE, N_("Role"), 86, LAMINA_TENSOR_COLUMN_ROLE, 0, LAMINA_COLUMN_TYPES },
  { LAMINA_TENSOR_CELL_ALIVE, N_("Alive"), 52, LAMINA_TABLE_UNSORTED, 0, LAMINA_COLUMN_NUMBERS },
  { LAMINA_TENSOR_COLUMN_FIRST, N_("First"), 90, LAMINA_TENSOR_COLUMN_FIRST, 1, LAMINA_COLUMN_NUMBERS },
  { LAMINA_TENSOR_COLUMN_LAST, N_("Last"), 90, LAMINA_TENSOR_COLUMN_LAST, 1, LAMINA_COLUMN_NUMBERS },
  { LAMINA_TENSOR_COLUMN_CONSUMERS, N_("Readers"), 88, LAMINA_TENSOR_COLUMN_CONSUMERS, 1, LAMINA_COLUMN_NUMBERS },
  { LAMINA_TENSOR_COLUMN_PRODUCER, N_("Made by"), 90, LAMINA_TENSOR_COLUMN_PRODUCER, 0, LAMINA_COLUMN_NAMES, TRUE },
};

static gboolean
has_ids (const guint32 *column,
         guint          n)
{
  for (guint i = 0; column && i < n; i++)
    if (column[i] != 0)
      return TRUE;
  return FALSE;
}

gboolean
lamina_tensor_has_column (LaminaRun *run,
                          guint      column)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  switch (column)
    {
    case LAMINA_TENSOR_COLUMN_NAME:
      return has_ids (tensors->name, tensors->n);
    case LAMINA_TENSOR_COLUMN_LAYOUT:
      return has_ids (tensors->layout, tensors->n);
    case LAMINA_TENSOR_COLUMN_DTYPE:
      return has_ids (tensors->dtype, tensors->n);
    case LAMINA_TENSOR_COLUMN_FIRST:
    case LAMINA_TENSOR_COLUMN_LAST:
    case LAMINA_TENSOR_CELL_ALIVE:
      return lamina_column_first (tensors->first_lifetime, tensors->n) > 0;
    default:
      return TRUE;
    }
}

static char *
dup_string (LaminaRun *run,
            guint32    id)
{
  const char *text = lamina_run_get_string (run, id);

  return g_strdup (*text ? text : "—");
}

static char *
dup_position (LaminaRun      *run,
              LaminaTimebase *timebase,
              gint64          position)
{
  return lamina_axis_dup_position_text (lamina_run_get_unit (run), position - lamina_timebase_get_start (timebase));
}

static char *
dup_producer (LaminaRun *run,
              guint32    tensor)
{
  guint32 layer = lamina_column_row (lamina_run_get_tensors (run)->producer, tensor);

  if (layer == LAMINA_NONE)
    return g_strdup ("—");
  return lamina_layer_dup_label (run, layer);
}

static char *
dup_text (LaminaRun      *run,
          LaminaLiveSet  *live,
          LaminaTimebase *timebase,
          guint           column,
          guint32         tensor,
          gboolean       *estimated)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint flags = tensors->estimated ? tensors->estimated[tensor] : 0;
  guint32 shape = lamina_column_id (tensors->shape, tensor);
  gint64 bytes = lamina_column_number (tensors->bytes, tensor), first = 0, last = 0;
  gboolean lives = lamina_live_set_get_range (live, tensor, &first, &last);
  const char *role;

  *estimated = FALSE;
  switch (column)
    {
    case LAMINA_TENSOR_COLUMN_NAME:
      return dup_string (run, lamina_column_id (tensors->name, tensor));
    case LAMINA_TENSOR_COLUMN_SHAPE:
      *estimated = shape && (flags & LAMINA_ESTIMATE_SHAPE);
      return shape ? lamina_run_dup_shape_text (run, shape) : g_strdup ("—");
    case LAMINA_TENSOR_COLUMN_DTYPE:
      *estimated = (flags & LAMINA_ESTIMATE_DTYPE) != 0;
      return dup_string (run, lamina_column_id (tensors->dtype, tensor));
    case LAMINA_TENSOR_COLUMN_LAYOUT:
      *estimated = (flags & LAMINA_ESTIMATE_LAYOUT) != 0;
      return dup_string (run, lamina_column_id (tensors->layout, tensor));
    case LAMINA_TENSOR_COLUMN_BYTES:
      *estimated = bytes != LAMINA_ABSENT && (flags & LAMINA_ESTIMATE_BYTES);
      return lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
    case LAMINA_TENSOR_COLUMN_ROLE:
      role = lamina_role_get_title (tensors->role ? (LaminaRole) tensors->role[tensor] : LAMINA_ROLE_UNKNOWN);
      return g_strdup (*role ? role : "—");
    case LAMINA_TENSOR_COLUMN_PRODUCER:
      return dup_producer (run, tensor);
    case LAMINA_TENSOR_COLUMN_CONSUMERS:
      return g_strdup_printf ("%u", tensors->first_consumer[tensor + 1] - tensors->first_consumer[tensor]);
    case LAMINA_TENSOR_COLUMN_FIRST:
      *estimated = lives && (flags & LAMINA_ESTIMATE_LIFETIME);
      return lives ? dup_position (run, timebase, first) : g_strdup ("—");
    case LAMINA_TENSOR_COLUMN_LAST:
      *estimated = lives && (flags & LAMINA_ESTIMATE_LIFETIME);
      return lives ? dup_position (run, timebase, last) : g_strdup ("—");
    case LAMINA_TENSOR_CELL_ALIVE:
      return g_strdup ("");
    case LAMINA_TENSOR_COLUMN_INDEX:
    default:
      return g_strdup_printf ("%u", tensor);
    }
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
  double start = (double) lamina_timebase_get_start (timebase), end = (double) lamina_timebase_get_end (timebase);
  float width = (float) gtk_widget_get_width (cell);
  float y = (float) ((gtk_widget_get_height (cell) - BAR_HEIGHT) / 2);
  gint64 first, last;
  double left, right;

  if (end <= start || !lamina_live_set_get_range (live, tensor, &first, &last))
    return;
  left = CLAMP (((double) first - start) / (end - start), 0, 1) * width;
  right = CLAMP (((double) last - start) / (end - start), 0, 1) * width;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, y, width, BAR_HEIGHT));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) left, y, (float) MAX (right - left, 2),
                                                                    BAR_HEIGHT));
}

static gboolean
is_marked (LaminaSession *session,
           guint32        tensor)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  guint32 producer = lamina_column_row (tensors->producer, tensor);

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
  line->ellipsize = column == LAMINA_TENSOR_COLUMN_NAME || column == LAMINA_TENSOR_COLUMN_PRODUCER ? PANGO_ELLIPSIZE_MIDDLE
                                                                                                   : PANGO_ELLIPSIZE_END;
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
  if (column == LAMINA_TENSOR_CELL_ALIVE)
    column = LAMINA_TENSOR_COLUMN_FIRST;
  return dup_text (run, live, lamina_session_get_timebase (session), column, tensor, &estimated);
}
