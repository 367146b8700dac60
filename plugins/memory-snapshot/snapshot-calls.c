/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "snapshot-calls.h"

#include <string.h>

/* What a frame belongs to, which decides whether a stack is known by it. */
typedef enum
{
  FRAME_OF_ALLOCATOR, /* where the stack was taken, and what hands memory out */
  FRAME_NATIVE,
  FRAME_OF_LIBRARY,   /* Python, of PyTorch or of Python itself */
  FRAME_OF_PROGRAM,
} FrameKind;

typedef struct
{
  SnapshotFrame said;
  guint32 text; /* 0 until somebody asks */
  guint8 kind;
} Frame;

typedef struct
{
  guint32 caller;
  guint32 frame;
} Node;

/* Numbers of rows by what they hold: open addressing, a power of two of places, at most half of them taken. */
typedef struct
{
  guint32 *rows;
  gsize n_places;
  gsize n;
} Index;

#define N_STACKS 8192

/* A stack whose node is known: @n frames from @first on of those that are kept; 0 for none. */
typedef struct
{
  guint32 node;
  guint32 n;
  guint32 first;
} Stack;

struct _SnapshotCalls
{
  LaminaBuilder *builder;
  GArray *frames;      /* Frame */
  GArray *nodes;       /* Node */
  Index by_frame;
  Index by_node;
  Stack *by_stack;     /* those that were found first, each at the place of its hash */
  GArray *kept;        /* guint32: their frames */
};

static void
index_init (Index *self)
{
  *self = (Index) { .n_places = 1024 };
  self->rows = g_new (guint32, self->n_places);
  memset (self->rows, 0xff, self->n_places * sizeof *self->rows);
}

