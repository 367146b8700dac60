/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame.h"

#include "lamina-axis.h"
#include "lamina-find.h"
#include "lamina-gettext.h"
#include "lamina-label-lines.h"
#include "lamina-scene.h"

#include <math.h>
#include <string.h>

/*
 * A box before it is placed: nodes @first to before @first + @n, from @left to @right in pixels with fractions. Merged
 * ones may be of several parents.
 */
typedef struct
{
  double left;
  double right;
  guint32 first;
  guint32 n;
} Span;

/* Rows of spans: those of row i are from @begin[i] to before @begin[i + 1]. */
typedef struct
{
  GArray *spans;
  GArray *begin;
} Rows;

/*
 * Rows are laid out from the root on, each from the one above. Children stand in the order of their weights, so that
 * those too narrow for a box of their own stand together at the right; how far a box of them reaches is found by
 * halving, for the sums of neighbors are known. So a row takes as long as it has boxes, however many nodes it has.
 */

/* What is wider than this can't be looked at with more boxes in it. */
#define MOST_MERGE 64

typedef struct
{
  const LaminaFlameNodes *nodes;
  GArray *spans;
  guint begin;
  int merge;
} Row;

/* The sum of the weights of neighbors of one depth. */
static gint64
sum_up (const LaminaFlameNodes *nodes,
        guint32                 first,
        guint32                 n)
{
  gint64 end;

  if (n == 0)
    return 0;
  end = lamina_number_add (nodes->before[first + n - 1], nodes->total[first + n - 1]);
  return end - nodes->before[first];
}

/* Adds a span, or makes the last one larger when both are too narrow and begin in the same place. */
static void
add_span (Row  *self,
          Span  span)
{
  Span *last = self->spans->len > self->begin
                          ? &g_array_index (self->spans, Span, self->spans->len - 1) : NULL;

  if (last && span.right - span.left < self->merge && last->right - last->left < self->merge
      && floor (last->left / self->merge) == floor (span.left / self->merge))
    {
      last->right = MAX (last->right, span.right);
      last->n = span.first + span.n - last->first;
      return;
    }
  g_array_append_val (self->spans, span);
}

/* The first child that ends behind @x, from @child on. */
static guint32
find_behind (const LaminaFlameNodes *nodes,
             guint32                 child,
             guint32                 end,
             double                  x,
             double                  left,
             double                  scale,
             gint64                  base)
{
  return LAMINA_FIND_FIRST (i, child, end,
                            left + (double) (lamina_number_add (nodes->before[i], nodes->total[i]) - base) * scale > x);
}

/* The children of one node. */
static void
add_children (Row        *self,
              const Span *parent)
{
  const LaminaFlameNodes *nodes = self->nodes;
  guint32 child = nodes->first_child[parent->first], end = nodes->first_child[parent->first + 1];
  gint64 total = nodes->total[parent->first], base = child < end ? nodes->before[child] : 0;
  double scale = total > 0 ? (parent->right - parent->left) / (double) total : 0;

  while (child < end)
    {
      Span span = { .left = parent->left + (double) (nodes->before[child] - base) * scale, .first = child,
                    .n = 1 };

      span.right = span.left + (double) MAX (nodes->total[child], 0) * scale;
      if (span.right - span.left < self->merge)
        {
          double edge = (floor (span.left / self->merge) + 1) * self->merge;
          guint32 next = MAX (find_behind (nodes, child, end, edge, parent->left, scale, base), child + 1);

          span.n = next - child;
          span.right = parent->left
                       + (double) (sum_up (nodes, child, span.n) + nodes->before[child] - base) * scale;
        }
      add_span (self, span);
      child += span.n;
    }
}

/* Lays out the row below the spans from @begin to before @end; the row is empty when there is nothing below. */
static guint
lay_out_row (const LaminaFlameNodes *nodes,
             GArray                 *spans,
             guint                   begin,
             guint                   end,
             int                     merge)
{
  Row row = { nodes, spans, end, merge };

  g_array_set_size (spans, end);
  for (guint i = begin; i < end; i++)
    {
      Span parent = g_array_index (spans, Span, i);

      guint32 first = nodes->first_child[parent.first], last = nodes->first_child[parent.first + parent.n];

      if (parent.n == 1 && parent.right - parent.left >= 1)
        add_children (&row, &parent);
      else if (last > first)
        /* What is below merged nodes is merged, too. */
        add_span (&row, (Span) { parent.left, parent.right, first, last - first });
    }
  return spans->len - end;
}

