/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-boxed.h"
#include "lamina-details.h"

#include <stdatomic.h>

struct _LaminaDetails
{
  _Atomic guint refs;
  GArray *details;
};

static void
clear_detail (gpointer data)
{
  LaminaDetail *detail = data;

  g_free ((char *) detail->group);
  g_free ((char *) detail->key);
  lamina_value_clear (&detail->value);
}

LaminaDetails *
lamina_details_new (void)
{
  LaminaDetails *self = g_new0 (LaminaDetails, 1);

  self->refs = 1;
  self->details = g_array_new (FALSE, FALSE, sizeof (LaminaDetail));
  g_array_set_clear_func (self->details, clear_detail);
  return self;
}

static void
details_free (LaminaDetails *self)
{
  g_array_unref (self->details);
  g_free (self);
}

LAMINA_DEFINE_SHARED_TYPE (LaminaDetails, lamina_details, details_free)

void
lamina_details_add (LaminaDetails     *self,
                    const char        *group,
                    const char        *key,
                    const LaminaValue *value)
{
  LaminaDetail detail = { .group = g_strdup (group), .key = g_strdup (key) };

  lamina_value_copy (value, &detail.value);
  g_array_append_val (self->details, detail);
}

guint
lamina_details_get_n (LaminaDetails *self)
{
  return self->details->len;
}

const LaminaDetail *
lamina_details_get (LaminaDetails *self,
                    guint          i)
{
  g_return_val_if_fail (i < self->details->len, NULL);

  return &g_array_index (self->details, LaminaDetail, i);
}
