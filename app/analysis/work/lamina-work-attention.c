/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-estimate-private.h"

#include <string.h>

/*
 * Attention whose arguments are known. Each query meets those keys that the mask leaves: a pair of them takes a product
 * along E for its score and one along Ev for the sum of values. A mask that begins at the top left leaves the query at i
 * the keys at 0 … i, one from the bottom right 0 … i + S − L; a window of l keys before its own place and r behind it
 * leaves i' − l … i' + r around the same i'. Masks that are tensors leave all: the kernels compute what they hide.
 *
 * Of sequences that stand one behind the other the file has the number, their length together, and often how long the
 * longest is, but not how long each is. These lengths follow where there is one sequence, and where all are as long as
 * the longest. Where they do not, operations stay unknown, unless what all queries meet is the same.
 */

/* Queries, or keys, or values. length is that of each sequence, or LAMINA_ABSENT where they differ. */
typedef struct
{
  gint64 sequences;
  gint64 length;
  gint64 total;
  gint64 heads;
  gint64 width;
  guint bits;
} Side;

typedef struct
{
  const LaminaWorkProblem *problem;
  const LaminaWorkAttention *arguments;
  Side query;
  Side key;
  Side value;
} Attention;

static const LaminaWorkTensor *
get_tensor (const Attention *self,
            LaminaWorkPlace  place)
{
  guint input = self->arguments->places[place];

  return input > 0 && input <= self->problem->n_inputs ? &self->problem->inputs[input - 1] : NULL;
}

/* Without the dimension of the three, or two, that are packed into one. */
static gboolean
unpack (const LaminaWorkTensor *tensor,
        gint64                  n_packed,
        gint64                 *dims,
        guint                  *n)
{
  guint n_more = n_packed > 1 ? 1 : 0, of_packed;

  if (!tensor->dims || tensor->n < 3 + n_more || tensor->n > 4 + n_more)
    return FALSE;
  of_packed = tensor->n - 3;
  if (n_packed > 1 && tensor->dims[of_packed] != n_packed)
    return FALSE;
  *n = 0;
  for (guint i = 0; i < tensor->n; i++)
    if (n_packed == 1 || i != of_packed)
      dims[(*n)++] = tensor->dims[i];
  return TRUE;
}

/* Sequences one behind the other, or a single one. */
static gboolean
set_ragged (Side                   *side,
            const LaminaWorkTensor *starts,
            gint64                  most)
{
  if (!starts->dims || starts->n != 1 || starts->dims[0] < 2 || side->sequences != 1)
    return FALSE;
  side->sequences = starts->dims[0] - 1;
  if (side->sequences == 1)
    side->length = side->total;
  else
    side->length = most > 0 && lamina_work_multiply (most, side->sequences) == side->total ? most : LAMINA_ABSENT;
  return TRUE;
}

/* @starts, which may be NULL: where each sequence begins. */
static gboolean
get_side (const LaminaWorkTensor *tensor,
          gint64                  n_packed,
          LaminaWorkLayout        layout,
          const LaminaWorkTensor *starts,
          gint64                  most,
          Side                   *side)
{
  gint64 dims[4];
  guint n;

  if (!tensor || !unpack (tensor, n_packed, dims, &n))
    return FALSE;
  side->bits = tensor->bits;
  side->width = dims[n - 1];
  if (n == 4)
    {
      gboolean heads_first = layout == LAMINA_WORK_HEADS_FIRST;

      side->sequences = dims[0];
      side->length = dims[heads_first ? 2 : 1];
      side->heads = dims[heads_first ? 1 : 2];
    }
  else
    {
      gboolean heads_first = layout == LAMINA_WORK_SINGLE_HEADS_FIRST;

      if (layout == LAMINA_WORK_TOKENS_FIRST && !starts)
        return FALSE;
      side->sequences = layout == LAMINA_WORK_HEADS_FIRST ? dims[0] : 1;
      side->length = dims[heads_first || layout == LAMINA_WORK_HEADS_FIRST ? 1 : 0];
      side->heads = layout == LAMINA_WORK_HEADS_FIRST ? 1 : dims[heads_first ? 0 : 1];
    }
  side->total = lamina_work_multiply (side->sequences, side->length);
  return side->total != LAMINA_ABSENT && (!starts || set_ragged (side, starts, most));
}

