/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-axis.h"
#include "lamina-comparison-plot.h"
#include "lamina-gettext.h"
#include "lamina-plot.h"
#include "lamina-text.h"

#include <math.h>
#include <string.h>

#define ROW 22
#define BAR 14
#define AXIS 22
#define GAP 10
#define MOST_TYPES 14
#define TICK_DISTANCE 76
#define PALE 90
#define MOST_NAME_SHARE 0.38
#define BREAK_PLACE 12

/* A line of the chart: types from @first on that begin at @before and end at @before + @delta. */
typedef struct
{
  guint first;
  guint n;
  gint64 before;
  gint64 delta;
} Step;

typedef struct
{
  const LaminaFrame *frame;
  const LaminaComparisonSummary *summary;
  GArray *steps;
  gsize prefix;
  double low;
  double high;
  int name_right;
  int plot_x;
  int plot_right;
  int value_right;
  int right;
} Waterfall;

/* Types that change nothing need no bar. */
static guint
count_changes (LaminaComparison *comparison)
{
  guint n = 0;

  while (n < lamina_comparison_get_n_types (comparison) && lamina_comparison_get_type_row (comparison, n)->delta != 0)
    n++;
  return n;
}

int
lamina_waterfall_get_height (LaminaComparison *comparison)
{
  g_return_val_if_fail (comparison != NULL, 0);

  return (int) (MIN (count_changes (comparison), MOST_TYPES) + 2) * ROW + AXIS;
}

static void
list_steps (Waterfall *self)
{
  LaminaComparison *comparison = self->frame->comparison;
  guint n = count_changes (comparison);
  guint room = (guint) MAX ((self->frame->height - AXIS) / ROW - 2, 1);
  gint64 at = self->summary->total_a;

  for (guint i = 0; i < n; i++)
    {
      gint64 delta = lamina_comparison_get_type_row (comparison, i)->delta;
      Step step = { i, 1, at, delta };

      at += delta;
      if (self->steps->len < room)
        {
          g_array_append_val (self->steps, step);
          continue;
        }
      /* What does not fit goes into the last line. */
      g_array_index (self->steps, Step, room - 1).n++;
      g_array_index (self->steps, Step, room - 1).delta += delta;
    }
}

/* From 0 on where that leaves the steps large enough to be seen. */
static void
set_scale (Waterfall *self)
{
  double low = fmin ((double) self->summary->total_a, (double) self->summary->total_b);
  double high = fmax ((double) self->summary->total_a, (double) self->summary->total_b);
  double span;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);

      low = fmin (low, (double) (step->before + step->delta));
      high = fmax (high, (double) (step->before + step->delta));
    }
  /* Noise that is much larger than all steps would hide them. */
  if (self->summary->noise != LAMINA_ABSENT)
    {
      double noise = fmin ((double) self->summary->noise, 1.5 * (high - low));

      low = fmin (low, (double) self->summary->total_b - noise);
      high = fmax (high, (double) self->summary->total_b + noise);
    }
  span = high - low;
  self->low = span > 0 && span < 0.4 * high ? fmax (low - 0.18 * span, 0) : 0;
  self->high = high > self->low ? high : self->low + 1;
}

static int
place (const Waterfall *self,
       double           value)
{
  double part = (value - self->low) / (self->high - self->low);

  return self->plot_x + (int) lround (CLAMP (part, 0, 1) * (self->plot_right - self->plot_x));
}

static char *
dup_name (const Waterfall *self,
          const Step      *step)
{
  const char *type;

  if (step->n > 1)
    return lamina_text_dup (ngettext ("%u more type", "%u more types", step->n), step->n);
  type = lamina_comparison_get_type_row (self->frame->comparison, step->first)->type;
  return type != NULL ? lamina_slice_dup_label (type + self->prefix) : g_strdup (_("No type"));
}

/* How much a type has changed, unless that is noise. */
static char *
dup_change (const Waterfall *self,
            const Step      *step)
{
  const LaminaComparisonType *type;

  if (step->n > 1)
    return g_strdup ("");
  type = lamina_comparison_get_type_row (self->frame->comparison, step->first);
  if (type->is_noise)
    return g_strdup (_("noise"));
  if (type->cost_a == LAMINA_ABSENT)
    return g_strdup (_("only B"));
  if (type->cost_b == LAMINA_ABSENT)
    return g_strdup (_("only A"));
  return lamina_comparison_dup_percent (lamina_comparison_get_percent (type->cost_a, type->delta));
}

static void
find_prefix (Waterfall *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);
      const char *type = lamina_comparison_get_type_row (self->frame->comparison, step->first)->type;

      if (step->n == 1 && type != NULL)
        g_ptr_array_add (names, (gpointer) type);
    }
  self->prefix = names->len > 0 ? lamina_names_measure_prefix ((const char *const *) names->pdata, names->len) : 0;
}

