/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-flame-marks.h"

#include "lamina-job.h"
#include "lamina-session-search.h"
#include "lamina-subject.h"

/* Up to so many nodes, each of which may have to be looked up in the file, a search takes less than a frame. */
#define FEW 1000

typedef struct
{
  LaminaFlameTree *tree;
  guint8 *marks;
  gint64 weight;
  guint n_found;
} Marked;

/* What is searched for in which trees, and then what was found. */
typedef struct
{
  LaminaDocument *document;
  char *text;
  Marked marked[LAMINA_FLAME_MOST_TREES];
  guint n;
} Search;

/* @text is what @marked shows, or what is looked for; NULL when that is still to be asked for. */
struct _LaminaFlameMarks
{
  GObject parent_instance;

  LaminaSession *session;
  Marked marked[LAMINA_FLAME_MOST_TREES];
  guint n;
  char *text;
  gboolean is_asking;
  GCancellable *job;
};

static guint changed;

G_DEFINE_FINAL_TYPE (LaminaFlameMarks, lamina_flame_marks, G_TYPE_OBJECT)

static void
marked_clear (Marked *self)
{
  g_clear_pointer (&self->marks, g_free);
  g_clear_pointer (&self->tree, lamina_flame_tree_unref);
}

static void
search_free (gpointer data)
{
  Search *self = data;

  for (guint i = 0; i < self->n; i++)
    marked_clear (&self->marked[i]);
  lamina_document_unref (self->document);
  g_free (self->text);
  g_free (self);
}

static Search *
search_new (LaminaDocument *document,
            const char     *text,
            const Marked   *marked,
            guint           n)
{
  Search *self = g_new0 (Search, 1);

  self->document = lamina_document_ref (document);
  self->text = g_strdup (text);
  self->n = n;
  for (guint i = 0; i < n; i++)
    self->marked[i].tree = lamina_flame_tree_ref (marked[i].tree);
  return self;
}

static gpointer
search (gpointer      input,
        GCancellable *cancellable)
{
  const Search *question = input;
  Search *self = search_new (question->document, question->text, question->marked, question->n);

  for (guint i = 0; i < self->n; i++)
    {
      Marked *found = &self->marked[i];

      found->marks = lamina_flame_tree_match (found->tree, self->text, &found->weight, &found->n_found, cancellable);
      /* What is searched for and not there is none of it: all stands back. */
      if (found->marks == NULL)
        found->marks = g_new0 (guint8, lamina_flame_tree_get_nodes (found->tree)->n);
    }
  if (!g_cancellable_is_cancelled (cancellable))
    return self;
  search_free (self);
  return NULL;
}

/* Whoever asks gets at once what was found at once. */
static void
take_result (gpointer owner,
             gpointer result)
{
  LaminaFlameMarks *self = owner;
  Search *found = result;

  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->marked[i].marks);
      self->marked[i].marks = g_steal_pointer (&found->marked[i].marks);
      self->marked[i].weight = found->marked[i].weight;
      self->marked[i].n_found = found->marked[i].n_found;
    }
  search_free (found);
  if (!self->is_asking)
    g_signal_emit (self, changed, 0);
}

static void
ask (LaminaFlameMarks *self)
{
  const guint32 *layers;
  guint64 n_nodes = 0;
  guint n;

  if (self->text != NULL || self->session == NULL || self->n == 0)
    return;
  self->text = g_strdup (lamina_session_search_get_text (lamina_session_get_search (self->session)));
  if (*self->text != '\0')
    {
      for (guint i = 0; i < self->n; i++)
        n_nodes += lamina_flame_tree_get_nodes (self->marked[i].tree)->n;
      self->is_asking = TRUE;
      lamina_job_run (self, &self->job,
                      n_nodes > FEW || lamina_subject_has_long_names (lamina_session_get_run (self->session)), search,
                      search_new (lamina_session_get_document (self->session), self->text, self->marked, self->n),
                      search_free, take_result, search_free);
      self->is_asking = FALSE;
      return;
    }
  layers = lamina_session_get_selected_layers (self->session, &n);
  for (guint i = 0; i < self->n; i++)
    {
      g_free (self->marked[i].marks);
      self->marked[i].marks = n > 0 ? lamina_flame_tree_mark (self->marked[i].tree, layers, n) : NULL;
    }
}

