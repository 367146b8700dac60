/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-pane-private.h"

#include "lamina-rows.h"
#include "lamina-tensor-card.h"
#include "lamina-timeline.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* What nobody reads to the end is cut, and says so. */
#define MAX_TENSORS 40
#define MAX_ATTRIBUTES 300

G_DEFINE_FINAL_TYPE (LaminaLayerPane, lamina_layer_pane, GTK_TYPE_WIDGET)

static void
show_title (LaminaLayerPane *self,
            const char      *name)
{
  g_autofree char *label = lamina_slice_dup_label (name);

  gtk_label_set_text (self->title, *label ? label : _("No name"));
  gtk_label_set_text (self->full_name, name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->full_name), name);
  gtk_widget_set_visible (GTK_WIDGET (self->full_name), strcmp (label, name) != 0);
}

static void
append_part (GString    *text,
             const char *part)
{
  if (*part)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
}

static void
show_layer_heading (LaminaLayerPane *self,
                    guint32          layer)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaLayers *layers = lamina_run_get_layers (run);
  guint32 order = lamina_column_row (layers->order, layer);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *place = order == LAMINA_NONE
                             ? g_strdup ("")
                             : g_strdup_printf (_("%u of %u"), order + 1, lamina_run_get_totals (run)->executed);

  show_title (self, lamina_run_get_string (run, lamina_column_id (layers->name, layer)));
  append_part (text, lamina_run_get_string (run, lamina_column_id (layers->type, layer)));
  append_part (text, place);
  append_part (text, lamina_run_get_string (run, lamina_column_id (layers->device, layer)));
  gtk_label_set_text (self->subtitle, text->str);
  lamina_swatch_set_family (self->swatch, layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER);
}

static guint
add_cards (LaminaLayerPane *self,
           const guint32   *first,
           const guint32   *tensors,
           guint32          layer,
           gboolean         outputs)
{
  guint n = first ? first[layer + 1] - first[layer] : 0;

  for (guint i = 0; i < MIN (n, MAX_TENSORS); i++)
    gtk_box_append (self->tensors, lamina_tensor_card_new (self->session, tensors[first[layer] + i], outputs));
  if (n > MAX_TENSORS)
    {
      guint rest = n - MAX_TENSORS;
      g_autofree char *note = g_strdup_printf (ngettext ("and %u more", "and %u more", rest), rest);

      lamina_rows_add_note (self->tensors, note);
    }
  return n;
}

static void
show_tensors (LaminaLayerPane *self,
              guint32          layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self->session));
  g_autofree char *count = NULL;
  guint inputs, outputs;

  lamina_rows_clear (self->tensors);
  inputs = add_cards (self, layers->first_input, layers->inputs, layer, FALSE);
  outputs = add_cards (self, layers->first_output, layers->outputs, layer, TRUE);
  count = g_strdup_printf (_("%u in · %u out"), inputs, outputs);
  gtk_label_set_text (self->tensor_count, count);
  gtk_widget_set_visible (self->tensor_section, inputs + outputs > 0);
}

static void
add_attributes (LaminaLayerPane *self,
                LaminaDetails   *details)
{
  const char *group = NULL;
  guint n = lamina_details_get_n (details);

  for (guint i = 0; i < MIN (n, MAX_ATTRIBUTES); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (detail->group && g_strcmp0 (detail->group, group) != 0)
        lamina_rows_add_heading (self->attributes, detail->group);
      group = detail->group;
      lamina_rows_add_value (self->attributes, detail->key, &detail->value);
    }
}

static void
show_attributes (LaminaLayerPane   *self,
                 const LaminaPlace *place)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_session_get_document (self->session);
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, place, &error);
  g_autofree char *count = g_strdup_printf ("%u", details ? lamina_details_get_n (details) : 0);

  lamina_rows_clear (self->attributes);
  gtk_label_set_text (self->attribute_count, details ? count : "");
  gtk_widget_set_visible (self->attribute_section, !details || lamina_details_get_n (details) > 0);
  if (details)
    add_attributes (self, details);
  else
    lamina_rows_add_note (self->attributes, error ? error->message : _("The attributes can't be read."));
}

static void
show_layer (LaminaLayerPane *self,
            guint32          layer)
{
  show_layer_heading (self, layer);
  lamina_layer_pane_show_layer_time (self, layer);
  lamina_layer_pane_show_work (self, layer);
  show_tensors (self, layer);
  show_attributes (self, &(LaminaPlace) { .kind = LAMINA_PLACE_LAYER,
                                          .run = lamina_session_get_run_index (self->session),
                                          .row = layer });
}

