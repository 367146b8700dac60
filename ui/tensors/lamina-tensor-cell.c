/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-cell.h"

#include "lamina-axis.h"
#include "lamina-cell-text.h"
#include "lamina-layer-text.h"
#include "lamina-live-chart.h"
#include "lamina-theme.h"

#include <glib/gi18n.h>
#include <string.h>

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

  LaminaCellText line;
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
      return lamina_tensors_first_lifetime (tensors, tensors->n) > 0;
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

/* Names of layers differ at their ends, as in the table of layers. */
static PangoEllipsizeMode
get_ellipsize (const LaminaTensorField *field)
{
  gboolean is_name = field->sort == LAMINA_TENSOR_COLUMN_NAME || field->sort == LAMINA_TENSOR_COLUMN_PRODUCER;

  return is_name ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END;
}

static void
make_text (LaminaTensorCell *self)
{
  const LaminaTensorField *field = self->field;
  LaminaCellText *line = &self->line;
  g_autofree char *text = NULL;

  text = lamina_tensor_field_dup_text (field, lamina_session_get_run (self->session), self->live,
                                       lamina_session_get_timebase (self->session), self->tensor, &line->estimated);
  /* Without the arguments of the function that made it: the tooltip has all of its name. */
  if (field->sort == LAMINA_TENSOR_COLUMN_NAME)
    {
      g_autofree char *whole = g_steal_pointer (&text);

      text = lamina_slice_dup_label (whole);
    }
  line->text = field->is_bar ? g_strdup ("") : g_strconcat (line->estimated ? "≈\u00a0" : "", text, NULL);
  line->number = field->xalign > 0;
  line->quiet = strcmp (text, "—") == 0 || field->sort == LAMINA_TENSOR_COLUMN_INDEX;
  line->bold = field->sort == LAMINA_TENSOR_COLUMN_NAME && is_marked (self);
  line->ellipsize = get_ellipsize (field);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, line->text, -1);
}

static void
lamina_tensor_cell_snapshot (GtkWidget   *widget,
                             GtkSnapshot *snapshot)
{
  LaminaTensorCell *self = LAMINA_TENSOR_CELL (widget);

  if (!self->session || !self->live)
    return;
  if (self->field->is_bar)
    draw_bar (self, snapshot);
  lamina_tensor_cell_get_text (self);
  lamina_cell_text_draw (&self->line, widget, snapshot, 0, gtk_widget_get_width (widget));
}

static void
lamina_tensor_cell_measure (GtkWidget      *widget,
                            GtkOrientation  orientation,
                            int             for_size,
                            int            *minimum,
                            int            *natural,
                            int            *minimum_baseline,
                            int            *natural_baseline)
{
  lamina_cell_measure (widget, orientation, 0, minimum, natural, minimum_baseline, natural_baseline);
}

static void
lamina_tensor_cell_css_changed (GtkWidget         *widget,
                                GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (lamina_tensor_cell_parent_class)->css_changed (widget, change);
  lamina_cell_text_forget_layout (&LAMINA_TENSOR_CELL (widget)->line);
}

static void
lamina_tensor_cell_direction_changed (GtkWidget        *widget,
                                      GtkTextDirection  previous)
{
  GTK_WIDGET_CLASS (lamina_tensor_cell_parent_class)->direction_changed (widget, previous);
  lamina_cell_text_forget_layout (&LAMINA_TENSOR_CELL (widget)->line);
}

static char *
dup_tooltip (LaminaTensorCell *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  gboolean estimated;

  if (self->field->sort == LAMINA_TENSOR_COLUMN_BYTES)
    return lamina_figure_dup_exact (lamina_column_number (lamina_run_get_tensors (run)->bytes, self->tensor),
                                    LAMINA_UNIT_BYTES);
  return lamina_tensor_field_dup_text (self->field, run, self->live, lamina_session_get_timebase (self->session),
                                       self->tensor, &estimated);
}

