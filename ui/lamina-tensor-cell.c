/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-cell.h"

#include "lamina-axis.h"
#include "lamina-layer-text.h"
#include "lamina-live-chart.h"
#include "lamina-theme.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#define BAR_HEIGHT 8

static const LaminaTensorField fields[] = {
  { N_("#"), LAMINA_TENSOR_COLUMN_INDEX, 36, 1, FALSE },
  { N_("Name"), LAMINA_TENSOR_COLUMN_NAME, 114, 0, FALSE },
  { N_("Shape"), LAMINA_TENSOR_COLUMN_SHAPE, 134, 0, FALSE },
  { N_("Type"), LAMINA_TENSOR_COLUMN_DTYPE, 84, 0, FALSE },
  { N_("Layout"), LAMINA_TENSOR_COLUMN_LAYOUT, 80, 0, FALSE },
  { N_("Size"), LAMINA_TENSOR_COLUMN_BYTES, 86, 1, FALSE },
  { N_("Role"), LAMINA_TENSOR_COLUMN_ROLE, 86, 0, FALSE },
  { N_("Alive"), LAMINA_TENSOR_COLUMN_FIRST, 52, 0, TRUE },
  { N_("First"), LAMINA_TENSOR_COLUMN_FIRST, 90, 1, FALSE },
  { N_("Last"), LAMINA_TENSOR_COLUMN_LAST, 90, 1, FALSE },
  { N_("Readers"), LAMINA_TENSOR_COLUMN_CONSUMERS, 88, 1, FALSE },
  { N_("Made by"), LAMINA_TENSOR_COLUMN_PRODUCER, 90, 0, FALSE },
};

struct _LaminaTensorCell
{
  GtkWidget parent_instance;

  GtkWidget *text;
  const LaminaTensorField *field;
  LaminaSession *session;
  LaminaLiveSet *live;
  guint32 tensor;
};

G_DEFINE_FINAL_TYPE (LaminaTensorCell, lamina_tensor_cell, GTK_TYPE_WIDGET)

const LaminaTensorField *
lamina_tensor_list_fields (guint *n)
{
  *n = G_N_ELEMENTS (fields);
  return fields;
}

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
lamina_tensor_has_field (LaminaRun               *run,
                         const LaminaTensorField *field)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);

  switch (field->sort)
    {
    case LAMINA_TENSOR_COLUMN_NAME:
      return has_ids (tensors->name, tensors->n);
    case LAMINA_TENSOR_COLUMN_LAYOUT:
      return has_ids (tensors->layout, tensors->n);
    case LAMINA_TENSOR_COLUMN_DTYPE:
      return has_ids (tensors->dtype, tensors->n);
    case LAMINA_TENSOR_COLUMN_FIRST:
    case LAMINA_TENSOR_COLUMN_LAST:
      return tensors->first_lifetime && tensors->n > 0 && tensors->first_lifetime[tensors->n] > 0;
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
dup_role (const LaminaTensors *tensors,
          guint32              tensor)
{
  const char *title = lamina_role_get_title (tensors->role ? (LaminaRole) tensors->role[tensor] : LAMINA_ROLE_UNKNOWN);

  return g_strdup (*title ? title : "—");
}

char *
lamina_tensor_field_dup_text (const LaminaTensorField *field,
                              LaminaRun               *run,
                              LaminaLiveSet           *live,
                              LaminaTimebase          *timebase,
                              guint32                  tensor,
                              gboolean                *estimated)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (run);
  guint flags = tensors->estimated ? tensors->estimated[tensor] : 0;
  guint32 shape = lamina_column_id (tensors->shape, tensor);
  gint64 bytes = lamina_column_number (tensors->bytes, tensor), first = 0, last = 0;
  gboolean lives = lamina_live_set_get_range (live, tensor, &first, &last);

  *estimated = FALSE;
  switch (field->sort)
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
      return dup_role (tensors, tensor);
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
    case LAMINA_TENSOR_COLUMN_INDEX:
    case LAMINA_N_TENSOR_SORTS:
    default:
      return g_strdup_printf ("%u", tensor);
    }
}

/* The run from left to right, and in it when the tensor is kept. */
static void
draw_bar (LaminaTensorCell *self,
          GtkSnapshot      *snapshot)
{
  LaminaTimebase *timebase = lamina_session_get_timebase (self->session);
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (self->session));
  LaminaRole role = tensors->role ? (LaminaRole) tensors->role[self->tensor] : LAMINA_ROLE_UNKNOWN;
  GdkRGBA color = lamina_theme_get_color (LAMINA_FILL_FAMILY (lamina_role_get_family (role)));
  GdkRGBA ground = lamina_theme_get_color (LAMINA_FILL (LAMINA_INK_GRID));
  double start = (double) lamina_timebase_get_start (timebase), end = (double) lamina_timebase_get_end (timebase);
  float width = (float) gtk_widget_get_width (GTK_WIDGET (self));
  float y = (float) ((gtk_widget_get_height (GTK_WIDGET (self)) - BAR_HEIGHT) / 2);
  gint64 first, last;
  double left, right;

  if (end <= start || !lamina_live_set_get_range (self->live, self->tensor, &first, &last))
    return;
  left = CLAMP (((double) first - start) / (end - start), 0, 1) * width;
  right = CLAMP (((double) last - start) / (end - start), 0, 1) * width;
  gtk_snapshot_append_color (snapshot, &ground, &GRAPHENE_RECT_INIT (0, y, width, BAR_HEIGHT));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT ((float) left, y, (float) MAX (right - left, 2),
                                                                    BAR_HEIGHT));
}

