/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-choices.h"

#include "lamina-axis.h"
#include "lamina-figure.h"
#include "lamina-widget.h"

#include <glib/gi18n.h>

/* A list of more tracks can't be looked through, and takes long to make. */
#define MOST_TRACKS 200

enum
{
  CHOICE_BY,
  CHOICE_WEIGHT,
  CHOICE_TRACK,
  N_CHOICES,
};

/*
 * @ids say what the positions of @lists stand for. While these are filled, what they say is not heard. Tracks are listed once, for
 * @has_tracks says that they are; of a run with many that takes longer than a frame.
 */
struct _LaminaFlameChoices
{
  GtkDropDown *lists[N_CHOICES];
  GArray *ids[N_CHOICES]; /* guint32 */
  gboolean filling;
  gboolean has_tracks;
  LaminaFlameChoicesChanged changed;
  gpointer owner;
};

static const char *const by_titles[] = {
  N_("Calls"), N_("Parent layers"), N_("Name scopes"), N_("Modules"), N_("Types"), N_("Sections"), N_("Stacks that allocate"),
};

static const char *const weight_titles[] = { N_("Time"), N_("Number of calls"), N_("Bytes moved"), N_("FLOP"),
                                             N_("Memory at the peak") };

G_STATIC_ASSERT (G_N_ELEMENTS (by_titles) == LAMINA_N_FLAME_BY);
G_STATIC_ASSERT (G_N_ELEMENTS (weight_titles) == LAMINA_N_FLAME_WEIGHTS);

static void
on_selected (LaminaFlameChoices *self)
{
  if (!self->filling)
    self->changed (self->owner);
}

