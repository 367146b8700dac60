/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-gather-private.h"

#include <string.h>

/*
 * What only the work of a layer on the device tells.
 *
 * PyTorch records the shapes of a list of tensors, but not of what type their elements are. The kernels that work on lists
 * are templates, whose full names tell:
 *
 *   multi_tensor_apply_kernel<TensorListMetadata<1>, LpNormFunctor<c10::Half, …
 *   CatArrayBatchedCopy<float, …
 *   CatArrayBatchedCopy_aligned16_contig<OpaqueType<4u>, …
 */

#define MOST_KERNELS 3

/* The bits of what a template is made for, whose arguments begin here. */
static guint
read_element (const char *text)
{
  static const char opaque[] = "OpaqueType<";
  const char *begin = text, *end = text + strcspn (text, ",>");
  const char *sized = g_strstr_len (begin, end - begin, opaque);
  g_autofree char *word = NULL;

  if (sized)
    {
      guint64 bytes = g_ascii_strtoull (sized + strlen (opaque), NULL, 10);

      return bytes <= 16 ? (guint) bytes * 8 : 0;
    }
  word = g_strndup (begin, (gsize) (end - begin));
  return lamina_dtype_get_bits (word);
}

static guint
read_kernel (const char *name)
{
  const char *function = strstr (name, "multi_tensor_apply_kernel<");
  const char *arguments;

  if (function)
    {
      arguments = strstr (function, "Functor<");
      return arguments ? read_element (arguments + strlen ("Functor<")) : 0;
    }
  function = strstr (name, "CatArrayBatchedCopy");
  arguments = function ? strchr (function, '<') : NULL;
  return arguments ? read_element (arguments + 1) : 0;
}

static guint
find_bits (LaminaDocument *document,
           guint           run,
           LaminaSliceRef  slice)
{
  const LaminaPlace place = { LAMINA_PLACE_SLICE, run, slice.track, slice.slice };
  g_autoptr (LaminaDetails) details = lamina_document_describe (document, &place, NULL);
  guint bits = 0;

  for (guint i = 0; details && bits == 0 && i < lamina_details_get_n (details); i++)
    {
      const LaminaDetail *detail = lamina_details_get (details, i);

      if (detail->value.type == LAMINA_VALUE_TEXT && detail->value.text && g_str_equal (detail->key, "name"))
        bits = read_kernel (detail->value.text);
    }
  return bits;
}

/* Of CUDA, of oneAPI, and of HIP before it took the names of CUDA. */
static gboolean
has_any (const char        *name,
         const char *const *words)
{
  for (guint i = 0; words[i]; i++)
    if (strstr (name, words[i]))
      return TRUE;
  return FALSE;
}

static LaminaWorkWay
read_direction (const char *name)
{
  static const char *const to[] = { "HtoD", "H2D", "M2D", "HostToDevice", NULL };
  static const char *const from[] = { "DtoH", "D2H", "D2M", "DeviceToHost", NULL };

  if (has_any (name, to))
    return LAMINA_WORK_TO_DEVICE;
  return has_any (name, from) ? LAMINA_WORK_FROM_DEVICE : LAMINA_WORK_PLAIN;
}

/* In which direction a copy leaves the device, by what the layer runs there; LAMINA_WORK_PLAIN for one that does not. */
static LaminaWorkWay
find_direction (LaminaRun *run,
                guint      layer)
{
  const LaminaLayers *layers = lamina_run_get_layers (run);
  LaminaWorkWay way = LAMINA_WORK_PLAIN;

  for (guint32 i = layers->first_slice ? layers->first_slice[layer] : 0;
       layers->first_slice && i < layers->first_slice[layer + 1]; i++)
    {
      LaminaSliceRef slice = layers->slices[i];
      LaminaWorkWay here;

      if (lamina_run_get_track_kind (run, slice.track) != LAMINA_GROUP_DEVICE)
        continue;
      here = read_direction (lamina_run_get_string (run, lamina_track_get_slices (lamina_run_get_track (run, slice.track))
                                                           ->name[slice.slice]));
      if (here == LAMINA_WORK_PLAIN || (way != LAMINA_WORK_PLAIN && way != here))
        return LAMINA_WORK_PLAIN;
      way = here;
    }
  return way;
}