static void
lamina_tensor_cell_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  LaminaTensorCell *self = LAMINA_TENSOR_CELL (widget);

  if (self->session && self->live && self->field->is_bar)
    draw_bar (self, snapshot);
  gtk_widget_snapshot_child (widget, self->text, snapshot);
}

static gboolean
lamina_tensor_cell_query_tooltip (GtkWidget  *widget,
                                  int         x,
                                  int         y,
                                  gboolean    keyboard,
                                  GtkTooltip *tooltip)
{
  LaminaTensorCell *self = LAMINA_TENSOR_CELL (widget);
  g_autofree char *text = NULL;
  const LaminaTensors *tensors;
  gboolean estimated;

  if (!self->session || !self->live)
    return FALSE;
  tensors = lamina_run_get_tensors (lamina_session_get_run (self->session));
  if (self->field->sort == LAMINA_TENSOR_COLUMN_BYTES)
    text = lamina_figure_dup_exact (lamina_column_number (tensors->bytes, self->tensor), LAMINA_UNIT_BYTES);
  else
    text = lamina_tensor_field_dup_text (self->field, lamina_session_get_run (self->session), self->live,
                                         lamina_session_get_timebase (self->session), self->tensor, &estimated);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
lamina_tensor_cell_dispose (GObject *object)
{
  LaminaTensorCell *self = LAMINA_TENSOR_CELL (object);

  lamina_tensor_cell_bind (self, NULL, NULL, 0);
  g_clear_pointer (&self->text, gtk_widget_unparent);
  G_OBJECT_CLASS (lamina_tensor_cell_parent_class)->dispose (object);
}

static void
lamina_tensor_cell_class_init (LaminaTensorCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_tensor_cell_dispose;
  widget_class->snapshot = lamina_tensor_cell_snapshot;
  widget_class->query_tooltip = lamina_tensor_cell_query_tooltip;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tensorcell");
}

static void
lamina_tensor_cell_init (LaminaTensorCell *self)
{
  self->text = gtk_label_new (NULL);
  gtk_label_set_single_line_mode (GTK_LABEL (self->text), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
lamina_tensor_cell_new (const LaminaTensorField *field)
{
  LaminaTensorCell *self = g_object_new (LAMINA_TYPE_TENSOR_CELL, NULL);

  self->field = field;
  /* Names of layers differ at their ends, as in the table of layers. */
  if (field->sort == LAMINA_TENSOR_COLUMN_NAME || field->sort == LAMINA_TENSOR_COLUMN_PRODUCER)
    gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (self->text), field->xalign);
  lamina_widget_read_left_to_right (GTK_LABEL (self->text));
  if (field->xalign > 0)
    gtk_widget_add_css_class (self->text, "numeric");
  return GTK_WIDGET (self);
}

static void
set_class (GtkWidget  *widget,
           const char *class,
           gboolean    set)
{
  if (set)
    gtk_widget_add_css_class (widget, class);
  else
    gtk_widget_remove_css_class (widget, class);
}

static gboolean
is_marked (LaminaTensorCell *self)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (self->session));
  guint32 producer = lamina_column_row (tensors->producer, self->tensor);

  if (producer != LAMINA_NONE && lamina_session_is_layer_selected (self->session, producer))
    return TRUE;
  for (guint i = tensors->first_consumer[self->tensor]; i < tensors->first_consumer[self->tensor + 1]; i++)
    if (lamina_session_is_layer_selected (self->session, tensors->consumers[i]))
      return TRUE;
  return FALSE;
}

void
lamina_tensor_cell_update_mark (LaminaTensorCell *self)
{
  g_return_if_fail (LAMINA_IS_TENSOR_CELL (self));

  if (self->field->sort == LAMINA_TENSOR_COLUMN_NAME && self->text)
    set_class (self->text, "marked", self->session && is_marked (self));
}

void
lamina_tensor_cell_bind (LaminaTensorCell *self,
                         LaminaSession    *session,
                         LaminaLiveSet    *live,
                         guint32           tensor)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  gboolean estimated = FALSE;

  g_return_if_fail (LAMINA_IS_TENSOR_CELL (self));

  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (live)
    lamina_live_set_ref (live);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  self->live = live;
  self->tensor = tensor;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (!session || !live)
    return;
  if (self->field->sort == LAMINA_TENSOR_COLUMN_NAME)
    g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (lamina_tensor_cell_update_mark), self);
  if (!self->field->is_bar)
    text = lamina_tensor_field_dup_text (self->field, lamina_session_get_run (session), live,
                                         lamina_session_get_timebase (session), tensor, &estimated);
  shown = g_strconcat (estimated ? "≈\u00a0" : "", text, NULL);
  gtk_label_set_text (GTK_LABEL (self->text), shown);
  set_class (self->text, "estimated", estimated);
  set_class (self->text, "dim-label", g_strcmp0 (text, "—") == 0 || self->field->sort == LAMINA_TENSOR_COLUMN_INDEX);
  lamina_tensor_cell_update_mark (self);
}
