/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-page-private.h"

#include <glib/gi18n.h>

static const char *const by_titles[] = {
  N_("Calls"), N_("Parent layers"), N_("Parts of names"), N_("Modules"), N_("Types"), N_("Sections"),
};

static const char *const weight_titles[] = { N_("Time"), N_("Number of calls"), N_("Bytes moved"), N_("FLOP") };

const char *const lamina_flame_page_weight_names[] = { "time", "calls", "bytes", "flop" };

G_STATIC_ASSERT (G_N_ELEMENTS (by_titles) == LAMINA_N_FLAME_BY);
G_STATIC_ASSERT (G_N_ELEMENTS (weight_titles) == LAMINA_N_FLAME_WEIGHTS);

static void
fill (GtkDropDown       *drop_down,
      GArray            *ids,
      guint32            current,
      const char *const *titles)
{
  GtkStringList *list = gtk_string_list_new (titles);

  gtk_drop_down_set_model (drop_down, G_LIST_MODEL (list));
  for (guint i = 0; i < ids->len; i++)
    if (g_array_index (ids, guint32, i) == current)
      gtk_drop_down_set_selected (drop_down, i);
  gtk_widget_set_visible (GTK_WIDGET (drop_down), ids->len > 1);
  g_object_unref (list);
}

/* Not every axis is one of times. */
static const char *
get_weight_title (LaminaRun         *run,
                  LaminaFlameWeight  weight)
{
  LaminaAxisUnit unit = lamina_run_get_unit (run);

  if (weight == LAMINA_FLAME_WEIGHT_COST && unit != LAMINA_AXIS_NANOSECONDS)
    return unit == LAMINA_AXIS_BYTES ? _("Size") : _("Length");
  return _(weight_titles[weight]);
}

static void
fill_ways (LaminaFlamePage *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GPtrArray) by = g_ptr_array_new ();
  g_autoptr (GPtrArray) weight = g_ptr_array_new ();

  g_array_set_size (self->bys, 0);
  g_array_set_size (self->weights, 0);
  for (guint32 i = 0; i < LAMINA_N_FLAME_BY; i++)
    if (self->offers & 1u << i)
      {
        g_ptr_array_add (by, (gpointer) _(by_titles[i]));
        g_array_append_val (self->bys, i);
      }
  for (guint32 i = 0; i < LAMINA_N_FLAME_WEIGHTS; i++)
    if (lamina_flame_has_weight (run, i))
      {
        g_ptr_array_add (weight, (gpointer) get_weight_title (run, i));
        g_array_append_val (self->weights, i);
      }
  g_ptr_array_add (by, NULL);
  g_ptr_array_add (weight, NULL);
  fill (self->by_choice, self->bys, self->options.by, (const char *const *) by->pdata);
  fill (self->weight_choice, self->weights, self->options.weight, (const char *const *) weight->pdata);
}

static void
fill_tracks (LaminaFlamePage *self)
{
  LaminaRun *run = lamina_session_get_run (self->session);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  guint32 none = LAMINA_NONE;

  g_array_set_size (self->tracks, 0);
  g_array_append_val (self->tracks, none);
  g_ptr_array_add (titles, g_strdup (_("All tracks")));
  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    if (!lamina_track_is_counter (lamina_run_get_track (run, i)))
      {
        g_ptr_array_add (titles, lamina_run_dup_track_path (run, i));
        g_array_append_val (self->tracks, i);
      }
  g_ptr_array_add (titles, NULL);
  fill (self->track_choice, self->tracks, self->options.track, (const char *const *) titles->pdata);
  if (self->options.by != LAMINA_FLAME_BY_CALLS)
    gtk_widget_set_visible (GTK_WIDGET (self->track_choice), FALSE);
}

void
_lamina_flame_page_fill_choices (LaminaFlamePage *self)
{
  self->filling = TRUE;
  fill_ways (self);
  fill_tracks (self);
  self->filling = FALSE;
}

static void
on_choice (LaminaFlamePage *self)
{
  guint by = gtk_drop_down_get_selected (self->by_choice), weight = gtk_drop_down_get_selected (self->weight_choice);
  guint track = gtk_drop_down_get_selected (self->track_choice);

  if (self->filling)
    return;
  if (by < self->bys->len)
    self->options.by = g_array_index (self->bys, guint32, by);
  if (weight < self->weights->len)
    self->options.weight = g_array_index (self->weights, guint32, weight);
  if (track < self->tracks->len)
    self->options.track = g_array_index (self->tracks, guint32, track);
  if (self->options.by != LAMINA_FLAME_BY_CALLS)
    self->options.track = LAMINA_NONE;
  _lamina_flame_page_update (self);
}

void
_lamina_flame_page_init_choices (LaminaFlamePage *self)
{
  GtkDropDown *choices[] = { self->by_choice, self->weight_choice, self->track_choice };

  self->bys = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->weights = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      gtk_widget_set_visible (GTK_WIDGET (choices[i]), FALSE);
      g_signal_connect_object (choices[i], "notify::selected", G_CALLBACK (on_choice), self, G_CONNECT_SWAPPED);
    }
}