/* How large the elements of lists of tensors are, by the kernels of a layer; 0 when they do not tell. */
static guint
find_list_bits (LaminaDocument *document,
                guint           run,
                guint           layer)
{
  LaminaRun *of = lamina_document_get_run (document, run);
  const LaminaLayers *layers = lamina_run_get_layers (of);
  guint bits = 0, n_kernels = 0;

  if (!layers->first_slice)
    return 0;
  for (guint32 i = layers->first_slice[layer]; i < layers->first_slice[layer + 1] && bits == 0; i++)
    if (lamina_run_get_track_kind (of, layers->slices[i].track) == LAMINA_GROUP_DEVICE)
      {
        if (n_kernels++ == MOST_KERNELS)
          break;
        bits = find_bits (document, run, layers->slices[i]);
      }
  return bits;
}

/*
 * Most layers of a large run are like many others. What an answer depends on is written down as numbers, the key; an
 * item with the same key has the answer already.
 *
 * Attributes stand in the file and are read for those layers alone whose count depends on them, and for no more than a
 * bounded number of these; those of which nothing is said without them have as many for themselves.
 */

#define MAX_READS 50000
#define FIRST_SLOTS 1024

/* What words mean depends on the family as well; those of one type are a list. */
typedef struct
{
  LaminaWorkMeaning meaning;
  guint8 family;
  guint32 next_plus_1; /* of the same type, 0 is the end */
} Meant;

/* The hash stands beside the item: most keys that differ need not be looked at. */
typedef struct
{
  guint32 hash;
  guint32 item_plus_1; /* 0 is free */
} Slot;

struct _LaminaWorkGather
{
  LaminaDocument *document;
  guint run_index;
  LaminaRun *run;
  const LaminaLayers *layers;
  const LaminaTensors *tensors;
  GArray *of_types;      /* guint32: index of `meant` plus 1, by the id of a type */
  GHashTable *of_names;  /* type, name and family → index of `meant` plus 1 */
  GArray *meant;         /* Meant */
  GHashTable *bits;      /* dtype → twice the bits, plus 1 if it is whole, plus 1 */
  GArray *inputs;        /* LaminaWorkTensor */
  GArray *outputs;
  LaminaWorkProblem problem;
  LaminaWorkAttributes attributes;
  guint n_reads;
  guint n_needed_reads;
  gboolean calls_both_alike; /* a function and its gradient are of one type */
  gboolean registers;        /* types of operators are names that libraries register */

  GArray *key;           /* guint32, of the current problem */
  GArray *keys;          /* guint32, of all items: a length, then the numbers */
  GArray *first_key;     /* gsize: where the key of each item begins */
  Slot *slots;           /* hash table of items */
  guint n_slots;
};

LaminaWorkGather *
lamina_work_gather_new (LaminaDocument *document,
                        guint           run)
{
  LaminaWorkGather *self = g_new0 (LaminaWorkGather, 1);

  self->document = document;
  self->run_index = run;
  self->run = lamina_document_get_run (document, run);
  self->layers = lamina_run_get_layers (self->run);
  self->tensors = lamina_run_get_tensors (self->run);
  self->calls_both_alike = g_str_equal (lamina_document_get_format (document), "chainer");
  self->registers = g_strcmp0 (lamina_document_get_tool (document), "PyTorch") == 0;
  self->of_types = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->of_names = g_hash_table_new (lamina_work_hash_key, NULL);
  self->meant = g_array_new (FALSE, FALSE, sizeof (Meant));
  self->bits = g_hash_table_new (NULL, NULL);
  self->inputs = g_array_new (FALSE, FALSE, sizeof (LaminaWorkTensor));
  self->outputs = g_array_new (FALSE, FALSE, sizeof (LaminaWorkTensor));
  self->key = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->first_key = g_array_new (FALSE, FALSE, sizeof (gsize));
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new0 (Slot, self->n_slots);
  return self;
}

