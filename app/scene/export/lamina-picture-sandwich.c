/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame.h"
#include "lamina-gettext.h"
#include "lamina-page.h"
#include "lamina-sandwich-layout.h"

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
               self->options->name, lamina_page_get_flame_path (lamina_sandwich_get_tree (sandwich)));
  return FALSE;
}

static void
add_head (LaminaPage               *self,
          LaminaFlameTree          *tree,
          const LaminaSandwichName *name)
{
  g_autofree char *title = lamina_picture_dup_title (self->document, self->options);
  g_autofree char *timing = lamina_page_dup_timing (self);
  g_autofree char *total = lamina_flame_dup_weight (tree, name->total);
  g_autofree char *own = lamina_flame_dup_weight (tree, name->self);
  g_autofree char *all = lamina_flame_dup_weight (tree, lamina_flame_tree_get_nodes (tree)->total[0]);
  g_autofree char *caption =
    /* Translators: the name of a layer, what the graph is by, the sum of the layer and its measure, the sum of all, what the
     * layer takes itself, and how the times were found. */
    g_strdup_printf (_("Callers and callees of %s by %s: "
                       "widths are shares of its %s of %s (%s in all, %s by itself). %s"),
                     name->name, lamina_page_get_flame_path (tree), total, lamina_page_get_flame_measure (self, tree), all,
                     own, timing);

  lamina_page_add_title (self, title, self->options->caption != NULL ? self->options->caption : caption);
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
  hidden = choose_part (&view, lamina_page_get_flame_room (self) - 1);
  y = self->y - view.top;
  lamina_sandwich_add_half (self->scene, &view, LAMINA_SANDWICH_CALLERS, LAMINA_PAGE_MARGIN, y, self->metrics);
  lamina_sandwich_add_name (self->scene, &view, LAMINA_PAGE_MARGIN, y, self->metrics);
  lamina_sandwich_add_half (self->scene, &view, LAMINA_SANDWICH_CALLEES, LAMINA_PAGE_MARGIN, y, self->metrics);
  self->y += view.height + 14;
  lamina_page_add_legend (self);
  if (hidden > 0)
    note = lamina_page_dup_levels_note (hidden);
  lamina_page_add_source (self, note);
}

gboolean
lamina_page_add_sandwich (LaminaPage  *self,
                          GError     **error)
{
  g_autoptr (LaminaFlameTree) tree = lamina_page_create_flame_tree (self, error);
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
  add_head (self, tree, lamina_sandwich_get_name (sandwich, name));
  add_rows (self, tree, callers, callees);
  return TRUE;
}
