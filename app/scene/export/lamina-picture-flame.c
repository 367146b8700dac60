/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-rows.h"
#include "lamina-gettext.h"
#include "lamina-page.h"

#define MOST_ROWS 60

static const char *const by_words[] = {
  [LAMINA_FLAME_BY_CALLS] = NC_("flame graph by", "calls"),
  [LAMINA_FLAME_BY_PARENTS] = NC_("flame graph by", "parent layers"),
  [LAMINA_FLAME_BY_NAMES] = NC_("flame graph by", "parts of names"),
  [LAMINA_FLAME_BY_MODULES] = NC_("flame graph by", "modules"),
  [LAMINA_FLAME_BY_TYPES] = NC_("flame graph by", "types"),
  [LAMINA_FLAME_BY_SECTIONS] = NC_("flame graph by", "sections"),
};

static const char *const weight_words[] = {
  [LAMINA_FLAME_WEIGHT_COST] = NC_("measure of a flame graph", "time"),
  [LAMINA_FLAME_WEIGHT_CALLS] = NC_("measure of a flame graph", "number of calls"),
  [LAMINA_FLAME_WEIGHT_BYTES] = NC_("measure of a flame graph", "bytes moved"),
  [LAMINA_FLAME_WEIGHT_FLOP] = NC_("measure of a flame graph", "floating point operations"),
};

G_STATIC_ASSERT (G_N_ELEMENTS (by_words) == LAMINA_N_FLAME_BY);
G_STATIC_ASSERT (G_N_ELEMENTS (weight_words) == LAMINA_N_FLAME_WEIGHTS);

const char *
lamina_page_get_flame_path (LaminaFlameTree *tree)
{
  return C_("flame graph by", by_words[lamina_flame_tree_get_options (tree)->by]);
}

const char *
lamina_page_get_flame_measure (LaminaPage      *self,
                               LaminaFlameTree *tree)
{
  LaminaFlameWeight weight = lamina_flame_tree_get_options (tree)->weight;

  if (weight != LAMINA_FLAME_WEIGHT_COST)
    return C_("measure of a flame graph", weight_words[weight]);
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

static void
add_head (LaminaPage      *self,
          LaminaFlameTree *tree,
          guint32          root)
{
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *timing = lamina_page_dup_timing (self);
  g_autofree char *total = dup_whole (tree, root);
  /* Translators: "Flame graph by calls: widths are shares of 12.4 ms, device time. Timing measured." */
  g_autofree char *caption =
    g_strdup_printf (_("Flame graph by %s: widths are shares of %s, %s. %s"), lamina_page_get_flame_path (tree), total,
                     lamina_page_get_flame_measure (self, tree), timing);

  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : caption);
}

char *
lamina_page_dup_levels_note (guint n)
{
  return g_strdup_printf (ngettext ("%u more level is not shown.", "%u more levels are not shown.", n), n);
}

guint
lamina_page_get_flame_room (LaminaPage *self)
{
  g_autofree char *note = lamina_page_dup_levels_note (100);
  int foot = 14 + lamina_page_get_foot_height (self, note) + LAMINA_PAGE_MARGIN;
  int room = self->options->height - self->y - foot;

  return self->options->height == 0 ? MOST_ROWS : (guint) CLAMP (room / LAMINA_FLAME_ROW_HEIGHT, 1, MOST_ROWS);
}

LaminaFlameTree *
lamina_page_create_flame_tree (LaminaPage  *self,
                               GError     **error)
{
  g_autoptr (LaminaFlameTree) tree = NULL;
  LaminaFlameOptions options;

  if (self->options->flame)
    options = *self->options->flame;
  else
    lamina_flame_choose (self->run, lamina_flame_list_offers (self->run, NULL), &options);
  tree = lamina_flame_tree_new (self->run, &options, NULL);
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
  g_autoptr (LaminaFlameTree) tree = lamina_page_create_flame_tree (self, error);
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
  shown = MIN (n, lamina_page_get_flame_room (self));
  lamina_flame_add_rows (self->scene, tree, &view,
                         &(LaminaFlamePart) { .n = shown, .x = LAMINA_PAGE_MARGIN, .y = self->y }, self->metrics);
  self->y += (int) shown * LAMINA_FLAME_ROW_HEIGHT + 14;
  lamina_page_add_legend (self);
  if (shown < n)
    note = lamina_page_dup_levels_note (n - shown);
  lamina_page_add_source (self, note);
  return TRUE;
}
