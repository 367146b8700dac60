/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sandwich-pane.h"

#include "lamina-job.h"
#include "lamina-layer-value.h"
#include "lamina-name-list.h"
#include "lamina-subject.h"
#include "lamina-table.h"
#include "lamina-text-bin.h"
#include "lamina-text-size.h"
#include "lamina-widget.h"
#include "lamina-whole-name.h"

#include <glib/gi18n.h>

/* What the list is given at least, and at first, in pixels at the usual size of text. */
#define LEAST_LIST 180
#define USUAL_LIST 350

/* Trees with fewer nodes take less time than a frame, where they stand for no more slices than these. */
#define FEW_NODES 5000
#define FEW_SLICES 50000

/*
 * Three jobs, one after the other: @gathering makes the sandwich of a tree, @listing the order of its names, @cutting the
 * halves of one of them. The name @chosen of @named is in the middle or on the way there; @named is @sandwich, or the one
 * before as long as nothing of that is chosen. @wanted is what is to be there once the sandwich is known, empty for what is
 * selected.
 */
struct _LaminaSandwichPane
{
  GtkWidget parent_instance;

  LaminaSession *session;
  GtkSearchEntry *entry;
  GtkPaned *paned;
  GtkScrolledWindow *list_scroller;
  GtkColumnView *view;
  GtkLabel *caption;
  GtkScrolledWindow *scroller;
  LaminaFlameCanvas *canvas;

  LaminaTable *table;
  LaminaSandwich *sandwich;
  LaminaSandwich *named;
  guint chosen;
  char *wanted;
  GCancellable *gathering;
  GCancellable *listing;
  GCancellable *cutting;
};

static guint named;

G_DEFINE_FINAL_TYPE (LaminaSandwichPane, lamina_sandwich_pane, GTK_TYPE_WIDGET)

enum
{
  COLUMN_NAME,
  COLUMN_SELF,
  COLUMN_TOTAL,
  COLUMN_CALLS,
};

static const LaminaTableColumn columns[] = {
  { COLUMN_NAME, N_("Name"), 0, LAMINA_NAME_SORT_NAME, 0, LAMINA_COLUMN_NAMES, TRUE },
  { COLUMN_SELF, N_("Self"), 70, LAMINA_NAME_SORT_SELF, 1, LAMINA_COLUMN_NUMBERS },
  { COLUMN_TOTAL, N_("Total"), 70, LAMINA_NAME_SORT_TOTAL, 1, LAMINA_COLUMN_NUMBERS },
  { COLUMN_CALLS, N_("Calls"), 68, LAMINA_NAME_SORT_CALLS, 1, LAMINA_COLUMN_NUMBERS },
};

static char *
dup_text (LaminaSandwichPane *self,
          guint               i,
          guint               column)
{
  const LaminaSandwichName *name = lamina_sandwich_get_name (self->sandwich, i);
  LaminaFlameTree *tree = lamina_sandwich_get_tree (self->sandwich);

  switch (column)
    {
    case COLUMN_NAME:
      return *name->name ? lamina_sandwich_dup_label (self->sandwich, i) : g_strdup ("—");
    case COLUMN_SELF:
      return lamina_flame_dup_weight (tree, name->self);
    case COLUMN_TOTAL:
      return lamina_flame_dup_weight (tree, name->total);
    default:
      return name->calls > 0 ? lamina_figure_dup_exact (name->calls, LAMINA_UNIT_NONE) : g_strdup ("—");
    }
}

static void
fill (gpointer        owner,
      guint           column,
      guint32         row,
      LaminaCellText *line)
{
  LaminaSandwichPane *self = owner;

  if (!self->sandwich || row >= lamina_sandwich_get_n_names (self->sandwich))
    return;
  line->text = dup_text (self, row, column);
  /* Names differ at their ends, as in the table of layers. */
  if (column == COLUMN_NAME)
    line->ellipsize = PANGO_ELLIPSIZE_MIDDLE;
}

static char *
dup_hint (gpointer owner,
          guint    column,
          guint32  row)
{
  LaminaSandwichPane *self = owner;
  const char *name;
  char *whole;

  if (!self->sandwich || row >= lamina_sandwich_get_n_names (self->sandwich))
    return NULL;
  if (column != COLUMN_NAME)
    return dup_text (self, row, column);
  name = lamina_sandwich_get_name (self->sandwich, row)->name;
  whole = lamina_whole_name_dup_hint (lamina_flame_tree_get_run (lamina_sandwich_get_tree (self->sandwich)), name);
  return whole ? whole : g_strdup (name);
}