static double
get_width (const Waterfall *self,
           const char      *text)
{
  return lamina_metrics_get_width (self->frame->metrics, LAMINA_FONT_NAME, text);
}

static void
place_columns (Waterfall *self)
{
  g_autofree char *a = lamina_frame_dup_side (self->frame, FALSE);
  g_autofree char *b = lamina_frame_dup_side (self->frame, TRUE);
  double name = fmax (get_width (self, a), get_width (self, b)), value = get_width (self, "−999 ms"), change = 0;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const Step *step = &g_array_index (self->steps, Step, i);
      g_autofree char *label = dup_name (self, step);
      g_autofree char *delta = lamina_comparison_dup_delta (step->delta);
      g_autofree char *text = dup_change (self, step);

      name = fmax (name, get_width (self, label));
      value = fmax (value, get_width (self, delta));
      change = fmax (change, get_width (self, text));
    }
  self->right = self->frame->x + self->frame->width;
  self->value_right = self->right - (int) ceil (fmax (change, get_width (self, "+99.9 %"))) - GAP;
  self->name_right = self->frame->x + (int) ceil (fmin (name, self->frame->width * MOST_NAME_SHARE));
  self->plot_x = self->name_right + GAP;
  self->plot_right = MAX (self->value_right - (int) ceil (value) - GAP, self->plot_x + 20);
}

static void
add_words (const Waterfall *self,
           double           x,
           double           y,
           LaminaAlign      align,
           LaminaFont       font,
           LaminaInk        ink,
           const char      *text)
{
  lamina_scene_add_words (self->frame->scene, x, y, 0, align, font, ink, text);
}

static void
add_axis (const Waterfall *self,
          int              bottom)
{
  double per_px = (self->high - self->low) / (self->plot_right - self->plot_x);
  gint64 step = lamina_axis_get_step (LAMINA_AXIS_NANOSECONDS, per_px, TICK_DISTANCE);
  gint64 first = (gint64) ceil (self->low / (double) step) * step;

  lamina_scene_open_group (self->frame->scene, "axis", self->frame->x, self->frame->y, self->frame->width,
                           self->frame->height);
  for (gint64 tick = first; (double) tick <= self->high; tick += step)
    {
      g_autofree char *text = lamina_axis_dup_tick_text (LAMINA_AXIS_NANOSECONDS, tick, step, (gint64) self->high);
      int x = place (self, (double) tick);

      lamina_scene_add_rect (self->frame->scene, x, self->frame->y, 1, bottom - self->frame->y,
                             LAMINA_FILL (LAMINA_INK_GRID));
      add_words (self, x, bottom + AXIS / 2.0, LAMINA_ALIGN_CENTER, LAMINA_FONT_RULER, LAMINA_INK_QUIET, text);
    }
  lamina_scene_close_group (self->frame->scene);
}

static void
add_line (const Waterfall *self,
          double           x1,
          double           y1,
          double           x2,
          double           y2,
          LaminaFill       fill)
{
  LaminaSceneLine line = { (float) x1, (float) y1, (float) x2, (float) y2, fill, FALSE, 0 };

  lamina_scene_add_line (self->frame->scene, &line);
}

/* The sign that an axis leaves something out. */
static void
add_break (const Waterfall *self,
           int              y)
{
  for (int i = 0; i < 2; i++)
    {
      LaminaSceneLine line = { (float) (self->plot_x + BREAK_PLACE + 5 * i), (float) (y + BAR + 2),
                               (float) (self->plot_x + BREAK_PLACE + 5 * i + 6), (float) (y - 2),
                               LAMINA_FILL (LAMINA_INK_VIEW), FALSE, 2 };

      lamina_scene_add_line (self->frame->scene, &line);
    }
}

static void
add_total (const Waterfall *self,
           gboolean         is_b,
           int              y)
{
  gint64 total = is_b ? self->summary->total_b : self->summary->total_a;
  g_autofree char *name = lamina_frame_dup_side (self->frame, is_b);
  g_autofree char *shown = lamina_frame_dup_shortened (self->frame, LAMINA_FONT_NAME_BOLD, name,
                                                       self->name_right - self->frame->x);
  g_autofree char *value = lamina_figure_dup (total, LAMINA_UNIT_NANOSECONDS);
  g_autofree char *change =
    lamina_comparison_dup_percent (lamina_comparison_get_percent (self->summary->total_a, self->summary->delta));
  double middle = y + ROW / 2.0;
  int top = y + (ROW - BAR) / 2;

  lamina_scene_add_rect (self->frame->scene, self->plot_x, top, MAX (place (self, (double) total) - self->plot_x, 1),
                         BAR, LAMINA_FILL_FAMILY (LAMINA_FAMILY_OTHER));
  if (self->low > 0)
    add_break (self, top);
  add_words (self, self->name_right, middle, LAMINA_ALIGN_END, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, shown);
  add_words (self, self->value_right, middle, LAMINA_ALIGN_END, LAMINA_FONT_NAME_BOLD, LAMINA_INK_TEXT, value);
  if (is_b)
    add_words (self, self->right, middle, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET,
               self->summary->is_noise ? _("noise") : change);
}

