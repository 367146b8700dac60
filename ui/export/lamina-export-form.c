/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-export-form.h"

#include "lamina-figure.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

#include <string.h>

/* Tracks that can be chosen one by one. */
#define MOST_TRACKS 200

/*
 * The rows of the size depend on each other: while @has_own_size, the size can be written; it may be the same as one of those
 * to choose from.
 */
struct _LaminaExportForm
{
  AdwBin parent_instance;

  LaminaSession *session;
  LaminaExportChoices *choices;
  gboolean is_filling;
  gboolean has_own_size;

  AdwComboRow *view_row;
  AdwComboRow *range_row;
  AdwEntryRow *range_text;
  AdwComboRow *tracks_row;
  AdwExpanderRow *chosen_row;

  AdwComboRow *preset_row;
  AdwComboRow *unit_row;
  GtkWidget *width_row;
  GtkSpinButton *width;
  GtkWidget *height_row;
  GtkSpinButton *height;
  GtkWidget *scale_row;
  GtkSpinButton *scale;

  AdwEntryRow *title_row;
  GtkSwitch *has_title;
  AdwEntryRow *caption_row;
  GtkSwitch *has_caption;
  GtkWidget *notes_row;
  GtkSwitch *notes;
  GtkWidget *marked_row;
  GtkSwitch *marked;
  GtkSwitch *legend;
  GtkSwitch *source;

  AdwComboRow *format_row;
  AdwComboRow *theme_row;
  AdwComboRow *color_by_row;
};

G_DEFINE_FINAL_TYPE (LaminaExportForm, lamina_export_form, ADW_TYPE_BIN)

static guint changed_signal;

/* In the order of the rows of the form. */
static const LaminaTheme themes[] = { LAMINA_THEME_PRINT, LAMINA_THEME_LIGHT, LAMINA_THEME_DARK };

/* Timelines and charts show a part of the run as well as all of it. */
static gboolean
takes_range (const LaminaExportChoices *choices)
{
  return strcmp (choices->view, "timeline") == 0 || g_str_has_prefix (choices->view, "chart");
}

/* Rows that mean nothing for what is chosen are hidden. */
static void
update_rows (LaminaExportForm *self)
{
  const LaminaExportChoices *choices = self->choices;
  gboolean is_timeline = strcmp (choices->view, "timeline") == 0;
  LaminaRange range;
  gboolean is_range = lamina_export_choices_get_range (choices, self->session, &range);

  gtk_widget_set_visible (GTK_WIDGET (self->range_row), takes_range (choices));
  gtk_widget_set_visible (GTK_WIDGET (self->range_text), takes_range (choices) && choices->range == LAMINA_EXPORT_TYPED);
  gtk_widget_set_visible (GTK_WIDGET (self->tracks_row), is_timeline);
  gtk_widget_set_visible (GTK_WIDGET (self->chosen_row), is_timeline && choices->tracks == LAMINA_EXPORT_CHOSEN_TRACKS);
  gtk_widget_set_visible (self->notes_row, is_timeline);
  gtk_widget_set_visible (GTK_WIDGET (self->color_by_row), lamina_picture_has_coloring (choices->view));
  gtk_widget_set_visible (self->marked_row, is_timeline && lamina_session_get_marked_range (self->session));
  gtk_widget_set_visible (GTK_WIDGET (self->unit_row), self->has_own_size);
  gtk_widget_set_visible (self->width_row, self->has_own_size);
  gtk_widget_set_visible (self->height_row, self->has_own_size);
  gtk_widget_set_visible (self->scale_row, choices->format == LAMINA_PICTURE_PNG);
  if (is_range || !*choices->range_text)
    gtk_widget_remove_css_class (GTK_WIDGET (self->range_text), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->range_text), "error");
}

static void
emit_changed (LaminaExportForm *self)
{
  update_rows (self);
  g_signal_emit (self, changed_signal, 0);
}

#define LEAST_PX 200
#define MOST_PX 8000

/* In the order of the rows of the form; behind them comes a size of the user's own. */
static const struct
{
  gboolean in_mm;
  double width;
  double height;
} presets[] = {
  { TRUE, 180, 0 },
  { TRUE, 85, 0 },
  { FALSE, 960, 540 },
};

