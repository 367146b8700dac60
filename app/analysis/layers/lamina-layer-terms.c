/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-layer-terms.h"

#include <math.h>
#include <string.h>

static const char *const key_names[LAMINA_N_TERM_KEYS] = {
  [LAMINA_TERM_TYPE] = "type",   [LAMINA_TERM_NAME] = "name",   [LAMINA_TERM_DEVICE] = "device",
  [LAMINA_TERM_SECTION] = "section", [LAMINA_TERM_ANNOTATION] = "annotation",
  [LAMINA_TERM_PHASE] = "phase", [LAMINA_TERM_DTYPE] = "dtype",
  [LAMINA_TERM_SHAPE] = "shape", [LAMINA_TERM_IN] = "in",       [LAMINA_TERM_OUT] = "out",
  [LAMINA_TERM_DURATION] = "dur", [LAMINA_TERM_WAIT] = "wait",  [LAMINA_TERM_FLOP] = "flop",
  [LAMINA_TERM_BYTES] = "bytes", [LAMINA_TERM_CALLS] = "calls", [LAMINA_TERM_ATTRIBUTE] = "@",
};

/* Units in small letters, as powers of ten or of two. */
static const struct
{
  const char *name;
  int ten;
  int two;
} units[] = {
  { "", 0, 0 },     { "k", 3, 0 },   { "m", 6, 0 },    { "g", 9, 0 },   { "t", 12, 0 },  { "b", 0, 0 },
  { "kb", 3, 0 },   { "mb", 6, 0 },  { "gb", 9, 0 },   { "tb", 12, 0 }, { "kib", 0, 10 }, { "mib", 0, 20 },
  { "gib", 0, 30 }, { "tib", 0, 40 },
};

static const struct
{
  const char *name;
  int ten;
} time_units[] = {
  { "ns", 0 }, { "us", 3 }, { "\u00b5s", 3 }, { "\u03bcs", 3 }, { "ms", 6 }, { "s", 9 },
};

/* How much of a text is a number, before its unit. */
static gsize
get_number_length (const char *text)
{
  gsize length = strspn (text, "0123456789.");

  return length;
}

static gboolean
parse_duration (const char *text,
                gint64     *value)
{
  g_autofree char *stripped = NULL;
  gsize length;

  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  stripped = g_strstrip (g_strdup (text));
  length = get_number_length (stripped);
  for (guint i = 0; length > 0 && i < G_N_ELEMENTS (time_units); i++)
    if (g_ascii_strcasecmp (g_strchug (stripped + length), time_units[i].name) == 0)
      return lamina_decimal_parse (stripped, length, time_units[i].ten, value);
  return FALSE;
}

static gboolean
parse_amount (const char *text,
              gint64     *value)
{
  gsize length = get_number_length (text);

  for (guint i = 0; length > 0 && i < G_N_ELEMENTS (units); i++)
    if (strcmp (text + length, units[i].name) == 0)
      return lamina_decimal_parse (text, length, units[i].ten, value) &&
             !__builtin_mul_overflow (*value, G_GINT64_CONSTANT (1) << units[i].two, value);
  return FALSE;
}

static gboolean
parse_number (LaminaTerm *term,
              const char *text,
              gint64     *value)
{
  gboolean is_time = term->key == LAMINA_TERM_DURATION || term->key == LAMINA_TERM_WAIT;

  if (is_time ? parse_duration (text, value) : parse_amount (text, value))
    return TRUE;
  term->problem = is_time ? LAMINA_TERM_BAD_DURATION : LAMINA_TERM_BAD_NUMBER;
  return FALSE;
}

/* `10us..2ms`, with either end left out. */
static void
parse_range (LaminaTerm *term,
             const char *text,
             const char *dots)
{
  g_autofree char *begin = g_strndup (text, (gsize) (dots - text));
  const char *end = dots + 2;

  if (*begin && !parse_number (term, begin, &term->least))
    return;
  if (*end && !parse_number (term, end, &term->most))
    return;
  if (!*begin && !*end)
    term->problem = LAMINA_TERM_NO_VALUE;
  else if (term->most < term->least)
    term->problem = LAMINA_TERM_EMPTY_RANGE;
}

