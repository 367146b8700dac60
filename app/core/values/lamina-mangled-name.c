/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-mangled-name-private.h"

#include <string.h>

/*
 * Drivers give the names of some kernels as symbols: the demangler of the tool does not know all types, such as `DF16b`. A symbol
 * is walked over once, from left to right. A part that was there before is a number of it: `S_`, `S0_` and so on, in the order in
 * which they came. Texts can grow without end that way, so their lengths are bounded, as is the depth.
 *
 * https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling
 */

#define MAX_SYMBOL 8192
#define MAX_TEXT 16384
#define MAX_NESTING 64
#define MAX_PARTS 1024

typedef struct
{
  const char *at;
  GPtrArray *parts; /* texts that may come again */
  guint depth;
} Symbol;

static char *read_type     (Symbol   *self);
static char *read_name     (Symbol   *self,
                            gboolean  is_type);
static char *read_encoding (Symbol   *self);

static gboolean
skip (Symbol     *self,
      const char *text)
{
  gsize length = strlen (text);

  if (strncmp (self->at, text, length) != 0)
    return FALSE;
  self->at += length;
  return TRUE;
}

/* FALSE where there are too many, or it is too long. */
static gboolean
remember (Symbol     *self,
          const char *text)
{
  if (self->parts->len >= MAX_PARTS || strlen (text) > MAX_TEXT)
    return FALSE;
  g_ptr_array_add (self->parts, g_strdup (text));
  return TRUE;
}

/* `_`, `0_` and so on, of which the first is 0. */
static gboolean
read_sequence (Symbol *self,
               guint   base,
               guint  *number)
{
  guint n = 0;

  if (skip (self, "_"))
    {
      *number = 0;
      return TRUE;
    }
  for (; *self->at != '\0' && *self->at != '_'; self->at++)
    {
      int digit = g_ascii_isdigit (*self->at) ? *self->at - '0' : g_ascii_isupper (*self->at) ? *self->at - 'A' + 10 : 99;

      if (digit >= (int) base || n > MAX_SYMBOL)
        return FALSE;
      n = n * base + (guint) digit;
    }
  *number = n + 1;
  return skip (self, "_");
}