static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  guint left = *(const guint *) a, right = *(const guint *) b;

  return left < right ? -1 : left > right;
}

/* How many boxes a row may have when all together may have @most: rows with fewer leave theirs to the others. */
static guint
share_out (const GArray *begin,
           guint         first,
           guint         n,
           guint         most)
{
  g_autoptr (GArray) counts = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = first; i + 1 < begin->len && i < first + n; i++)
    {
      guint count = g_array_index (begin, guint, i + 1) - g_array_index (begin, guint, i);

      g_array_append_val (counts, count);
    }
  g_array_sort (counts, compare_counts);
  for (guint i = 0; i < counts->len; i++)
    {
      guint share = most / (counts->len - i);

      if (g_array_index (counts, guint, i) > share)
        return MAX (share, 1);
      most -= g_array_index (counts, guint, i);
    }
  return G_MAXUINT;
}

static void
lay_out (Rows                   *self,
         const LaminaFlameNodes *nodes,
         guint32                 root,
         int                     width,
         guint                   first,
         guint                   end,
         guint                   limit)
{
  Span span = { 0, width, root, 1 };
  guint begin = 0;

  g_array_set_size (self->spans, 0);
  g_array_set_size (self->begin, 0);
  g_array_append_val (self->spans, span);
  g_array_append_val (self->begin, begin);
  for (guint row = 1; row <= end; row++)
    {
      guint next = self->spans->len;
      int merge = 1;

      g_array_append_val (self->begin, next);
      while (lay_out_row (nodes, self->spans, begin, next, merge) > limit && row >= first && merge < MOST_MERGE)
        merge *= 2;
      if (self->spans->len == next || row == end)
        break;
      begin = next;
    }
}

/* The rows of which row @first and the @n - 1 below it hold at most @most boxes in all. */
static void
rows_init (Rows            *self,
           LaminaFlameTree *tree,
           guint32          root,
           int              width,
           guint            first,
           guint            n,
           guint            most)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  guint limit;

  self->spans = g_array_new (FALSE, FALSE, sizeof (Span));
  self->begin = g_array_new (FALSE, FALSE, sizeof (guint));
  lay_out (self, nodes, root, width, first, first + n, G_MAXUINT);
  limit = share_out (self->begin, first, n, most);
  if (limit != G_MAXUINT)
    lay_out (self, nodes, root, width, first, first + n, limit);
}

static void
rows_clear (Rows *self)
{
  g_clear_pointer (&self->spans, g_array_unref);
  g_clear_pointer (&self->begin, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rows, rows_clear)

/* Narrower boxes never have a label; the first and the last pixels of a box stay free. */
#define LEAST_LABEL 30
#define MARGIN 4
#define VALUE_GAP 10
#define LABEL_LINE 14
#define MOST_LINES 3

/* Merged boxes are seen however little of them is filled. */
#define LEAST_ALPHA 60

/* Narrower boxes keep all their pixels. */
#define LEAST_WITH_GAP 3

/* How many of the nodes of a merged box are asked for its color. */
#define MOST_ASKED 64

typedef struct
{
  LaminaScene *scene;
  LaminaFlameTree *tree;
  const LaminaFlameNodes *nodes;
  const LaminaFlameView *view;
  const LaminaFlamePart *part;
  LaminaMetrics *metrics;
  double per_px;
  int least_label;
  guint n_least_labels;
  guint n_more; /* texts that there may be besides the first lines of labels */
} Layout;

char *
lamina_flame_dup_weight (LaminaFlameTree *tree,
                         gint64           weight)
{
  static const LaminaUnit units[] = { LAMINA_UNIT_NANOSECONDS, LAMINA_UNIT_NONE, LAMINA_UNIT_BYTES, LAMINA_UNIT_FLOP,
                                      LAMINA_UNIT_BYTES };
  LaminaFlameWeight kind = lamina_flame_tree_get_options (tree)->weight;
  LaminaRun *run = lamina_flame_tree_get_run (tree);
  g_autofree char *number = NULL;

  if (weight == LAMINA_ABSENT)
    return g_strdup ("—");
  if (kind == LAMINA_FLAME_WEIGHT_COST && lamina_flame_tree_is_of_slices (tree))
    return lamina_axis_dup_length_text (lamina_run_get_unit (run), weight);
  number = lamina_figure_dup (weight, units[kind]);
  if (kind != LAMINA_FLAME_WEIGHT_CALLS)
    return g_steal_pointer (&number);
  return g_strconcat (number, "\u00a0", lamina_flame_tree_get_options (tree)->by == LAMINA_FLAME_BY_STACKS
                                          ? ngettext ("allocation", "allocations", (gulong) weight)
                                          : ngettext ("call", "calls", (gulong) weight), NULL);
}

char *
lamina_flame_dup_label (LaminaFlameTree *tree,
                        guint32          node)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  g_autofree char *weight = NULL;

  g_return_val_if_fail (node < nodes->n, NULL);

  if (node > 0 || *nodes->name[node])
    return *nodes->name[node] ? lamina_flame_tree_dup_label (tree, node) : g_strdup ("—");
  weight = lamina_flame_dup_weight (tree, nodes->total[0]);
  return g_strconcat ("Σ ", weight, NULL);
}