static void
set_bounds (GtkSpinButton *spin,
            gboolean       in_mm,
            gboolean       with_zero,
            double         value)
{
  double per_unit = in_mm ? LAMINA_PICTURE_PER_MM : 1;
  double step = in_mm ? 5 : 20;

  gtk_adjustment_configure (gtk_spin_button_get_adjustment (spin), value, with_zero ? 0 : LEAST_PX / per_unit,
                            MOST_PX / per_unit, step, 4 * step, 0);
  gtk_spin_button_set_digits (spin, in_mm ? 1 : 0);
}

/* A size that cannot be chosen is the user's own. */
static void
show_preset (LaminaExportForm *self)
{
  const LaminaExportChoices *choices = self->choices;
  guint preset = 0;

  while (preset < G_N_ELEMENTS (presets)
         && (presets[preset].in_mm != choices->in_mm || presets[preset].width != choices->width
             || presets[preset].height != choices->height))
    preset++;
  self->has_own_size = self->has_own_size || preset == G_N_ELEMENTS (presets);
  adw_combo_row_set_selected (self->preset_row, self->has_own_size ? G_N_ELEMENTS (presets) : preset);
}

static void
fill_size (LaminaExportForm *self)
{
  const LaminaExportChoices *choices = self->choices;

  self->is_filling = TRUE;
  show_preset (self);
  adw_combo_row_set_selected (self->unit_row, choices->in_mm ? 0 : 1);
  set_bounds (self->width, choices->in_mm, FALSE, choices->width);
  set_bounds (self->height, choices->in_mm, TRUE, choices->height);
  gtk_spin_button_set_value (self->scale, choices->scale);
  self->is_filling = FALSE;
}

static void
on_preset (LaminaExportForm *self)
{
  guint i = adw_combo_row_get_selected (self->preset_row);

  if (self->is_filling)
    return;
  self->has_own_size = i >= G_N_ELEMENTS (presets);
  if (!self->has_own_size)
    {
      self->choices->in_mm = presets[i].in_mm;
      self->choices->width = presets[i].width;
      self->choices->height = presets[i].height;
    }
  fill_size (self);
  emit_changed (self);
}

/* The picture stays as it is, in the other unit. */
static void
on_unit (LaminaExportForm *self)
{
  gboolean in_mm = adw_combo_row_get_selected (self->unit_row) == 0;
  double factor = in_mm ? 1.0 / LAMINA_PICTURE_PER_MM : LAMINA_PICTURE_PER_MM;

  if (self->is_filling || in_mm == self->choices->in_mm)
    return;
  self->choices->in_mm = in_mm;
  self->choices->width *= factor;
  self->choices->height *= factor;
  fill_size (self);
  emit_changed (self);
}

static void
on_number (LaminaExportForm *self)
{
  if (self->is_filling)
    return;
  self->choices->width = gtk_spin_button_get_value (self->width);
  self->choices->height = gtk_spin_button_get_value (self->height);
  self->choices->scale = gtk_spin_button_get_value (self->scale);
  self->is_filling = TRUE;
  show_preset (self);
  self->is_filling = FALSE;
  emit_changed (self);
}

/* No height of its own is said in a word. */
static gboolean
on_height_output (GtkSpinButton *spin)
{
  if (gtk_spin_button_get_value (spin) > 0)
    return FALSE;
  gtk_editable_set_text (GTK_EDITABLE (spin), _("automatic"));
  return TRUE;
}

static int
on_height_input (GtkSpinButton *spin,
                 double        *value)
{
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (spin)), _("automatic")) != 0)
    return FALSE;
  *value = 0;
  return TRUE;
}

static void
set_text (char        **text,
          AdwEntryRow  *row)
{
  g_free (*text);
  *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (row)));
}

static void
on_track_toggled (GtkCheckButton   *check,
                  LaminaExportForm *self)
{
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "track"));

  g_array_index (self->choices->chosen, gboolean, i) = gtk_check_button_get_active (check);
  emit_changed (self);
}

/* What can't be chosen, for there are so many. */
static void
add_rest (LaminaExportForm *self,
          guint             n)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *shown = lamina_figure_dup_exact (MOST_TRACKS, LAMINA_UNIT_NONE);
  g_autofree char *all = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  /* Translators: two numbers, such as “200” and “12 345”. */
  g_autofree char *text = g_strdup_printf (_("Only the first %s of %s tracks can be chosen"), shown, all);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), text);
  adw_expander_row_add_row (self->chosen_row, row);
}