static void
forget (LaminaFlameMarks *self)
{
  lamina_job_stop (&self->job);
  g_clear_pointer (&self->text, g_free);
  g_signal_emit (self, changed, 0);
}

/* The search says so, too, when it has found something itself, or when something is selected. */
static void
on_searched (LaminaFlameMarks *self)
{
  if (g_strcmp0 (self->text, lamina_session_search_get_text (lamina_session_get_search (self->session))) != 0)
    forget (self);
}

/* Nothing of the selection is seen while something is searched for. */
static void
on_selected (LaminaFlameMarks *self)
{
  if (self->text == NULL || *self->text == '\0')
    forget (self);
}

static void
lamina_flame_marks_finalize (GObject *object)
{
  LaminaFlameMarks *self = LAMINA_FLAME_MARKS (object);

  lamina_job_stop (&self->job);
  for (guint i = 0; i < self->n; i++)
    marked_clear (&self->marked[i]);
  g_free (self->text);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (lamina_flame_marks_parent_class)->finalize (object);
}

static void
lamina_flame_marks_class_init (LaminaFlameMarksClass *class)
{
  G_OBJECT_CLASS (class)->finalize = lamina_flame_marks_finalize;
  changed = g_signal_new ("changed", LAMINA_TYPE_FLAME_MARKS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
lamina_flame_marks_init (LaminaFlameMarks *self)
{
}

LaminaFlameMarks *
lamina_flame_marks_new (void)
{
  return g_object_new (LAMINA_TYPE_FLAME_MARKS, NULL);
}

void
lamina_flame_marks_set_session (LaminaFlameMarks *self,
                                LaminaSession    *session)
{
  g_return_if_fail (LAMINA_IS_FLAME_MARKS (self));

  if (self->session == session)
    return;
  if (self->session)
    {
      g_signal_handlers_disconnect_by_data (lamina_session_get_search (self->session), self);
      g_signal_handlers_disconnect_by_data (self->session, self);
    }
  lamina_flame_marks_set_trees (self, NULL, 0);
  g_set_object (&self->session, session);
  if (session == NULL)
    return;
  g_signal_connect_swapped (lamina_session_get_search (session), "changed", G_CALLBACK (on_searched), self);
  g_signal_connect_swapped (session, "notify::selection", G_CALLBACK (on_selected), self);
}

void
lamina_flame_marks_set_trees (LaminaFlameMarks       *self,
                              LaminaFlameTree *const *trees,
                              guint                   n_trees)
{
  g_return_if_fail (LAMINA_IS_FLAME_MARKS (self));
  g_return_if_fail (n_trees <= LAMINA_FLAME_MOST_TREES);

  for (guint i = 0; i < self->n; i++)
    marked_clear (&self->marked[i]);
  self->n = n_trees;
  for (guint i = 0; i < n_trees; i++)
    self->marked[i] = (Marked) { .tree = lamina_flame_tree_ref (trees[i]), .weight = LAMINA_ABSENT };
  forget (self);
}

const guint8 *
lamina_flame_marks_get (LaminaFlameMarks *self,
                        guint             i)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_MARKS (self), NULL);

  ask (self);
  return i < self->n ? self->marked[i].marks : NULL;
}

gboolean
lamina_flame_marks_is_searching (LaminaFlameMarks *self)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_MARKS (self), FALSE);

  ask (self);
  return self->job != NULL;
}

guint
lamina_flame_marks_get_found (LaminaFlameMarks *self,
                              guint             i,
                              gint64           *weight)
{
  g_return_val_if_fail (LAMINA_IS_FLAME_MARKS (self), 0);
  g_return_val_if_fail (weight != NULL, 0);

  ask (self);
  *weight = i < self->n ? self->marked[i].weight : LAMINA_ABSENT;
  return i < self->n ? self->marked[i].n_found : 0;
}
