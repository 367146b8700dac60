/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "kineto-layers-private.h"

#include "chrome-build.h"
#include "chrome-collect.h"
#include "kineto-collectives-private.h"
#include "kineto-index-private.h"
#include "kineto-inputs-private.h"
#include "kineto-names-private.h"

#include <string.h>

/*
 * Items become layers in the order of their starts.
 *
 * Tensors have no names in a trace, only shapes and element types, and there are few of these. So one row stands for all
 * tensors of one shape and dtype, and operators with equal lists of inputs share the list: a list is parsed once, and a
 * layer takes four bytes for each of its inputs, whatever their number of dimensions.
 */

/* The inputs of all operators with the same texts of dims and types. */
typedef struct
{
  guint32 dims;
  guint32 types;
  guint32 text; /* both */
  guint32 next;
  guint first;
  guint n;
} InputList;

/* What needs the strings of the builder, and so one thread: found for each layer before the layers are filled. */
typedef struct
{
  guint32 list;
  guint32 name;
  guint32 type;
  guint32 key;
} Words;

/*
 * lists        InputList
 * first_list   by string: the first list with these dims, LAMINA_NONE without one; others follow by `next`
 * tensors      guint32: tensors of the lists
 * inputs       KinetoInput: those of the list that is parsed at the moment, whose dimensions stand in `shapes`
 * tensors_of   one for each shape and dtype
 * types_of     name and whether it is of work → type
 * words        by layer, n of them
 * first        the layer in the run that is the first of them
 * is_found     all words are found
 */
typedef struct
{
  KinetoTrace *trace;
  const KinetoItems *items;
  const guint32 *order;
  const KinetoSections *sections;
  const ChromeColumn *dims;
  const ChromeColumn *types;
  const ChromeColumn *message;
  const ChromeColumn *message_out;
  const ChromeColumn *message_dtype;
  GArray *lists;
  guint32 *first_list;
  GArray *tensors;
  GArray *inputs;
  GArray *shapes;
  ChromeTensors *tensors_of;
  KinetoIndex types_of;
  guint32 collective; /* the string that all operators are called which record one */
  Words *words;
  guint n;
  guint32 first;
  gboolean is_found;
} Layers;

static void
fill_list (Layers    *self,
           InputList *list)
{
  const char *shapes = chrome_trace_get_text (self->trace->trace, list->dims);
  const char *types = chrome_trace_get_text (self->trace->trace, list->types);

  g_array_set_size (self->inputs, 0);
  g_array_set_size (self->shapes, 0);
  kineto_parse_inputs (shapes, types[0] != '\0' ? types : NULL, self->inputs, self->shapes);
  list->first = self->tensors->len;
  for (guint i = 0; i < self->inputs->len; i++)
    {
      const KinetoInput *input = &g_array_index (self->inputs, KinetoInput, i);
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      guint32 tensor = chrome_tensors_need (self->tensors_of, input->dtype, input->dtype_length,
                                            (const gint64 *) (gpointer) self->shapes->data + input->first, input->n, 0, &init);

      if (tensor != LAMINA_NONE)
        g_array_append_val (self->tensors, tensor);
    }
  list->n = self->tensors->len - list->first;
}

/* The list of these texts. */
static guint32
need_list (Layers  *self,
           guint32  dims,
           guint32  types)
{
  InputList list = { .dims = dims, .types = types, .next = self->first_list[dims] };

  for (guint32 i = list.next; i != LAMINA_NONE; i = g_array_index (self->lists, InputList, i).next)
    if (g_array_index (self->lists, InputList, i).types == types)
      return i;
  lamina_builder_intern_pairs (self->trace->builder, 1, &list.dims, &list.types, &list.text);
  fill_list (self, &list);
  self->first_list[dims] = self->lists->len;
  g_array_append_val (self->lists, list);
  return self->lists->len - 1;
}

