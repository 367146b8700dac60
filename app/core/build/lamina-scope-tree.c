/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-scope-tree.h"

/*
 * @scopes: each behind the one around it, so that one pass backwards adds up and one forwards places
 * @own: the weight of each scope itself
 * @children: the scope of a name inside another
 */
struct _LaminaScopeTree
{
  GArray *scopes;
  GArray *own;
  GHashTable *children;
  GStringChunk *names;
};

typedef struct
{
  guint32 parent;
  const char *name;
} ChildKey;

static guint
hash_child (gconstpointer data)
{
  const ChildKey *key = data;

  return g_str_hash (key->name) * 31 + key->parent;
}

static gboolean
equal_children (gconstpointer a,
                gconstpointer b)
{
  const ChildKey *left = a, *right = b;

  return left->parent == right->parent && strcmp (left->name, right->name) == 0;
}

LaminaScopeTree *
lamina_scope_tree_new (void)
{
  LaminaScopeTree *self = g_new0 (LaminaScopeTree, 1);

  self->scopes = g_array_new (FALSE, FALSE, sizeof (LaminaScope));
  self->own = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->children = g_hash_table_new_full (hash_child, equal_children, g_free, NULL);
  self->names = g_string_chunk_new (4096);
  return self;
}

void
lamina_scope_tree_free (LaminaScopeTree *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->scopes);
  g_array_unref (self->own);
  g_hash_table_unref (self->children);
  g_string_chunk_free (self->names);
  g_free (self);
}

static guint32
add_scope (LaminaScopeTree *self,
           guint32          parent,
           const char      *name)
{
  LaminaScope scope = { g_string_chunk_insert_const (self->names, name), parent, LAMINA_NONE, 0, 0 };
  gint64 none = 0;

  g_array_append_val (self->scopes, scope);
  g_array_append_val (self->own, none);
  return self->scopes->len - 1;
}

static guint32
ensure_scope (LaminaScopeTree *self,
              guint32          parent,
              const char      *name)
{
  ChildKey key = { parent, name };
  gpointer found;
  guint32 scope;

  if (g_hash_table_lookup_extended (self->children, &key, NULL, &found))
    return GPOINTER_TO_UINT (found);
  scope = add_scope (self, parent, name);
  key.name = g_array_index (self->scopes, LaminaScope, scope).name;
  g_hash_table_insert (self->children, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (scope));
  return scope;
}

void
lamina_scope_tree_add (LaminaScopeTree *self,
                       const char      *path,
                       gint64           weight,
                       guint32          row)
{
  g_auto (GStrv) names = g_strsplit (path, "/", LAMINA_MAX_SCOPES);
  guint32 parent = LAMINA_NONE, scope = LAMINA_NONE;
  guint last = MAX (g_strv_length (names), 1) - 1;

  for (guint i = 0; i <= last; i++)
    {
      parent = scope;
      scope = ensure_scope (self, parent, names[i] ? names[i] : "");
    }
  if (g_array_index (self->scopes, LaminaScope, scope).row != LAMINA_NONE)
    scope = add_scope (self, parent, names[last] ? names[last] : "");
  g_array_index (self->scopes, LaminaScope, scope).row = row;
  g_array_index (self->own, gint64, scope) = MAX (weight, 0);
}

static void
add_up (LaminaScopeTree *self)
{
  LaminaScope *scopes = (LaminaScope *) (gpointer) self->scopes->data;

  for (guint i = 0; i < self->scopes->len; i++)
    scopes[i].width = g_array_index (self->own, gint64, i);
  for (guint i = self->scopes->len; i-- > 0;)
    if (scopes[i].parent != LAMINA_NONE)
      scopes[scopes[i].parent].width = lamina_number_add (scopes[scopes[i].parent].width, scopes[i].width);
}

const LaminaScope *
lamina_scope_tree_layout (LaminaScopeTree *self,
                          gint64           start,
                          guint           *n)
{
  LaminaScope *scopes = (LaminaScope *) (gpointer) self->scopes->data;
  g_autofree gint64 *next = g_new (gint64, MAX (self->scopes->len, 1));

  *n = self->scopes->len;
  add_up (self);
  for (guint i = 0; i < *n; i++)
    {
      gint64 *place = scopes[i].parent == LAMINA_NONE ? &start : &next[scopes[i].parent];

      scopes[i].start = *place;
      *place = lamina_number_add (*place, scopes[i].width);
      next[i] = lamina_number_add (scopes[i].start, g_array_index (self->own, gint64, i));
    }
  return scopes;
}