LaminaFlameChoices *
lamina_flame_choices_new (GtkDropDown               *by,
                          GtkDropDown               *weight,
                          GtkDropDown               *track,
                          LaminaFlameChoicesChanged  changed,
                          gpointer                   owner)
{
  LaminaFlameChoices *self = g_new0 (LaminaFlameChoices, 1);

  self->lists[CHOICE_BY] = by;
  self->lists[CHOICE_WEIGHT] = weight;
  self->lists[CHOICE_TRACK] = track;
  self->changed = changed;
  self->owner = owner;
  for (guint i = 0; i < N_CHOICES; i++)
    {
      self->ids[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
      gtk_widget_set_visible (GTK_WIDGET (self->lists[i]), FALSE);
      g_signal_connect_swapped (self->lists[i], "notify::selected", G_CALLBACK (on_selected), self);
    }
  return self;
}

void
lamina_flame_choices_free (LaminaFlameChoices *self)
{
  for (guint i = 0; i < N_CHOICES; i++)
    {
      g_signal_handlers_disconnect_by_data (self->lists[i], self);
      g_array_unref (self->ids[i]);
    }
  g_free (self);
}

/* Not every axis is one of times, and tensors are not moved. */
static const char *
get_weight_title (LaminaRun         *run,
                  LaminaFlameBy      by,
                  LaminaFlameWeight  weight)
{
  LaminaAxisUnit unit = lamina_run_get_unit (run);

  if (by == LAMINA_FLAME_BY_STACKS && weight != LAMINA_FLAME_WEIGHT_KEPT)
    return weight == LAMINA_FLAME_WEIGHT_CALLS ? _("Number of allocations") : _("All allocations");
  if (weight == LAMINA_FLAME_WEIGHT_COST && unit != LAMINA_AXIS_NANOSECONDS)
    return unit == LAMINA_AXIS_BYTES ? _("Size") : _("Length");
  return _(weight_titles[weight]);
}

static void
offer (LaminaFlameChoices *self,
       GtkStringList      *titles[N_CHOICES],
       guint               choice,
       guint32             id,
       char               *title)
{
  g_array_append_val (self->ids[choice], id);
  gtk_string_list_take (titles[choice], title);
}

/* Memory at the moment that somebody asked for on another page. */
static char *
dup_moment_title (LaminaSession *session,
                  gint64         moment)
{
  LaminaTimebase *timebase = lamina_session_get_timebase (session);
  g_autofree char *at = lamina_axis_dup_position_text (lamina_run_get_unit (lamina_session_get_run (session)),
                                                       moment - lamina_timebase_get_start (timebase));

  /* Translators: what a flame graph measures; a place on the axis, such as 12.4 ms. */
  return g_strdup_printf (_("Memory at %s"), at);
}

void
lamina_flame_choices_forget_tracks (LaminaFlameChoices *self)
{
  self->has_tracks = FALSE;
}

/* What the list of tracks leaves out goes without saying only where it is nothing. */
static void
tell_rest (LaminaFlameChoices *self,
           guint               n)
{
  guint listed = self->ids[CHOICE_TRACK]->len - 1;
  g_autofree char *shown = lamina_figure_dup_exact (listed, LAMINA_UNIT_NONE);
  g_autofree char *all = lamina_figure_dup_exact (n, LAMINA_UNIT_NONE);
  /* Translators: two numbers, such as “200” and “12 345”. */
  g_autofree char *text = g_strdup_printf (_("The first %s of %s tracks"), shown, all);

  lamina_widget_set_tip (GTK_WIDGET (self->lists[CHOICE_TRACK]), n > listed ? text
                                                                       : _("The whole run, or the slices of one track"));
}

static gboolean
lists (const LaminaFlameChoices *self,
       guint                     choice,
       guint32                   id)
{
  for (guint i = 0; i < self->ids[choice]->len; i++)
    if (g_array_index (self->ids[choice], guint32, i) == id)
      return TRUE;
  return FALSE;
}

/* The first tracks of a run, and that which is chosen. */
static void
list_tracks (LaminaFlameChoices *self,
             LaminaRun          *run,
             GtkStringList      *titles[N_CHOICES],
             guint32             chosen)
{
  guint n_tracks = 0;

  offer (self, titles, CHOICE_TRACK, LAMINA_NONE, g_strdup (_("All tracks")));
  for (guint32 i = 0; i < lamina_run_get_n_tracks (run); i++)
    {
      if (lamina_track_get_info (lamina_run_get_track (run, i))->is_counter)
        continue;
      n_tracks++;
      if (self->ids[CHOICE_TRACK]->len < 1 + MOST_TRACKS || i == chosen)
        {
          g_autofree char *path = lamina_run_dup_track_path (run, i);

          offer (self, titles, CHOICE_TRACK, i, lamina_widget_dup_ends (path));
        }
    }
  tell_rest (self, n_tracks);
  self->has_tracks = TRUE;
}

void
lamina_flame_choices_fill (LaminaFlameChoices       *self,
                           LaminaSession            *session,
                           guint                     offers,
                           const LaminaFlameOptions *options,
                           gint64                    moment)
{
  LaminaRun *run = lamina_session_get_run (session);
  gboolean is_moment = options->weight == LAMINA_FLAME_WEIGHT_KEPT && options->position != LAMINA_ABSENT;
  const guint32 chosen[N_CHOICES] = { options->by, is_moment ? LAMINA_FLAME_CHOICES_AT_MOMENT : options->weight,
                                      options->track };
  GtkStringList *titles[N_CHOICES];
  guint n = self->has_tracks && lists (self, CHOICE_TRACK, options->track) ? CHOICE_TRACK : N_CHOICES;

  self->filling = TRUE;
  for (guint i = 0; i < n; i++)
    {
      titles[i] = gtk_string_list_new (NULL);
      g_array_set_size (self->ids[i], 0);
    }
  for (guint32 i = 0; i < LAMINA_N_FLAME_BY; i++)
    if (offers & 1u << i)
      offer (self, titles, CHOICE_BY, i, g_strdup (_(by_titles[i])));
  for (guint32 i = 0; i < LAMINA_N_FLAME_WEIGHTS; i++)
    if (lamina_flame_has_weight (run, options->by, i))
      offer (self, titles, CHOICE_WEIGHT, i, g_strdup (get_weight_title (run, options->by, i)));
  if (options->by == LAMINA_FLAME_BY_STACKS && moment != LAMINA_ABSENT)
    offer (self, titles, CHOICE_WEIGHT, LAMINA_FLAME_CHOICES_AT_MOMENT, dup_moment_title (session, moment));
  if (n > CHOICE_TRACK)
    list_tracks (self, run, titles, options->track);
  for (guint i = 0; i < N_CHOICES; i++)
    {
      if (i < n)
        {
          gtk_drop_down_set_model (self->lists[i], G_LIST_MODEL (titles[i]));
          g_object_unref (titles[i]);
        }
      for (guint k = 0; k < self->ids[i]->len; k++)
        if (g_array_index (self->ids[i], guint32, k) == chosen[i])
          gtk_drop_down_set_selected (self->lists[i], k);
      gtk_widget_set_visible (GTK_WIDGET (self->lists[i]),
                              self->ids[i]->len > 1 && (i != CHOICE_TRACK || options->by == LAMINA_FLAME_BY_CALLS));
    }
  self->filling = FALSE;
}

static void
read_choice (const LaminaFlameChoices *self,
             guint                     choice,
             guint32                  *chosen)
{
  guint position = gtk_drop_down_get_selected (self->lists[choice]);

  if (position < self->ids[choice]->len)
    *chosen = g_array_index (self->ids[choice], guint32, position);
}

void
lamina_flame_choices_read (const LaminaFlameChoices *self,
                           LaminaFlameBy            *by,
                           guint32                  *weight,
                           guint32                  *track)
{
  guint32 chosen = *by;

  read_choice (self, CHOICE_BY, &chosen);
  *by = chosen;
  read_choice (self, CHOICE_WEIGHT, weight);
  read_choice (self, CHOICE_TRACK, track);
}
