/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-own-words.h"

#include <string.h>

typedef struct
{
  const char *domain;
  char *word;
} OwnWord;

struct _LaminaOwnWords
{
  GHashTable *words; /* by text: OwnWord */
  const char *domain;
};

static void
own_word_free (gpointer data)
{
  OwnWord *own = data;

  g_free (own->word);
  g_free (own);
}

LaminaOwnWords *
lamina_own_words_new (void)
{
  LaminaOwnWords *self = g_new0 (LaminaOwnWords, 1);

  self->words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, own_word_free);
  return self;
}

void
lamina_own_words_free (LaminaOwnWords *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->words);
  g_free (self);
}

const char *
lamina_own_words_set_domain (LaminaOwnWords *self,
                             const char     *domain)
{
  const char *before = self->domain;

  self->domain = domain;
  return before;
}

void
lamina_own_words_add (LaminaOwnWords *self,
                      const char     *text,
                      const char     *word)
{
  OwnWord own = { self->domain, NULL };

  if (g_hash_table_contains (self->words, text))
    return;
  own.word = g_strdup (word);
  g_hash_table_insert (self->words, g_strdup (text), g_memdup2 (&own, sizeof own));
}

/* In bytes: names of files may have hundreds of megabytes, and are asked for in every frame. */
#define MOST_LONG 65536

/* What stands in the places of `%s` in a sentence, in that order, or NULL where @text is another sentence. */
static GStrv
split_values (const char *text,
              const char *sentence)
{
  g_auto (GStrv) parts = g_strsplit (sentence, "%s", -1);
  g_autoptr (GStrvBuilder) values = g_strv_builder_new ();

  if (!g_str_has_prefix (text, parts[0]))
    return NULL;
  text += strlen (parts[0]);
  for (guint i = 1; parts[i] != NULL; i++)
    {
      const char *end = *parts[i] != '\0' ? strstr (text, parts[i]) : text + strlen (text);
      g_autofree char *value = end != NULL ? g_strndup (text, (gsize) (end - text)) : NULL;

      if (value == NULL)
        return NULL;
      g_strv_builder_add (values, value);
      text = end + strlen (parts[i]);
    }
  return *text == '\0' ? g_strv_builder_end (values) : NULL;
}

/* @text with its own words in another language. */
static char *
dup_translated (const char *text,
                const char *word,
                const char *translated)
{
  g_auto (GStrv) values = strstr (word, "%s") != NULL ? split_values (text, word) : NULL;
  g_auto (GStrv) parts = g_strsplit (translated, "%s", -1);
  GString *whole;

  if (values == NULL)
    return g_str_has_prefix (text, word) ? g_strconcat (translated, text + strlen (word), NULL) : g_strdup (text);
  if (g_strv_length (values) + 1 != g_strv_length (parts))
    return g_strdup (text);
  whole = g_string_new (parts[0]);
  for (guint i = 0; values[i] != NULL; i++)
    g_string_append_printf (whole, "%s%s", values[i], parts[i + 1]);
  return g_string_free (whole, FALSE);
}

static const char *
get_domain (const char *domain)
{
  return domain != NULL ? domain : GETTEXT_PACKAGE;
}

const char *
lamina_own_words_translate (LaminaOwnWords *self,
                            const char     *text)
{
  const OwnWord *own = strnlen (text, MOST_LONG) < MOST_LONG ? g_hash_table_lookup (self->words, text) : NULL;
  const char *word = own != NULL ? g_dgettext (get_domain (own->domain), own->word) : text;
  g_autofree char *whole = NULL;

  if (own == NULL || strcmp (text, own->word) == 0)
    return word;
  whole = dup_translated (text, own->word, word);
  return g_intern_string (whole);
}

const char *
lamina_own_words_translate_issue (LaminaOwnWords *self,
                                  const char     *sentence)
{
  const char *translated = g_dgettext (get_domain (self->domain), sentence);

  return translated != sentence ? translated : g_dgettext (GETTEXT_PACKAGE, sentence);
}