void
lamina_work_gather_free (LaminaWorkGather *self)
{
  GArray *arrays[] = { self->of_types, self->meant, self->inputs, self->outputs, self->key, self->keys, self->first_key };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_array_unref (arrays[i]);
  g_hash_table_unref (self->of_names);
  g_hash_table_unref (self->bits);
  g_free (self->slots);
  g_free (self);
}

static guint32
add_meaning (LaminaWorkGather *self,
             guint             layer,
             guint32           next_plus_1)
{
  const char *type = lamina_run_get_string (self->run, lamina_column_id (self->layers->type, layer));
  Meant meant = { .family = self->layers->family[layer], .next_plus_1 = next_plus_1 };

  lamina_work_recognize (type, lamina_run_get_string (self->run, lamina_column_id (self->layers->name, layer)), meant.family,
                         &meant.meaning);
  if (self->registers && !lamina_work_is_registered (type))
    meant.meaning = (LaminaWorkMeaning) { .operator = LAMINA_WORK_UNKNOWN, .traits = LAMINA_WORK_READS_SOME };
  g_array_append_val (self->meant, meant);
  return self->meant->len;
}

static const LaminaWorkMeaning *
find_by_type (LaminaWorkGather *self,
              guint             layer)
{
  guint32 type = lamina_column_id (self->layers->type, layer), found;
  guint8 family = self->layers->family[layer];

  if (type >= self->of_types->len)
    g_array_set_size (self->of_types, type + 1);
  for (found = g_array_index (self->of_types, guint32, type); found != 0;
       found = g_array_index (self->meant, Meant, found - 1).next_plus_1)
    if (g_array_index (self->meant, Meant, found - 1).family == family)
      break;
  if (found == 0)
    {
      found = add_meaning (self, layer, g_array_index (self->of_types, guint32, type));
      g_array_index (self->of_types, guint32, type) = found;
    }
  return &g_array_index (self->meant, Meant, found - 1).meaning;
}

static const LaminaWorkMeaning *
find_by_name (LaminaWorkGather *self,
              guint             layer)
{
  guint64 key = lamina_work_key_name (lamina_column_id (self->layers->type, layer),
                                      lamina_column_id (self->layers->name, layer), self->layers->family[layer]);
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_names, GSIZE_TO_POINTER (key)));

  if (found == 0)
    {
      found = add_meaning (self, layer, 0);
      g_hash_table_insert (self->of_names, GSIZE_TO_POINTER (key), GUINT_TO_POINTER (found));
    }
  return &g_array_index (self->meant, Meant, found - 1).meaning;
}

/* Chainer calls the gradient of a function by the type of the function. */
static void
turn_back (LaminaWorkMeaning *meaning)
{
  meaning->traits |= LAMINA_WORK_BACKWARD;
  if (meaning->operator == LAMINA_WORK_CONVOLUTION || meaning->operator == LAMINA_WORK_CONVOLUTION_DATA)
    meaning->operator = LAMINA_WORK_CONVOLUTION_BOTH;
  else if (meaning->operator == LAMINA_WORK_POOLING)
    meaning->operator = LAMINA_WORK_POOLING_BACKWARD;
  else if (meaning->operator == LAMINA_WORK_MATMUL)
    meaning->operator = LAMINA_WORK_UNKNOWN;
}

static void
set_meaning (LaminaWorkGather *self,
             guint             layer)
{
  const LaminaWorkMeaning *meaning = find_by_type (self, layer);

  if (meaning->traits & LAMINA_WORK_NEEDS_NAME)
    meaning = find_by_name (self, layer);
  self->problem.meaning = *meaning;
  if (self->calls_both_alike && self->layers->phase[layer] == LAMINA_PHASE_BACKWARD)
    turn_back (&self->problem.meaning);
  if (self->problem.meaning.operator == LAMINA_WORK_COPY && self->problem.meaning.way == LAMINA_WORK_PLAIN)
    self->problem.meaning.way = find_direction (self->run, layer);
  for (guint32 i = self->layers->first_part ? self->layers->first_part[layer] : 0;
       self->layers->first_part && i < self->layers->first_part[layer + 1]; i++)
    self->problem.meaning.n_fused += lamina_work_count_pointwise (lamina_run_get_string (self->run,
                                                                                         self->layers->parts[i]));
}