/* How far the total of B may lie from where it does by chance. */
static void
add_whisker (const Waterfall *self,
             int              y)
{
  double middle = y + (ROW + BAR) / 2.0 + 4;
  double total = (double) self->summary->total_b, noise = (double) self->summary->noise;
  int left, right;

  if (self->summary->noise == LAMINA_ABSENT || self->summary->noise == 0)
    return;
  left = place (self, total - noise);
  right = place (self, total + noise);
  add_line (self, left, middle, right, middle, LAMINA_FILL (LAMINA_INK_TEXT));
  add_line (self, left + 0.5, middle - 3, left + 0.5, middle + 3, LAMINA_FILL (LAMINA_INK_TEXT));
  add_line (self, right - 0.5, middle - 3, right - 0.5, middle + 3, LAMINA_FILL (LAMINA_INK_TEXT));
}

/* A pale bar with an edge: this takes less than before. */
static void
add_edge (const Waterfall      *self,
          const LaminaSceneBox *bar)
{
  const int edges[][4] = { { 0, 0, bar->width, 1 }, { 0, BAR - 1, bar->width, 1 }, { 0, 1, 1, BAR - 2 },
                           { bar->width - 1, 1, 1, BAR - 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (edges); i++)
    {
      LaminaSceneBox edge = { bar->x + edges[i][0], bar->y + edges[i][1], edges[i][2], edges[i][3], bar->fill,
                              bar->target };

      edge.fill.ink = LAMINA_INK_FAMILY_LINE;
      edge.fill.alpha = 255;
      lamina_scene_add_box (self->frame->scene, &edge);
    }
}

static void
add_bar (const Waterfall *self,
         const Step      *step,
         int              y)
{
  int from = place (self, (double) step->before), to = place (self, (double) (step->before + step->delta));
  LaminaFamily family = step->n > 1 ? LAMINA_FAMILY_OTHER :
                        lamina_comparison_get_type_row (self->frame->comparison, step->first)->family;
  LaminaSceneBox box = { MIN (from, to), y + (ROW - BAR) / 2, MAX (ABS (to - from), 1), BAR,
                         LAMINA_FILL_FAMILY (family),
                         { .kind = LAMINA_TARGET_ROWS, .first = step->first, .n = step->n } };

  if (step->delta < 0)
    box.fill.alpha = PALE;
  lamina_scene_add_box (self->frame->scene, &box);
  if (step->delta < 0)
    add_edge (self, &box);
  add_line (self, to + 0.5, box.y + BAR, to + 0.5, box.y + ROW, LAMINA_FILL (LAMINA_INK_QUIET));
}

static void
add_step (const Waterfall *self,
          const Step      *step,
          int              y)
{
  LaminaSceneBox whole = { self->frame->x, y, self->frame->width, ROW, LAMINA_FILL (LAMINA_INK_NONE),
                           { .kind = LAMINA_TARGET_ROWS, .first = step->first, .n = step->n } };
  g_autofree char *name = dup_name (self, step);
  g_autofree char *shown = lamina_frame_dup_shortened (self->frame, LAMINA_FONT_NAME, name,
                                                       self->name_right - self->frame->x);
  g_autofree char *delta = lamina_comparison_dup_delta (step->delta);
  g_autofree char *change = dup_change (self, step);
  double middle = y + ROW / 2.0;

  lamina_scene_add_box (self->frame->scene, &whole);
  add_bar (self, step, y);
  add_words (self, self->name_right, middle, LAMINA_ALIGN_END, LAMINA_FONT_NAME,
             step->n > 1 ? LAMINA_INK_QUIET : LAMINA_INK_TEXT, shown);
  add_words (self, self->value_right, middle, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_TEXT, delta);
  add_words (self, self->right, middle, LAMINA_ALIGN_END, LAMINA_FONT_NAME, LAMINA_INK_QUIET, change);
}

void
lamina_frame_add_waterfall (const LaminaFrame *frame)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  Waterfall self = { .frame = frame, .summary = lamina_comparison_get_summary (frame->comparison), .steps = steps };
  int y = frame->y;

  if (lamina_frame_add_reason (frame))
    return;
  list_steps (&self);
  find_prefix (&self);
  set_scale (&self);
  place_columns (&self);
  add_axis (&self, frame->y + (int) (steps->len + 2) * ROW);
  lamina_scene_open_group (frame->scene, "waterfall", frame->x, frame->y, frame->width, frame->height);
  add_total (&self, FALSE, y);
  for (guint i = 0; i < steps->len; i++)
    add_step (&self, &g_array_index (steps, Step, i), y += ROW);
  add_total (&self, TRUE, y + ROW);
  add_whisker (&self, y + ROW);
  lamina_scene_close_group (frame->scene);
}

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
