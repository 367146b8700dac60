/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-kernel-name.h"
#include "lamina-kernel-tile-name-private.h"
#include "lamina-mangled-name-private.h"

#include <string.h>

/*
 * What a demangler writes: a return type, a name in namespaces with template arguments, and parameters.
 *
 *   void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array<char*, 3> >(int, …)
 *   void at::native::(anonymous namespace)::max_pool_forward_nchw<float, float>(int, float const*, …)
 *
 * 1. Return type, namespaces and parameters go.
 * 2. Kernels that run any function over elements are called by that function: `add<float>(vectorized_elementwise_kernel
 *    <4>)`. It stands among the template arguments, inside wrappers of its own, and may be a lambda inside a function.
 * 3. Of other kernels the arguments are folded, but for the element type: `max_pool_forward_nchw<float, …>`.
 *
 * Brackets nest in `<>`, `()`, `{}` and `[]`; a text in which they do not is left as it is, but for `void` before it.
 */

#define MAX_NESTING 24

typedef struct
{
  const char *text;
  gsize length;
} Piece;

/* Names are compared with many words: their lengths are known when this is compiled. */
#define WORD(text) { text, sizeof (text) - 1 }

static inline gboolean
piece_equals (Piece piece,
              Piece other)
{
  return piece.length == other.length && memcmp (piece.text, other.text, other.length) == 0;
}

static inline gboolean
piece_ends_with (Piece piece,
                 Piece end)
{
  return end.length <= piece.length && memcmp (piece.text + piece.length - end.length, end.text, end.length) == 0;
}

static inline gboolean
piece_begins_with (Piece piece,
                   Piece begin)
{
  return begin.length <= piece.length && memcmp (piece.text, begin.text, begin.length) == 0;
}

#define piece_is(piece, text) piece_equals ((piece), (Piece) WORD (text))
#define piece_begins(piece, text) piece_begins_with ((piece), (Piece) WORD (text))
#define piece_ends(piece, text) piece_ends_with ((piece), (Piece) WORD (text))

static inline gboolean
piece_is_among (Piece        piece,
                const Piece *words,
                guint        n)
{
  for (guint i = 0; i < n; i++)
    if (piece_equals (piece, words[i]))
      return TRUE;
  return FALSE;
}

static Piece
piece_strip (Piece piece)
{
  while (piece.length > 0 && piece.text[0] == ' ')
    piece = (Piece) { piece.text + 1, piece.length - 1 };
  while (piece.length > 0 && piece.text[piece.length - 1] == ' ')
    piece.length--;
  return piece;
}

/* How much deeper a character goes: long names are walked over more than once, and most of them is no bracket. */
static const gint8 nesting[256] = {
  ['<'] = 1, ['('] = 1, ['{'] = 1, ['['] = 1, ['>'] = -1, [')'] = -1, ['}'] = -1, [']'] = -1,
};

static gboolean
is_bracket (char c)
{
  return nesting[(guchar) c] > 0;
}

/* The place behind the bracket that closes the one at @i; 0 when there is none. `->` and `operator<` close nothing. */
static gsize
skip_brackets (Piece piece,
               gsize i)
{
  int depth = 0;

  for (; i < piece.length; i++)
    {
      int step = nesting[(guchar) piece.text[i]];

      if (G_LIKELY (step == 0) || (piece.text[i] == '>' && i > 0 && piece.text[i - 1] == '-'))
        continue;
      depth += step;
      if (depth == 0)
        return i + 1;
    }
  return 0;
}

/* The part of a qualified name behind its last `::` that names something: not a lambda, not operator(). */
static Piece
get_base (Piece name)
{
  Piece base = { name.text, 0 };
  gsize begin = 0, i = 0;

  while (i <= name.length)
    {
      gboolean ends = i == name.length || (name.text[i] == ':' && i + 1 < name.length && name.text[i + 1] == ':');

      if (ends)
        {
          Piece part = piece_strip ((Piece) { name.text + begin, i - begin });

          if (part.length > 0 && part.text[0] != '{' && part.text[0] != '(' && !piece_begins (part, "operator"))
            base = part;
          begin = i + 2;
          i += 2;
        }
      else if (is_bracket (name.text[i]))
        {
          gsize end = skip_brackets (name, i);

          if (end == 0)
            return (Piece) { name.text, 0 };
          i = end;
        }
      else
        i++;
    }
  return base;
}