/* Keys and values in pages: how many of these are in use is known where a single sequence has them. */
static gboolean
get_pages (const Attention        *self,
           const LaminaWorkTensor *tensor,
           gboolean                of_keys,
           Side                   *side)
{
  gboolean in_blocks = self->arguments->layout == LAMINA_WORK_PAGES;

  if (!tensor || !tensor->dims || tensor->n != (in_blocks && of_keys ? 5 : 4))
    return FALSE;
  side->bits = tensor->bits;
  side->heads = tensor->dims[in_blocks ? 1 : 2];
  if (!in_blocks)
    side->width = tensor->dims[3];
  else
    side->width = of_keys ? lamina_work_multiply (tensor->dims[2], tensor->dims[4]) : tensor->dims[2];
  side->sequences = self->query.sequences;
  side->length = side->sequences == 1 && self->arguments->most_keys > 0 ? self->arguments->most_keys : LAMINA_ABSENT;
  side->total = side->length;
  return TRUE;
}

/* Whether not all keys are in use, but those that another argument says. */
static gboolean
is_used_in_part (const Attention *self)
{
  return get_tensor (self, LAMINA_WORK_MORE_KEYS) || get_tensor (self, LAMINA_WORK_USED_QUERIES)
         || get_tensor (self, LAMINA_WORK_USED_KEYS);
}

static gboolean
get_queries (Attention *self)
{
  const LaminaWorkTensor *all = get_tensor (self, LAMINA_WORK_ALL_PACKED), *tensor = get_tensor (self, LAMINA_WORK_QUERIES);

  if (self->arguments->layout == LAMINA_WORK_PAGES)
    {
      if (!tensor || !tensor->dims || tensor->n != 3)
        return FALSE;
      self->query = (Side) { tensor->dims[0], 1, tensor->dims[0], tensor->dims[1], tensor->dims[2], tensor->bits };
      return self->query.sequences > 0;
    }
  return get_side (all ? all : tensor, all ? 3 : 1, self->arguments->layout, get_tensor (self, LAMINA_WORK_STARTS_OF_QUERIES),
                   self->arguments->most_queries, &self->query);
}

static gboolean
is_paged (const Attention *self)
{
  return self->arguments->layout == LAMINA_WORK_PAGES || get_tensor (self, LAMINA_WORK_BLOCK_TABLE);
}

static gboolean
get_keys (Attention *self)
{
  const LaminaWorkTensor *packed = get_tensor (self, LAMINA_WORK_KEYS_PACKED);
  const LaminaWorkTensor *keys = packed ? packed : get_tensor (self, LAMINA_WORK_KEYS);
  const LaminaWorkTensor *values = packed ? packed : get_tensor (self, LAMINA_WORK_VALUES);
  const LaminaWorkTensor *starts = get_tensor (self, LAMINA_WORK_STARTS_OF_KEYS);
  LaminaWorkLayout layout = self->arguments->layout;

  if (get_tensor (self, LAMINA_WORK_ALL_PACKED))
    {
      self->key = self->value = self->query;
      return TRUE;
    }
  if (is_paged (self))
    return get_pages (self, keys, TRUE, &self->key) && get_pages (self, values, FALSE, &self->value);
  return get_side (keys, packed ? 2 : 1, layout, starts, self->arguments->most_keys, &self->key)
         && get_side (values, packed ? 2 : 1, layout, starts, self->arguments->most_keys, &self->value);
}

/* Grouped heads: each of the keys serves as many of the queries. */
static gboolean
get_sides (Attention *self)
{
  const Side *query = &self->query, *key = &self->key, *value = &self->value;

  if (!get_queries (self) || !get_keys (self))
    return FALSE;
  if (is_used_in_part (self) && !(is_paged (self) && !get_tensor (self, LAMINA_WORK_MORE_KEYS)))
    self->key.length = self->key.total = self->value.length = self->value.total = LAMINA_ABSENT;
  return query->sequences > 0 && query->sequences == key->sequences && key->sequences == value->sequences
         && key->total == value->total && query->width == key->width && key->heads == value->heads && key->heads > 0
         && query->heads % key->heads == 0;
}

/* The sum of i + @first for 0 ≤ i < @n, each at least 0 and at most @most; all fit into 31 bits. */
static gint64
sum_clamped (gint64 first,
             gint64 n,
             gint64 most)
{
  gint64 from = CLAMP (-first, 0, n), to = CLAMP (most - first, from, n);

  return (to - from) * (from + first + to - 1 + first) / 2 + (n - to) * most;
}

