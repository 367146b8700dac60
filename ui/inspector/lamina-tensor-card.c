/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-tensor-card.h"

#include "lamina-bar.h"
#include "lamina-layer-text.h"
#include "lamina-link.h"
#include "lamina-place-text.h"
#include "lamina-producer.h"
#include "lamina-reader-popover.h"
#include "lamina-rows.h"
#include "lamina-span.h"
#include "lamina-swatch.h"
#include "lamina-text.h"
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
  GtkMenuButton *readers;
  GtkLabel *size;
  GtkWidget *grid;
  GtkBox *lifetime;
};

G_DEFINE_FINAL_TYPE (LaminaTensorCard, lamina_tensor_card, GTK_TYPE_WIDGET)

/* A tensor that is kept and given up more often than this is drawn as kept all the time in between. */
#define MAX_PARTS 64

static GtkWidget *
make_caption (const char *text,
              float       xalign)
{
  GtkWidget *label = lamina_widget_new_label (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static char *
dup_moment (LaminaSession *session,
            gint64         position,
            gboolean       estimated)
{
  g_autofree char *moment = lamina_place_dup_moment (session, position);

  return g_strconcat (estimated ? "≈\u00a0" : "", moment, NULL);
}

static void
add_captions (GtkBox            *box,
              LaminaSession     *session,
              const LaminaRange *range,
              const LaminaRange *bounds,
              gboolean           estimated)
{
  g_autofree char *first = dup_moment (session, range->start, estimated);
  g_autofree char *last = dup_moment (session, range->end, estimated);
  g_autofree char *made = g_strdup_printf (_("allocated at %s"), first);
  g_autofree char *used = g_strdup_printf (_("last used at %s"), last);
  GtkWidget *captions = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (captions), make_caption (range->start <= bounds->start ? _("live from the start") : made, 0));
  gtk_box_append (GTK_BOX (captions), make_caption (range->end >= bounds->end ? _("live to the end") : used, 1));
  /* As the bar above it, and time, do. */
  lamina_widget_keep_left_to_right (captions);
  gtk_box_append (box, captions);
}

static void
fill_lifetime (GtkBox        *box,
               LaminaSession *session,
               guint32        tensor,
               LaminaFamily   family)
{
  const LaminaTensors *tensors = lamina_run_get_tensors (lamina_session_get_run (session));
  guint32 first = lamina_column_first (tensors->first_lifetime, tensor);
  guint n = lamina_column_first (tensors->first_lifetime, tensor + 1) - first;
  g_autofree LaminaBarPart *parts = g_new0 (LaminaBarPart, MAX (n, 1));
  LaminaRange bounds, range, all = { G_MAXINT64, G_MININT64 };
  gint64 offset;
  GtkWidget *bar = lamina_bar_new ();
  double length;

  lamina_rows_clear (box);
  gtk_box_set_spacing (box, 2);
  gtk_widget_set_visible (GTK_WIDGET (box), n > 0);
  gtk_box_append (box, bar);
  lamina_session_get_bounds (session, &bounds);
  length = lamina_span_get_distance (bounds.start, bounds.end);
  for (guint i = 0; i < n; i++)
    {
      const LaminaLifetime *lifetime = &tensors->lifetimes[first + i];

      offset = lamina_timebase_get_offset (lamina_session_get_timebase (session), lifetime->clock);
      range.start = lamina_add_saturating (lifetime->first, offset);
      range.end = lamina_add_saturating (lifetime->last, offset);
      all = (LaminaRange) { MIN (all.start, range.start), MAX (all.end, range.end) };
      parts[i].start = lamina_span_get_distance (bounds.start, range.start) / length;
      parts[i].end = lamina_span_get_distance (bounds.start, range.end) / length;
      /* Gradients have a color of their own, as in the curve of the memory. */
      parts[i].family = lifetime->kind == LAMINA_LIFETIME_GRADIENT ? LAMINA_FAMILY_OPTIMIZER : family;
    }
  if (n > MAX_PARTS)
    parts[0].end = lamina_span_get_distance (bounds.start, all.end) / length;
  lamina_bar_set_parts (LAMINA_BAR (bar), parts, n > MAX_PARTS ? 1 : n, _("Lifetime"));
  if (n > 0)
    add_captions (box, session, &all, &bounds,
                  tensors->estimated && (tensors->estimated[tensor] & LAMINA_ESTIMATE_LIFETIME));
}

static const LaminaTensors *
get_tensors (LaminaTensorCard *self)
{
  return lamina_run_get_tensors (lamina_session_get_run (self->session));
}

/* The layer that makes it, as far as that is known. */
static guint32
get_producer (LaminaTensorCard *self)
{
  return lamina_producer_find (lamina_session_get_run (self->session), self->tensor,
                                  lamina_session_get_timebase (self->session));
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
    return get_producer (self);
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
  return self->link == LAMINA_NONE ? _("output, unused") : _("output →");
}

/* Who is at its other end; its own name where nobody is, and it says more than the word. */
static char *
dup_origin_markup (LaminaTensorCard *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  gboolean is_linked = self->link != LAMINA_NONE;
  gboolean is_unread = !is_linked && self->is_output && get_role (self) != LAMINA_ROLE_WORKSPACE;
  const char *own = lamina_run_get_string (run, lamina_column_id (get_tensors (self)->name, self->tensor));
  g_autofree char *name = is_linked ? lamina_layer_dup_label (run, self->link) : lamina_slice_dup_label (own);
  const char *format = is_linked ? "<span alpha=\"62%%\">%s</span> <a href=\"layer\">%s</a>"
                                 : "<span alpha=\"62%%\">%s</span> %s";
  g_autofree char *text = g_markup_printf_escaped (format, get_word (self), is_unread ? "" : name);

  return g_steal_pointer (&text);
}

/* Once the button is used: a list takes as long to make as several frames, and a card may stand among many. */
static void
make_readers (GtkMenuButton *button,
              gpointer       user_data)
{
  LaminaTensorCard *self = user_data;

  if (!gtk_menu_button_get_popover (button))
    gtk_menu_button_set_popover (button, lamina_reader_popover_new (self->session, self->tensor));
}

/* The way to all readers, where the link does not lead to each of them. */
static void
fill_readers (LaminaTensorCard *self)
{
  guint n = count_consumers (self);
  gboolean is_linked = self->is_output && self->link != LAMINA_NONE;
  guint more = is_linked ? n - 1 : n;
  g_autofree char *text = is_linked ? lamina_text_dup (ngettext ("and %u more", "and %u more", more), more)
                                    : lamina_text_dup ("→ %u", n);
  /* Words would take the room of the link before them. */
  g_autofree char *shown = is_linked ? lamina_text_dup ("+%u", more) : g_strdup (text);
  g_autofree char *name = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->readers), n > 1);
  if (n < 2)
    return;
  name = g_strdup_printf ("%s, %s", gtk_widget_get_tooltip_text (GTK_WIDGET (self->readers)), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->readers), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  gtk_menu_button_set_label (self->readers, shown);
  lamina_widget_keep_left_to_right (GTK_WIDGET (self->readers));
  gtk_menu_button_set_create_popup_func (self->readers, make_readers, self, NULL);
}