/* A tooltip that says what stands there already only covers the rows below. */
static gboolean
lamina_tensor_cell_query_tooltip (GtkWidget  *widget,
                                  int         x,
                                  int         y,
                                  gboolean    keyboard,
                                  GtkTooltip *tooltip)
{
  LaminaTensorCell *self = LAMINA_TENSOR_CELL (widget);
  g_autofree char *text = self->session && self->live ? dup_tooltip (self) : NULL;

  if (!text || (g_str_has_suffix (lamina_tensor_cell_get_text (self), text)
                && !lamina_cell_text_is_cut (&self->line, widget, gtk_widget_get_width (widget))))
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

static void
lamina_tensor_cell_dispose (GObject *object)
{
  lamina_tensor_cell_bind (LAMINA_TENSOR_CELL (object), NULL, NULL, 0);
  G_OBJECT_CLASS (lamina_tensor_cell_parent_class)->dispose (object);
}

static void
lamina_tensor_cell_class_init (LaminaTensorCellClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_tensor_cell_dispose;
  widget_class->snapshot = lamina_tensor_cell_snapshot;
  widget_class->measure = lamina_tensor_cell_measure;
  widget_class->css_changed = lamina_tensor_cell_css_changed;
  widget_class->direction_changed = lamina_tensor_cell_direction_changed;
  widget_class->query_tooltip = lamina_tensor_cell_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "tensorcell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
lamina_tensor_cell_init (LaminaTensorCell *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
lamina_tensor_cell_new (const LaminaTensorField *field)
{
  LaminaTensorCell *self = g_object_new (LAMINA_TYPE_TENSOR_CELL, NULL);

  self->field = field;
  return GTK_WIDGET (self);
}

void
lamina_tensor_cell_update_mark (LaminaTensorCell *self)
{
  g_return_if_fail (LAMINA_IS_TENSOR_CELL (self));

  /* What was not drawn yet knows of no mark. */
  if (self->field->sort != LAMINA_TENSOR_COLUMN_NAME || !self->session || !self->line.text
      || self->line.bold == is_marked (self))
    return;
  self->line.bold = !self->line.bold;
  lamina_cell_text_forget_layout (&self->line);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
lamina_tensor_cell_get_text (LaminaTensorCell *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CELL (self), NULL);

  if (!self->line.text && self->session && self->live)
    make_text (self);
  return self->line.text ? self->line.text : "";
}

int
lamina_tensor_cell_get_whole_width (LaminaTensorCell *self,
                                    PangoContext     *context)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CELL (self) && self->session && self->live, 0);

  lamina_tensor_cell_get_text (self);
  return lamina_cell_text_get_whole_width (&self->line, context);
}

const LaminaTensorField *
lamina_tensor_cell_get_field (LaminaTensorCell *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CELL (self), NULL);
  return self->field;
}

PangoLayout *
lamina_tensor_cell_get_layout (LaminaTensorCell *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CELL (self) && self->session && self->live, NULL);

  lamina_tensor_cell_get_text (self);
  return lamina_cell_text_get_layout (&self->line, GTK_WIDGET (self));
}

gboolean
lamina_tensor_cell_is_marked (LaminaTensorCell *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CELL (self), FALSE);

  return *lamina_tensor_cell_get_text (self) != '\0' && self->line.bold;
}

void
lamina_tensor_cell_bind (LaminaTensorCell *self,
                         LaminaSession    *session,
                         LaminaLiveSet    *live,
                         guint32           tensor)
{
  g_return_if_fail (LAMINA_IS_TENSOR_CELL (self));

  if (self->session)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  if (live)
    lamina_live_set_ref (live);
  g_clear_pointer (&self->live, lamina_live_set_unref);
  self->live = live;
  self->tensor = tensor;
  lamina_cell_text_clear (&self->line);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (session && self->field->sort == LAMINA_TENSOR_COLUMN_NAME)
    g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (lamina_tensor_cell_update_mark), self);
}