/* Pairs of a query and a key it meets, of one sequence. */
static gint64
count_pairs (const LaminaWorkAttention *arguments,
             gint64                     n_queries,
             gint64                     n_keys)
{
  gboolean is_causal = arguments->mask == LAMINA_WORK_MASK_TOP_LEFT || arguments->mask == LAMINA_WORK_MASK_BOTTOM_RIGHT;
  gint64 right = is_causal ? 0 : arguments->right, left = arguments->left;
  gint64 shift = arguments->mask == LAMINA_WORK_MASK_TOP_LEFT ? 0 : n_keys - n_queries;
  gint64 pairs;

  if (right < 0 && left < 0)
    return lamina_work_multiply (n_queries, n_keys);
  if (n_queries > G_MAXINT32 / 2 || n_keys > G_MAXINT32 / 2)
    return LAMINA_ABSENT;
  pairs = n_queries * n_keys;
  if (right >= 0)
    pairs = sum_clamped (shift + right + 1, n_queries, n_keys);
  return left >= 0 ? pairs - sum_clamped (shift - left, n_queries, n_keys) : pairs;
}

/* Whether each query meets all keys of its sequence. */
static gboolean
meets_all (const Attention *self)
{
  const LaminaWorkAttention *arguments = self->arguments;

  if (arguments->left >= 0)
    return FALSE;
  if (arguments->mask == LAMINA_WORK_MASK_BOTTOM_RIGHT)
    return self->query.length == 1;
  return arguments->mask != LAMINA_WORK_MASK_TOP_LEFT && arguments->right < 0;
}

/* Of all sequences, or LAMINA_ABSENT. */
static gint64
count_all_pairs (const Attention *self)
{
  const Side *query = &self->query, *key = &self->key;

  if (self->arguments->mask == LAMINA_WORK_MASK_OTHER || key->total == LAMINA_ABSENT)
    return LAMINA_ABSENT;
  if (query->length != LAMINA_ABSENT && key->length != LAMINA_ABSENT)
    return lamina_work_multiply (query->sequences, count_pairs (self->arguments, query->length, key->length));
  if (!meets_all (self))
    return LAMINA_ABSENT;
  if (query->length != LAMINA_ABSENT)
    return lamina_work_multiply (query->length, key->total);
  return key->length != LAMINA_ABSENT ? lamina_work_multiply (key->length, query->total) : LAMINA_ABSENT;
}

static void
write_mask (const LaminaWorkAttention *arguments,
            GString                   *text)
{
  gboolean has_window = arguments->left >= 0 || arguments->right >= 0;

  if (arguments->mask == LAMINA_WORK_MASK_TOP_LEFT)
    g_string_append (text, "; causal from the top left");
  else if (arguments->mask == LAMINA_WORK_MASK_BOTTOM_RIGHT)
    g_string_append (text, "; causal from the bottom right");
  else if (arguments->mask == LAMINA_WORK_MASK_NOT_STATED)
    g_string_append (text, "; whether causal is not stated, counted as not");
  if (has_window && arguments->left >= 0)
    g_string_append_printf (text, "; window of %d before", arguments->left);
  if (has_window && arguments->mask != LAMINA_WORK_MASK_TOP_LEFT && arguments->mask != LAMINA_WORK_MASK_BOTTOM_RIGHT
      && arguments->right >= 0)
    g_string_append_printf (text, "%s%d behind", arguments->left >= 0 ? ", " : "; window of ", arguments->right);
}

/* `16 · 128 · 256`, or `16 · (128·128 − 8128)` with what is hidden. */
static void
write_pairs (const Attention *self,
             gint64           pairs,
             GString         *text)
{
  const Side *query = &self->query, *key = &self->key;
  gint64 each, all;

  if (query->length == LAMINA_ABSENT || key->length == LAMINA_ABSENT)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, query->heads, pairs);
      return;
    }
  all = query->length * key->length;
  each = query->sequences > 0 ? pairs / query->sequences : all;
  g_string_append_printf (text, "%" G_GINT64_FORMAT " · ", lamina_work_multiply (query->sequences, query->heads));
  if (each == all)
    g_string_append_printf (text, "%" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, query->length, key->length);
  else
    g_string_append_printf (text, "(%" G_GINT64_FORMAT "·%" G_GINT64_FORMAT " − %" G_GINT64_FORMAT ")", query->length, key->length,
                            all - each);
}