guint
lamina_flame_get_n_rows (LaminaFlameTree *tree,
                         guint32          root)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  guint32 begin = root, end = root + 1;
  guint n = 0;

  g_return_val_if_fail (root < nodes->n, 0);

  while (begin < end)
    {
      n++;
      begin = nodes->first_child[begin];
      end = nodes->first_child[end];
    }
  return n;
}

/* Where a box stands: from the first pixel to before the last one, at least one. */
static void
place (const Layout *self,
       const Span   *span,
       int          *left,
       int          *right)
{
  *left = CLAMP ((int) floor (span->left + 0.5), 0, self->view->width - 1);
  *right = CLAMP ((int) floor (span->right + 0.5), *left + 1, self->view->width);
}

static guint8
get_color (const Layout *self,
           guint32       node)
{
  return self->view->colors ? self->view->colors[node] : self->nodes->family[node];
}

static int
get_row_height (const LaminaFlameView *view)
{
  return view->row_height > 0 ? view->row_height : LAMINA_FLAME_ROW_HEIGHT;
}

static LaminaPattern
choose_texture (const Layout *self,
                int           width)
{
  return self->view->textured ? lamina_scene_choose_texture (width, get_row_height (self->view)) : LAMINA_PATTERN_SOLID;
}

static LaminaFill
get_fill (const Layout *self,
          const Span   *span,
          int           width)
{
  guint32 best = span->first;
  LaminaFill fill;
  double filled;

  /* Of merged nodes the fill is that of what takes most among the first ones. */
  for (guint32 i = span->first; i < span->first + MIN (span->n, MOST_ASKED); i++)
    if (self->nodes->total[i] > self->nodes->total[best])
      best = i;
  fill = LAMINA_FILL_FAMILY (get_color (self, best));
  if (span->n == 1)
    {
      fill.pattern = choose_texture (self, width);
      return fill;
    }
  filled = self->per_px > 0 ? (double) sum_up (self->nodes, span->first, span->n) / self->per_px / width : 0;
  fill.alpha = (guint8) CLAMP (filled * 255, LEAST_ALPHA, 255);
  return fill;
}

static gboolean
is_wanted (const Layout *self,
           const Span   *span)
{
  return !self->view->marks || memchr (self->view->marks + span->first, 1, span->n);
}

static void
add_box (Layout     *self,
         const Span *span,
         const Span *next,
         int         y)
{
  LaminaSceneBox box = { .y = y, .height = get_row_height (self->view) - 1,
                         .target = { LAMINA_TARGET_NODES, self->part->upward, span->first, span->n } };
  int left, right;

  if (!is_wanted (self, span))
    return;
  place (self, span, &left, &right);
  box.x = self->part->x + left;
  box.width = right - left;
  if (next && next->left <= span->right + 0.5 && box.width >= LEAST_WITH_GAP)
    box.width--;
  box.fill = get_fill (self, span, box.width);
  lamina_scene_add_box (self->scene, &box);
}

