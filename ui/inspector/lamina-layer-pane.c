/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-pane.h"

#include "lamina-job.h"
#include "lamina-layer-details.h"
#include "lamina-layer-text.h"
#include "lamina-module.h"
#include "lamina-rows.h"
#include "lamina-sections.h"
#include "lamina-swatch.h"
#include "lamina-whole-name.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>
#include <math.h>

/* In characters: more than four lines show in the widest inspector. */
#define LONGEST_NAME 800

struct _LaminaLayerPane
{
  GtkWidget parent_instance;

  LaminaSession *session;

  LaminaSwatch *swatch;
  GtkLabel *title;
  GtkLabel *subtitle;
  GtkLabel *full_name;
  LaminaPaneSection *time;
  LaminaPaneSection *work;
  LaminaPaneSection *stack;
  LaminaPaneSection *launch;
  LaminaPaneSection *tensors;
  LaminaPaneSection *allocations;
  LaminaPaneSection *parts;
  LaminaPaneSection *attributes;
  LaminaPaneSection *metrics;
  LaminaPaneSection *source;
  GCancellable *cancellable;
};

G_DEFINE_FINAL_TYPE (LaminaLayerPane, lamina_layer_pane, GTK_TYPE_WIDGET)

/* @second is what stands below: its whole name, or what else it is. Takes over the label. */
static void
show_title (LaminaLayerPane *self,
            const char      *name,
            char            *label,
            const char      *second)
{
  g_autofree char *title = lamina_widget_dup_ends (*label ? label : _("No name"));
  g_autofree char *whole = lamina_whole_name_dup_cut (second, LONGEST_NAME);

  gtk_label_set_text (self->title, title);
  lamina_widget_set_tip (GTK_WIDGET (self->title), *name ? name : NULL);
  lamina_widget_set_text (self->full_name, whole);
  lamina_widget_set_tip (GTK_WIDGET (self->full_name), second);
  gtk_widget_set_visible (GTK_WIDGET (self->full_name), strcmp (label, second) != 0);
  g_free (label);
}

/* What was selected of a layer where that is called otherwise, such as one of its kernels; else the layer. */
static const char *
get_selected_name (LaminaSession *session)
{
  LaminaRun *run = lamina_session_get_run (session);
  const LaminaSelection *selection = lamina_session_get_selection (session);
  guint32 track = selection->slice.track;

  if (track == LAMINA_NONE || lamina_run_get_track_kind (run, track) != LAMINA_GROUP_DEVICE)
    return lamina_run_translate (run, lamina_run_get_string (run, lamina_column_id (lamina_run_get_layers (run)->name,
                                                                                    selection->layer)));
  return lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, track))->name[selection->slice.slice]);
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
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *place = lamina_layer_dup_place (run, layer);

  show_title (self, lamina_run_get_string (run, lamina_column_id (layers->name, layer)),
              lamina_layer_dup_label (run, layer), get_selected_name (self->session));
  append_part (text, lamina_run_get_string (run, lamina_column_id (layers->type, layer)));
  append_part (text, lamina_phase_get_title (layers->phase ? layers->phase[layer] : LAMINA_PHASE_UNKNOWN));
  append_part (text, place);
  append_part (text, lamina_run_get_string (run, lamina_column_id (layers->device, layer)));
  lamina_widget_set_text (self->subtitle, text->str);
  lamina_swatch_set_family (self->swatch, layers->family ? layers->family[layer] : LAMINA_FAMILY_OTHER);
}

/* What the tool measured by itself. */
static void
show_metrics (LaminaPaneSection *section,
              LaminaSession     *session,
              guint32            layer)
{
  LaminaRun *run = lamina_session_get_run (session);
  GtkBox *box = lamina_pane_section_get_content (section);

  lamina_rows_clear (box);
  for (guint i = 0; i < lamina_run_get_n_metrics (run); i++)
    {
      const LaminaMetric *metric = lamina_run_get_metric (run, i);
      const char *name = lamina_run_translate (run, metric->name);

      if (metric->integers && metric->integers[layer] != LAMINA_ABSENT)
        lamina_rows_add_number (box, name, metric->integers[layer], metric->unit, metric->estimated);
      else if (metric->reals && !isnan (metric->reals[layer]))
        {
          LaminaValue value = LAMINA_VALUE_INIT_REAL (metric->reals[layer], metric->unit);

          value.estimated = metric->estimated;
          lamina_rows_add_value (box, name, &value);
        }
    }
  lamina_pane_section_show_if_filled (section);
}

/* What the file says of a place. */
typedef struct
{
  LaminaDocument *document;
  LaminaPlace place;
  LaminaDetails *details;
  GError *error;
} Reading;

