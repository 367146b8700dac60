/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-axis.h"
#include "lamina-gettext.h"
#include "lamina-live-chart.h"
#include "lamina-memory-layout.h"

#define BANDS_HEIGHT 320
#define LEAST_BANDS_HEIGHT 120
#define MAP_HEIGHT 220
#define GAP 8

/* More than that are no caption. */
#define MOST_MARKS 3

/* A place on the axis, from its start on. */
static char *
dup_place (LaminaPage *self,
           gint64      position)
{
  return lamina_axis_dup_position_text (lamina_run_get_unit (self->run),
                                        lamina_subtract_saturating (position, lamina_timebase_get_start (self->timebase)));
}

/* What is noted at moments, as that memory ran out; NULL without any. */
static char *
dup_marks (LaminaPage    *self,
           LaminaLiveSet *live)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n, n_own = 0;
  const LaminaMark *marks = lamina_run_get_marks (self->run, &n);

  for (guint i = 0; i < n; i++)
    n_own += lamina_live_set_has_mark (live, &marks[i]);
  for (guint i = 0; i < n && n_own <= MOST_MARKS; i++)
    if (lamina_live_set_has_mark (live, &marks[i]))
      {
        gint64 at = lamina_add_saturating (marks[i].time, lamina_timebase_get_offset (self->timebase, marks[i].clock));
        g_autofree char *position = dup_place (self, at);

        /* Translators: a time, and what is noted there */
        g_string_append_printf (text, _("%sAt %s: %s."), text->len > 0 ? " " : "", position,
                                lamina_run_translate (self->run, lamina_run_get_string (self->run, marks[i].name)));
      }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

static const char *const captions[LAMINA_N_LIVE_BANDS] = {
  [LAMINA_BANDS_BY_SITE] = N_("Memory of live tensors by site: peak %s%s at %s."),
  [LAMINA_BANDS_BY_MODULE] = N_("Memory of live tensors by module: peak %s%s at %s."),
  [LAMINA_BANDS_BY_STREAM] = N_("Memory of live tensors by stream: peak %s%s at %s."),
  [LAMINA_BANDS_BY_SIZE] = N_("Memory of live tensors by size: peak %s%s at %s."),
  [LAMINA_BANDS_BY_CATEGORY] = N_("Memory of live tensors by category: peak %s%s at %s."),
};

/* @moment: that of the addresses below, or LAMINA_ABSENT. */
static void
add_head (LaminaPage    *self,
          LaminaLiveSet *live,
          gint64         moment)
{
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  guint peak = lamina_live_set_get_peak (live);
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *bytes = lamina_figure_dup (steps->total[peak], LAMINA_UNIT_BYTES);
  g_autofree char *position = dup_place (self, steps->position[peak]);
  g_autofree char *memory = g_strdup_printf (lamina_live_set_has_sites (live)
                                             ? _(captions[lamina_live_set_get_bands (live)])
                                             : _("Memory of live tensors by role: peak %s%s at %s."),
                                             lamina_live_set_is_estimated (live) ? "≈\u00a0" : "", bytes, position);
  g_autofree char *marks = dup_marks (self, live);
  g_autoptr (GString) caption = g_string_new (memory);

  if (moment != LAMINA_ABSENT)
    {
      g_autofree char *place = dup_place (self, moment);

      g_string_append_c (caption, ' ');
      /* Translators: a place on the axis, such as 12.4 ms. */
      g_string_append_printf (caption, _("Addresses as they are at %s."), place);
    }
  if (marks != NULL)
    g_string_append_printf (caption, " %s", marks);
  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : caption->str);
}

/* The lifetimes; NULL when the run has none. */
static LaminaLiveSet *
create_live (LaminaPage  *self,
             GError     **error)
{
  g_autoptr (LaminaLiveSet) whole = lamina_live_set_new (self->run, self->timebase, NULL);
  g_autoptr (LaminaLiveSet) live = lamina_tensor_grouping_divide (self->options->grouping, self->run, whole, NULL);

  if (lamina_live_set_get_peak (live) != LAMINA_NONE)
    return g_steal_pointer (&live);
  g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run does not say when tensors are kept in memory");
  return NULL;
}

/* What is left of the height that was asked for, or LAMINA_NONE where none was. */
static guint
get_room_below (LaminaPage *self)
{
  int room = self->options->height - self->y - GAP - lamina_page_get_foot_height (self, NULL) - LAMINA_PAGE_MARGIN;

  return self->options->height == 0 ? LAMINA_NONE : (guint) MAX (room, 0);
}

static void
add_bands (LaminaPage    *self,
           LaminaLiveSet *live,
           int            height)
{
  LaminaLiveChart chart;

  lamina_live_chart_init (&chart, live, self->timebase, lamina_page_get_room (self), height, self->metrics);
  lamina_live_chart_add (&chart, self->scene, live, self->run, self->metrics, LAMINA_PAGE_MARGIN, self->y);
  self->y += height + GAP;
}

gboolean
lamina_page_add_tensors (LaminaPage  *self,
                         GError     **error)
{
  g_autoptr (LaminaLiveSet) live = create_live (self, error);
  guint room;

  if (live == NULL)
    return FALSE;
  add_head (self, live, LAMINA_ABSENT);
  room = get_room_below (self);
  add_bands (self, live, room == LAMINA_NONE ? BANDS_HEIGHT : MAX ((int) room, LEAST_BANDS_HEIGHT));
  lamina_page_add_source (self, NULL);
  return TRUE;
}

gboolean
lamina_page_add_memory (LaminaPage  *self,
                        GError     **error)
{
  g_autoptr (LaminaLiveSet) live = create_live (self, error);
  g_autoptr (LaminaMemoryMap) map = NULL;
  gint64 moment = self->options->moment;
  int height = MAP_HEIGHT;
  guint room;

  if (live == NULL)
    return FALSE;
  if (moment == LAMINA_ABSENT)
    moment = lamina_live_set_get_steps (live)->position[lamina_live_set_get_peak (live)];
  map = lamina_memory_map_new (self->run, self->timebase, live, moment);
  if (map->n_segments == 0)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run does not say at which addresses it has memory then");
      return FALSE;
    }
  add_head (self, live, moment);
  room = get_room_below (self);
  if (room != LAMINA_NONE)
    height = MAX ((int) room - GAP, 0) / 2;
  height = MAX (height, lamina_memory_layout_get_height (map));
  add_bands (self, live, room == LAMINA_NONE ? BANDS_HEIGHT : MAX ((int) room - GAP - height, LEAST_BANDS_HEIGHT));
  self->y += GAP + lamina_memory_layout_add (self->scene, map, live, self->run, LAMINA_PAGE_MARGIN, self->y,
                                             lamina_page_get_room (self), height, self->metrics);
  lamina_page_add_source (self, NULL);
  return TRUE;
}