/* Kernels of one kind do the same: `gemm bf16 128×256 tn(…)` is a `gemm`. Copies and collectives keep a second word. */
static gsize
measure_work_type (Layers     *self,
                   guint32     row,
                   const char *text)
{
  gsize length = strcspn (text, " <(");

  if (text[length] == ' ' && (self->trace->classes[row] != KINETO_WORK || g_str_has_prefix (text, "nccl ")))
    length += 1 + strcspn (text + length + 1, " (");
  while (length > 0 && text[length - 1] == ' ')
    length--;
  return length;
}

static guint32
need_type (Layers   *self,
           guint32   row,
           guint32   name,
           gboolean  is_work)
{
  gint64 key = (gint64) name << 1 | is_work;
  const char *text;
  guint32 found;
  gsize length;

  if (!is_work && !kineto_names_is_marked (self->trace->names, name, KINETO_NAME_ENGINE))
    return name;
  found = kineto_index_find (&self->types_of, key);
  if (found != LAMINA_NONE)
    return found;
  text = chrome_trace_get_text (self->trace->trace, name);
  /* A kernel that its whole name tells apart begins with what it returns. */
  if (is_work && g_str_has_prefix (text, "void "))
    text += strlen ("void ");
  /* What the engine of autograd runs is of the type of its node. */
  length = is_work ? measure_work_type (self, row, text)
                   : strlen (text) - (g_str_has_suffix (text, KINETO_ENGINE) ? strlen (KINETO_ENGINE) : 0);
  if (text[length] == '\0' && !g_str_has_prefix (chrome_trace_get_text (self->trace->trace, name), "void "))
    found = name;
  else
    found = lamina_builder_intern (self->trace->builder, text, (gssize) length);
  kineto_index_add (&self->types_of, key, found);
  return found;
}

/* The size of the message of a collective, from its number of elements: of an all-gather what all of them send together. */
static gint64
find_message (Layers  *self,
              guint32  row,
              guint32  type)
{
  gint64 n = chrome_events_get_number (self->message, row), bytes;
  guint32 dtype = chrome_events_get_text (self->message_dtype, row);
  const char *word;

  if (n != LAMINA_ABSENT && kineto_is_all_gather (chrome_trace_get_text (self->trace->trace, type)))
    n = chrome_events_get_number (self->message_out, row);
  if (n == LAMINA_ABSENT || n < 0 || dtype == LAMINA_NONE)
    return LAMINA_ABSENT;
  word = chrome_trace_get_text (self->trace->trace, dtype);
  bytes = kineto_get_dtype_bits (word, strlen (word)) / 8;
  return bytes > 0 && !__builtin_mul_overflow (n, bytes, &bytes) ? bytes : LAMINA_ABSENT;
}

/* What copies move stands in the file; what copies on one device and collectives move follows from it. */
static void
set_bytes (Layers           *self,
           const KinetoItem *item,
           LaminaLayerInit  *layer)
{
  if (!(item->owns & KINETO_OWNS_KERNELS))
    layer->bytes = item->bytes;
  if (layer->bytes != LAMINA_ABSENT && (item->owns & KINETO_OWNS_INNER_COPIES))
    layer->estimated |= LAMINA_ESTIMATE_BYTES;
  if (layer->bytes != LAMINA_ABSENT)
    return;
  layer->bytes = find_message (self, item->row, layer->type);
  if (layer->bytes != LAMINA_ABSENT)
    layer->estimated |= LAMINA_ESTIMATE_BYTES;
}