/* A row with a check for each track, when they are first wanted; all are ticked then, and those that have no row are left out. */
static void
add_tracks (LaminaExportForm *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  guint n = lamina_run_get_n_tracks (run);

  g_array_set_size (self->choices->chosen, n);
  memset (self->choices->chosen->data, 0, n * sizeof (gboolean));
  for (guint i = 0; i < MIN (n, MOST_TRACKS); i++)
    {
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *check = gtk_check_button_new ();
      g_autofree char *whole = lamina_run_dup_track_path (run, i);
      g_autofree char *path = lamina_widget_dup_ends (whole);

      g_array_index (self->choices->chosen, gboolean, i) = TRUE;
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, path, -1);
      g_object_set_data (G_OBJECT (check), "track", GUINT_TO_POINTER (i));
      g_signal_connect_object (check, "toggled", G_CALLBACK (on_track_toggled), self, 0);
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), path);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      adw_expander_row_add_row (self->chosen_row, row);
    }
  if (n > MOST_TRACKS)
    add_rest (self, n);
}

/* Takes over all rows but those of the size. */
static void
read_rows (LaminaExportForm *self)
{
  LaminaExportChoices *choices = self->choices;
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  if (self->is_filling)
    return;
  choices->view = views[MIN (adw_combo_row_get_selected (self->view_row), n - 1)].name;
  choices->range = MIN (adw_combo_row_get_selected (self->range_row), LAMINA_N_EXPORT_RANGES - 1);
  choices->tracks = MIN (adw_combo_row_get_selected (self->tracks_row), LAMINA_N_EXPORT_TRACKS - 1);
  if (choices->tracks == LAMINA_EXPORT_CHOSEN_TRACKS && choices->chosen->len == 0)
    add_tracks (self);
  choices->theme = themes[MIN (adw_combo_row_get_selected (self->theme_row), G_N_ELEMENTS (themes) - 1)];
  choices->color_by = MIN (adw_combo_row_get_selected (self->color_by_row), LAMINA_N_COLOR_BY - 1);
  choices->format = MIN (adw_combo_row_get_selected (self->format_row), LAMINA_N_PICTURE_FORMATS - 1);
  choices->has_title = gtk_switch_get_active (self->has_title);
  choices->has_caption = gtk_switch_get_active (self->has_caption);
  choices->notes = gtk_switch_get_active (self->notes);
  choices->marked = gtk_switch_get_active (self->marked);
  choices->legend = gtk_switch_get_active (self->legend);
  choices->source = gtk_switch_get_active (self->source);
  set_text (&choices->range_text, self->range_text);
  set_text (&choices->title, self->title_row);
  set_text (&choices->caption, self->caption_row);
  emit_changed (self);
}

static void
fill_rows (LaminaExportForm *self)
{
  const LaminaExportChoices *choices = self->choices;
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  self->is_filling = TRUE;
  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (views[i].name, choices->view) == 0)
      adw_combo_row_set_selected (self->view_row, i);
  adw_combo_row_set_selected (self->range_row, choices->range);
  adw_combo_row_set_selected (self->tracks_row, choices->tracks);
  for (guint i = 0; i < G_N_ELEMENTS (themes); i++)
    if (themes[i] == choices->theme)
      adw_combo_row_set_selected (self->theme_row, i);
  adw_combo_row_set_selected (self->color_by_row, choices->color_by);
  adw_combo_row_set_selected (self->format_row, choices->format);
  gtk_switch_set_active (self->has_title, choices->has_title);
  gtk_switch_set_active (self->has_caption, choices->has_caption);
  gtk_switch_set_active (self->notes, choices->notes);
  gtk_switch_set_active (self->marked, choices->marked);
  gtk_switch_set_active (self->legend, choices->legend);
  gtk_switch_set_active (self->source, choices->source);
  self->is_filling = FALSE;
  fill_size (self);
}

static void
lamina_export_form_dispose (GObject *object)
{
  LaminaExportForm *self = LAMINA_EXPORT_FORM (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_EXPORT_FORM);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_export_form_parent_class)->dispose (object);
}