/* @text begins with the sign. */
static void
parse_comparison (LaminaTerm *term,
                  const char *text)
{
  gboolean or_equal = text[0] == '=' || text[1] == '=';
  const char *number = text + (text[0] != '=' && text[1] == '=' ? 2 : 1);
  const char *dots = strstr (number, "..");
  gint64 value;

  if (!*number)
    term->problem = LAMINA_TERM_NO_VALUE;
  else if ((text[0] == ':' || text[0] == '=') && dots)
    parse_range (term, number, dots);
  else if (parse_number (term, number, &value))
    {
      if (text[0] == '>')
        term->least = value + (or_equal || value == G_MAXINT64 ? 0 : 1);
      else if (text[0] == '<')
        term->most = value - (or_equal ? 0 : 1);
      else
        term->least = term->most = value;
    }
}

static void
parse_text (LaminaTerm *term,
            const char *text)
{
  gsize length = strlen (text);

  if (text[0] != ':' && text[0] != '=')
    {
      term->problem = LAMINA_TERM_BAD_SIGN;
      return;
    }
  term->exact = text[0] == '=';
  if (text[1] == '"' && length > 2 && text[length - 1] == '"')
    term->value = g_strndup (text + 2, length - 3);
  else
    term->value = g_strdup (text + 1);
  if (!*term->value)
    term->problem = LAMINA_TERM_NO_VALUE;
}