static void
fill_layer (Layers          *self,
            guint            order,
            guint32          first,
            LaminaLayerInit *layer)
{
  const ChromeEvents *events = self->trace->events;
  const KinetoItem *item = kineto_items_get (self->items, self->order[order]);

  layer->name = self->words[order].name;
  layer->type = self->words[order].type;
  layer->key = self->words[order].key;
  layer->device = item->device_name;
  layer->phase = (LaminaPhase) item->phase;
  if (item->parent != LAMINA_NONE)
    layer->parent = first + kineto_items_get (self->items, item->parent)->layer;
  /* Where in the run and in the code it was launched. */
  if (item->launch != LAMINA_NONE)
    {
      const KinetoStep *step = kineto_sections_find_step (self->sections, item->launch);

      layer->section = step != NULL ? step->section : LAMINA_NONE;
      layer->annotation = kineto_sections_find_annotation (self->sections, item->launch,
                                                           item->phase == LAMINA_PHASE_BACKWARD ? step : NULL);
    }
  layer->track = chrome_trace_get_place (self->trace->trace, events->track[item->row]);
  layer->order = order;
  layer->start = events->start[item->row];
  layer->host = item->is_work || item->is_open ? LAMINA_ABSENT : events->end[item->row] - layer->start;
  layer->host_self = item->is_open ? LAMINA_ABSENT : item->self;
  layer->device_time = item->device;
  set_bytes (self, item, layer);
}

/* The item, and a moment later what its events say. */
static inline void
fetch_layer (Layers *self,
             guint   order)
{
  const ChromeEvents *events = self->trace->events;
  const KinetoItem *item;

  if (order + 2 * CHROME_AHEAD < self->n)
    __builtin_prefetch (kineto_items_get (self->items, self->order[order + 2 * CHROME_AHEAD]));
  if (order + CHROME_AHEAD >= self->n)
    return;
  item = kineto_items_get (self->items, self->order[order + CHROME_AHEAD]);
  __builtin_prefetch (&events->start[item->row]);
  __builtin_prefetch (&events->end[item->row]);
  __builtin_prefetch (&events->track[item->row]);
  if (item->parent != LAMINA_NONE)
    __builtin_prefetch (kineto_items_get (self->items, item->parent));
}

static void
fill_layers (guint            from,
             guint32          first,
             guint            n,
             LaminaLayerInit *layers,
             gpointer         data)
{
  Layers *self = data;

  for (guint i = 0; i < n; i++)
    {
      fetch_layer (self, from + i);
      fill_layer (self, from + i, first, &layers[i]);
    }
}

#define KEYS_AT_ONCE (1u << 14)
#define LAYERS_AT_ONCE (1u << 14)

/*
 * What stands far apart in the columns of events is looked up for all layers side by side. Until the words are found,
 * `list` is the text of dims, `type` that of types, LAMINA_NONE for work, and `key` the row.
 */
static void
look_up_words (guint    from,
               guint    to,
               gpointer data)
{
  Layers *self = data;

  if (g_cancellable_is_cancelled (self->trace->trace->cancellable))
    return;
  for (guint i = from; i < to; i++)
    {
      KinetoItem *item = kineto_items_get (self->items, self->order[i]);
      guint32 types = item->is_work ? LAMINA_NONE : chrome_events_get_text (self->types, item->row);

      if (i + CHROME_AHEAD < to)
        __builtin_prefetch (kineto_items_get (self->items, self->order[i + CHROME_AHEAD]), 1);
      item->layer = i;
      self->words[i] = (Words) {
        .list = item->is_work ? LAMINA_NONE : chrome_events_get_text (self->dims, item->row),
        .name = self->trace->events->name[item->row],
        .type = !item->is_work && types == LAMINA_NONE ? 0 : types,
        .key = item->row,
      };
    }
}

/* A list is found by two steps that each wait for memory: the second one of an earlier layer than the first. */
static inline void
fetch_list (Layers *self,
            guint   i)
{
  guint32 dims = i + 2 * CHROME_AHEAD < self->n ? self->words[i + 2 * CHROME_AHEAD].list : LAMINA_NONE;
  guint32 first = LAMINA_NONE;

  if (dims != LAMINA_NONE)
    __builtin_prefetch (&self->first_list[dims]);
  if (i + CHROME_AHEAD < self->n && self->words[i + CHROME_AHEAD].list != LAMINA_NONE)
    first = self->first_list[self->words[i + CHROME_AHEAD].list];
  if (first != LAMINA_NONE)
    __builtin_prefetch (&g_array_index (self->lists, InputList, first));
}