/* The name before its brackets. */
static Piece
get_word (Piece base)
{
  gsize n = 0;

  while (n < base.length && !is_bracket (base.text[n]))
    n++;
  return piece_strip ((Piece) { base.text, n });
}

/* The text between the template brackets of a base; empty without them. */
static Piece
get_arguments (Piece base)
{
  gsize n = 0, end;

  while (n < base.length && !is_bracket (base.text[n]))
    n++;
  if (n == base.length || base.text[n] != '<')
    return (Piece) { base.text + base.length, 0 };
  end = skip_brackets (base, n);
  return end == 0 ? (Piece) { base.text + base.length, 0 } : (Piece) { base.text + n + 1, end - n - 2 };
}

/* Takes the next argument off a list. */
static gboolean
next_argument (Piece *rest,
               Piece *argument)
{
  gsize i = 0;

  if (rest->length == 0)
    return FALSE;
  while (i < rest->length && rest->text[i] != ',')
    {
      gsize end = is_bracket (rest->text[i]) ? skip_brackets (*rest, i) : i + 1;

      i = end == 0 ? rest->length : end;
    }
  *argument = piece_strip ((Piece) { rest->text, i });
  i = MIN (i + 1, rest->length);
  *rest = (Piece) { rest->text + i, rest->length - i };
  return TRUE;
}