static void
show_slice (LaminaLayerPane      *self,
            const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  g_autofree char *path = lamina_run_dup_track_path (run, slice->track);
  g_autoptr (GString) text = g_string_new (NULL);

  show_title (self, lamina_run_get_string (run, slices->name[slice->slice]));
  append_part (text, lamina_run_get_string (run, lamina_column_id (slices->category, slice->slice)));
  append_part (text, path);
  gtk_label_set_text (self->subtitle, text->str);
  lamina_swatch_set_family (self->swatch, slices->family ? slices->family[slice->slice] : LAMINA_FAMILY_OTHER);
  lamina_layer_pane_show_slice_time (self, slice);
  gtk_widget_set_visible (self->work_section, FALSE);
  gtk_widget_set_visible (self->tensor_section, FALSE);
  show_attributes (self, &(LaminaPlace) { .kind = LAMINA_PLACE_SLICE,
                                          .run = lamina_session_get_run_index (self->session),
                                          .track = slice->track,
                                          .row = slice->slice });
}

/* The neighbour in the order of execution, else in the order of the file. */
static guint32
find_neighbour (LaminaLayerPane *self,
                int              by)
{
  const LaminaLayers *layers = lamina_run_get_layers (lamina_session_get_run (self->session));
  guint32 layer = lamina_session_get_selection (self->session)->layer;
  guint32 order = layer == LAMINA_NONE ? LAMINA_NONE : lamina_column_row (layers->order, layer);

  if (layer == LAMINA_NONE)
    return LAMINA_NONE;
  if (order == LAMINA_NONE)
    return by < 0 ? (layer > 0 ? layer - 1 : LAMINA_NONE) : (layer + 1 < layers->n ? layer + 1 : LAMINA_NONE);
  for (guint i = 0; i < layers->n; i++)
    if (layers->order[i] == order + (guint32) by && layers->order[i] != LAMINA_NONE)
      return i;
  return LAMINA_NONE;
}

static void
step (GtkWidget  *widget,
      const char *action,
      GVariant   *parameter)
{
  LaminaLayerPane *self = LAMINA_LAYER_PANE (widget);
  guint32 layer = self->session ? find_neighbour (self, strcmp (action, "pane.next") == 0 ? 1 : -1) : LAMINA_NONE;

  if (layer != LAMINA_NONE)
    lamina_session_select_layer (self->session, layer);
}

static void
lamina_layer_pane_dispose (GObject *object)
{
  LaminaLayerPane *self = LAMINA_LAYER_PANE (object);

  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_LAYER_PANE);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_layer_pane_parent_class)->dispose (object);
}

static void
lamina_layer_pane_class_init (LaminaLayerPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_pane_dispose;
  g_type_ensure (LAMINA_TYPE_SWATCH);
  g_type_ensure (LAMINA_TYPE_TIME_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-layer-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, swatch);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, full_name);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, time_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, time_total);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, time_bar);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, times);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, work_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, figures);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, works);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, tensor_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, tensor_count);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, tensors);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, attribute_section);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, attribute_count);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, attributes);
  gtk_widget_class_install_action (widget_class, "pane.previous", NULL, step);
  gtk_widget_class_install_action (widget_class, "pane.next", NULL, step);
  gtk_widget_class_set_css_name (widget_class, "layerpane");
}

static void
lamina_layer_pane_init (LaminaLayerPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
lamina_layer_pane_show (LaminaLayerPane *self,
                        LaminaSession   *session)
{
  const LaminaSelection *selection;
  guint32 layer;

  g_return_if_fail (LAMINA_IS_LAYER_PANE (self));

  g_set_object (&self->session, session);
  if (!session || !lamina_session_has_selection (session))
    return;
  selection = lamina_session_get_selection (session);
  layer = selection->layer;
  if (layer != LAMINA_NONE)
    show_layer (self, layer);
  else
    show_slice (self, &selection->slice);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "pane.previous", find_neighbour (self, -1) != LAMINA_NONE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "pane.next", find_neighbour (self, 1) != LAMINA_NONE);
}

const char *
lamina_layer_pane_get_title (LaminaLayerPane *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_PANE (self), NULL);
  return gtk_label_get_text (self->title);
}

GtkWidget *
lamina_layer_pane_get_tensors (LaminaLayerPane *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_PANE (self), NULL);
  return GTK_WIDGET (self->tensors);
}

GtkWidget *
lamina_layer_pane_get_attributes (LaminaLayerPane *self)
{
  g_return_val_if_fail (LAMINA_IS_LAYER_PANE (self), NULL);
  return GTK_WIDGET (self->attributes);
}
