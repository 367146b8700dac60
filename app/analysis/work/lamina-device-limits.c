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

/*
 * What is kept with each run: the device that its document names, and what was chosen. Both are of the default table, unless the
 * document states itself what its device reaches: then it names @stated of its first run, which alone has the rest.
 */
typedef struct
{
  const LaminaDeviceLimits *named;
  const LaminaDeviceLimits *chosen;
  LaminaDeviceLimits stated;
  char *name;
  gboolean is_known;
} Devices;

static void
devices_free (gpointer data)
{
  g_free (((Devices *) data)->name);
  g_free (data);
}

G_LOCK_DEFINE_STATIC (devices);

/* The property in which a format states how many bytes go between a device and its memory in a second. */
static const char bandwidth_key[] = "memoryBandwidth (per second)";

/* The choice of none. */
static const LaminaDeviceLimits nobody = { .name = LAMINA_NO_DEVICE };

static G_DEFINE_QUARK (lamina-device-limits, device_limits)

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

/* NULL to go by the document; FALSE when there is no such device. */
static gboolean
find_choice (const char                *name,
             const LaminaDeviceLimits **found)
{
  *found = NULL;
  if (!name || *name == '\0')
    return TRUE;
  if (g_str_equal (name, LAMINA_NO_DEVICE))
    *found = &nobody;
  else
    *found = lamina_device_table_find (lamina_device_table_get_default (), name);
  if (!*found)
    *found = find_by_part (name);
  return *found != NULL;
}

gboolean
lamina_device_limits_is_choice (const char *name)
{
  const LaminaDeviceLimits *found;

  return find_choice (name, &found);
}

static Devices *
take_devices (LaminaRun *run)
{
  Devices *devices = lamina_run_get_attached (run, device_limits_quark ());

  return devices ? devices : lamina_run_attach (run, device_limits_quark (), g_new0 (Devices, 1), devices_free);
}

gboolean
lamina_device_limits_choose (LaminaDocument *document,
                             const char     *name)
{
  const LaminaDeviceLimits *found;

  g_return_val_if_fail (document != NULL, FALSE);

  if (!find_choice (name, &found))
    return FALSE;
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    g_atomic_pointer_set (&take_devices (lamina_document_get_run (document, i))->chosen, found);
  return TRUE;
}

/* A property of the group that @beside is in, or NULL. */
static const LaminaDetail *
find_beside (LaminaDetails      *properties,
             const LaminaDetail *beside,
             const char         *key)
{
  for (guint i = 0; i < lamina_details_get_n (properties); i++)
    {
      const LaminaDetail *property = lamina_details_get (properties, i);

      if (g_str_equal (property->group, beside->group) && g_str_equal (property->key, key))
        return property;
    }
  return NULL;
}

/* The property that states how fast the first device of a document reads and writes its memory, or NULL. */
static const LaminaDetail *
find_bandwidth (LaminaDetails *properties)
{
  for (guint i = 0; i < lamina_details_get_n (properties); i++)
    {
      const LaminaDetail *property = lamina_details_get (properties, i);

      if (g_str_equal (property->key, bandwidth_key) && property->value.type == LAMINA_VALUE_INTEGER
          && property->value.integer > 0)
        return property;
    }
  return NULL;
}

/*
 * What a file states of the very device goes before a table of models, and behind what users say themselves. How fast the device
 * computes does not follow from how many units it has.
 */
static void
name_device (Devices        *self,
             LaminaDocument *document)
{
  LaminaDetails *properties = lamina_document_get_properties (document);
  const LaminaDetail *bandwidth = find_bandwidth (properties);
  const LaminaDetail *name = bandwidth ? find_beside (properties, bandwidth, "name") : NULL;

  self->named = lamina_device_table_find_in (lamina_device_table_get_default (), document);
  if (!bandwidth || (self->named && self->named->is_own))
    return;
  if (self->named)
    self->stated = *self->named;
  else
    {
      self->name = g_strdup (name && name->value.type == LAMINA_VALUE_TEXT && name->value.text
                             ? name->value.text : bandwidth->group);
      self->stated = (LaminaDeviceLimits) { .name = self->name, .source = "" };
      for (guint i = 0; i < LAMINA_N_PRECISIONS; i++)
        self->stated.peaks[i] = NAN;
    }
  self->stated.bandwidth = (double) bandwidth->value.integer;
  self->named = &self->stated;
}

void
lamina_device_limits_attach (LaminaDocument *document)
{
  Devices *first;

  g_return_if_fail (document != NULL);

  if (lamina_document_get_n_runs (document) == 0)
    return;
  G_LOCK (devices);
  first = take_devices (lamina_document_get_run (document, 0));
  if (!first->is_known)
    {
      name_device (first, document);
      for (guint i = 1; i < lamina_document_get_n_runs (document); i++)
        take_devices (lamina_document_get_run (document, i))->named = first->named;
      first->is_known = TRUE;
    }
  G_UNLOCK (devices);
}

const LaminaDeviceLimits *
lamina_device_limits_get_named (LaminaDocument *document)
{
  g_return_val_if_fail (document != NULL, NULL);

  if (lamina_document_get_n_runs (document) == 0)
    return NULL;
  lamina_device_limits_attach (document);
  return take_devices (lamina_document_get_run (document, 0))->named;
}

static const LaminaDeviceLimits *
get_chosen (Devices *devices)
{
  return devices ? g_atomic_pointer_get (&devices->chosen) : NULL;
}

const LaminaDeviceLimits *
lamina_device_limits_get_of_run (LaminaRun *run)
{
  Devices *devices;
  const LaminaDeviceLimits *chosen;

  g_return_val_if_fail (run != NULL, NULL);

  devices = lamina_run_get_attached (run, device_limits_quark ());
  chosen = get_chosen (devices);
  if (chosen)
    return chosen == &nobody ? NULL : chosen;
  return devices ? devices->named : NULL;
}

const LaminaDeviceLimits *
lamina_device_limits_get (LaminaDocument *document)
{
  const LaminaDeviceLimits *chosen = NULL;

  g_return_val_if_fail (document != NULL, NULL);

  if (lamina_document_get_n_runs (document) > 0)
    chosen = get_chosen (lamina_run_get_attached (lamina_document_get_run (document, 0), device_limits_quark ()));
  if (chosen)
    return chosen == &nobody ? NULL : chosen;
  return lamina_device_limits_get_named (document);
}