static void
add_text (Layout      *self,
          double       x,
          double       y,
          double       width,
          LaminaAlign  align,
          guint8       color,
          const char  *label)
{
  lamina_scene_add_text (self->scene, &(LaminaSceneText) {
    .x = (float) x,
    .y = (float) y,
    .width = (float) width,
    .align = align,
    .font = LAMINA_FONT_LABEL,
    .fill = { LAMINA_INK_LABEL, color, choose_texture (self, LEAST_LABEL), 255 },
    .text = label,
  });
}

/* The weight, where there is room for it: a box for many layers has no name, and so no weight. */
static char *
dup_value (Layout  *self,
           guint32  node,
           double   room)
{
  g_autofree char *value = lamina_flame_dup_weight (self->tree, self->nodes->total[node]);

  if ((node == 0 && !*self->nodes->name[node]) || self->n_more == 0
      || lamina_metrics_get_width (self->metrics, LAMINA_FONT_LABEL, value) > room)
    return NULL;
  self->n_more--;
  return g_steal_pointer (&value);
}

/* The lines of the name, and the weight at the right of the last one, else below it where the row is high enough. */
static void
add_lines (Layout    *self,
           guint32    node,
           GPtrArray *lines,
           double     left,
           double     room,
           double     middle)
{
  double width = lamina_metrics_get_width (self->metrics, LAMINA_FONT_LABEL, lines->pdata[lines->len - 1]) + VALUE_GAP;
  guint most = lamina_label_get_most_lines (get_row_height (self->view));
  g_autofree char *beside = dup_value (self, node, room - width);
  g_autofree char *below = !beside && lines->len < most ? dup_value (self, node, room) : NULL;
  guint n = lines->len + (below ? 1 : 0);
  double y = middle - (n - 1) * LABEL_LINE / 2.0;

  for (guint i = 0; i < lines->len; i++)
    add_text (self, left, y + i * LABEL_LINE, room, LAMINA_ALIGN_START, get_color (self, node), lines->pdata[i]);
  y += (n - 1) * LABEL_LINE;
  if (beside)
    add_text (self, left + room - 1, y, 0, LAMINA_ALIGN_END, get_color (self, node), beside);
  else if (below)
    add_text (self, left, y, room, LAMINA_ALIGN_START, get_color (self, node), below);
}

static void
add_label (Layout     *self,
           const Span *span,
           int         y)
{
  int height = get_row_height (self->view);
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  double room;
  int left, right;
  guint most;

  if (span->n > 1 || !is_wanted (self, span))
    return;
  place (self, span, &left, &right);
  room = right - left - 2 * MARGIN;
  if (right - left < self->least_label || (right - left == self->least_label && self->n_least_labels == 0))
    return;
  self->n_least_labels -= right - left == self->least_label;
  label = lamina_flame_dup_label (self->tree, span->first);
  most = MIN (lamina_label_get_most_lines (height), MOST_LINES);
  lines = lamina_label_dup_lines (self->metrics, label, room, MIN (most, 1 + self->n_more));
  if (lines->len == 0)
    return;
  self->n_more -= lines->len - 1;
  add_lines (self, span->first, lines, self->part->x + left + MARGIN, room, y + height / 2.0 - 0.5);
}

static int
compare_widths (gconstpointer a,
                gconstpointer b)
{
  return *(const int *) b - *(const int *) a;
}

/* Chooses how wide a box must be to have a label, such that there are few enough. */
static void
choose_labels (Layout     *self,
               const Rows *rows,
               guint       begin,
               guint       most)
{
  g_autoptr (GArray) widths = g_array_new (FALSE, FALSE, sizeof (int));
  guint n_wider = 0;

  for (guint i = begin; i < rows->spans->len; i++)
    {
      const Span *span = &g_array_index (rows->spans, Span, i);
      int left, right, width;

      place (self, span, &left, &right);
      width = right - left;
      if (span->n == 1 && width >= LEAST_LABEL && is_wanted (self, span))
        g_array_append_val (widths, width);
    }
  self->least_label = LEAST_LABEL;
  self->n_least_labels = G_MAXUINT;
  self->n_more = most - MIN (widths->len, most);
  if (widths->len <= most)
    return;
  g_array_sort (widths, compare_widths);
  self->least_label = g_array_index (widths, int, most);
  while (g_array_index (widths, int, n_wider) > self->least_label)
    n_wider++;
  self->n_least_labels = most - n_wider;
}

