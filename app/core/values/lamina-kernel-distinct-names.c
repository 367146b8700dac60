/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-kernel-name.h"
#include "lamina-mangled-name-private.h"

#include <string.h>

/* What takes more room than this says no more than the whole name. */
#define MOST_TOLD 64

/* What kernels return, as a demangler writes it, says nothing. */
#define RETURN_TYPE "void "

/* Names that have one short name, and the part of each in which they differ. */
typedef struct
{
  const char *const *names;
  guint n;
  gsize prefix; /* what all begin with, and end with: up to the borders of words */
  gsize suffix;
} Namesakes;

typedef struct
{
  const char *text;
  gsize length;
} Token;

/* A character of several bytes is part of a word, too. */
static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* Whether the prefix, or the suffix, ends within a word of a name. */
static gboolean
is_within_word (const Namesakes *self,
                gboolean         of_suffix)
{
  for (guint i = 0; i < self->n; i++)
    {
      const char *name = self->names[i];
      gsize place = of_suffix ? strlen (name) - self->suffix : self->prefix;

      if (place > 0 && is_word (name[place - 1]) && is_word (name[place]))
        return TRUE;
    }
  return FALSE;
}

static void
find_prefix (Namesakes *self)
{
  const char *first = self->names[0];

  self->prefix = strlen (first);
  for (guint i = 1; i < self->n; i++)
    if (strncmp (self->names[i], first, self->prefix) != 0)
      for (self->prefix = 0; self->names[i][self->prefix] == first[self->prefix];)
        self->prefix++;
  while (is_within_word (self, FALSE))
    self->prefix--;
}

static void
find_suffix (Namesakes *self)
{
  const char *first = self->names[0], *end = first + strlen (first);

  self->suffix = (gsize) (end - first) - self->prefix;
  for (guint i = 1; i < self->n; i++)
    {
      const char *other = self->names[i] + strlen (self->names[i]);

      self->suffix = MIN (self->suffix, (gsize) (other - self->names[i]) - self->prefix);
      if (memcmp (other - self->suffix, end - self->suffix, self->suffix) != 0)
        for (self->suffix = 0; other[-1 - (gssize) self->suffix] == end[-1 - (gssize) self->suffix];)
          self->suffix++;
    }
  while (is_within_word (self, TRUE))
    self->suffix--;
}

static void
split (const Namesakes *self,
       guint            i,
       GArray          *tokens)
{
  const char *text = self->names[i] + self->prefix;
  gsize length = strlen (text) - self->suffix;

  /* A word, or a sign between words. */
  for (gsize n; length > 0; text += n, length -= n)
    {
      for (n = 0; n < length && is_word (text[n]); n++)
        ;
      n = MAX (n, 1);
      g_array_append_vals (tokens, &(Token) { text, n }, 1);
    }
}

/* The parts in which they differ, one behind the other. NULL when these don't have the same number of tokens. */
static GArray *
split_all (const Namesakes *self,
           guint           *n_columns)
{
  g_autoptr (GArray) tokens = g_array_new (FALSE, FALSE, sizeof (Token));

  split (self, 0, tokens);
  *n_columns = tokens->len;
  for (guint i = 1; i < self->n; i++)
    {
      split (self, i, tokens);
      if (tokens->len != (i + 1) * *n_columns)
        return NULL;
    }
  return g_steal_pointer (&tokens);
}

static GStrv
add_column (const Namesakes *self,
            GStrv            told,
            const Token     *tokens,
            guint            n_columns)
{
  GStrv more = g_new0 (char *, self->n + 1);

  for (guint i = 0; i < self->n; i++, tokens += n_columns)
    more[i] = g_strdup_printf ("%s%s%.*s", told[i], told[i][0] != '\0' ? " " : "", (int) tokens->length, tokens->text);
  return more;
}

static gboolean
column_differs (const Namesakes *self,
                const Token     *tokens,
                guint            n_columns)
{
  for (guint i = 1; i < self->n; i++)
    if (tokens[(gsize) i * n_columns].length != tokens->length
        || memcmp (tokens[(gsize) i * n_columns].text, tokens->text, tokens->length) != 0)
      return TRUE;
  return FALSE;
}

/* Tells only those tokens, from the left, that tell more names apart than those before them. */
static GStrv
tell_columns (const Namesakes *self,
              GArray          *tokens,
              guint            n_columns)
{
  GStrv told = g_new0 (char *, self->n + 1);
  guint n_different = 1;

  for (guint i = 0; i < self->n; i++)
    told[i] = g_strdup ("");
  for (guint column = 0; column < n_columns && n_different < self->n; column++)
    {
      const Token *first = &g_array_index (tokens, Token, column);
      g_autoptr (GHashTable) different = g_hash_table_new (g_str_hash, g_str_equal);
      g_auto (GStrv) more = NULL;

      if (!column_differs (self, first, n_columns))
        continue;
      more = add_column (self, told, first, n_columns);
      for (guint i = 0; i < self->n; i++)
        g_hash_table_add (different, more[i]);
      if (g_hash_table_size (different) <= n_different)
        continue;
      n_different = g_hash_table_size (different);
      g_strfreev (told);
      told = g_steal_pointer (&more);
    }
  return told;
}

static GStrv
tell (const Namesakes *self)
{
  guint n_columns;
  g_autoptr (GArray) tokens = split_all (self, &n_columns);
  GStrv told;

  if (tokens)
    return tell_columns (self, tokens, n_columns);
  told = g_new0 (char *, self->n + 1);
  for (guint i = 0; i < self->n; i++)
    {
      /* Brackets around all of it go: it is put into brackets. */
      const char *text = self->names[i] + self->prefix;
      gsize length = strlen (text) - self->suffix;
      gboolean in_brackets = length > 1 && text[0] == '(' && text[length - 1] == ')';

      told[i] = g_strndup (text + in_brackets, length - 2 * (gsize) in_brackets);
    }
  return told;
}

/* What symbols name: their letters and numbers are no words. */
static char **
dup_plain_names (const char *const *names,
                 guint              n)
{
  char **plain = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    {
      plain[i] = lamina_mangled_name_dup (names[i]);
      if (plain[i] == NULL)
        plain[i] = g_strdup (names[i]);
    }
  return plain;
}

char **
lamina_kernel_dup_distinct_names (const char        *short_name,
                                  const char *const *names,
                                  guint              n)
{
  g_auto (GStrv) plain = dup_plain_names (names, n);
  Namesakes self = { (const char *const *) plain, n, 0, 0 };
  char **distinct = g_new0 (char *, n + 1);
  g_auto (GStrv) told = NULL;
  gboolean is_long = FALSE;
  gsize skipped;

  find_prefix (&self);
  /* Of all or of none: they stay different. */
  skipped = self.prefix >= strlen (RETURN_TYPE) && g_str_has_prefix (names[0], RETURN_TYPE) ? strlen (RETURN_TYPE) : 0;
  find_suffix (&self);
  told = tell (&self);
  for (guint i = 0; i < n; i++)
    is_long |= strlen (told[i]) > MOST_TOLD;
  for (guint i = 0; i < n; i++)
    if (is_long)
      distinct[i] = g_strdup (names[i] + skipped);
    else if (told[i][0] == '\0')
      distinct[i] = g_strdup (short_name);
    else if (g_str_has_suffix (short_name, ")"))
      distinct[i] = g_strdup_printf ("%.*s; %s)", (int) strlen (short_name) - 1, short_name, told[i]);
    else
      distinct[i] = g_strdup_printf ("%s(%s)", short_name, told[i]);
  return distinct;
}