static void
set_element (LaminaWorkGather *self,
             LaminaWorkTensor *tensor,
             guint32           dtype)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->bits, GUINT_TO_POINTER (dtype)));

  if (known == 0)
    {
      const char *word = lamina_run_get_string (self->run, dtype);
      LaminaDtypeKind kind = lamina_dtype_get_kind (word);

      known = 1 + (lamina_dtype_get_bits (word) << 1 | (kind == LAMINA_DTYPE_INTEGER || kind == LAMINA_DTYPE_BOOLEAN));
      g_hash_table_insert (self->bits, GUINT_TO_POINTER (dtype), GUINT_TO_POINTER (known));
    }
  tensor->bits = (known - 1) >> 1;
  tensor->is_whole = (known - 1) & 1;
}

static void
add_words (LaminaWorkGather *self,
           const guint32    *words,
           guint             n)
{
  g_array_append_vals (self->key, words, n);
}

static void
add_tensor (LaminaWorkGather *self,
            GArray           *tensors,
            guint32           row)
{
  const LaminaTensors *all = self->tensors;
  guint32 shape = lamina_column_id (all->shape, row), dtype = lamina_column_id (all->dtype, row);
  LaminaWorkTensor tensor = { .bytes = lamina_column_number (all->bytes, row),
                              .role = all->role ? all->role[row] : LAMINA_ROLE_UNKNOWN };

  if (tensor.role == LAMINA_ROLE_WORKSPACE)
    return;
  set_element (self, &tensor, dtype);
  if (shape != 0)
    {
      static const gint64 none;

      tensor.dims = lamina_run_get_shape (self->run, shape, &tensor.n);
      if (tensor.n == 0)
        tensor.dims = &none;
    }
  g_array_append_val (tensors, tensor);
  add_words (self,
             (const guint32[]){ shape, tensor.bits << 5 | (guint32) tensor.is_whole << 4 | (guint32) tensor.role,
                                (guint32) tensor.bytes, (guint32) ((guint64) tensor.bytes >> 32) },
             4);
}

static gboolean
has_unknown_bytes (const LaminaWorkTensor *tensor)
{
  return tensor->dims && tensor->n > 0 && tensor->bits == 0 && tensor->bytes == LAMINA_ABSENT;
}

/*
 * The tensor behind a list that is joined. PyTorch says of what type its elements are, and nothing of those of the list,
 * which are the same.
 */
static void
take_joined (LaminaWorkGather *self)
{
  LaminaWorkTensor *inputs = (LaminaWorkTensor *) (gpointer) self->inputs->data, *last;
  guint n = self->inputs->len;

  if (!(self->problem.meaning.traits & LAMINA_WORK_JOINS) || n < 2)
    return;
  last = &inputs[n - 1];
  for (guint i = 0; i + 1 < n; i++)
    if (!has_unknown_bytes (&inputs[i]))
      return;
  if (last->bits == 0 || last->n == 0)
    return;
  for (guint i = 0; i + 1 < n; i++)
    {
      inputs[i].bits = last->bits;
      inputs[i].bytes = lamina_shape_get_bytes (inputs[i].dims, inputs[i].n, last->bits);
    }
  g_array_append_vals (self->outputs, last, 1);
  g_array_set_size (self->inputs, n - 1);
}

/* The tensor behind those that an operator reads. Numbers are no tensors: their types have no size. */
static void
take_result (LaminaWorkGather *self)
{
  guint n = self->problem.meaning.n_operands, n_tensors = 0;
  const LaminaWorkTensor *last = NULL;

  for (guint i = 0; n > 0 && i < self->inputs->len; i++)
    if (g_array_index (self->inputs, LaminaWorkTensor, i).bits > 0)
      {
        last = &g_array_index (self->inputs, LaminaWorkTensor, i);
        n_tensors++;
      }
  if (n == 0 || n_tensors != n + 1 || last->n == 0)
    return;
  g_array_append_vals (self->outputs, last, 1);
  g_array_remove_index (self->inputs, (guint) (last - &g_array_index (self->inputs, LaminaWorkTensor, 0)));
}