/* The element type that an argument names, in the words of the frameworks; NULL for another. */
static const char *
get_dtype (Piece argument)
{
  static const struct
  {
    Piece name;
    const char *dtype;
  } dtypes[] = {
    { WORD ("float"), "float" },
    { WORD ("double"), "double" },
    { WORD ("c10::Half"), "half" },
    { WORD ("__half"), "half" },
    { WORD ("half"), "half" },
    { WORD ("cutlass::half_t"), "half" },
    { WORD ("c10::BFloat16"), "bfloat16" },
    { WORD ("__nv_bfloat16"), "bfloat16" },
    { WORD ("__hip_bfloat16"), "bfloat16" },
    { WORD ("cutlass::bfloat16_t"), "bfloat16" },
    { WORD ("c10::complex<float>"), "complex<float>" },
    { WORD ("c10::complex<double>"), "complex<double>" },
    { WORD ("long"), "long" },
    { WORD ("int"), "int" },
    { WORD ("short"), "short" },
    { WORD ("signed char"), "int8" },
    { WORD ("unsigned char"), "uint8" },
    { WORD ("bool"), "bool" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (piece_equals (argument, dtypes[i].name))
      return dtypes[i].dtype;
  return NULL;
}

/* Of several the first that real numbers have: `<32, int, float>` sums floats. */
static const char *
find_dtype (Piece arguments)
{
  static const char *const whole[] = { "long", "int", "short", "int8", "uint8", "bool", NULL };
  const char *found = NULL;
  Piece argument;

  while (next_argument (&arguments, &argument))
    {
      const char *dtype = get_dtype (argument);

      if (dtype && !g_strv_contains (whole, dtype))
        return dtype;
      found = found ? found : dtype;
    }
  return found;
}

/* `…::{lambda(float, float)#1}`: what the innermost lambda takes; one that takes an index or pointers does not say. */
static const char *
find_lambda_dtype (Piece name)
{
  static const char opening[] = "{lambda(";
  const gsize skip = sizeof opening - 1;
  const char *begin = NULL, *end;
  Piece parameters;

  for (gsize i = 0; i + skip <= name.length; i++)
    if (memcmp (name.text + i, opening, skip) == 0)
      begin = name.text + i + skip;
  end = begin ? memchr (begin, ')', (gsize) (name.text + name.length - begin)) : NULL;
  if (end == NULL || memchr (begin, '*', (gsize) (end - begin)))
    return NULL;
  parameters = (Piece) { begin, (gsize) (end - begin) };
  return piece_is (parameters, "int") ? NULL : find_dtype (parameters);
}

/* What the function over elements is called, and its element type. */
typedef struct
{
  Piece word;
  const char *dtype;
} Function;

/* Arguments that are never the function: places, sizes, states. */
static gboolean
is_furniture (Piece word)
{
  static const Piece words[] = {
    WORD ("Array"), WORD ("array"), WORD ("tuple"), WORD ("integral_constant"), WORD ("TensorListMetadata"),
    WORD ("TensorListScalarListMetadata"), WORD ("OffsetCalculator"), WORD ("TrivialOffsetCalculator"),
    WORD ("LoadWithoutCast"), WORD ("StoreWithoutCast"), WORD ("LoadWithCast"), WORD ("StoreWithCast"),
    WORD ("OpaqueType"), WORD ("FusedOptimizerTensorListMetadata"),
  };

  return piece_is_among (word, words, G_N_ELEMENTS (words)) || piece_begins (word, "char") || piece_begins (word, "unsigned");
}

/* What only carries a function. */
static gboolean
is_carrier (Piece word)
{
  static const Piece words[] = {
    WORD ("gpu_kernel_impl"), WORD ("gpu_kernel_impl_nocast"), WORD ("gpu_index_kernel"), WORD ("AUnaryFunctor"),
    WORD ("BUnaryFunctor"), WORD ("BinaryFunctor"), WORD ("func_wrapper_t"), WORD ("ReduceOp"), WORD ("AbsmaxOps"),
    WORD ("_cuda_scatter_gather_internal_kernel"), WORD ("uniform_and_transform"), WORD ("normal_and_transform"),
  };

  return piece_is_among (word, words, G_N_ELEMENTS (words));
}

static gboolean
find_function (Piece     arguments,
               guint     depth,
               Function *function)
{
  Piece argument;

  while (depth < MAX_NESTING && next_argument (&arguments, &argument))
    {
      Piece base = get_base (argument);
      Piece word = get_word (base);
      gboolean is_number = argument.length == 0 || g_ascii_isdigit (argument.text[0]) || strchr ("-(", argument.text[0])
                           || piece_is (argument, "true") || piece_is (argument, "false");
      Function inner;

      if (is_number || get_dtype (argument) || word.length == 0 || is_furniture (word) ||
          piece_ends (argument, "*"))
        continue;
      function->word = word;
      function->dtype = find_dtype (get_arguments (base));
      if (function->dtype == NULL)
        function->dtype = find_lambda_dtype (argument);
      if (is_carrier (word) && find_function (get_arguments (base), depth + 1, &inner))
        {
          inner.dtype = inner.dtype ? inner.dtype : function->dtype;
          *function = inner;
        }
      return TRUE;
    }
  return FALSE;
}

/* `CUDAFunctor_add`, `threshold_kernel_impl`, `MeanOps`: what is left without what every function is called. */
static Piece
strip_affixes (Piece word)
{
  static const Piece prefixes[] = {
    WORD ("CUDAFunctorOnSelf_"), WORD ("CUDAFunctor_"), WORD ("launch_"),
  };
  static const Piece suffixes[] = {
    WORD ("_kernel_cuda"), WORD ("_cuda_kernel"), WORD ("_kernel_impl"), WORD ("_kernel_gpu"), WORD ("_cuda_out"),
    WORD ("_kernel"), WORD ("_functor"), WORD ("_cuda"), WORD ("_gpu"), WORD ("_impl"), WORD ("Functor"),
    WORD ("Ops"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (piece_begins_with (word, prefixes[i]) && word.length > prefixes[i].length)
      word = (Piece) { word.text + prefixes[i].length, word.length - prefixes[i].length };
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (piece_ends_with (word, suffixes[i]) && word.length > suffixes[i].length)
      word.length -= suffixes[i].length;
  return word;
}

/* One capitalized word loses its capital, as the operators are called: `Mul` is `mul`; `NormTwo` stays. */
static void
append_function (GString *text,
                 Piece    word)
{
  gboolean is_one_word = word.length > 1 && g_ascii_isupper (word.text[0]);

  word = strip_affixes (word);
  for (gsize i = 1; i < word.length && is_one_word; i++)
    is_one_word = g_ascii_islower (word.text[i]);
  g_string_append_len (text, word.text, (gssize) word.length);
  if (is_one_word && word.length > 0)
    text->str[text->len - word.length] = g_ascii_tolower (word.text[0]);
}

/* The numbers that a kernel was made for, `<128, 4>`, without what else its arguments say. */
static void
append_numbers (GString *text,
                Piece    arguments)
{
  const char *separator = "<";
  Piece argument;

  while (next_argument (&arguments, &argument))
    if (argument.length > 0 && g_ascii_isdigit (argument.text[0]))
      {
        g_string_append (text, separator);
        g_string_append_len (text, argument.text, (gssize) argument.length);
        separator = ", ";
      }
  if (separator[0] == ',')
    g_string_append_c (text, '>');
}

/* Kernels that run any function over elements. */
static gboolean
is_frame (Piece word)
{
  static const Piece endings[] = {
    WORD ("elementwise_kernel"), WORD ("elementwise_grid_stride_kernel"), WORD ("elementwise_kernel_with_index"),
    WORD ("elementwise_kernel_manual_unroll"), WORD ("elementwise_kernel_helper"),
    WORD ("multi_tensor_apply_kernel"), WORD ("reduce_kernel"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (piece_ends_with (word, endings[i]))
      return TRUE;
  return FALSE;
}

/* `std::plus<float>`: what a function over lists of tensors does with their elements. */
static void
append_operator (GString *text,
                 Piece    arguments)
{
  /* What the standard library has for two elements, or one; places and sizes are of it, too. */
  static const Piece words[] = {
    WORD ("plus"), WORD ("minus"), WORD ("multiplies"), WORD ("divides"), WORD ("modulus"), WORD ("negate"),
  };
  Piece argument;

  while (next_argument (&arguments, &argument))
    {
      Piece word = get_word (get_base (argument));

      if (!piece_begins (argument, "std::") || !piece_is_among (word, words, G_N_ELEMENTS (words)))
        continue;
      g_string_append_printf (text, " %.*s", (int) word.length, word.text);
      return;
    }
}

static char *
compose_frame (Piece           word,
               Piece           arguments,
               const Function *function)
{
  GString *text = g_string_new (NULL);

  append_function (text, function->word);
  append_operator (text, arguments);
  if (function->dtype)
    g_string_append_printf (text, "<%s>", function->dtype);
  g_string_append_c (text, '(');
  g_string_append_len (text, word.text, (gssize) word.length);
  append_numbers (text, arguments);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* Some libraries call many kernels `kernel`; the namespace tells them apart. */
static Piece
add_namespace (Piece word,
               Piece qualified)
{
  static const Piece words[] = {
    WORD ("kernel"), WORD ("Kernel"), WORD ("globalKernel"), WORD ("_kernel"), WORD ("kernel1"), WORD ("kernel2"),
  };
  const char *begin = word.text;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (piece_equals (word, words[i]) && begin - qualified.text > 2)
      {
        begin -= 2;
        while (begin > qualified.text && (g_ascii_isalnum (begin[-1]) || begin[-1] == '_'))
          begin--;
        return (Piece) { begin, word.length + (gsize) (word.text - begin) };
      }
  return word;
}

/* `max_pool_forward_nchw<float, …>`. */
static char *
compose_folded (Piece word,
                Piece arguments)
{
  const char *dtype = find_dtype (arguments);
  Piece rest = arguments, argument;
  guint n = 0;

  while (next_argument (&rest, &argument))
    n++;
  if (n == 0)
    return g_strndup (word.text, word.length);
  if (dtype == NULL)
    return g_strdup_printf ("%.*s<…>", (int) word.length, word.text);
  return g_strdup_printf ("%.*s<%s%s>", (int) word.length, word.text, dtype, n > 1 ? ", …" : "");
}

/* Without return type and parameters; both stand outside all brackets. */
static Piece
get_qualified_name (Piece name)
{
  gsize begin = 0, i = 0;

  while (i < name.length)
    {
      gboolean is_parameters = name.text[i] == '(' && i > begin && name.text[i - 1] != ':';
      gsize end = is_bracket (name.text[i]) ? skip_brackets (name, i) : i + 1;

      if (end == 0)
        return (Piece) { name.text, 0 };
      if (name.text[i] == ' ')
        begin = i + 1;
      else if (is_parameters && (end == name.length || name.text[end] != ':'))
        return (Piece) { name.text + begin, i - begin };
      i = end;
    }
  return (Piece) { name.text + begin, name.length - begin };
}

/* CUTLASS calls every kernel the same: what it is stands in its argument, or in the namespace. */
static char *
compose_cutlass (Piece arguments)
{
  Piece argument;
  g_autofree char *inner = NULL;

  if (!next_argument (&arguments, &argument))
    return NULL;
  inner = lamina_kernel_dup_tile_name (argument.text, get_word (argument).length);
  if (inner == NULL)
    return g_strdup_printf ("cutlass %.*s<…>", (int) get_word (get_base (argument)).length, get_base (argument).text);
  return g_steal_pointer (&inner);
}

/* So does Composable Kernel: what is run is the first type among the arguments. */
static char *
compose_tile_entry (Piece arguments)
{
  Piece argument;

  while (next_argument (&arguments, &argument))
    if (piece_begins (argument, "ck_tile::"))
      return compose_folded (get_word (get_base (argument)), get_arguments (get_base (argument)));
  return NULL;
}

static char *
dup_template_name (const char *name)
{
  Piece qualified = get_qualified_name ((Piece) { name, strlen (name) });
  Piece base = get_base (qualified);
  Piece word = get_word (base);
  Piece arguments = get_arguments (base);
  Function function;

  if (word.length == 0)
    return NULL;
  if (piece_begins (qualified, "cutlass::") &&
      (piece_begins (word, "Kernel") || piece_begins (word, "device_kernel")))
    return compose_cutlass (arguments);
  if (piece_begins (qualified, "ck_tile::kentry"))
    return compose_tile_entry (arguments);
  if (is_frame (word) && find_function (arguments, 0, &function))
    return compose_frame (word, arguments, &function);
  return compose_folded (add_namespace (word, qualified), arguments);
}

/* Names of NCCL: `ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)`, in older ones the ring before the sum. */
static char *
dup_collective_name (const char *name,
                     gsize       length)
{
  static const char *const prefixes[] = { "ncclDevKernel_", "ncclKernel_", "ncclDevKernelDebug_", "rcclGenericKernel_" };

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (name, prefixes[i]) && length > strlen (prefixes[i]))
      {
        GString *text = g_string_new ("nccl ");

        g_string_append_len (text, name + strlen (prefixes[i]), (gssize) (length - strlen (prefixes[i])));
        g_string_replace (text, "_t", "\t", 0);
        g_string_replace (text, "_", " ", 0);
        g_string_replace (text, "\t", "_t", 0);
        return g_string_free (text, FALSE);
      }
  return NULL;
}

static char *
shorten (const char *name)
{
  gsize plain = 0;
  char *result;

  while (g_ascii_isalnum (name[plain]) || name[plain] == '_')
    plain++;
  if (name[plain] != '\0' && name[plain] != '(')
    {
      result = strpbrk (name, "<(") && !g_str_has_prefix (name, "Mem") ? dup_template_name (name) : NULL;
      return result == NULL && g_str_has_prefix (name, "void ") && name[5] != '\0' ? g_strdup (name + 5) : result;
    }
  result = dup_collective_name (name, plain);
  if (result == NULL)
    result = lamina_kernel_dup_tile_name (name, plain);
  if (result == NULL && name[plain] == '(')
    result = g_strndup (name, plain);
  return result;
}

char *
lamina_kernel_dup_short_name (const char *name)
{
  g_autofree char *plain = lamina_mangled_name_dup (name);
  char *result = shorten (plain != NULL ? plain : name);

  return result != NULL ? result : g_steal_pointer (&plain);
}