static void
lamina_export_form_finalize (GObject *object)
{
  g_clear_pointer (&LAMINA_EXPORT_FORM (object)->choices, lamina_export_choices_free);
  G_OBJECT_CLASS (lamina_export_form_parent_class)->finalize (object);
}

#define BIND(name) gtk_widget_class_bind_template_child (widget_class, LaminaExportForm, name)

static void
lamina_export_form_class_init (LaminaExportFormClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_export_form_dispose;
  G_OBJECT_CLASS (class)->finalize = lamina_export_form_finalize;
  changed_signal = g_signal_new ("changed", LAMINA_TYPE_EXPORT_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-export-form.ui");
  BIND (view_row);
  BIND (range_row);
  BIND (range_text);
  BIND (tracks_row);
  BIND (chosen_row);
  BIND (preset_row);
  BIND (unit_row);
  BIND (width_row);
  BIND (width);
  BIND (height_row);
  BIND (height);
  BIND (scale_row);
  BIND (scale);
  BIND (title_row);
  BIND (has_title);
  BIND (caption_row);
  BIND (has_caption);
  BIND (notes_row);
  BIND (notes);
  BIND (marked_row);
  BIND (marked);
  BIND (legend);
  BIND (source);
  BIND (format_row);
  BIND (theme_row);
  BIND (color_by_row);
}

static void
lamina_export_form_init (LaminaExportForm *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
connect_rows (LaminaExportForm *self)
{
  AdwComboRow *const choices[] = { self->view_row, self->range_row, self->tracks_row, self->theme_row,
                                   self->color_by_row, self->format_row };
  GtkSwitch *const switches[] = { self->has_title, self->has_caption, self->notes, self->marked, self->legend,
                                 self->source };
  AdwEntryRow *const texts[] = { self->range_text, self->title_row, self->caption_row };
  GtkSpinButton *const numbers[] = { self->width, self->height, self->scale };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    g_signal_connect_object (choices[i], "notify::selected", G_CALLBACK (read_rows), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    g_signal_connect_object (switches[i], "notify::active", G_CALLBACK (read_rows), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_signal_connect_object (texts[i], "changed", G_CALLBACK (read_rows), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->preset_row, "notify::selected", G_CALLBACK (on_preset), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->unit_row, "notify::selected", G_CALLBACK (on_unit), self, G_CONNECT_SWAPPED);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_signal_connect_object (numbers[i], "value-changed", G_CALLBACK (on_number), self, G_CONNECT_SWAPPED);
  g_signal_connect (self->height, "output", G_CALLBACK (on_height_output), NULL);
  g_signal_connect (self->height, "input", G_CALLBACK (on_height_input), NULL);
}

void
lamina_export_form_set_session (LaminaExportForm    *self,
                                LaminaSession       *session,
                                LaminaExportChoices *choices)
{
  g_autoptr (GtkStringList) titles = NULL;
  guint n;
  const LaminaPictureView *views = lamina_picture_list_views (&n);

  g_return_if_fail (LAMINA_IS_EXPORT_FORM (self));
  g_return_if_fail (LAMINA_IS_SESSION (session) && !self->session && choices);

  self->session = g_object_ref (session);
  self->choices = choices;
  /* Who has marked a range wants a picture of it. */
  if (lamina_session_get_marked_range (session) != NULL && takes_range (choices))
    choices->range = LAMINA_EXPORT_MARKED;
  else if (choices->range == LAMINA_EXPORT_MARKED)
    choices->range = LAMINA_EXPORT_VISIBLE;
  /* Views of a comparison, which are the last ones, are offered where there is one. */
  titles = gtk_string_list_new (NULL);
  for (guint i = 0; i < n; i++)
    if (choices->comparison || !lamina_picture_needs_comparison (views[i].name))
      gtk_string_list_append (titles, _(views[i].title));
  if (!choices->comparison && lamina_picture_needs_comparison (choices->view))
    choices->view = views[0].name;
  adw_combo_row_set_model (self->view_row, G_LIST_MODEL (titles));
  fill_rows (self);
  connect_rows (self);
  update_rows (self);
}

const LaminaExportChoices *
lamina_export_form_get_choices (LaminaExportForm *self)
{
  g_return_val_if_fail (LAMINA_IS_EXPORT_FORM (self), NULL);
  return self->choices;
}