static const LaminaTableKind table_kind = { .fill = fill, .dup_hint = dup_hint };

/* Selects the row of the name in the middle, and scrolls to it. */
static void
show_in_list (LaminaSandwichPane *self)
{
  lamina_table_pick (self->table, self->sandwich && self->named == self->sandwich ? self->chosen : LAMINA_NONE);
}

static void
take_list (gpointer owner,
           gpointer result)
{
  LaminaSandwichPane *self = owner;
  g_autoptr (LaminaNameList) list = result;

  if (!self->session || self->sandwich != list->sandwich)
    return;
  lamina_table_set_rows (self->table, g_steal_pointer (&list->rows), list->n);
  show_in_list (self);
}

static gboolean
is_large (LaminaFlameTree *tree)
{
  LaminaRun *run = lamina_flame_tree_get_run (tree);

  return lamina_flame_tree_get_nodes (tree)->n > FEW_NODES || lamina_run_get_totals (run)->n_slices > FEW_SLICES
         || lamina_subject_has_long_names (run);
}

/* Lists the names of the sandwich that fit the filter, in the order that the headings ask for. */
static void
update_list (LaminaSandwichPane *self)
{
  int sort = LAMINA_NAME_SORT_SELF;
  gboolean descending;

  if (!self->sandwich || !self->session)
    return;
  lamina_table_get_sort (self->table, &sort, &descending);
  lamina_job_run (self, &self->listing,
                  is_large (lamina_sandwich_get_tree (self->sandwich)), lamina_name_list_work,
                  lamina_name_list_new (lamina_session_get_document (self->session), self->sandwich,
                                        (LaminaNameSort) sort, descending, gtk_editable_get_text (GTK_EDITABLE (self->entry))),
                  lamina_name_list_free, take_list, lamina_name_list_free);
}

/* What jobs are given, and what they give. The document lives as long as they do. */
typedef struct
{
  LaminaDocument *document;
  LaminaFlameTree *tree;
  LaminaSandwich *sandwich;
  guint name;
  LaminaFlameTree *halves[LAMINA_N_SANDWICH_HALVES];
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->tree, lamina_flame_tree_unref);
  g_clear_pointer (&work->sandwich, lamina_sandwich_unref);
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    g_clear_pointer (&work->halves[half], lamina_flame_tree_unref);
  lamina_document_unref (work->document);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

static Work *
work_new (LaminaSandwichPane *self)
{
  Work *work = g_new0 (Work, 1);

  work->document = lamina_document_ref (lamina_session_get_document (self->session));
  return work;
}

static gpointer
gather (gpointer      input,
        GCancellable *cancellable)
{
  return lamina_sandwich_new (((Work *) input)->tree, cancellable);
}

static gpointer
cut (gpointer      input,
     GCancellable *cancellable)
{
  Work *work = input;
  g_autoptr (Work) result = g_new0 (Work, 1);

  result->document = lamina_document_ref (work->document);
  result->sandwich = lamina_sandwich_ref (work->sandwich);
  result->name = work->name;
  for (guint half = 0; half < LAMINA_N_SANDWICH_HALVES; half++)
    {
      result->halves[half] = lamina_sandwich_create_tree (work->sandwich, work->name, half, cancellable);
      if (!result->halves[half])
        return NULL;
    }
  return g_steal_pointer (&result);
}

static char *
dup_part (LaminaSandwichPane *self,
          gint64              weight)
{
  LaminaFlameTree *tree = lamina_sandwich_get_tree (self->sandwich);
  gint64 all = lamina_flame_tree_get_nodes (tree)->total[0];
  g_autofree char *text = lamina_flame_dup_weight (tree, weight);
  g_autofree char *share = NULL;

  if (weight == LAMINA_ABSENT || all <= 0)
    return g_steal_pointer (&text);
  share = lamina_layer_dup_share ((double) weight / (double) all);
  return g_strdup_printf ("%s (%s)", text, share);
}