/* `4name`. */
static char *
read_source_name (Symbol *self)
{
  gsize length = 0;
  char *name;

  for (; g_ascii_isdigit (*self->at); self->at++)
    if ((length = 10 * length + (gsize) (*self->at - '0')) > MAX_SYMBOL)
      return NULL;
  /* A letter of several bytes could be cut. */
  if (length == 0 || strspn (self->at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_$") < length)
    return NULL;
  name = g_str_has_prefix (self->at, "_GLOBAL__N") ? g_strdup ("(anonymous namespace)") : g_strndup (self->at, length);
  self->at += length;
  return name;
}

/* Types up to the end of a list, with commas between them. */
static char *
read_types (Symbol *self)
{
  GString *text = g_string_new (NULL);

  while (*self->at != 'E' && *self->at != '\0' && *self->at != '.')
    {
      g_autofree char *type = read_type (self);

      if (type == NULL || text->len + strlen (type) > MAX_TEXT)
        {
          g_string_free (text, TRUE);
          return NULL;
        }
      if (!g_str_equal (type, "void"))
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", type);
    }
  return g_string_free (text, FALSE);
}

/* `UlvE_`, a lambda, or `Ut_`, a type without a name. */
static char *
read_unnamed (Symbol *self)
{
  g_autofree char *types = NULL;
  guint number;

  if (skip (self, "Ut"))
    return read_sequence (self, 10, &number) ? g_strdup_printf ("{unnamed type#%u}", number + 1) : NULL;
  self->at += strlen ("Ul");
  types = read_types (self);
  if (types == NULL || !skip (self, "E") || !read_sequence (self, 10, &number))
    return NULL;
  return g_strdup_printf ("{lambda(%s)#%u}", types, number + 1);
}

static char *
read_operator (Symbol *self)
{
  static const char *const operators[][2] = {
    { "cl", "()" }, { "ix", "[]" }, { "pl", "+" }, { "mi", "-" }, { "ml", "*" }, { "dv", "/" }, { "rm", "%" }, { "eq", "==" },
    { "ne", "!=" }, { "lt", "<" }, { "gt", ">" }, { "le", "<=" }, { "ge", ">=" }, { "aS", "=" }, { "pL", "+=" }, { "mI", "-=" },
    { "an", "&" }, { "or", "|" }, { "eo", "^" }, { "ls", "<<" }, { "rs", ">>" }, { "nt", "!" }, { "co", "~" }, { "pp", "++" },
    { "mm", "--" }, { "ng", "-" }, { "de", "*" }, { "pt", "->" }, { "aa", "&&" }, { "oo", "||" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (skip (self, operators[i][0]))
      return g_strconcat ("operator", operators[i][1], NULL);
  return NULL;
}

/* No kernel is a constructor, or in one. */
static char *
read_component (Symbol *self)
{
  char *name;

  /* A name that other files don't see. */
  if (*self->at == 'L' && g_ascii_isdigit (self->at[1]))
    self->at++;
  if (g_ascii_isdigit (*self->at))
    name = read_source_name (self);
  else if (*self->at == 'U' && (self->at[1] == 'l' || self->at[1] == 't'))
    name = read_unnamed (self);
  else
    name = read_operator (self);
  /* Tags of versions. */
  while (name != NULL && *self->at == 'B')
    {
      g_autofree char *tag = NULL;

      self->at++;
      tag = read_source_name (self);
      if (tag == NULL)
        g_clear_pointer (&name, g_free);
    }
  return name;
}

/* `Li128E`, `Lb1E`, `LN7ck_tile4EnumE1E`. */
static char *
read_literal (Symbol *self)
{
  static const char *const suffixes[][2] = {
    { "int", "" }, { "unsigned int", "u" }, { "long", "l" }, { "unsigned long", "ul" }, { "long long", "ll" },
    { "unsigned long long", "ull" },
  };
  g_autofree char *type = NULL, *value = NULL;
  const char *begin;
  char *text;

  if (skip (self, "_Z"))
    {
      text = read_encoding (self);
      if (text != NULL && !skip (self, "E"))
        g_clear_pointer (&text, g_free);
      return text;
    }
  type = read_type (self);
  if (type == NULL)
    return NULL;
  begin = self->at;
  while (g_ascii_isalnum (*self->at) && *self->at != 'E')
    self->at++;
  value = g_strndup (begin, (gsize) (self->at - begin));
  if (!skip (self, "E"))
    return NULL;
  if (*value == 'n')
    *value = '-';
  if (g_str_equal (type, "bool"))
    return g_strdup (g_str_equal (value, "0") ? "false" : "true");
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_equal (type, suffixes[i][0]))
      return g_strconcat (value, suffixes[i][1], NULL);
  return *value != '\0' ? g_strdup_printf ("(%s)%s", type, value) : g_steal_pointer (&type);
}

static char *read_arguments (Symbol *self);

static char *
read_argument (Symbol *self)
{
  if (skip (self, "L"))
    return read_literal (self);
  if (skip (self, "J"))
    return read_arguments (self);
  return read_type (self);
}

/* Behind the `I` or `J` that begins them, to the `E` that ends them, without brackets. */
static char *
read_arguments (Symbol *self)
{
  GString *text = g_string_new (NULL);
  gboolean is_good = self->depth < MAX_NESTING;

  self->depth++;
  while (is_good && !skip (self, "E"))
    {
      g_autofree char *argument = read_argument (self);

      is_good = argument != NULL && text->len + strlen (argument) <= MAX_TEXT;
      /* An empty pack is nothing. */
      if (is_good && *argument != '\0')
        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", argument);
    }
  self->depth--;
  return g_string_free (text, !is_good);
}

/* Appends what is in brackets behind a name. */
static gboolean
add_arguments (Symbol  *self,
               char   **name)
{
  g_autofree char *arguments = read_arguments (self), *bare = NULL;

  if (arguments == NULL)
    return FALSE;
  bare = g_steal_pointer (name);
  *name = g_strdup_printf ("%s<%s%s>", bare, arguments, g_str_has_suffix (arguments, ">") ? " " : "");
  return TRUE;
}

/* `S_`, `St` and the like, behind the `S`. */
static char *
read_known (Symbol *self)
{
  static const char *const known[][2] = {
    { "t", "std" }, { "a", "std::allocator" }, { "b", "std::basic_string" }, { "s", "std::string" }, { "i", "std::istream" },
    { "o", "std::ostream" }, { "d", "std::iostream" },
  };
  guint number;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (skip (self, known[i][0]))
      return g_strdup (known[i][1]);
  if (!read_sequence (self, 36, &number) || number >= self->parts->len)
    return NULL;
  return g_strdup (g_ptr_array_index (self->parts, number));
}

/* Behind the `N`. Each part of it may come again, but not the function that it names. */
static char *
read_nested_name (Symbol   *self,
                  gboolean  is_type)
{
  g_autofree char *name = NULL;
  gboolean is_new = FALSE;

  while (*self->at == 'r' || *self->at == 'V' || *self->at == 'K' || *self->at == 'R' || *self->at == 'O')
    self->at++;
  while (!skip (self, "E"))
    {
      g_autofree char *part = NULL, *before = NULL;

      if (is_new && !remember (self, name))
        return NULL;
      is_new = TRUE;
      if (name != NULL && skip (self, "I"))
        {
          if (!add_arguments (self, &name))
            return NULL;
          continue;
        }
      if (name == NULL && skip (self, "S"))
        {
          name = read_known (self);
          is_new = FALSE;
        }
      else if (name == NULL && *self->at == 'T')
        {
          name = read_type (self);
          is_new = FALSE;
        }
      else
        {
          part = read_component (self);
          before = g_steal_pointer (&name);
          name = part == NULL ? NULL : before == NULL ? g_steal_pointer (&part) : g_strconcat (before, "::", part, NULL);
        }
      if (name == NULL)
        return NULL;
    }
  if (is_type && is_new && !remember (self, name))
    return NULL;
  return g_steal_pointer (&name);
}

/* Behind the `Z`: what is inside of a function. */
static char *
read_local_name (Symbol   *self,
                 gboolean  is_type)
{
  g_autofree char *function = read_encoding (self), *entity = NULL;
  char *name;

  if (function == NULL || !skip (self, "E"))
    return NULL;
  entity = skip (self, "s") ? g_strdup ("string literal") : read_name (self, FALSE);
  if (entity == NULL)
    return NULL;
  name = g_strdup_printf ("%s(...)::%s", function, entity);
  if (is_type && !remember (self, name))
    g_clear_pointer (&name, g_free);
  return name;
}

/* A name in no other scope than `std`. */
static char *
read_unscoped_name (Symbol   *self,
                    gboolean  is_type)
{
  gboolean is_std = skip (self, "St");
  g_autofree char *plain = read_component (self);
  g_autofree char *name = plain == NULL ? NULL : g_strconcat (is_std ? "std::" : "", plain, NULL);

  if (name == NULL || ((is_type || *self->at == 'I') && !remember (self, name)))
    return NULL;
  if (skip (self, "I") && (!add_arguments (self, &name) || (is_type && !remember (self, name))))
    return NULL;
  return g_steal_pointer (&name);
}

/* @is_type: what it names is a type, else a function */
static char *
read_name (Symbol   *self,
           gboolean  is_type)
{
  char *name;

  if (self->depth >= MAX_NESTING)
    return NULL;
  self->depth++;
  if (skip (self, "N"))
    name = read_nested_name (self, is_type);
  else if (skip (self, "Z"))
    name = read_local_name (self, is_type);
  else
    name = read_unscoped_name (self, is_type);
  self->depth--;
  return name;
}

/* A function with its parameters, which are not told. */
static char *
read_encoding (Symbol *self)
{
  g_autofree char *name = read_name (self, FALSE);
  g_autofree char *parameters = name != NULL ? read_types (self) : NULL;

  return parameters != NULL ? g_steal_pointer (&name) : NULL;
}

static const char *
find_builtin (Symbol *self)
{
  static const char *const builtins[][2] = {
    { "v", "void" }, { "b", "bool" }, { "c", "char" }, { "a", "signed char" }, { "h", "unsigned char" }, { "s", "short" },
    { "t", "unsigned short" }, { "i", "int" }, { "j", "unsigned int" }, { "l", "long" }, { "m", "unsigned long" },
    { "x", "long long" }, { "y", "unsigned long long" }, { "n", "__int128" }, { "o", "unsigned __int128" }, { "f", "float" },
    { "d", "double" }, { "e", "long double" }, { "g", "__float128" }, { "w", "wchar_t" }, { "z", "..." }, { "Dh", "half" },
    { "DF16b", "__bf16" }, { "DF16_", "_Float16" }, { "DF32_", "_Float32" }, { "DF64_", "_Float64" }, { "Dn", "std::nullptr_t" },
    { "Da", "auto" }, { "Di", "char32_t" }, { "Ds", "char16_t" }, { "Du", "char8_t" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (builtins); i++)
    if (skip (self, builtins[i][0]))
      return builtins[i][1];
  return NULL;
}

/* A type and what is said of it behind. */
static char *
read_changed_type (Symbol     *self,
                   const char *change)
{
  g_autofree char *type = read_type (self);

  return type != NULL ? g_strconcat (type, change, NULL) : NULL;
}

/* Behind the `F`: result and parameters. */
static char *
read_function_type (Symbol *self)
{
  g_autofree char *result = NULL, *parameters = NULL;

  skip (self, "Y");
  result = read_type (self);
  parameters = result != NULL ? read_types (self) : NULL;
  if (parameters == NULL || !skip (self, "E"))
    return NULL;
  return g_strdup_printf ("%s (%s)", result, parameters);
}

/* Behind the `A`: how many, and of what. */
static char *
read_array_type (Symbol *self)
{
  const char *begin = self->at;
  g_autofree char *length = NULL, *type = NULL;

  while (g_ascii_isdigit (*self->at))
    self->at++;
  length = g_strndup (begin, (gsize) (self->at - begin));
  type = skip (self, "_") ? read_type (self) : NULL;
  return type != NULL ? g_strdup_printf ("%s [%s]", type, length) : NULL;
}

/* `T_`, `T0_`: which one of the arguments, not which that is. */
static char *
read_parameter (Symbol *self)
{
  guint number;

  return read_sequence (self, 10, &number) ? g_strdup_printf ("T%u", number) : NULL;
}

/* One that may come again. */
static char *
read_compound_type (Symbol *self)
{
  if (skip (self, "K"))
    return read_changed_type (self, " const");
  if (skip (self, "V"))
    return read_changed_type (self, " volatile");
  if (skip (self, "P"))
    return read_changed_type (self, "*");
  if (skip (self, "R"))
    return read_changed_type (self, "&");
  if (skip (self, "O"))
    return read_changed_type (self, "&&");
  if (skip (self, "Dp"))
    return read_changed_type (self, "...");
  if (skip (self, "F"))
    return read_function_type (self);
  if (skip (self, "A"))
    return read_array_type (self);
  if (skip (self, "T"))
    return read_parameter (self);
  return NULL;
}

/* Behind an `S` that is not that of a longer name in `std`. */
static char *
read_known_type (Symbol *self)
{
  g_autofree char *name = read_known (self);

  if (name != NULL && skip (self, "I") && (!add_arguments (self, &name) || !remember (self, name)))
    return NULL;
  return g_steal_pointer (&name);
}

static char *
read_type (Symbol *self)
{
  const char *builtin = find_builtin (self);
  const char *begin = self->at;
  g_autofree char *type = NULL;

  if (builtin != NULL)
    return g_strdup (builtin);
  if (self->depth >= MAX_NESTING)
    return NULL;
  self->depth++;
  if (*self->at == 'S' && self->at[1] != 't')
    {
      self->at++;
      type = read_known_type (self);
    }
  else if (*self->at == 'S' || *self->at == 'N' || *self->at == 'Z' || g_ascii_isdigit (*self->at))
    type = read_name (self, TRUE);
  else
    {
      type = read_compound_type (self);
      if (type != NULL && !remember (self, type))
        g_clear_pointer (&type, g_free);
      if (type != NULL && *begin == 'T' && skip (self, "I") && (!add_arguments (self, &type) || !remember (self, type)))
        g_clear_pointer (&type, g_free);
    }
  self->depth--;
  return g_steal_pointer (&type);
}

char *
lamina_mangled_name_dup (const char *symbol)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  Symbol self = { symbol, parts, 0 };

  if (!skip (&self, "_Z") || strnlen (symbol, MAX_SYMBOL) == MAX_SYMBOL)
    return NULL;
  return read_name (&self, FALSE);
}