/* The row of the operator around one, or LAMINA_NONE. */
static guint32
get_row_around (Layers *self,
                guint   i)
{
  guint32 parent = kineto_items_get (self->items, self->order[i])->parent;

  return parent != LAMINA_NONE ? kineto_items_get (self->items, parent)->row : LAMINA_NONE;
}

/* Lists, types and names. FALSE when it was cancelled. */
static gboolean
find_words (Layers *self)
{
  self->collective = lamina_builder_intern (self->trace->builder, "record_param_comms", -1);
  for (guint i = 0; i < self->n; i++)
    {
      Words *words = &self->words[i];
      gboolean is_work = words->type == LAMINA_NONE;

      if (chrome_trace_is_cancelled (self->trace->trace, i))
        return FALSE;
      fetch_list (self, i);
      if (words->list != LAMINA_NONE)
        words->list = need_list (self, words->list, words->type);
      words->type = need_type (self, words->key, words->name, is_work);
      if (!is_work && (words->name == self->collective
                       || chrome_events_get_number (self->message, words->key) != LAMINA_ABSENT))
        kineto_name_collective (self->trace->trace, words->key, get_row_around (self, i), &words->name, &words->type);
    }
  return TRUE;
}

/*
 * The keys of those that have a list: `aten::mm [[5,128],[128,64]] ["float","float"]`, which equal operators of other runs
 * and files have, too; and of kernels that were told apart, which need not be so there. FALSE when it was cancelled.
 */
static gboolean
find_keys (Layers *self)
{
  guint n_keys = 0;
  g_autofree guint32 *names = lamina_cells_new (self->n, sizeof *names);
  g_autofree guint32 *texts = lamina_cells_new (self->n, sizeof *texts);

  for (guint i = 0; i < self->n; i++)
    if (self->words[i].list != LAMINA_NONE)
      {
        names[n_keys] = self->trace->events->name[self->words[i].key];
        texts[n_keys++] = g_array_index (self->lists, InputList, self->words[i].list).text;
      }
  for (guint i = 0; i < n_keys; i += MIN (n_keys - i, KEYS_AT_ONCE))
    {
      if (g_cancellable_is_cancelled (self->trace->trace->cancellable))
        return FALSE;
      lamina_builder_intern_pairs (self->trace->builder, MIN (n_keys - i, KEYS_AT_ONCE), names + i, texts + i, names + i);
    }
  for (guint i = self->n; i-- > 0;)
    self->words[i].key = self->words[i].list != LAMINA_NONE ? names[--n_keys]
                                                                : kineto_names_get_common (self->trace->names, self->words[i].name);
  return TRUE;
}

static void
add_inputs (gpointer data)
{
  Layers *self = data;

  for (guint i = 0; i < self->n; i++)
    if (chrome_trace_is_cancelled (self->trace->trace, i))
      return;
    else if (self->words[i].list != LAMINA_NONE)
      {
        const InputList *list = &g_array_index (self->lists, InputList, self->words[i].list);

        if (i + CHROME_AHEAD < self->n && self->words[i + CHROME_AHEAD].list != LAMINA_NONE)
          __builtin_prefetch (&g_array_index (self->lists, InputList, self->words[i + CHROME_AHEAD].list));
        if (list->n == 0)
          continue;
        lamina_builder_add_inputs (self->trace->builder, self->trace->trace->run, self->first + i, list->n,
                                   (const guint32 *) (gpointer) self->tensors->data + list->first);
      }
}