static void
show_caption (LaminaSandwichPane *self,
              guint               i)
{
  const LaminaSandwichName *name = lamina_sandwich_get_name (self->sandwich, i);
  g_autofree char *whole = lamina_sandwich_dup_label (self->sandwich, i);
  g_autofree char *label = lamina_widget_dup_ends (whole);
  g_autofree char *total = dup_part (self, name->total);
  g_autofree char *own = dup_part (self, name->self);
  g_autofree char *calls = lamina_figure_dup_exact (name->calls, LAMINA_UNIT_NONE);
  /* Translators: a name, its weight with all that it calls and without that, and how often it was called. */
  g_autofree char *text = g_strdup_printf (ngettext ("%s: total %s, self %s, %s call", "%s: total %s, self %s, %s calls",
                                                     (gulong) name->calls), label, total, own, calls);

  lamina_widget_set_text (self->caption, text);
  lamina_widget_set_tip (GTK_WIDGET (self->caption), name->name);
}

static void
take_halves (gpointer owner,
             gpointer result)
{
  LaminaSandwichPane *self = owner;
  g_autoptr (Work) work = result;

  if (!self->session || self->sandwich != work->sandwich)
    return;
  lamina_flame_canvas_set_halves (self->canvas, work->sandwich, work->halves[LAMINA_SANDWICH_CALLEES],
                                     work->halves[LAMINA_SANDWICH_CALLERS]);
  show_caption (self, work->name);
}

static void
show_name (LaminaSandwichPane *self,
           guint               name)
{
  g_autoptr (LaminaSandwich) before = g_steal_pointer (&self->named);
  const char *text = before ? lamina_sandwich_get_name (before, self->chosen)->name : NULL;
  Work *work = work_new (self);

  self->named = lamina_sandwich_ref (self->sandwich);
  self->chosen = name;
  if (!text || !lamina_text_equal (text, lamina_sandwich_pane_get_name (self)))
    g_signal_emit (self, named, 0);
  show_in_list (self);
  work->sandwich = lamina_sandwich_ref (self->sandwich);
  work->name = name;
  lamina_job_run (self, &self->cutting, is_large (lamina_sandwich_get_tree (self->sandwich)), cut, work,
                  work_free, take_halves, work_free);
}

/* The name of what is selected in the session. */
static guint
find_selected (LaminaSandwichPane *self)
{
  const LaminaSelection *selection = lamina_session_get_selection (self->session);
  LaminaRun *run = lamina_session_get_run (self->session);
  guint name = LAMINA_NONE;

  if (selection->layer != LAMINA_NONE)
    {
      guint32 id = lamina_column_id (lamina_run_get_layers (run)->name, selection->layer);

      name = lamina_sandwich_find (self->sandwich, lamina_run_get_string (run, id));
      if (name == LAMINA_NONE)
        name = lamina_sandwich_find_layer (self->sandwich, selection->layer);
    }
  if (name == LAMINA_NONE && selection->slice.track != LAMINA_NONE)
    {
      const LaminaSlices *slices = lamina_track_get_slices (lamina_run_get_track (run, selection->slice.track));

      name = lamina_sandwich_find (self->sandwich, lamina_run_get_string (run, slices->name[selection->slice.slice]));
    }
  return name;
}

/* What was asked for, else what was there before, else what takes most itself. */
static void
choose_name (LaminaSandwichPane *self)
{
  guint name = LAMINA_NONE;

  if (lamina_sandwich_get_n_names (self->sandwich) == 0)
    return;
  if (self->wanted)
    name = *self->wanted ? lamina_sandwich_find (self->sandwich, self->wanted) : find_selected (self);
  g_clear_pointer (&self->wanted, g_free);
  if (name == LAMINA_NONE && self->named)
    name = lamina_sandwich_find (self->sandwich, lamina_sandwich_pane_get_name (self));
  show_name (self, name == LAMINA_NONE ? 0 : name);
}

static void
take_sandwich (gpointer owner,
               gpointer result)
{
  LaminaSandwichPane *self = owner;
  g_autoptr (LaminaSandwich) sandwich = result;

  if (!self->session)
    return;
  /* Until there is a list of its own, rows of the old one mean nothing. */
  lamina_table_set_rows (self->table, NULL, 0);
  g_clear_pointer (&self->sandwich, lamina_sandwich_unref);
  self->sandwich = g_steal_pointer (&sandwich);
  update_list (self);
  choose_name (self);
}

static void
on_picked (LaminaSandwichPane *self,
           guint               name)
{
  if (self->sandwich && name != LAMINA_NONE)
    show_name (self, name);
}

static void
lamina_sandwich_pane_dispose (GObject *object)
{
  LaminaSandwichPane *self = LAMINA_SANDWICH_PANE (object);

  lamina_sandwich_pane_set_session (self, NULL);
  if (self->view)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_pointer (&self->table, lamina_table_close);
  lamina_widget_dispose_template (GTK_WIDGET (self), LAMINA_TYPE_SANDWICH_PANE);
  G_OBJECT_CLASS (lamina_sandwich_pane_parent_class)->dispose (object);
}