static void
count_products (const Attention  *self,
                LaminaWorkAnswer *answer)
{
  gboolean backward = self->problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD;
  gint64 pairs = count_all_pairs (self), of_keys = backward ? 3 : 1, of_values = backward ? 2 : 1;
  gint64 width = lamina_work_add (lamina_work_multiply (of_keys, self->query.width),
                                  lamina_work_multiply (of_values, self->value.width));

  answer->rule = backward ? LAMINA_WORK_RULE_ATTENTION_BACKWARD : LAMINA_WORK_RULE_ATTENTION;
  answer->flop = lamina_work_multiply (lamina_work_multiply (pairs, self->query.heads), lamina_work_multiply (2, width));
  if (answer->flop == LAMINA_ABSENT || !answer->text)
    return;
  g_string_append (answer->text, "2 · ");
  write_pairs (self, pairs, answer->text);
  g_string_append_printf (answer->text, " · (%s%" G_GINT64_FORMAT " + %s%" G_GINT64_FORMAT ")", backward ? "3 · " : "",
                          self->query.width, backward ? "2 · " : "", self->value.width);
  write_mask (self->arguments, answer->text);
}

/* Of pages no more is read than is in use. */
static gint64
measure_pages (const Attention *self)
{
  const Side *key = &self->key, *value = &self->value;
  gint64 tokens = lamina_work_multiply (key->total, key->heads);

  if (key->bits < 8 || value->bits < 8)
    return LAMINA_ABSENT;
  return lamina_work_add (lamina_work_multiply (lamina_work_multiply (tokens, key->width), key->bits / 8),
              lamina_work_multiply (lamina_work_multiply (tokens, value->width), value->bits / 8));
}

static gint64
get_bytes (const LaminaWorkTensor *tensor)
{
  return tensor->bytes == LAMINA_ABSENT && tensor->dims && tensor->n == 0 ? 0 : tensor->bytes;
}

static gint64
measure_read (const Attention *self)
{
  gboolean paged = is_paged (self);
  gint64 read = paged ? measure_pages (self) : 0;

  for (guint i = 0; i < self->problem->n_inputs; i++)
    {
      gboolean is_page = paged && (i + 1 == self->arguments->places[LAMINA_WORK_KEYS]
                                   || i + 1 == self->arguments->places[LAMINA_WORK_VALUES]);
      gboolean is_destination = i < 64 && (self->arguments->destinations >> i & 1);

      if (!is_page && !is_destination)
        read = lamina_work_add (read, get_bytes (&self->problem->inputs[i]));
    }
  return read;
}

/* As many as queries, each as long as a value. Eight bits are read, but not written: the result has another type. */
static gint64
measure_written (const Attention *self)
{
  const LaminaWorkTensor *result = get_tensor (self, LAMINA_WORK_RESULT);
  const LaminaWorkTensor *of[] = { get_tensor (self, LAMINA_WORK_QUERIES), get_tensor (self, LAMINA_WORK_KEYS),
                                   get_tensor (self, LAMINA_WORK_VALUES) };
  gint64 elements = lamina_work_multiply (lamina_work_multiply (self->query.total, self->query.heads), self->value.width);
  gint64 written = 0;

  if (self->problem->meaning.operator != LAMINA_WORK_ATTENTION_BACKWARD)
    return result ? result->bytes : self->query.bits > 8 ? lamina_work_multiply (elements, self->query.bits / 8) : LAMINA_ABSENT;
  for (guint i = 0; i < G_N_ELEMENTS (of); i++)
    written = of[i] ? lamina_work_add (written, of[i]->bytes) : LAMINA_ABSENT;
  return written;
}