static gboolean
has_shape (GArray *tensors)
{
  for (guint i = 0; i < tensors->len; i++)
    if (g_array_index (tensors, LaminaWorkTensor, i).dims)
      return TRUE;
  return FALSE;
}

/* Of these the arguments say so much that without a look at them nothing is said. */
static gboolean
needs_attributes (const LaminaWorkMeaning *meaning)
{
  return meaning->operator == LAMINA_WORK_ATTENTION || meaning->operator == LAMINA_WORK_ATTENTION_BACKWARD
         || meaning->operator == LAMINA_WORK_CONVOLUTION_BOTH;
}

static void
set_attributes (LaminaWorkGather *self,
                guint             layer)
{
  const LaminaWorkMeaning *meaning = &self->problem.meaning;
  guint *n_reads = needs_attributes (meaning) ? &self->n_needed_reads : &self->n_reads;

  self->problem.attributes = NULL;
  if (self->inputs->len + self->outputs->len == 0)
    return;
  if (!(meaning->traits & LAMINA_WORK_WANTS_ATTRIBUTES)
      && (meaning->operator != LAMINA_WORK_CONVOLUTION || has_shape (self->outputs)))
    return;
  if (*n_reads >= MAX_READS)
    {
      if (needs_attributes (meaning))
        {
          self->problem.meaning = (LaminaWorkMeaning) { .operator = LAMINA_WORK_UNKNOWN, .traits = LAMINA_WORK_READS_SOME };
          add_words (self, (const guint32[]){ LAMINA_WORK_READS_SOME }, 1);
        }
      return;
    }
  ++*n_reads;
  if (!lamina_work_attributes_read (self->document, self->run_index, layer, &self->attributes))
    return;
  self->problem.attributes = &self->attributes;
  add_words (self, (const guint32 *) (gconstpointer) &self->attributes, sizeof self->attributes / sizeof (guint32));
}

/* Lists of tensors whose element type only the kernels tell. */
static void
set_list_elements (LaminaWorkGather *self,
                   guint             layer)
{
  const LaminaWorkMeaning *meaning = &self->problem.meaning;
  guint bits = 0;

  if (meaning->way != LAMINA_WORK_LISTS && meaning->way != LAMINA_WORK_THREE_LISTS && meaning->way != LAMINA_WORK_NORMS
      && meaning->operator != LAMINA_WORK_OPTIMIZER && !(meaning->traits & LAMINA_WORK_JOINS))
    return;
  for (guint i = 0; i < self->inputs->len; i++)
    {
      LaminaWorkTensor *tensor = &g_array_index (self->inputs, LaminaWorkTensor, i);

      if (!has_unknown_bytes (tensor))
        continue;
      if (bits == 0 && self->n_reads < MAX_READS)
        {
          self->n_reads++;
          bits = find_list_bits (self->document, self->run_index, layer);
        }
      if (bits == 0)
        break;
      tensor->bits = bits;
      tensor->bytes = lamina_shape_get_bytes (tensor->dims, tensor->n, bits);
    }
  add_words (self, &bits, 1);
}