static void
lamina_sandwich_pane_class_init (LaminaSandwichPaneClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = lamina_sandwich_pane_dispose;
  named = g_signal_new ("named", LAMINA_TYPE_SANDWICH_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_type_ensure (LAMINA_TYPE_FLAME_CANVAS);
  g_type_ensure (LAMINA_TYPE_TEXT_BIN);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/lamina_trace/Lamina/lamina-sandwich-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, paned);
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, entry);
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, list_scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, view);
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, caption);
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, scroller);
  gtk_widget_class_bind_template_child (widget_class, LaminaSandwichPane, canvas);
  gtk_widget_class_set_css_name (widget_class, "sandwich");
}

static void
lamina_sandwich_pane_init (LaminaSandwichPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  lamina_text_size_set_length (self->list_scroller, "width-request", LEAST_LIST);
  lamina_text_size_set_length (self->paned, "position", USUAL_LIST);
  self->table = lamina_table_new (self->view, &table_kind, self);
  lamina_table_append_columns (self->table, columns, G_N_ELEMENTS (columns));
  lamina_table_sort_by (self->table, COLUMN_SELF, GTK_SORT_DESCENDING);
  lamina_flame_canvas_set_adjustment (self->canvas, gtk_scrolled_window_get_vadjustment (self->scroller));
  g_signal_connect_object (self->table, "sorted", G_CALLBACK (update_list), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "picked", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->entry, "search-changed", G_CALLBACK (update_list), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "name-activated", G_CALLBACK (on_picked), self, G_CONNECT_SWAPPED);
}

static void
forget (LaminaSandwichPane *self)
{
  lamina_job_stop (&self->gathering);
  lamina_job_stop (&self->listing);
  lamina_job_stop (&self->cutting);
  if (self->canvas)
    lamina_flame_canvas_set_halves (self->canvas, NULL, NULL, NULL);
  if (self->caption)
    lamina_widget_set_text (self->caption, "");
  if (self->table)
    lamina_table_set_rows (self->table, NULL, 0);
  g_clear_pointer (&self->sandwich, lamina_sandwich_unref);
  g_clear_pointer (&self->named, lamina_sandwich_unref);
  g_clear_pointer (&self->wanted, g_free);
}

void
lamina_sandwich_pane_set_session (LaminaSandwichPane *self,
                                  LaminaSession      *session)
{
  g_return_if_fail (LAMINA_IS_SANDWICH_PANE (self));

  if (self->session == session)
    return;
  forget (self);
  g_set_object (&self->session, session);
  if (self->canvas)
    lamina_flame_canvas_set_session (self->canvas, session);
}

void
lamina_sandwich_pane_set_tree (LaminaSandwichPane *self,
                               LaminaFlameTree    *tree)
{
  Work *work;

  g_return_if_fail (LAMINA_IS_SANDWICH_PANE (self));

  if (!tree || !self->session)
    {
      forget (self);
      return;
    }
  if (self->sandwich && lamina_sandwich_get_tree (self->sandwich) == tree)
    return;
  work = work_new (self);
  work->tree = lamina_flame_tree_ref (tree);
  lamina_job_run (self, &self->gathering, is_large (tree), gather, work, work_free, take_sandwich,
                  (GDestroyNotify) lamina_sandwich_unref);
}

void
lamina_sandwich_pane_show_selection (LaminaSandwichPane *self,
                                     char               *name,
                                     gboolean            later)
{
  g_return_if_fail (LAMINA_IS_SANDWICH_PANE (self));

  g_free (self->wanted);
  self->wanted = name ? name : g_strdup ("");
  if (self->sandwich && !self->gathering && !later)
    choose_name (self);
}

const char *
lamina_sandwich_pane_get_name (LaminaSandwichPane *self)
{
  g_return_val_if_fail (LAMINA_IS_SANDWICH_PANE (self), NULL);
  return self->named ? lamina_sandwich_get_name (self->named, self->chosen)->name : NULL;
}

LaminaFlameCanvas *
lamina_sandwich_pane_get_canvas (LaminaSandwichPane *self)
{
  g_return_val_if_fail (LAMINA_IS_SANDWICH_PANE (self), NULL);
  return self->canvas;
}