static void
layers_init (Layers               *self,
             KinetoTrace          *trace,
             const KinetoItems    *items,
             const guint32        *order,
             const KinetoSections *sections)
{
  guint32 last = 0;

  *self = (Layers) { .trace = trace, .items = items, .order = order, .sections = sections, .first = LAMINA_NONE };
  self->dims = chrome_events_find_column (trace->events, "Input Dims");
  if (self->dims == NULL)
    self->dims = chrome_events_find_column (trace->events, "Input dims");
  self->types = chrome_events_find_column (trace->events, "Input type");
  self->message = chrome_events_find_column (trace->events, "In msg nelems");
  self->message_out = chrome_events_find_column (trace->events, "Out msg nelems");
  self->message_dtype = chrome_events_find_column (trace->events, "dtype");
  self->lists = g_array_new (FALSE, FALSE, sizeof (InputList));
  self->tensors = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->inputs = g_array_new (FALSE, FALSE, sizeof (KinetoInput));
  /* Never NULL: scalars point into it, too. */
  self->shapes = g_array_sized_new (FALSE, FALSE, sizeof (gint64), 1);
  for (guint i = 0; self->dims && i < self->dims->n; i++)
    {
      guint32 text = (guint32) self->dims->narrow[i];

      last = text != LAMINA_NONE ? MAX (last, text) : last;
    }
  self->first_list = g_malloc (((gsize) last + 1) * sizeof (guint32));
  memset (self->first_list, 0xff, ((gsize) last + 1) * sizeof (guint32));
  self->tensors_of = chrome_tensors_new (trace->trace);
  kineto_index_init (&self->types_of, 256);
  self->n = items->all->len;
  self->words = lamina_cells_new (self->n, sizeof *self->words);
}

/* Ordering looks at no string, so that others may be added meanwhile; binding looks at some. */
static void
order_flows (gpointer data)
{
  chrome_flows_order (((Layers *) data)->trace->trace);
}

static void
bind_flows (gpointer data)
{
  chrome_flows_bind (((Layers *) data)->trace->trace);
}

static void
find_words_and_keys (gpointer data)
{
  Layers *self = data;

  self->is_found = find_words (self);
  g_array_unref (self->inputs);
  g_array_unref (self->shapes);
  g_free (self->first_list);
  chrome_tensors_free (self->tensors_of);
  kineto_index_clear (&self->types_of);
  self->is_found = self->is_found && find_keys (self);
}

/* Rows of the layer column name items so far. */
static void
name_layers (guint    from,
             guint    to,
             gpointer data)
{
  const Layers *self = data;
  guint32 *layers = self->items->of;

  for (guint row = from; row < to; row++)
    if (layers[row] != LAMINA_NONE)
      layers[row] = self->first == LAMINA_NONE ? LAMINA_NONE
                                               : self->first + kineto_items_get (self->items, layers[row])->layer;
}

gboolean
kineto_add_layers (KinetoTrace          *self,
                   KinetoItems          *items,
                   guint32              *order,
                   const KinetoSections *sections)
{
  static const char *const texts[] = { "Input Dims", "Input dims", "Input type" };
  Layers layers;

  layers_init (&layers, self, items, order, sections);
  lamina_builder_each (self->builder, layers.n, LAYERS_AT_ONCE, look_up_words, &layers);
  /* What a step was the last to look at goes before the next one takes its room: this is where most is held. */
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    chrome_events_drop_column (self->events, texts[i]);
  lamina_builder_do_both (self->builder, find_words_and_keys, order_flows, &layers);
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->names, kineto_names_free);
  lamina_builder_rest_strings (self->builder);
  if (layers.is_found)
    {
      layers.first = lamina_builder_fill_layers (self->builder, self->trace->run, layers.n, fill_layers, &layers);
      if (!g_cancellable_is_cancelled (self->trace->cancellable))
        lamina_builder_each (self->builder, self->events->n, CHROME_ROWS_AT_ONCE, name_layers, &layers);
      /* Items are used up, so that they are gone before inputs take their room. */
      kineto_items_clear (items);
    }
  g_free (order);
  if (layers.first != LAMINA_NONE && !g_cancellable_is_cancelled (self->trace->cancellable))
    lamina_builder_do_both (self->builder, add_inputs, bind_flows, &layers);
  g_array_unref (layers.lists);
  g_array_unref (layers.tensors);
  g_free (layers.words);
  return layers.is_found && !g_cancellable_is_cancelled (self->trace->cancellable);
}