static inline guint64
mix (guint64 a,
     guint64 b)
{
  guint64 hash = (a ^ (b << 32 | b >> 32)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return hash ^ hash >> 29;
}

static guint64
hash_frame (SnapshotCalls *self,
            guint32        row)
{
  const SnapshotFrame *frame = &g_array_index (self->frames, Frame, row).said;

  return mix (mix (frame->name, frame->file), (guint64) frame->line);
}

static guint64
hash_node (SnapshotCalls *self,
           guint32        row)
{
  const Node *node = &g_array_index (self->nodes, Node, row);

  return mix (node->caller, node->frame);
}

static void
index_add (Index         *self,
           guint32        row,
           guint64        hash)
{
  gsize place = hash & (self->n_places - 1);

  while (self->rows[place] != LAMINA_NONE)
    place = (place + 1) & (self->n_places - 1);
  self->rows[place] = row;
}

static void
index_grow (Index         *self,
            SnapshotCalls *calls,
            guint64      (*hash) (SnapshotCalls *calls, guint32 row))
{
  g_autofree guint32 *rows = NULL;
  gsize n_places = self->n_places;

  if (++self->n * 2 <= n_places)
    return;
  rows = self->rows;
  self->n_places *= 2;
  self->rows = g_new (guint32, self->n_places);
  memset (self->rows, 0xff, self->n_places * sizeof *self->rows);
  for (gsize i = 0; i < n_places; i++)
    if (rows[i] != LAMINA_NONE)
      index_add (self, rows[i], hash (calls, rows[i]));
}

SnapshotCalls *
snapshot_calls_new (LaminaBuilder *builder)
{
  SnapshotCalls *self = g_new0 (SnapshotCalls, 1);

  self->builder = lamina_builder_ref (builder);
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  self->nodes = g_array_new (FALSE, FALSE, sizeof (Node));
  self->by_stack = g_new0 (Stack, N_STACKS);
  self->kept = g_array_new (FALSE, FALSE, sizeof (guint32));
  index_init (&self->by_frame);
  index_init (&self->by_node);
  return self;
}

void
snapshot_calls_free (SnapshotCalls *self)
{
  lamina_builder_unref (self->builder);
  g_array_unref (self->frames);
  g_array_unref (self->nodes);
  g_free (self->by_stack);
  g_array_unref (self->kept);
  g_free (self->by_frame.rows);
  g_free (self->by_node.rows);
  g_free (self);
}

/* Whether the path is one of Python's own, or of what was installed there to compute with. */
static gboolean
is_library (const char *file)
{
  static const char *const parts[] = { "/site-packages/", "/dist-packages/", "/lib/python", "/torch/" };

  if (file[0] == '<')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (file, parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_of_allocator (const char *name)
{
  static const char *const parts[] = { "CapturedTraceback", "torch::unwind", "CachingAllocator", "gather_with_cpp",
                                       "torch::cuda::(anonymous namespace)" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (name, parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

static FrameKind
find_kind (const char *name,
           const char *file)
{
  if (g_str_has_suffix (file, ".py") || file[0] == '<')
    return is_library (file) ? FRAME_OF_LIBRARY : FRAME_OF_PROGRAM;
  return is_of_allocator (name) ? FRAME_OF_ALLOCATOR : FRAME_NATIVE;
}

guint32
snapshot_calls_add_frame (SnapshotCalls       *self,
                          const SnapshotFrame *frame)
{
  gsize place = mix (mix (frame->name, frame->file), (guint64) frame->line) & (self->by_frame.n_places - 1);
  Frame added = { .said = *frame };
  guint32 row;

  for (; (row = self->by_frame.rows[place]) != LAMINA_NONE; place = (place + 1) & (self->by_frame.n_places - 1))
    {
      const SnapshotFrame *known = &g_array_index (self->frames, Frame, row).said;

      if (known->name == frame->name && known->file == frame->file && known->line == frame->line)
        return row;
    }
  added.kind = find_kind (lamina_builder_get_string (self->builder, frame->name),
                          lamina_builder_get_string (self->builder, frame->file));
  row = self->frames->len;
  g_array_append_val (self->frames, added);
  self->by_frame.rows[place] = row;
  index_grow (&self->by_frame, self, hash_frame);
  return row;
}

static guint32
find_node (SnapshotCalls *self,
           guint32        caller,
           guint32        frame)
{
  gsize place = mix (caller, frame) & (self->by_node.n_places - 1);
  Node added = { caller, frame };
  guint32 row;

  for (; (row = self->by_node.rows[place]) != LAMINA_NONE; place = (place + 1) & (self->by_node.n_places - 1))
    {
      const Node *node = &g_array_index (self->nodes, Node, row);

      if (node->caller == caller && node->frame == frame)
        return row;
    }
  row = self->nodes->len;
  g_array_append_val (self->nodes, added);
  self->by_node.rows[place] = row;
  index_grow (&self->by_node, self, hash_node);
  return row;
}

/* A few hundred stacks ask for most of the memory, again and again: they are told by their frames, not call by call. */
guint32
snapshot_calls_find (SnapshotCalls *self,
                     const guint32 *frames,
                     guint          n)
{
  guint64 hash = n;
  guint32 node = LAMINA_NONE;
  Stack *known;

  if (n == 0)
    return LAMINA_NONE;
  for (guint i = 0; i < n; i++)
    hash = (hash << 7 | hash >> 57) ^ frames[i];
  known = &self->by_stack[hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32 & (N_STACKS - 1)];
  if (known->n == n && memcmp (&g_array_index (self->kept, guint32, known->first), frames, n * sizeof *frames) == 0)
    return known->node;
  for (guint i = n; i-- > 0;)
    node = find_node (self, node, frames[i]);
  if (known->n == 0)
    {
      *known = (Stack) { node, n, self->kept->len };
      g_array_append_vals (self->kept, frames, n);
    }
  return node;
}

guint
snapshot_calls_get_n (SnapshotCalls *self)
{
  return self->nodes->len;
}

guint32
snapshot_calls_get_caller (SnapshotCalls *self,
                           guint32        node)
{
  return g_array_index (self->nodes, Node, node).caller;
}

guint32
snapshot_calls_get_frame (SnapshotCalls *self,
                          guint32        node)
{
  return g_array_index (self->nodes, Node, node).frame;
}

static const Frame *
get_frame (SnapshotCalls *self,
           guint32        node)
{
  return &g_array_index (self->frames, Frame, snapshot_calls_get_frame (self, node));
}

/* What of a path tells files apart: from the package on where it was installed, else the file and its folder. */
static const char *
shorten_path (const char *file)
{
  static const char *const folders[] = { "/site-packages/", "/dist-packages/" };
  const char *slash = strrchr (file, '/');

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      const char *found = strstr (file, folders[i]);

      if (found != NULL)
        return found + strlen (folders[i]);
    }
  while (slash != NULL && slash > file && slash[-1] != '/')
    slash--;
  return slash != NULL ? slash : file;
}

/* A C++ function without what it takes and returns: parameters, templates, types. */
static char *
dup_short_function (const char *name)
{
  GString *text = g_string_new (NULL);
  guint depth = 0;

  for (const char *at = name; *at != '\0'; at++)
    {
      if (g_str_has_prefix (at, "(anonymous namespace)"))
        {
          at += strlen ("(anonymous namespace)") - 1;
          if (g_str_has_prefix (at + 1, "::"))
            at += 2;
          continue;
        }
      if (g_str_has_prefix (at, "operator"))
        {
          g_string_append (text, "operator");
          at += strlen ("operator");
          while (*at != '\0' && strchr ("()<>=!+-*/[]", *at) != NULL && (*at != '(' || at[1] == ')'))
            g_string_append_c (text, *at++);
          at--;
          continue;
        }
      if (*at == '(' && depth == 0)
        break;
      if (*at == '<')
        depth++;
      if (depth == 0 && *at == ' ')
        g_string_truncate (text, 0);
      else if (depth == 0)
        g_string_append_c (text, *at);
      if (*at == '>' && depth > 0)
        depth--;
    }
  if (text->len == 0)
    g_string_append (text, name);
  return g_string_free (text, FALSE);
}

guint32
snapshot_calls_get_text (SnapshotCalls *self,
                         guint32        node)
{
  Frame *frame = &g_array_index (self->frames, Frame, snapshot_calls_get_frame (self, node));
  const char *name = lamina_builder_get_string (self->builder, frame->said.name);
  const char *file = lamina_builder_get_string (self->builder, frame->said.file);
  g_autofree char *text = NULL;

  if (frame->text != 0)
    return frame->text;
  if (frame->kind >= FRAME_OF_LIBRARY)
    text = g_strdup_printf ("%s:%" G_GINT64_FORMAT " %s", shorten_path (file), frame->said.line, name);
  else
    text = dup_short_function (name[0] != '\0' ? name : file);
  frame->text = lamina_builder_intern (self->builder, text, -1);
  return frame->text;
}

guint32
snapshot_calls_get_site (SnapshotCalls *self,
                         guint32        node)
{
  guint32 best = node;

  if (node == LAMINA_NONE)
    return 0;
  for (; node != LAMINA_NONE && get_frame (self, best)->kind != FRAME_OF_PROGRAM; node = snapshot_calls_get_caller (self, node))
    if (get_frame (self, node)->kind > get_frame (self, best)->kind)
      best = node;
  return snapshot_calls_get_text (self, best);
}

/* `at::_ops::mm::call` is the operator `aten::mm`. */
static char *
dup_operator (const char *name)
{
  const char *begin = g_str_has_prefix (name, "at::_ops::") ? name + strlen ("at::_ops::") : NULL;
  const char *end = begin ? strstr (begin, "::") : NULL;

  return end ? g_strdup_printf ("aten::%.*s", (int) (end - begin), begin) : NULL;
}

/* `…/torch/nn/modules/linear.py` has modules of the kind `linear`; module.py only calls them. */
static char *
dup_module_kind (const char *file)
{
  const char *folder = "/torch/nn/modules/";
  const char *found = strstr (file, folder);

  if (found == NULL || g_str_has_suffix (file, "/module.py") || g_str_has_suffix (file, "/container.py"))
    return NULL;
  found += strlen (folder);
  return g_strndup (found, strcspn (found, "."));
}

guint32
snapshot_calls_get_asker (SnapshotCalls *self,
                          guint32        node)
{
  for (; node != LAMINA_NONE; node = snapshot_calls_get_caller (self, node))
    {
      const Frame *frame = get_frame (self, node);
      g_autofree char *text = frame->kind == FRAME_NATIVE
                              ? dup_operator (lamina_builder_get_string (self->builder, frame->said.name))
                              : dup_module_kind (lamina_builder_get_string (self->builder, frame->said.file));

      if (text != NULL)
        return lamina_builder_intern (self->builder, text, -1);
      if (frame->kind == FRAME_OF_PROGRAM)
        return 0;
    }
  return 0;
}