static LaminaFamily
get_family (LaminaTensorCard *self)
{
  guint32 producer = get_producer (self);
  const guint8 *families = lamina_run_get_layers (lamina_session_get_run (self->session))->family;

  return producer != LAMINA_NONE && families ? families[producer] : LAMINA_FAMILY_OTHER;
}

static void
show_selected (LaminaTensorCard *self)
{
  if (lamina_session_get_tensor (self->session) == self->tensor)
    gtk_widget_add_css_class (self->grid, "selected");
  else
    gtk_widget_remove_css_class (self->grid, "selected");
}

static void
fill (LaminaTensorCard *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  gint64 bytes = lamina_column_number (get_tensors (self)->bytes, self->tensor);
  guint32 shape_id = lamina_column_id (get_tensors (self)->shape, self->tensor);
  guint n = 0;
  const gint64 *dims = shape_id ? lamina_run_get_shape (run, shape_id, &n) : NULL;
  g_autofree char *shape = dup_shape_markup (self);
  g_autofree char *origin = NULL;
  g_autofree char *figure = lamina_figure_dup (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *exact = lamina_figure_dup_exact (bytes, LAMINA_UNIT_BYTES);
  g_autofree char *size = g_strdup_printf ("%s%s", get_estimated (self) & LAMINA_ESTIMATE_BYTES ? "≈ " : "", figure);

  self->link = find_link (self);
  origin = dup_origin_markup (self);
  gtk_label_set_markup (self->shape, shape);
  gtk_label_set_markup (self->origin, origin);
  lamina_widget_set_text (self->size, size);
  lamina_widget_set_tooltip (GTK_WIDGET (self->size), exact);
  lamina_widget_set_tooltip (GTK_WIDGET (self->shape),
                             lamina_run_get_string (run, lamina_column_id (get_tensors (self)->name, self->tensor)));
  if (self->link != LAMINA_NONE)
    lamina_link_set_layer (self->origin, self->session, self->link);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->shape), -1);
  fill_readers (self);
  lamina_swatch_set_tensor (self->swatch, get_family (self), dims, n, get_role (self) == LAMINA_ROLE_WORKSPACE);
  fill_lifetime (self->lifetime, self->session, self->tensor, get_family (self));
  show_selected (self);
}

/* A second time takes the outline away again. */
static void
toggle (LaminaTensorCard *self)
{
  gboolean is_selected = lamina_session_get_tensor (self->session) == self->tensor;

  lamina_session_select_tensor (self->session, is_selected ? LAMINA_NONE : self->tensor);
}

static void
select_tensor (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  toggle (LAMINA_TENSOR_CARD (widget));
}

static void
on_released (LaminaTensorCard *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  toggle (self);
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
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, readers);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, grid);
  gtk_widget_class_bind_template_child (widget_class, LaminaTensorCard, lifetime);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
  gtk_widget_class_install_action (widget_class, "card.select", NULL, select_tensor);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "card.select", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, 0, "card.select", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "card.select", NULL);
  gtk_widget_class_set_css_name (widget_class, "tensorcard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
lamina_tensor_card_init (LaminaTensorCard *self)
{
  self->link = LAMINA_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_widget_read_left_to_right (self->shape);
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
  g_signal_connect_object (session, "notify::tensor", G_CALLBACK (show_selected), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

guint32
lamina_tensor_card_get_link (LaminaTensorCard *self)
{
  g_return_val_if_fail (LAMINA_IS_TENSOR_CARD (self), LAMINA_NONE);
  return self->link;
}
