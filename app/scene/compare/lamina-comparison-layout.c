/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-comparison-plot.h"

#include "lamina-plot.h"

#include <string.h>

#define LEAST_PREFIX 4
#define LEAST_NAMES 3

gboolean
lamina_frame_add_reason (const LaminaFrame *self)
{
  const char *reason = lamina_comparison_get_reason (self->comparison);

  if (reason == NULL)
    return FALSE;
  lamina_scene_open_group (self->scene, "empty", self->x, self->y, self->width, self->height);
  lamina_scene_add_words (self->scene, self->x + self->width / 2.0, self->y + self->height / 2.0, self->width,
                          LAMINA_ALIGN_CENTER, LAMINA_FONT_NAME, LAMINA_INK_QUIET, reason);
  lamina_scene_close_group (self->scene);
  return TRUE;
}

char *
lamina_frame_dup_side (const LaminaFrame *self,
                       gboolean           is_b)
{
  g_autofree char *title = lamina_comparison_dup_side_title (self->comparison, is_b);

  return g_strdup_printf (is_b ? "B  %s" : "A  %s", title);
}

/* A number is not a name. */
static gboolean
leaves_number (const char *const *names,
               guint              n,
               gsize              prefix)
{
  for (guint i = 0; i < n; i++)
    if (g_ascii_isdigit (names[i][prefix]))
      return TRUE;
  return FALSE;
}

gsize
lamina_names_measure_prefix (const char *const *names,
                             guint              n)
{
  gsize length = n > 0 ? strlen (names[0]) : 0;

  if (n < LEAST_NAMES)
    return 0;
  for (guint i = 1; i < n; i++)
    {
      gsize same = 0;

      while (same < length && names[i][same] == names[0][same])
        same++;
      length = names[i][same] == '\0' && same > 0 ? same - 1 : same;
    }
  while (length > 0 && (strchr ("_./:", names[0][length - 1]) == NULL || leaves_number (names, n, length)))
    length--;
  return length >= LEAST_PREFIX ? length : 0;
}

char *
lamina_frame_dup_shortened (const LaminaFrame *self,
                            LaminaFont         font,
                            const char        *text,
                            double             width)
{
  return lamina_plot_dup_shortened (&(LaminaPlot) { .metrics = self->metrics }, font, text, width);
}

LaminaScene *
lamina_waterfall_layout (LaminaComparison *comparison,
                         int               width,
                         int               height,
                         LaminaMetrics    *metrics)
{
  LaminaScene *scene;
  int room = height > 0 ? height : lamina_waterfall_get_height (comparison);

  g_return_val_if_fail (comparison != NULL && metrics != NULL, NULL);

  scene = lamina_scene_new (width, room);
  lamina_frame_add_waterfall (&(LaminaFrame) { comparison, scene, metrics, 0, 0, width, room });
  return scene;
}

LaminaScene *
lamina_ties_layout (LaminaComparison *comparison,
                    int               width,
                    int               height,
                    gint64            start,
                    gint64            end,
                    LaminaMetrics    *metrics)
{
  LaminaScene *scene;
  int room = height > 0 ? height : lamina_ties_get_height (comparison);

  g_return_val_if_fail (comparison != NULL && metrics != NULL, NULL);

  scene = lamina_scene_new (width, room);
  lamina_frame_add_ties (&(LaminaFrame) { comparison, scene, metrics, 0, 0, width, room }, start, end);
  return scene;
}

LaminaScene *
lamina_ties_layout_pair (LaminaComparison *comparison,
                         int               width,
                         int               height,
                         gint64            start,
                         gint64            end,
                         guint32           pair,
                         LaminaMetrics    *metrics)
{
  LaminaScene *scene;
  int room = height > 0 ? height : LAMINA_TIES_HEIGHT;

  g_return_val_if_fail (comparison != NULL && metrics != NULL, NULL);
  g_return_val_if_fail (pair < lamina_comparison_get_n_pairs (comparison), NULL);

  scene = lamina_scene_new (width, room);
  lamina_frame_add_pair (&(LaminaFrame) { comparison, scene, metrics, 0, 0, width, room }, start, end, pair);
  return scene;
}