/* Where the arguments are known. */
static void
attend (const LaminaWorkProblem *problem,
        LaminaWorkAnswer        *answer,
        LaminaWorkShape         *result)
{
  Attention self = { .problem = problem, .arguments = &problem->attributes->attention };
  const LaminaWorkTensor *query = get_tensor (&self, LAMINA_WORK_QUERIES);

  result->is_partial = TRUE;
  if (self.arguments->layout == LAMINA_WORK_NO_LAYOUT || !get_sides (&self))
    return;
  count_products (&self, answer);
  /* The result of queries that stand in a tensor of their own. */
  if (query && problem->meaning.operator != LAMINA_WORK_ATTENTION_BACKWARD)
    {
      lamina_work_keep_shape (query, result);
      result->dims[result->n - 1] = self.value.width;
      result->is_converted = self.query.bits <= 8;
    }
  result->read = measure_read (&self);
  result->written = measure_written (&self);
  result->is_partial = result->read == LAMINA_ABSENT || (is_used_in_part (&self) && !is_paged (&self));
}

/* What attention works on where shapes alone tell: batch and heads, queries, keys, and the lengths of queries and values. */
typedef struct
{
  gint64 batch;
  gint64 queries;
  gint64 keys;
  gint64 query_length;
  gint64 value_length;
} Sizes;

/*
 * Tools for language models keep keys and values of former steps, B H S E, or 2 B H S E for both. A step takes what there
 * was and hands out what there is, with its own behind. Where both are one buffer of the greatest length, how much of it
 * is in use stands in a tensor.
 */
static const LaminaWorkTensor *
find_present (const LaminaWorkProblem *problem)
{
  for (guint i = 1; i < problem->n_outputs; i++)
    if (problem->outputs[i].dims && problem->outputs[i].n >= 4)
      return &problem->outputs[i];
  return NULL;
}

static gboolean
differs_in_length_alone (const LaminaWorkTensor *a,
                         const LaminaWorkTensor *b)
{
  if (!a->dims || a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (i != a->n - 2 && a->dims[i] != b->dims[i])
      return FALSE;
  return TRUE;
}

/* Queries, keys and values of this step may have the same form. */
static const LaminaWorkTensor *
find_past (const LaminaWorkProblem *problem,
           const LaminaWorkTensor  *present)
{
  guint n_own = problem->inputs[0].n == present->n ? 3 : 1;

  for (guint i = n_own; i < problem->n_inputs; i++)
    if (differs_in_length_alone (&problem->inputs[i], present))
      return &problem->inputs[i];
  return NULL;
}

/* Whether there are keys of before though nothing says how many there are now. */
static gboolean
has_past (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, 0);

  for (guint i = 1; query && query->n == 3 && i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (!input->dims || input->n < 4)
        continue;
      if (input->n == 5 || (i >= 3 && lamina_work_multiply (input->dims[1], input->dims[3]) == query->dims[2]))
        return TRUE;
    }
  return FALSE;
}

/* How many keys are attended to where @n are new, or LAMINA_ABSENT. */
static gint64
count_keys (const LaminaWorkProblem *problem,
            gint64                   n,
            LaminaWorkShape         *result)
{
  const LaminaWorkTensor *present = find_present (problem), *past = present ? find_past (problem, present) : NULL;
  gint64 before = past ? past->dims[past->n - 2] : 0, length = present ? present->dims[present->n - 2] : n;

  if (n < 0 || before < 0 || (!present && has_past (problem)))
    return LAMINA_ABSENT;
  if (lamina_number_add (before, n) == length)
    return length;
  result->is_partial = TRUE;
  return LAMINA_ABSENT;
}

static gint64
get_length (const LaminaWorkTensor *tensor,
            gboolean                heads_inside)
{
  return tensor->dims[tensor->n == 4 && heads_inside ? 1 : tensor->n - 2];
}

static gint64
get_last (const LaminaWorkTensor *tensor)
{
  return tensor->dims[tensor->n - 1];
}

/*
 * How long values are of as many heads as the queries have. Keys and values may have fewer, which are used several times:
 * where heads do not stand apart, the result tells.
 */
static gint64
get_value_length (const LaminaWorkTensor *query,
                  const LaminaWorkTensor *key,
                  const LaminaWorkTensor *value,
                  const LaminaWorkTensor *output)
{
  if (get_last (key) == get_last (query))
    return get_last (value);
  if (query->n != 3 || !output || output->n != 3 || get_last (key) <= 0 || get_last (query) % get_last (key) != 0
      || lamina_work_multiply (get_last (query) / get_last (key), get_last (value)) != get_last (output))
    return LAMINA_ABSENT;
  return get_last (output);
}

