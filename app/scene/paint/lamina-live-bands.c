/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-live-bands.h"

#include "lamina-gettext.h"

#include <math.h>
#include <string.h>

static const char *const role_words[LAMINA_N_ROLES] = {
  N_("unknown role"), N_("inputs"), N_("parameters"), N_("activations"), N_("workspace"), N_("outputs"),
};

static const LaminaRole stack[] = {
  LAMINA_ROLE_PARAMETER, LAMINA_ROLE_INPUT, LAMINA_ROLE_OUTPUT, LAMINA_ROLE_UNKNOWN, LAMINA_ROLE_ACTIVATION,
  LAMINA_ROLE_WORKSPACE,
};

G_STATIC_ASSERT (G_N_ELEMENTS (stack) == LAMINA_N_ROLES);

LaminaFamily
lamina_role_get_family (LaminaRole role)
{
  switch (role)
    {
    case LAMINA_ROLE_INPUT:
      return LAMINA_FAMILY_MATMUL;
    case LAMINA_ROLE_PARAMETER:
      return LAMINA_FAMILY_INDEX;
    case LAMINA_ROLE_ACTIVATION:
      return LAMINA_FAMILY_CONVOLUTION;
    case LAMINA_ROLE_WORKSPACE:
      return LAMINA_FAMILY_NORMALIZATION;
    case LAMINA_ROLE_OUTPUT:
      return LAMINA_FAMILY_ACTIVATION;
    case LAMINA_ROLE_UNKNOWN:
    default:
      return LAMINA_FAMILY_OTHER;
    }
}

LaminaRole
lamina_live_bands_get (guint place)
{
  return stack[place];
}

const char *
lamina_live_bands_get_title (LaminaLiveSet *live,
                             guint          band)
{
  const char *name = lamina_live_set_get_band_name (live, band);

  if (name != NULL)
    return name;
  return lamina_live_set_has_sites (live) ? _("others") : _(role_words[band]);
}

gint64
lamina_live_bands_get_edge (const LaminaTimeView *view,
                            int                   column)
{
  return (gint64) ((guint64) view->start + (guint64) (column * view->per_px));
}

/* A name needs so many pixels, and a part of its letters is better than none from here on. */
#define NAME_HEIGHT 13
#define LEAST_NAME 48
#define NAME_MARGIN 4

/* Bands while they are put into a scene. */
typedef struct
{
  int x;
  int bottom;
  int width;
} Place;

static void
add_point (GArray *points,
           double  x,
           double  y)
{
  LaminaScenePoint point = { (float) x, (float) y };

  g_array_append_val (points, point);
}

/* A line from left to right with corners where it changes. */
static void
add_edge (const Place  *self,
          GArray       *points,
          const double *level,
          gboolean      backward)
{
  for (int i = 0; i < self->width; i++)
    {
      int at = backward ? self->width - 1 - i : i;
      gboolean first = i == 0 || level[backward ? at + 1 : at - 1] != level[at];
      gboolean last = i == self->width - 1 || level[backward ? at - 1 : at + 1] != level[at];
      double y = self->bottom - level[at];

      if (first)
        add_point (points, self->x + at + (backward ? 1 : 0), y);
      if (last)
        add_point (points, self->x + at + (backward ? 0 : 1), y);
    }
}

/* Where the band is at its thickest, and as far beside that as a line of text has room in it. */
static void
add_name (const Place   *self,
          LaminaScene   *scene,
          LaminaLiveSet *live,
          LaminaRole     band,
          const double  *below,
          const double  *above)
{
  int thickest = 0, first, last;
  double low, high;
  LaminaSceneText name = { .align = LAMINA_ALIGN_CENTER, .font = LAMINA_FONT_CAPTION,
                           .fill = LAMINA_FILL_FAMILY (lamina_role_get_family (band)),
                           .text = lamina_live_bands_get_title (live, band) };

  for (int i = 1; i < self->width; i++)
    if (above[i] - below[i] > above[thickest] - below[thickest])
      thickest = i;
  low = below[thickest];
  high = above[thickest];
  for (first = thickest; first > 0 && MIN (high, above[first - 1]) - MAX (low, below[first - 1]) >= NAME_HEIGHT; first--)
    {
      low = MAX (low, below[first - 1]);
      high = MIN (high, above[first - 1]);
    }
  for (last = thickest; last + 1 < self->width && MIN (high, above[last + 1]) - MAX (low, below[last + 1]) >= NAME_HEIGHT; last++)
    {
      low = MAX (low, below[last + 1]);
      high = MIN (high, above[last + 1]);
    }
  if (high - low < NAME_HEIGHT || last - first < LEAST_NAME)
    return;
  name.fill.ink = LAMINA_INK_LABEL;
  name.fill.pattern = LAMINA_PATTERN_TEXTURE;
  name.x = (float) (self->x + (first + last + 1) / 2.0);
  name.y = (float) (self->bottom - floor ((low + high) / 2));
  name.width = (float) (last - first - 2 * NAME_MARGIN);
  lamina_scene_add_text (scene, &name);
}

void
lamina_live_bands_lay_out (LaminaScene          *scene,
                           LaminaLiveSet        *live,
                           const LaminaTimeView *view,
                           gint64                largest,
                           int                   x,
                           int                   bottom,
                           int                   height,
                           gboolean              with_names)
{
  const Place place = { x, bottom, view->width };
  const LaminaLiveSteps *steps = lamina_live_set_get_steps (live);
  g_autofree guint *columns = g_new (guint, view->width);
  g_autofree double *below = g_new0 (double, view->width);
  g_autofree double *above = g_new0 (double, view->width);

  /* For each column of pixels the step that it shows. */
  for (int i = 0; i < view->width; i++)
    columns[i] = lamina_live_set_find_most (live, lamina_live_bands_get_edge (view, i), lamina_live_bands_get_edge (view, i + 1));
  for (guint i = 0; i < LAMINA_N_ROLES; i++)
    {
      const gint64 *bytes = steps->bytes[stack[i]];
      gboolean any = FALSE;

      for (int j = 0; j < view->width; j++)
        {
          double part = columns[j] == LAMINA_NONE ? 0 : (double) bytes[columns[j]] / (double) largest;

          above[j] = below[j] + part * height;
          any |= part > 0;
        }
      if (any)
        {
          g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (LaminaScenePoint));
          LaminaSceneArea area = { .fill = LAMINA_FILL_FAMILY (lamina_role_get_family (stack[i])),
                                   .line = LAMINA_FILL (LAMINA_INK_NONE) };

          area.fill.pattern = LAMINA_PATTERN_TEXTURE;
          add_edge (&place, points, above, FALSE);
          add_edge (&place, points, below, TRUE);
          lamina_scene_add_area (scene, &area, (const LaminaScenePoint *) (gpointer) points->data, points->len);
          if (with_names)
            add_name (&place, scene, live, stack[i], below, above);
        }
      memcpy (below, above, view->width * sizeof *below);
    }
}
