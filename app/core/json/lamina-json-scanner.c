/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-scanner-private.h"

static LaminaJsonSkip
skip_nothing (LaminaJsonReader *self,
              LaminaJsonOpen   *open)
{
  return LAMINA_JSON_SKIP_SLOWLY;
}

const LaminaJsonScanner lamina_json_scanner_none = {
  .name = "none",
  .next_member = lamina_json_next_member_slowly,
  .next_element = lamina_json_next_element_slowly,
  .skip = skip_nothing,
};

#ifdef __x86_64__
static gboolean
has_avx2 (void)
{
  return __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("pclmul");
}
#endif

const LaminaJsonScanner *
lamina_json_scanner_get (guint i)
{
  const LaminaJsonScanner *usable[] = {
#ifdef __x86_64__
    has_avx2 () ? &lamina_json_scanner_avx2 : NULL,
    &lamina_json_scanner_sse2,
#endif
    &lamina_json_scanner_portable,
    &lamina_json_scanner_none,
  };

  for (guint j = 0; j < G_N_ELEMENTS (usable); j++)
    if (usable[j] != NULL && i-- == 0)
      return usable[j];
  return NULL;
}
