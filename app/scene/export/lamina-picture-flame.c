/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-page.h"

#include "lamina-axis.h"
#include "lamina-flame.h"
#include "lamina-gettext.h"
#include "lamina-sandwich-layout.h"
#include "lamina-text.h"

#define MOST_ROWS 60

static const char *const by_words[] = {
  [LAMINA_FLAME_BY_CALLS] = NC_("flame graph by", "calls"),
  [LAMINA_FLAME_BY_PARENTS] = NC_("flame graph by", "parent layers"),
  [LAMINA_FLAME_BY_NAMES] = NC_("flame graph by", "name scopes"),
  [LAMINA_FLAME_BY_MODULES] = NC_("flame graph by", "modules"),
  [LAMINA_FLAME_BY_TYPES] = NC_("flame graph by", "types"),
  [LAMINA_FLAME_BY_SECTIONS] = NC_("flame graph by", "sections"),
  [LAMINA_FLAME_BY_STACKS] = NC_("flame graph by", "stacks that allocate"),
};

static const char *const weight_words[] = {
  [LAMINA_FLAME_WEIGHT_COST] = NC_("measure of a flame graph", "time"),
  [LAMINA_FLAME_WEIGHT_CALLS] = NC_("measure of a flame graph", "calls"),
  [LAMINA_FLAME_WEIGHT_BYTES] = NC_("measure of a flame graph", "bytes moved"),
  [LAMINA_FLAME_WEIGHT_FLOP] = NC_("measure of a flame graph", "FLOP"),
  [LAMINA_FLAME_WEIGHT_KEPT] = NC_("measure of a flame graph", "memory at the peak"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (by_words) == LAMINA_N_FLAME_BY);
G_STATIC_ASSERT (G_N_ELEMENTS (weight_words) == LAMINA_N_FLAME_WEIGHTS);

/* What its path is, and what it is measured by. */
static const char *
get_path (LaminaFlameTree *tree)
{
  return C_("flame graph by", by_words[lamina_flame_tree_get_options (tree)->by]);
}

static const char *
get_time (LaminaPage      *self,
          LaminaFlameTree *tree)
{
  if (lamina_flame_tree_is_of_slices (tree))
    return lamina_run_get_timing (self->run) == LAMINA_TIMING_ORDER
             ? C_("measure of a flame graph", "length")
             : C_("measure of a flame graph", "time of slices");
  switch (lamina_run_get_cost_kind (self->run))
    {
    case LAMINA_COST_DEVICE:
      return C_("measure of a flame graph", "device time");
    case LAMINA_COST_SELF:
      return C_("measure of a flame graph", "host time");
    case LAMINA_COST_DURATION:
    default:
      return C_("measure of a flame graph", "time");
    }
}

static char *
dup_measure (LaminaPage      *self,
             LaminaFlameTree *tree)
{
  const LaminaFlameOptions *options = lamina_flame_tree_get_options (tree);
  g_autofree char *at = NULL;

  if (options->weight == LAMINA_FLAME_WEIGHT_COST)
    return g_strdup (get_time (self, tree));
  if (options->by == LAMINA_FLAME_BY_STACKS && options->weight == LAMINA_FLAME_WEIGHT_BYTES)
    return g_strdup (C_("measure of a flame graph", "all allocations"));
  if (options->weight != LAMINA_FLAME_WEIGHT_KEPT || options->position == LAMINA_ABSENT)
    return g_strdup (C_("measure of a flame graph", weight_words[options->weight]));
  at = lamina_axis_dup_position_text (lamina_run_get_unit (self->run),
                                      options->position - lamina_timebase_get_start (self->timebase));
  /* Translators: what a flame graph measures; a place on the axis, such as 12.4 ms. */
  return g_strdup_printf (_("memory at %s"), at);
}

/* Of a part of the tree, its name stands before what is measured. */
static char *
dup_whole (LaminaFlameTree *tree,
           guint32          root)
{
  const LaminaFlameNodes *nodes = lamina_flame_tree_get_nodes (tree);
  g_autofree char *total = lamina_flame_dup_weight (tree, nodes->total[root]);
  g_autofree char *all = lamina_flame_dup_weight (tree, nodes->total[0]);

  /* Translators: "the 2.1 ms in layer3, of 12.4 ms". */
  return root == 0 ? g_steal_pointer (&total)
                   : g_strdup_printf (_("the %s in %s, of %s"), total, nodes->name[root], all);
}

/* How the times were found. Memory has none. */
static char *
dup_basis (LaminaPage      *self,
           LaminaFlameTree *tree)
{
  return lamina_flame_tree_get_options (tree)->by == LAMINA_FLAME_BY_STACKS ? g_strdup ("") : lamina_page_dup_timing (self);
}

static void
add_head (LaminaPage      *self,
          LaminaFlameTree *tree,
          guint32          root)
{
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *timing = dup_basis (self, tree);
  g_autofree char *total = dup_whole (tree, root);
  g_autofree char *measure = dup_measure (self, tree);
  /* Translators: "Flame graph by calls: widths are shares of 12.4 ms, device time. Timing measured." */
  g_autofree char *caption =
    g_strdup_printf (_("Flame graph by %s: widths are shares of %s, %s. %s"), get_path (tree), total,
                     measure, timing);

  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : g_strchomp (caption));
}