/* A number of an attribute: with any of the units. */
static gboolean
parse_real (LaminaTerm *term,
            const char *text,
            double     *value)
{
  char *end;

  if (!strchr ("+-.0123456789", *text) || !*text)
    return FALSE;
  *value = g_ascii_strtod (text, &end);
  for (guint i = 0; end > text && isfinite (*value) && i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].name) == 0)
      {
        *value = ldexp (*value * pow (10, units[i].ten), units[i].two);
        return TRUE;
      }
  for (guint i = 0; end > text && isfinite (*value) && i < G_N_ELEMENTS (time_units); i++)
    if (strcmp (end, time_units[i].name) == 0)
      {
        *value *= pow (10, time_units[i].ten);
        term->is_time = TRUE;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_real_range (LaminaTerm *term,
                  const char *text)
{
  const char *dots = strstr (text, "..");
  g_autofree char *begin = dots ? g_strndup (text, (gsize) (dots - text)) : NULL;

  if (!dots)
    {
      term->bounded = parse_real (term, text, &term->least_real);
      term->most_real = term->least_real;
      return term->bounded;
    }
  return (*begin || dots[2]) && (!*begin || parse_real (term, begin, &term->least_real))
         && (!dots[2] || parse_real (term, dots + 2, &term->most_real));
}

/* @text begins with the sign; nothing asks whether there is a value. */
static void
parse_attribute (LaminaTerm *term,
                 const char *text)
{
  gboolean or_equal = *text && text[1] == '=';
  double number;

  term->least_real = -INFINITY;
  term->most_real = INFINITY;
  if (*text == ':' || *text == '=')
    {
      parse_text (term, text);
      term->bounded = term->problem == LAMINA_TERM_FINE && parse_real_range (term, term->value);
      if (term->bounded && term->least_real > term->most_real)
        term->problem = LAMINA_TERM_EMPTY_RANGE;
    }
  else if (*text && !text[1 + or_equal])
    term->problem = LAMINA_TERM_NO_VALUE;
  else if (*text && !parse_real (term, text + 1 + or_equal, &number))
    term->problem = LAMINA_TERM_BAD_NUMBER;
  else if (*text)
    {
      term->bounded = TRUE;
      if (*text == '>')
        term->least_real = or_equal ? number : nextafter (number, INFINITY);
      else
        term->most_real = or_equal ? number : nextafter (number, -INFINITY);
    }
}

static void
term_free (gpointer data)
{
  LaminaTerm *term = data;

  g_free (term->name);
  g_free (term->value);
  g_free (term->token);
  g_free (term);
}

/* Which key a word begins with, and where what follows begins. FALSE for a word like any other. */
static gboolean
find_key (const char     *word,
          LaminaTermKey  *key,
          const char    **rest)
{
  for (guint i = 0; i < LAMINA_TERM_ATTRIBUTE; i++)
    {
      gsize length = strlen (key_names[i]);

      if (strncmp (word, key_names[i], length) == 0 && word[length] && strchr (":<>=", word[length]) &&
          !g_str_has_prefix (word + length, "::"))
        {
          *key = (LaminaTermKey) i;
          *rest = word + length;
          return TRUE;
        }
    }
  return FALSE;
}

/* Where the name of an attribute ends; colons in pairs belong to it, and everything between quotation marks. */
static const char *
find_name_end (const char *name)
{
  const char *quote = *name == '"' ? strchr (name + 1, '"') : NULL;

  if (quote)
    return quote + 1;
  for (; *name && !strchr ("<>=", *name); name++)
    if (name[0] == ':' && name[1] == ':')
      name++;
    else if (*name == ':')
      break;
  return name;
}

/* What a word says of an attribute, or NULL. */
static LaminaTerm *
parse_named (char *word)
{
  const char *begin = word + (word[0] == '-');
  const char *end = begin[0] == '@' ? find_name_end (begin + 1) : begin;
  gboolean quoted = end - begin > 2 && begin[1] == '"' && end[-1] == '"';
  LaminaTerm *term;

  if (end - begin < 2 + 2 * quoted || (*end && !strchr (":<>=", *end)))
    return NULL;
  term = g_new0 (LaminaTerm, 1);
  term->key = LAMINA_TERM_ATTRIBUTE;
  term->negated = begin > word;
  term->name = g_strndup (begin + 1 + quoted, (gsize) (end - begin) - 1 - 2 * (gsize) quoted);
  term->token = word;
  parse_attribute (term, end);
  return term;
}

static void
take_word (LaminaLayerTerms *self,
           char             *word)
{
  LaminaTerm *term = parse_named (word);
  LaminaTermKey key;
  const char *rest;
  gboolean negated = word[0] == '-';

  if (term)
    {
      g_ptr_array_add (self->terms, term);
      return;
    }
  if (!find_key (word + negated, &key, &rest))
    {
      g_ptr_array_add (self->words, word);
      return;
    }
  term = g_new0 (LaminaTerm, 1);
  *term = (LaminaTerm) { .key = key, .negated = negated, .least = G_MININT64 + 1, .most = G_MAXINT64, .token = word };
  if (key >= LAMINA_TERM_DURATION)
    parse_comparison (term, rest);
  else
    parse_text (term, rest);
  g_ptr_array_add (self->terms, term);
}

/* The end of a word: a blank, but not one between quotation marks behind a key, or around the name of an attribute. */
static const char *
find_end (const char *text)
{
  const char *quote = NULL;

  for (const char *p = text; *p; p = g_utf8_next_char (p))
    {
      if (*p == '"' && !quote && p > text && strchr (":=@", p[-1]) && strchr (p + 1, '"'))
        quote = p;
      else if (*p == '"' && quote && quote[-1] == '@')
        quote = NULL;
      else if (*p == '"' && quote)
        return p + 1;
      else if (!quote && g_unichar_isspace (g_utf8_get_char (p)))
        return p;
    }
  return text + strlen (text);
}

LaminaLayerTerms *
lamina_layer_terms_parse (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);
  LaminaLayerTerms *self = g_new0 (LaminaLayerTerms, 1);

  self->words = g_ptr_array_new_with_free_func (g_free);
  self->terms = g_ptr_array_new_with_free_func (term_free);
  for (const char *p = folded; *p;)
    {
      const char *end = find_end (p);

      if (end > p)
        take_word (self, g_strndup (p, (gsize) (end - p)));
      for (p = end; *p && g_unichar_isspace (g_utf8_get_char (p));)
        p = g_utf8_next_char (p);
    }
  return self;
}

void
lamina_layer_terms_free (LaminaLayerTerms *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->words);
  g_ptr_array_unref (self->terms);
  g_free (self);
}

const LaminaTerm *
lamina_layer_terms_get_problem (LaminaLayerTerms *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->terms->len; i++)
    {
      const LaminaTerm *term = g_ptr_array_index (self->terms, i);

      if (term->problem != LAMINA_TERM_FINE)
        return term;
    }
  return NULL;
}

const char *
lamina_term_key_get_name (LaminaTermKey key)
{
  g_return_val_if_fail ((guint) key < LAMINA_N_TERM_KEYS, NULL);

  return key_names[key];
}
