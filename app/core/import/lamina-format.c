/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "lamina-format-calls.h"

G_DEFINE_INTERFACE (LaminaFormat, lamina_format, G_TYPE_OBJECT)

static void
lamina_format_default_init (LaminaFormatInterface *iface)
{
}

int
lamina_format_probe (LaminaFormat     *self,
                     const LaminaHead *head)
{
  g_return_val_if_fail (LAMINA_IS_FORMAT (self), 0);
  g_return_val_if_fail (head != NULL, 0);

  return CLAMP (LAMINA_FORMAT_GET_IFACE (self)->probe (self, head), 0, 100);
}

const char *const *
lamina_format_get_markers (LaminaFormat *self)
{
  LaminaFormatInterface *iface;

  g_return_val_if_fail (LAMINA_IS_FORMAT (self), NULL);

  iface = LAMINA_FORMAT_GET_IFACE (self);
  return iface->get_markers != NULL ? iface->get_markers (self) : NULL;
}

/* Threads that load ask for it at once; what G_DEFINE_QUARK () makes writes without asking. */
static GQuark
get_domain_quark (void)
{
  static gsize quark = 0;

  if (g_once_init_enter (&quark))
    g_once_init_leave (&quark, g_quark_from_static_string ("lamina-format-domain"));
  return (GQuark) quark;
}

void
lamina_format_set_domain (GType       type,
                          const char *domain)
{
  g_type_set_qdata (type, get_domain_quark (), (gpointer) g_intern_string (domain));
}

const char *
lamina_format_get_domain (LaminaFormat *self)
{
  const char *domain = g_type_get_qdata (G_OBJECT_TYPE (self), get_domain_quark ());

  return domain != NULL ? domain : GETTEXT_PACKAGE;
}

gboolean
lamina_format_describe (LaminaFormat       *self,
                        LaminaDocument     *document,
                        const LaminaPlace  *place,
                        LaminaDetails      *details,
                        GError            **error)
{
  LaminaFormatInterface *iface;

  g_return_val_if_fail (LAMINA_IS_FORMAT (self), FALSE);
  g_return_val_if_fail (document != NULL, FALSE);
  g_return_val_if_fail (place != NULL, FALSE);
  g_return_val_if_fail (details != NULL, FALSE);

  iface = LAMINA_FORMAT_GET_IFACE (self);
  return iface->describe != NULL && iface->describe (self, document, place, details, error);
}

LaminaClaim
lamina_format_claims (LaminaFormat     *self,
                      const LaminaHead *opened,
                      const LaminaHead *sibling)
{
  LaminaFormatInterface *iface;

  g_return_val_if_fail (LAMINA_IS_FORMAT (self), LAMINA_CLAIM_NONE);
  g_return_val_if_fail (opened != NULL, LAMINA_CLAIM_NONE);
  g_return_val_if_fail (sibling != NULL, LAMINA_CLAIM_NONE);

  iface = LAMINA_FORMAT_GET_IFACE (self);
  return iface->claims != NULL ? iface->claims (self, opened, sibling) : LAMINA_CLAIM_NONE;
}

char *
lamina_format_dup_part (LaminaFormat     *self,
                        const LaminaHead *file,
                        gint64           *time)
{
  LaminaFormatInterface *iface;

  g_return_val_if_fail (LAMINA_IS_FORMAT (self), NULL);
  g_return_val_if_fail (file != NULL, NULL);
  g_return_val_if_fail (time != NULL, NULL);

  *time = LAMINA_ABSENT;
  iface = LAMINA_FORMAT_GET_IFACE (self);
  return iface->dup_part != NULL ? iface->dup_part (self, file, time) : NULL;
}

gboolean
lamina_head_contains (const LaminaHead *head,
                      const char       *literal)
{
  g_return_val_if_fail (head != NULL, FALSE);
  g_return_val_if_fail (literal != NULL, FALSE);

  return memmem (head->text, head->length, literal, strlen (literal)) != NULL;
}

char
lamina_head_first_char (const LaminaHead *head)
{
  gsize i = 0;

  g_return_val_if_fail (head != NULL, '\0');

  if (head->length >= 3 && memcmp (head->text, "\xef\xbb\xbf", 3) == 0)
    i = 3;
  while (i < head->length && strchr (" \t\r\n\f\v", head->text[i]) != NULL && head->text[i] != '\0')
    i++;
  return i < head->length ? head->text[i] : '\0';
}