/* Says that so many levels of a flame graph are not shown. */
static char *
dup_levels_note (guint n)
{
  return lamina_text_dup (ngettext ("%u more level is not shown.", "%u more levels are not shown.", n), n);
}

/* How many rows of a flame graph fit into the height that was asked for. */
static guint
get_room (LaminaPage *self)
{
  g_autofree char *note = dup_levels_note (100);
  int foot = 14 + lamina_page_get_foot_height (self, note) + LAMINA_PAGE_MARGIN;
  int room = self->options->height - self->y - foot;

  return self->options->height == 0 ? MOST_ROWS : (guint) CLAMP (room / LAMINA_FLAME_ROW_HEIGHT, 1, MOST_ROWS);
}

/* The tree that the options ask for; NULL when there is nothing in it. */
static LaminaFlameTree *
create_tree (LaminaPage  *self,
             GError     **error)
{
  g_autoptr (LaminaFlameTree) tree = NULL;
  LaminaFlameOptions options;

  if (self->options->flame)
    options = *self->options->flame;
  else
    {
      lamina_flame_choose (self->run, lamina_flame_list_offers (self->run, NULL), &options);
      options.position = self->options->moment;
    }
  tree = lamina_flame_tree_new (self->run, self->timebase, &options, NULL);
  if (lamina_flame_tree_get_nodes (tree)->n == 1)
    {
      g_set_error_literal (error, LAMINA_ERROR, LAMINA_ERROR_CONTENT, "the run has neither layers nor slices");
      return NULL;
    }
  return g_steal_pointer (&tree);
}

gboolean
lamina_page_add_flame (LaminaPage  *self,
                       GError     **error)
{
  LaminaFlameView view = { .width = lamina_page_get_room (self), .textured = TRUE };
  g_autoptr (LaminaFlameTree) tree = create_tree (self, error);
  g_autofree guint8 *colors = NULL;
  g_autofree char *note = NULL;
  guint n, shown;

  if (!tree)
    return FALSE;
  if (self->options->flame && self->options->flame_root < lamina_flame_tree_get_nodes (tree)->n)
    view.root = self->options->flame_root;
  view.colors = colors = lamina_coloring_create_nodes (self->coloring, tree);
  add_head (self, tree, view.root);
  n = lamina_flame_get_n_rows (tree, view.root);
  shown = MIN (n, get_room (self));
  lamina_flame_add_rows (self->scene, tree, &view,
                         &(LaminaFlamePart) { .n = shown, .x = LAMINA_PAGE_MARGIN, .y = self->y }, self->metrics);
  self->y += (int) shown * LAMINA_FLAME_ROW_HEIGHT + 14;
  lamina_page_add_legend (self);
  if (shown < n)
    note = dup_levels_note (n - shown);
  lamina_page_add_source (self, note);
  return TRUE;
}

/* Which name the options ask for: a name of the tree, else the one that takes most itself. */
static gboolean
find_name (LaminaPage      *self,
           LaminaSandwich  *sandwich,
           guint           *name,
           GError         **error)
{
  *name = 0;
  if (self->options->name == NULL || *self->options->name == '\0')
    return TRUE;
  *name = lamina_sandwich_find (sandwich, self->options->name);
  if (*name != LAMINA_NONE)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, "nothing is called “%s” in a flame graph by %s",
               self->options->name, get_path (lamina_sandwich_get_tree (sandwich)));
  return FALSE;
}