const LaminaWorkProblem *
lamina_work_gather_get (LaminaWorkGather *self,
                        guint             layer)
{
  const LaminaLayers *layers = self->layers;

  g_array_set_size (self->key, 0);
  g_array_set_size (self->inputs, 0);
  g_array_set_size (self->outputs, 0);
  set_meaning (self, layer);
  add_words (self,
             (const guint32[]){ self->problem.meaning.operator | self->problem.meaning.traits << 8,
                                self->problem.meaning.n_fused | self->problem.meaning.n_operands << 16
                                  | (guint32) self->problem.meaning.way << 24 },
             2);
  for (guint32 i = layers->first_input[layer]; i < layers->first_input[layer + 1]; i++)
    add_tensor (self, self->inputs, layers->inputs[i]);
  add_words (self, &self->inputs->len, 1);
  for (guint32 i = lamina_column_first (layers->first_output, layer);
       i < lamina_column_first (layers->first_output, layer + 1); i++)
    add_tensor (self, self->outputs, layers->outputs[i]);
  if (self->outputs->len == 0)
    {
      /* The tensor before those that an operator reads. */
      if ((self->problem.meaning.traits & LAMINA_WORK_DESTINATION) && self->inputs->len >= 2)
        {
          g_array_append_val (self->outputs, g_array_index (self->inputs, LaminaWorkTensor, 0));
          g_array_remove_index (self->inputs, 0);
        }
      take_result (self);
      take_joined (self);
    }
  set_attributes (self, layer);
  set_list_elements (self, layer);
  self->problem.inputs = (const LaminaWorkTensor *) (gpointer) self->inputs->data;
  self->problem.n_inputs = self->inputs->len;
  self->problem.outputs = (const LaminaWorkTensor *) (gpointer) self->outputs->data;
  self->problem.n_outputs = self->outputs->len;
  return &self->problem;
}

static guint32
hash_words (const guint32 *words,
            guint          n)
{
  guint64 hash = n;

  for (guint i = 0; i < n; i++)
    {
      hash = (hash ^ words[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return (guint32) hash;
}

static gboolean
has_key (LaminaWorkGather *self,
         guint32           item)
{
  const guint32 *key = &g_array_index (self->keys, guint32, g_array_index (self->first_key, gsize, item));

  return key[0] == self->key->len && memcmp (key + 1, self->key->data, key[0] * sizeof *key) == 0;
}

static void
put_into_slot (LaminaWorkGather *self,
               Slot              taken)
{
  guint i = taken.hash & (self->n_slots - 1);

  while (self->slots[i].item_plus_1 != 0)
    i = (i + 1) & (self->n_slots - 1);
  self->slots[i] = taken;
}

static guint32
add_shape (const LaminaWorkAnswer *answer,
           GArray                 *shapes)
{
  gint64 n = answer->n;

  if (!answer->has_shape)
    return 0;
  g_array_append_val (shapes, n);
  g_array_append_vals (shapes, answer->dims, answer->n);
  return shapes->len - answer->n;
}

static guint32
add_item (LaminaWorkGather *self,
          guint32           hash,
          GArray           *items,
          GArray           *shapes)
{
  LaminaWorkAnswer answer = { .text = NULL };
  LaminaWorkItem item;
  gsize first = self->keys->len;
  guint32 n = self->key->len;

  lamina_work_estimate (&self->problem, &answer);
  item = (LaminaWorkItem) { self->problem.meaning.operator, answer.rule, answer.flop, answer.epilogue, answer.inputs,
                            answer.parameters, answer.outputs, add_shape (&answer, shapes) };
  g_array_append_val (items, item);
  g_array_append_val (self->first_key, first);
  g_array_append_val (self->keys, n);
  g_array_append_vals (self->keys, self->key->data, n);
  put_into_slot (self, (Slot){ hash, items->len });
  if (items->len > self->n_slots / 2)
    {
      g_autofree Slot *slots = g_steal_pointer (&self->slots);
      guint n_before = self->n_slots;

      self->n_slots *= 2;
      self->slots = g_new0 (Slot, self->n_slots);
      for (guint i = 0; i < n_before; i++)
        if (slots[i].item_plus_1 != 0)
          put_into_slot (self, slots[i]);
    }
  return items->len - 1;
}

guint32
lamina_work_gather_find (LaminaWorkGather *self,
                         guint             layer,
                         GArray           *items,
                         GArray           *shapes)
{
  guint32 hash;

  lamina_work_gather_get (self, layer);
  hash = hash_words ((const guint32 *) (gpointer) self->key->data, self->key->len);
  for (guint i = hash & (self->n_slots - 1); self->slots[i].item_plus_1 != 0; i = (i + 1) & (self->n_slots - 1))
    if (self->slots[i].hash == hash && has_key (self, self->slots[i].item_plus_1 - 1))
      return self->slots[i].item_plus_1 - 1;
  return add_item (self, hash, items, shapes);
}
