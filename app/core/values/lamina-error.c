/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-error-domain.h"
#include "lamina-error.h"

#include <string.h>

/* Both stay, so that nothing is owned. */
typedef struct
{
  const char *sentence; /* or NULL */
  const char *domain;   /* of gettext; NULL for that of the core */
} LaminaErrorPrivate;

static void
lamina_error_private_init (LaminaErrorPrivate *priv)
{
}

static void
lamina_error_private_copy (const LaminaErrorPrivate *source,
                           LaminaErrorPrivate       *copy)
{
  *copy = *source;
}

static void
lamina_error_private_clear (LaminaErrorPrivate *priv)
{
}

G_DEFINE_EXTENDED_ERROR (LaminaError, lamina_error)

/* As it stands behind the name of a file. */
static char *
dup_message (const char *sentence)
{
  char *message = g_strndup (sentence, strlen (sentence) - g_str_has_suffix (sentence, "."));

  message[0] = g_ascii_tolower (message[0]);
  return message;
}

void
lamina_error_set (GError      **error,
                  LaminaError   code,
                  const char   *message,
                  const char   *sentence)
{
  g_autofree char *own = NULL;
  GError *made;

  g_return_if_fail (error == NULL || *error == NULL);
  g_return_if_fail (sentence != NULL && *sentence != '\0');

  if (error == NULL)
    return;
  own = message != NULL ? NULL : dup_message (sentence);
  made = g_error_new_literal (LAMINA_ERROR, code, message != NULL ? message : own);
  lamina_error_get_private (made)->sentence = g_intern_string (sentence);
  *error = made;
}

void
lamina_error_set_domain (GError     *error,
                         const char *domain)
{
  if (error->domain == LAMINA_ERROR)
    lamina_error_get_private (error)->domain = domain;
}

const char *
lamina_error_get_sentence (const GError *error)
{
  const LaminaErrorPrivate *priv;

  g_return_val_if_fail (error != NULL, NULL);

  priv = error->domain == LAMINA_ERROR ? lamina_error_get_private (error) : NULL;
  if (priv == NULL || priv->sentence == NULL)
    return NULL;
  return g_dgettext (priv->domain != NULL ? priv->domain : GETTEXT_PACKAGE, priv->sentence);
}