/* Sequences of different lengths, one behind the other: where each begins stands behind the values. */
static gboolean
has_lengths (const LaminaWorkProblem *problem)
{
  for (guint i = 3; i < problem->n_inputs; i++)
    {
      const LaminaWorkTensor *input = &problem->inputs[i];

      if (input->dims && input->n == 1 && input->is_whole && input->bits == 32)
        return TRUE;
    }
  return FALSE;
}

/* B H L E, B L H E or B L H·E, all three alike. */
static gboolean
get_apart (const LaminaWorkProblem *problem,
           guint                    first,
           Sizes                   *sizes)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, first);
  const LaminaWorkTensor *key = lamina_work_get_input (problem, 3, first + 1);
  const LaminaWorkTensor *value = lamina_work_get_input (problem, 3, first + 2);
  gboolean heads_inside = (problem->meaning.traits & LAMINA_WORK_HEADS_INSIDE) != 0;

  if (!query || !key || !value || query->n > 4 || key->n != query->n || value->n != query->n)
    return FALSE;
  if (heads_inside && (query->n != 4 || has_lengths (problem)))
    return FALSE;
  sizes->queries = get_length (query, heads_inside);
  sizes->keys = get_length (key, heads_inside);
  sizes->query_length = get_last (query);
  sizes->value_length = get_value_length (query, key, value, lamina_work_get_result (problem));
  sizes->batch = query->dims[0];
  if (query->n == 4)
    sizes->batch = lamina_work_multiply (sizes->batch, query->dims[heads_inside ? 2 : 1]);
  return get_length (value, heads_inside) == sizes->keys && sizes->value_length != LAMINA_ABSENT;
}

/* Keys and values that another network made, B H S E beside B L H·E, or both in one, B S H 2 E. */
static gboolean
get_crossed (const LaminaWorkProblem *problem,
             Sizes                   *sizes)
{
  const LaminaWorkTensor *query = lamina_work_get_input (problem, 3, 0), *key = lamina_work_get_input (problem, 3, 1);
  const LaminaWorkTensor *value = lamina_work_get_input (problem, 3, 2);
  gboolean is_pair = key && key->n == 5 && key->dims[3] == 2;

  if (!query || query->n != 3 || !key || (!is_pair && (key->n != 4 || !value || !differs_in_length_alone (value, key))))
    return FALSE;
  *sizes = (Sizes) { query->dims[0], query->dims[1], is_pair ? key->dims[1] : key->dims[2], query->dims[2], query->dims[2] };
  return lamina_work_multiply (key->dims[is_pair ? 2 : 1], get_last (key)) == query->dims[2]
         && (is_pair || value->dims[2] == key->dims[2]);
}

/* Queries, keys and values in one tensor: B L H 3 E, or B L (H + 2·K)·E with K heads of keys, which former steps tell. */
static gboolean
get_packed (const LaminaWorkProblem *problem,
            Sizes                   *sizes)
{
  const LaminaWorkTensor *data = lamina_work_get_input (problem, 3, 0), *output = lamina_work_get_result (problem);
  const LaminaWorkTensor *present = find_present (problem);
  gint64 of_keys, length;

  if (!data || !output || output->n != 3)
    return FALSE;
  length = get_last (output);
  *sizes = (Sizes) { data->dims[0], data->dims[1], data->dims[1], length, length };
  if (data->n == 5)
    return data->dims[3] == 3 && lamina_work_multiply (data->dims[2], get_last (data)) == length;
  if (data->n != 3 || !present || present->n != 4)
    return FALSE;
  of_keys = lamina_work_multiply (2, lamina_work_multiply (present->dims[1], get_last (present)));
  return of_keys > 0 && length > 0 && lamina_number_add (length, of_keys) == data->dims[2];
}

static gboolean
get_sizes (const LaminaWorkProblem *problem,
           Sizes                   *sizes,
           LaminaWorkShape         *result)
{
  if (problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD)
    return get_apart (problem, 1, sizes);
  if (!get_apart (problem, 0, sizes) && !get_packed (problem, sizes))
    return get_crossed (problem, sizes);
  sizes->keys = count_keys (problem, sizes->keys, result);
  return sizes->keys != LAMINA_ABSENT;
}

/*
 * ONNX Runtime's operator that multiplies the data by one matrix, from which queries, keys and values come; all three are
 * as long as the result. Weights that it packs while it loads a network are not listed, but the bias behind them is.
 */