static void
add_row (Layout     *self,
         const Rows *rows,
         guint       row,
         int         y)
{
  guint begin = g_array_index (rows->begin, guint, row);
  guint end = row + 1 < rows->begin->len ? g_array_index (rows->begin, guint, row + 1) : rows->spans->len;
  const Span *spans = (const Span *) (gpointer) rows->spans->data;
  g_autofree char *name = g_strdup_printf (self->part->upward ? "caller %u" : "row %u", row);

  if (begin == end)
    return;
  lamina_scene_open_group (self->scene, name, self->part->x, y, self->view->width, get_row_height (self->view));
  for (guint i = begin; i < end; i++)
    add_box (self, &spans[i], i + 1 < end ? &spans[i + 1] : NULL, y);
  for (guint i = begin; i < end; i++)
    add_label (self, &spans[i], y);
  lamina_scene_close_group (self->scene);
}

void
lamina_flame_add_rows (LaminaScene           *scene,
                       LaminaFlameTree       *tree,
                       const LaminaFlameView *view,
                       const LaminaFlamePart *part,
                       LaminaMetrics         *metrics)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  Layout self = { .scene = scene, .tree = tree, .nodes = nodes, .view = view, .part = part, .metrics = metrics };
  g_auto (Rows) rows = { 0 };
  guint share = MAX (part->share, 1), end;

  self.per_px = (double) MAX (nodes->total[view->root], 0) / view->width;
  rows_init (&rows, tree, view->root, view->width, part->first, part->n, LAMINA_MAX_BOXES / share);
  if (part->first >= rows.begin->len)
    return;
  choose_labels (&self, &rows, g_array_index (rows.begin, guint, part->first), LAMINA_MAX_LABELS / share);
  end = MIN (rows.begin->len, part->first + part->n);
  for (guint row = part->first; row < end && !part->upward; row++)
    add_row (&self, &rows, row, part->y + (int) row * get_row_height (view));
  for (guint row = end; row > part->first && part->upward; row--)
    add_row (&self, &rows, row - 1, part->y - (int) (row - 1) * get_row_height (view));
}

LaminaScene *
lamina_flame_layout (LaminaFlameTree       *tree,
                     const LaminaFlameView *view,
                     LaminaMetrics         *metrics)
{
  LaminaScene *scene;
  LaminaFlamePart part = { 0 };
  guint n_rows, end;
  int row_height;

  g_return_val_if_fail (tree != NULL && view != NULL && metrics != NULL, NULL);
  g_return_val_if_fail (view->root < lamina_flame_tree_get_nodes (tree)->n && view->width > 0, NULL);

  n_rows = lamina_flame_get_n_rows (tree, view->root);
  row_height = get_row_height (view);
  scene = lamina_scene_new (view->width, (int) n_rows * row_height);
  part.first = (guint) (MAX (view->top, 0) / row_height);
  end = view->height > 0 ? (guint) ((MAX (view->top, 0) + view->height + row_height - 1) / row_height) : n_rows;
  part.n = MIN (end, n_rows) - MIN (part.first, MIN (end, n_rows));
  if (part.n > 0)
    lamina_flame_add_rows (scene, tree, view, &part, metrics);
  return scene;
}

gboolean
lamina_flame_find_box (LaminaFlameTree       *tree,
                       const LaminaFlameView *view,
                       guint32                node,
                       int                   *x,
                       int                   *y,
                       int                   *width)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  Layout self = { .view = view };
  Span span = { .first = node, .n = 1 };
  double part = 1, left = 0;
  gint64 total;
  int right;

  g_return_val_if_fail (node < nodes->n && view->root < nodes->n, FALSE);

  total = nodes->total[view->root];
  part = total > 0 ? (double) MAX (nodes->total[node], 0) / (double) total * view->width : 0;
  *y = (nodes->depth[node] - nodes->depth[view->root]) * get_row_height (view);
  for (guint32 i = node; i != view->root; i = nodes->parent[i])
    {
      if (i == 0)
        return FALSE;
      left += (double) (nodes->before[i] - nodes->before[nodes->first_child[nodes->parent[i]]]);
    }
  span.left = total > 0 ? left / (double) total * view->width : 0;
  span.right = node == view->root ? view->width : span.left + part;
  place (&self, &span, x, &right);
  *width = right - *x;
  return TRUE;
}