static void
reading_free (Reading *self)
{
  g_clear_pointer (&self->document, lamina_document_unref);
  g_clear_pointer (&self->details, lamina_details_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static gpointer
read_details (gpointer      input,
              GCancellable *cancellable)
{
  const Reading *asked = input;
  Reading *reading = g_new0 (Reading, 1);

  reading->details = asked->place.kind == LAMINA_PLACE_LAYER
                       ? lamina_layer_details_read (asked->document, asked->place.run, asked->place.row, &reading->error)
                       : lamina_document_describe (asked->document, &asked->place, &reading->error);
  return reading;
}

static void
show_details (LaminaLayerPane *self,
              LaminaDetails   *details,
              const GError    *error)
{
  lamina_stack_section_show (self->stack, self->session, &lamina_session_get_selection (self->session)->slice, details);
  lamina_attribute_section_show (self->attributes, details, error);
}

static void
take_details (gpointer owner,
              gpointer result)
{
  Reading *reading = result;

  show_details (owner, reading->details, reading->error);
  reading_free (reading);
}

/* What surrounds it, and what the file says of it: in a thread where that is long, for an event may have hundreds of megabytes. */
static void
show_context (LaminaLayerPane   *self,
              const LaminaPlace *place)
{
  gboolean is_much = lamina_details_are_long (lamina_session_get_run (self->session), place);
  Reading *asked = g_new0 (Reading, 1);

  asked->document = lamina_document_ref (lamina_session_get_document (self->session));
  asked->place = *place;
  lamina_launch_section_show (self->launch, self->session);
  lamina_source_section_show (self->source, self->session, place);
  if (is_much)
    show_details (self, NULL, NULL);
  lamina_job_run (self, &self->cancellable, is_much, read_details, asked, (GDestroyNotify) reading_free, take_details,
                  (GDestroyNotify) reading_free);
}

static void
show_layer (LaminaLayerPane *self,
            guint32          layer)
{
  const LaminaPlace place = { LAMINA_PLACE_LAYER, lamina_session_get_run_index (self->session), 0, layer };

  show_layer_heading (self, layer);
  lamina_time_section_show_layer (self->time, self->session, layer);
  lamina_work_section_show (self->work, self->session, layer);
  lamina_tensor_section_show (self->tensors, self->session, layer);
  lamina_allocation_section_show (self->allocations, self->session, layer);
  lamina_part_section_show (self->parts, self->session, layer);
  show_metrics (self->metrics, self->session, layer);
  show_context (self, &place);
}

static void
show_slice (LaminaLayerPane      *self,
            const LaminaSliceRef *slice)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, slice->track));
  const LaminaPlace place = { LAMINA_PLACE_SLICE, lamina_session_get_run_index (self->session), slice->track,
                              slice->slice };
  g_autofree char *path = lamina_run_dup_track_path (run, slice->track);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *name = lamina_run_get_string (run, slices->name[slice->slice]);
  const char *module = lamina_module_get_name (name);

  show_title (self, name, lamina_slice_dup_label (module ? module : name), name);
  append_part (text, lamina_run_get_string (run, lamina_slices_get_category (slices, slice->slice)));
  append_part (text, path);
  lamina_widget_set_text (self->subtitle, text->str);
  lamina_swatch_set_family (self->swatch, slices->family ? slices->family[slice->slice] : LAMINA_FAMILY_OTHER);
  lamina_time_section_show_slice (self->time, self->session, slice);
  gtk_widget_set_visible (GTK_WIDGET (self->work), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->tensors), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->allocations), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->parts), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->metrics), FALSE);
  show_context (self, &place);
}

static void
lamina_layer_pane_dispose (GObject *object)
{
  LaminaLayerPane *self = LAMINA_LAYER_PANE (object);

  lamina_job_stop (&self->cancellable);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_LAYER_PANE);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_layer_pane_parent_class)->dispose (object);
}

static void
lamina_layer_pane_class_init (LaminaLayerPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_layer_pane_dispose;
  g_type_ensure (LAMINA_TYPE_PANE_SECTION);
  g_type_ensure (LAMINA_TYPE_SWATCH);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-layer-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, swatch);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, title);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, subtitle);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, full_name);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, time);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, work);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, launch);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, tensors);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, allocations);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, parts);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, attributes);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, metrics);
  gtk_widget_class_bind_template_child (widget_class, LaminaLayerPane, source);
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

  g_return_if_fail (LAMINA_IS_LAYER_PANE (self));

  lamina_job_stop (&self->cancellable);
  g_set_object (&self->session, session);
  /* The cards of tensors know the session. */
  if (!session)
    lamina_rows_clear (lamina_pane_section_get_content (self->tensors));
  if (!session)
    return;
  selection = lamina_session_get_selection (session);
  if (selection->layer != LAMINA_NONE)
    show_layer (self, selection->layer);
  else if (selection->slice.track != LAMINA_NONE)
    show_slice (self, &selection->slice);
}