static gboolean
has_projection (const LaminaWorkProblem *problem)
{
  const LaminaWorkTensor *data, *weights, *output = lamina_work_get_result (problem);

  if (problem->n_inputs < 2 || !output)
    return FALSE;
  data = &problem->inputs[0];
  weights = &problem->inputs[1];
  if (!data->dims || !weights->dims || data->n != 3 || output->n != 3 || weights->n < 1 || weights->n > 2)
    return FALSE;
  return (weights->n == 1 || weights->dims[0] == data->dims[2]) && output->dims[0] == data->dims[0]
         && output->dims[1] == data->dims[1] && get_last (weights) == lamina_work_multiply (3, output->dims[2]);
}

static void
count_projected (const LaminaWorkProblem *problem,
                 LaminaWorkAnswer        *answer,
                 LaminaWorkShape         *result)
{
  const LaminaWorkTensor *data = &problem->inputs[0];
  gint64 rows = lamina_work_multiply (data->dims[0], data->dims[1]), columns = get_last (&problem->inputs[1]);
  gint64 weights = lamina_work_multiply (data->dims[2], columns), keys = count_keys (problem, data->dims[1], result);
  gint64 projection = lamina_work_multiply (2, lamina_work_multiply (rows, weights));
  gint64 products = lamina_work_multiply (lamina_work_multiply (lamina_work_multiply (4, rows), keys), columns / 3);

  answer->rule = LAMINA_WORK_RULE_ATTENTION_PROJECTED;
  if (problem->inputs[1].n == 1)
    result->hidden = lamina_work_multiply (weights, data->bits / 8);
  if (projection == LAMINA_ABSENT || products == LAMINA_ABSENT)
    return;
  answer->flop = lamina_number_add (projection, products);
  if (answer->text)
    g_string_append_printf (answer->text, "2 · %" G_GINT64_FORMAT " · (%" G_GINT64_FORMAT "×%" G_GINT64_FORMAT ") + 4 · %"
                            G_GINT64_FORMAT " · %" G_GINT64_FORMAT " · %" G_GINT64_FORMAT, rows, data->dims[2], columns, rows,
                            keys, columns / 3);
}

void
lamina_work_attention (const LaminaWorkProblem *problem,
                       LaminaWorkAnswer        *answer,
                       LaminaWorkShape         *result)
{
  gboolean backward = problem->meaning.operator == LAMINA_WORK_ATTENTION_BACKWARD;
  LaminaWorkAttention arguments = { .mask = LAMINA_WORK_MASK_NONE, .left = -1, .right = -1 };
  const LaminaWorkTensor *query;
  Attention whole = { .problem = problem, .arguments = &arguments };
  Sizes sizes;

  if (problem->attributes && problem->attributes->attention.is_read)
    {
      attend (problem, answer, result);
      return;
    }
  if (problem->meaning.traits & LAMINA_WORK_READS_SOME)
    return;
  if (!backward && has_projection (problem))
    {
      count_projected (problem, answer, result);
      return;
    }
  answer->rule = backward ? LAMINA_WORK_RULE_ATTENTION_BACKWARD : LAMINA_WORK_RULE_ATTENTION;
  if (!get_sizes (problem, &sizes, result))
    return;
  /* A mask hides pairs of a query and a key where there are several queries, and keys for all of them. */
  if ((problem->meaning.traits & LAMINA_WORK_CAUSAL) && sizes.queries >= 2 && sizes.queries <= sizes.keys)
    arguments.mask = LAMINA_WORK_MASK_BOTTOM_RIGHT;
  whole.query = (Side) { sizes.batch, sizes.queries, lamina_work_multiply (sizes.batch, sizes.queries), 1, sizes.query_length, 0 };
  whole.key = (Side) { sizes.batch, sizes.keys, lamina_work_multiply (sizes.batch, sizes.keys), 1, sizes.query_length, 0 };
  whole.value = (Side) { .width = sizes.value_length };
  count_products (&whole, answer);
  /* A result like the queries, where the file names none. */
  query = lamina_work_get_input (problem, 3, 0);
  if (!backward && sizes.query_length == sizes.value_length && query->n <= 4)
    lamina_work_keep_shape (query, result);
  if (!backward && query->n == 3)
    result->read = lamina_work_measure_rows (problem, whole.query.total);
}
