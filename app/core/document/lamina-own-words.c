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

static const char *
get_domain (const char *domain)
{
  return domain != NULL ? domain : GETTEXT_PACKAGE;
}

const char *
lamina_own_words_translate (LaminaOwnWords *self,
                            const char     *text)
{
  const OwnWord *own = g_hash_table_lookup (self->words, text);
  const char *word = own != NULL ? g_dgettext (get_domain (own->domain), own->word) : text;
  g_autofree char *whole = NULL;

  if (own == NULL || text[strlen (own->word)] == '\0')
    return word;
  whole = g_strconcat (word, text + strlen (own->word), NULL);
  return g_intern_string (whole);
}

const char *
lamina_own_words_translate_issue (LaminaOwnWords *self,
                                  const char     *sentence)
{
  const char *translated = g_dgettext (get_domain (self->domain), sentence);

  return translated != sentence ? translated : g_dgettext (GETTEXT_PACKAGE, sentence);
}
