/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-card.h"

#include "lamina-layer-text.h"
#include "lamina-swatch.h"
#include "lamina-timeline.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

struct _LaminaTensorCard
{
  GtkWidget parent_instance;

  LaminaSession *session;
  guint32 tensor;
  gboolean is_output;
  guint32 link;

  LaminaSwatch *swatch;
  GtkLabel *shape;
  GtkLabel *origin;
  GtkLabel *size;
};

G_DEFINE_FINAL_TYPE (LaminaTensorCard, lamina_tensor_card, GTK_TYPE_WIDGET)

static const LaminaTensors *
get_tensors (LaminaTensorCard *self)
{
  return lamina_run_get_tensors (lamina_session_get_run (self->session));
}

static LaminaRole
get_role (LaminaTensorCard *self)
{
  const guint8 *roles = get_tensors (self)->role;

  return roles ? roles[self->tensor] : LAMINA_ROLE_UNKNOWN;
}

static guint
get_estimated (LaminaTensorCard *self)
{
  const guint8 *estimated = get_tensors (self)->estimated;

  return estimated ? estimated[self->tensor] : LAMINA_ESTIMATE_NONE;
}

static guint
count_consumers (LaminaTensorCard *self)
{
  const guint32 *first = get_tensors (self)->first_consumer;

  return first ? first[self->tensor + 1] - first[self->tensor] : 0;
}

static guint32
find_link (LaminaTensorCard *self)
{
  const LaminaTensors *tensors = get_tensors (self);

  if (get_role (self) == LAMINA_ROLE_WORKSPACE)
    return LAMINA_NONE;
  if (!self->is_output)
    return lamina_column_row (tensors->producer, self->tensor);
  return count_consumers (self) > 0 ? tensors->consumers[tensors->first_consumer[self->tensor]] : LAMINA_NONE;
}

static void
append_word (GString    *text,
             const char *word,
             gboolean    estimated)
{
  g_autofree char *part = g_markup_printf_escaped (estimated ? "<i>≈ %s</i>" : "%s", word);

  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
}

static char *
dup_shape_markup (LaminaTensorCard *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaTensors *tensors = get_tensors (self);
  guint32 id = lamina_column_id (tensors->shape, self->tensor);
  g_autofree char *shape = id ? lamina_run_dup_shape_text (run, id) : g_strdup ("—");
  const char *dtype = lamina_run_get_string (run, lamina_column_id (tensors->dtype, self->tensor));
  const char *layout = lamina_run_get_string (run, lamina_column_id (tensors->layout, self->tensor));
  guint estimated = get_estimated (self);
  g_autoptr (GString) quiet = g_string_new (NULL);
  const char *format = estimated & LAMINA_ESTIMATE_SHAPE ? "<i>≈ <b>%s</b></i>" : "<b>%s</b>";
  g_autofree char *title = g_markup_printf_escaped (format, shape);

  if (*dtype)
    append_word (quiet, dtype, (estimated & LAMINA_ESTIMATE_DTYPE) != 0);
  if (*layout)
    append_word (quiet, layout, (estimated & LAMINA_ESTIMATE_LAYOUT) != 0);
  return g_strdup_printf ("%s  <span size=\"smaller\" alpha=\"62%%\">%s</span>", title, quiet->str);
}

/* What the tensor is to this layer. */
static const char *
get_word (LaminaTensorCard *self)
{
  LaminaRole role = get_role (self);

  if (role == LAMINA_ROLE_PARAMETER && self->is_output && self->link != LAMINA_NONE)
    return _("parameter →");
  if (role == LAMINA_ROLE_PARAMETER || role == LAMINA_ROLE_WORKSPACE)
    return lamina_role_get_title (role);
  if (!self->is_output)
    return _("input");
  return self->link == LAMINA_NONE ? _("output, read by nobody") : _("output →");
}

