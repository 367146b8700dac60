/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-device-limits.h"

#include <math.h>
#include <string.h>

static const char *const names[LAMINA_N_PRECISIONS] = {
  [LAMINA_PRECISION_FP64] = "fp64", [LAMINA_PRECISION_FP32] = "fp32", [LAMINA_PRECISION_TF32] = "tf32",
  [LAMINA_PRECISION_FP16] = "fp16", [LAMINA_PRECISION_BF16] = "bf16", [LAMINA_PRECISION_FP8] = "fp8",
  [LAMINA_PRECISION_INT8] = "int8",
};

/* The device that was chosen for all documents; see lamina_device_limits_choose(). Pointers into the default table. */
static const LaminaDeviceLimits nobody = { .name = LAMINA_NO_DEVICE };
static const LaminaDeviceLimits *chosen;

const char *
lamina_precision_get_name (LaminaPrecision self)
{
  g_return_val_if_fail (self < LAMINA_N_PRECISIONS, NULL);

  return names[self];
}

/* Small letters and digits alone. */
static void
fold (const char *text,
      char       *folded,
      gsize       size)
{
  gsize n = 0;

  for (; *text != '\0' && n + 1 < size; text++)
    if (g_ascii_isalnum (*text))
      folded[n++] = g_ascii_tolower (*text);
  folded[n] = '\0';
}

LaminaPrecision
lamina_precision_from_dtype (const char *dtype)
{
  char folded[64];

  fold (dtype, folded, sizeof folded);
  if (strstr (folded, "tf32") || strstr (folded, "tfloat32"))
    return LAMINA_PRECISION_TF32;
  if (strstr (folded, "bf16") || strstr (folded, "bfloat16"))
    return LAMINA_PRECISION_BF16;
  if (strstr (folded, "fp8") || strstr (folded, "float8") || g_str_has_prefix (folded, "f8"))
    return LAMINA_PRECISION_FP8;
  if (strstr (folded, "complex"))
    return LAMINA_N_PRECISIONS;
  switch (lamina_dtype_get_bits (dtype))
    {
    case 64:
      return strstr (folded, "int") || folded[0] == 's' || folded[0] == 'u' ? LAMINA_N_PRECISIONS : LAMINA_PRECISION_FP64;
    case 32:
      return strstr (folded, "int") || folded[0] == 's' || folded[0] == 'u' ? LAMINA_N_PRECISIONS : LAMINA_PRECISION_FP32;
    case 16:
      return strstr (folded, "int") || folded[0] == 's' || folded[0] == 'u' ? LAMINA_N_PRECISIONS : LAMINA_PRECISION_FP16;
    case 8:
      return strstr (folded, "bool") ? LAMINA_N_PRECISIONS : LAMINA_PRECISION_INT8;
    default:
      return LAMINA_N_PRECISIONS;
    }
}

double
lamina_device_limits_get_peak (const LaminaDeviceLimits *self,
                               const char               *dtype)
{
  LaminaPrecision precision;

  g_return_val_if_fail (self != NULL && dtype != NULL, NAN);

  precision = lamina_precision_from_dtype (dtype);
  return precision < LAMINA_N_PRECISIONS ? self->peaks[precision] : NAN;
}

/* People say `h200`. */
static const LaminaDeviceLimits *
find_by_part (const char *name)
{
  LaminaDeviceTable *table = lamina_device_table_get_default ();
  g_autofree char *part = g_ascii_strdown (name, -1);

  for (guint i = 0; i < lamina_device_table_get_n (table); i++)
    {
      const LaminaDeviceLimits *device = lamina_device_table_get (table, i);
      g_autofree char *folded = g_ascii_strdown (device->name, -1);

      if (strstr (folded, part))
        return device;
    }
  return NULL;
}

gboolean
lamina_device_limits_choose (const char *name)
{
  const LaminaDeviceLimits *found = NULL;

  if (name && g_str_equal (name, LAMINA_NO_DEVICE))
    found = &nobody;
  else if (name && *name)
    {
      found = lamina_device_table_find (lamina_device_table_get_default (), name);
      if (!found)
        found = find_by_part (name);
      if (!found)
        return FALSE;
    }
  g_atomic_pointer_set (&chosen, found);
  return TRUE;
}

const LaminaDeviceLimits *
lamina_device_limits_get (LaminaDocument *document)
{
  const LaminaDeviceLimits *choice = g_atomic_pointer_get (&chosen);

  g_return_val_if_fail (document != NULL, NULL);

  if (choice)
    return choice == &nobody ? NULL : choice;
  return lamina_device_table_find_in (lamina_device_table_get_default (), document);
}

static G_DEFINE_QUARK (lamina-device-limits, device_limits)

void
lamina_device_limits_attach (LaminaDocument *document)
{
  const LaminaDeviceLimits *found;

  g_return_if_fail (document != NULL);

  found = lamina_device_table_find_in (lamina_device_table_get_default (), document);
  for (guint i = 0; found && i < lamina_document_get_n_runs (document); i++)
    lamina_run_attach (lamina_document_get_run (document, i), device_limits_quark (), (gpointer) found, NULL);
}

const LaminaDeviceLimits *
lamina_device_limits_get_of_run (LaminaRun *run)
{
  const LaminaDeviceLimits *choice = g_atomic_pointer_get (&chosen);

  g_return_val_if_fail (run != NULL, NULL);

  if (choice)
    return choice == &nobody ? NULL : choice;
  return lamina_run_get_attached (run, device_limits_quark ());
}