static void
add_sandwich_head (LaminaPage               *self,
                   LaminaFlameTree          *tree,
                   const LaminaSandwichName *name)
{
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *timing = dup_basis (self, tree);
  g_autofree char *total = lamina_flame_dup_weight (tree, name->total);
  g_autofree char *own = lamina_flame_dup_weight (tree, name->self);
  g_autofree char *measure = dup_measure (self, tree);
  g_autofree char *all = lamina_flame_dup_weight (tree, lamina_flame_tree_get_nodes (tree)->total[0]);
  g_autofree char *caption =
    /* Translators: the name of a layer, what the graph is by, the sum of the layer and its measure, the sum of all, what the
     * layer takes itself, and how the times were found. */
    g_strdup_printf (_("Callers and callees of %s by %s: widths are shares of its %s of %s (%s total, %s self). %s"),
                     name->name, get_path (tree), total, measure, all,
                     own, timing);

  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : g_strchomp (caption));
}

/* Shows what is next to the name where not all of it fits: @room rows, of which a half may take what the other leaves. */
static guint
choose_part (LaminaSandwichView *view,
             guint               room)
{
  guint above = lamina_sandwich_get_n_rows (view, LAMINA_SANDWICH_CALLERS);
  guint below = lamina_sandwich_get_n_rows (view, LAMINA_SANDWICH_CALLEES);
  guint rest = MAX (room, 5) - 1;
  guint shown_above = MIN (above, MAX (rest / 2, rest - MIN (rest, below)));
  guint shown_below = MIN (below, rest - MIN (shown_above, rest));
  int whole = lamina_sandwich_get_height (view);

  view->top = (int) (above - shown_above) * LAMINA_FLAME_ROW_HEIGHT;
  view->height = whole - view->top - (int) (below - shown_below) * LAMINA_FLAME_ROW_HEIGHT;
  return above - shown_above + below - shown_below;
}

static void
add_rows (LaminaPage      *self,
          LaminaFlameTree *tree,
          LaminaFlameTree *callers,
          LaminaFlameTree *callees)
{
  LaminaSandwichView view = { .width = lamina_page_get_room (self), .textured = TRUE };
  g_autofree guint8 *of_callers = lamina_coloring_create_named_nodes (self->coloring, tree, callers);
  g_autofree guint8 *of_callees = lamina_coloring_create_named_nodes (self->coloring, tree, callees);
  g_autofree char *note = NULL;
  guint hidden;
  int y;

  view.halves[LAMINA_SANDWICH_CALLERS] = callers;
  view.halves[LAMINA_SANDWICH_CALLEES] = callees;
  view.colors[LAMINA_SANDWICH_CALLERS] = of_callers;
  view.colors[LAMINA_SANDWICH_CALLEES] = of_callees;
  hidden = choose_part (&view, get_room (self) - 1);
  y = self->y - view.top;
  lamina_sandwich_add_half (self->scene, &view, LAMINA_SANDWICH_CALLERS, LAMINA_PAGE_MARGIN, y, self->metrics);
  lamina_sandwich_add_name (self->scene, &view, LAMINA_PAGE_MARGIN, y, self->metrics);
  lamina_sandwich_add_half (self->scene, &view, LAMINA_SANDWICH_CALLEES, LAMINA_PAGE_MARGIN, y, self->metrics);
  self->y += view.height + 14;
  lamina_page_add_legend (self);
  if (hidden > 0)
    note = dup_levels_note (hidden);
  lamina_page_add_source (self, note);
}

gboolean
lamina_page_add_sandwich (LaminaPage  *self,
                          GError     **error)
{
  g_autoptr (LaminaFlameTree) tree = create_tree (self, error);
  g_autoptr (LaminaSandwich) sandwich = NULL;
  g_autoptr (LaminaFlameTree) callers = NULL;
  g_autoptr (LaminaFlameTree) callees = NULL;
  guint name;

  if (!tree)
    return FALSE;
  sandwich = lamina_sandwich_new (tree, NULL);
  if (!find_name (self, sandwich, &name, error))
    return FALSE;
  callers = lamina_sandwich_create_tree (sandwich, name, LAMINA_SANDWICH_CALLERS, NULL);
  callees = lamina_sandwich_create_tree (sandwich, name, LAMINA_SANDWICH_CALLEES, NULL);
  add_sandwich_head (self, tree, lamina_sandwich_get_name (sandwich, name));
  add_rows (self, tree, callers, callees);
  return TRUE;
}