/* Who is at its other end; its own name where nobody is, and it says more than the word. */
static char *
dup_origin_markup (LaminaTensorCard *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  gboolean is_linked = self->link != LAMINA_NONE;
  gboolean is_unread = !is_linked && self->is_output && get_role (self) != LAMINA_ROLE_WORKSPACE;
  const guint32 *names = is_linked ? layers->name : get_tensors (self)->name;
  guint32 id = lamina_column_id (names, is_linked ? self->link : self->tensor);
  g_autofree char *name = lamina_slice_dup_label (lamina_run_get_string (run, id));
  const char *format = is_linked ? "<span alpha=\"62%%\">%s</span> <a href=\"layer\">%s</a>"
                                 : "<span alpha=\"62%%\">%s</span> %s";
  g_autofree char *text = g_markup_printf_escaped (format, get_word (self), is_unread ? "" : name);
  guint more = is_linked && self->is_output ? count_consumers (self) - 1 : 0;
  g_autofree char *rest = more > 0 ? g_strdup_printf (ngettext (" and %u more", " and %u more", more), more) : NULL;

  return g_strconcat (text, rest, NULL);
}

static void
fill_swatch (LaminaTensorCard *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaTensors *tensors = get_tensors (self);
  guint32 producer = lamina_column_row (tensors->producer, self->tensor);
  const guint8 *families = lamina_run_get_layers (run)->family;
  guint32 shape = lamina_column_id (tensors->shape, self->tensor);
  guint n = 0;
  const gint64 *dims = shape ? lamina_run_get_shape (run, shape, &n) : NULL;

  LaminaFamily family = producer != LAMINA_NONE && families ? families[producer] : LAMINA_FAMILY_OTHER;

  lamina_swatch_set_tensor (self->swatch, family, dims, n, get_role (self) == LAMINA_ROLE_WORKSPACE);
}

static void
fill (LaminaTensorCard *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  gint64 bytes = lamina_column_number (get_tensors (self)->bytes, self->tensor);
  g_autofree char *shape = dup_shape_markup (self);
  g_autofree char *origin = NULL;
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *exact = lamina_figure_dup_exact (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *size = g_strdup_printf ("%s%s", get_estimated (self) & LAMINA_ESTIMATE_BYTES ? "≈ " : "", figure);

  self->link = find_link (self);
  origin = dup_origin_markup (self);
  gtk_label_set_markup (self->shape, shape);
  gtk_label_set_markup (self->origin, origin);
  gtk_label_set_text (self->size, size);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->size), exact);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->shape),
                               lamina_run_get_string (run, lamina_column_id (get_tensors (self)->name, self->tensor)));
  fill_swatch (self);
}

static void
follow_link (gpointer user_data)
{
  g_autoptr (LaminaTensorCard) self = user_data;

  if (self->session && self->link != LAMINA_NONE)
    lamina_session_select_layer (self->session, self->link);
}

/* Later, for it makes the inspector throw this card away, and GTK goes on with the label. */
static gboolean
on_link (LaminaTensorCard *self,
         const char       *uri)
{
  g_idle_add_once (follow_link, g_object_ref (self));
  return TRUE;
}

static void
lamina_tensor_card_dispose (GObject *object)
{
  LaminaTensorCard *self = LAMINA_TENSOR_CARD (object);

  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_TENSOR_CARD);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_tensor_card_parent_class)->dispose (object);
}

static void
lamina_tensor_card_class_init (LaminaTensorCardClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_tensor_card_dispose;
  g_type_ensure (LAMINA_TYPE_SWATCH);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-tensor-card.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, swatch);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, shape);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, origin);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, size);
  gtk_widget_class_set_css_name (widget_class, "tensorcard");
}

static void
lamina_tensor_card_init (LaminaTensorCard *self)
{
  self->link = LAMINA_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (self->origin, "activate-link", G_CALLBACK (on_link), self, G_CONNECT_SWAPPED);
}

GtkWidget *
lamina_tensor_card_new (LaminaSession *session,
                        guint32        tensor,
                        gboolean       is_output)
{
  LaminaTensorCard *self = g_object_new (LAMINA_TYPE_TENSOR_CARD, NULL);

  self->session = g_object_ref (session);
  self->tensor = tensor;
  self->is_output = is_output;
  fill (self);
  return GTK_WIDGET (self);
}

guint32
lamina_tensor_card_get_link (LaminaTensorCard *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CARD (self), LAMINA_NONE);
  return self->link;
}
