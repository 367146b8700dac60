/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-work.h"

G_BEGIN_DECLS

/* What the speed of a device depends on. */
typedef enum
{
  LAMINA_PRECISION_FP64, /* 64 bits */
  LAMINA_PRECISION_FP32, /* 32 bits */
  LAMINA_PRECISION_TF32, /* 32 bits, of which matrix units read 19 */
  LAMINA_PRECISION_FP16, /* 16 bits */
  LAMINA_PRECISION_BF16, /* 16 bits, 8 of them for the exponent */
  LAMINA_PRECISION_FP8,  /* 8 bits */
  LAMINA_PRECISION_INT8, /* whole numbers of 8 bits */
  LAMINA_N_PRECISIONS,
} LaminaPrecision;

/* What a device reaches at best. Owned by its table, or by the document that states it. */
typedef struct
{
  const char *name;
  const char *source;                /* where the figures stand; the empty string when nobody says */
  double bandwidth;                  /* bytes for each second between it and its memory, or NaN */
  double peaks[LAMINA_N_PRECISIONS]; /* floating point operations for each second by LaminaPrecision, or NaN */
  gboolean is_own;                   /* whether the user's own file says so */
} LaminaDeviceLimits;

/* Devices by name: those that come with the program, and those of the user's own file, which go before them. Immutable; read
 * from any thread. */
typedef struct _LaminaDeviceTable LaminaDeviceTable;

/* The user's file is `lamina/devices.ini` in the user's folder of settings, read once. One that can't be read is left out, with
 * a warning. Returns the table that all share. */
LAMINA_AVAILABLE
LaminaDeviceTable *lamina_device_table_get_default (void);

/* A table, or NULL when @own is there but can't be read. @own: NULL or a file of the user's own. */
LaminaDeviceTable *lamina_device_table_new (const char  *own,
                                            GError     **error);

void lamina_device_table_free (LaminaDeviceTable *self);

LAMINA_AVAILABLE
guint lamina_device_table_get_n (LaminaDeviceTable *self);

/* A device. @i: which one, the user's own first, then in the order of the file. */
LAMINA_AVAILABLE
const LaminaDeviceLimits *lamina_device_table_get (LaminaDeviceTable *self,
                                                   guint              i);

/* The device, or NULL. @words: what somebody calls a device: its name in the table, or words that hold one of the texts it is
 * known by, `NVIDIA A100-SXM4-40GB`; letters of either case are equal. The longest text that fits decides. */
const LaminaDeviceLimits *lamina_device_table_find (LaminaDeviceTable *self,
                                                    const char        *words);

/* Looks through the properties of the document for one that names a device. Of those that share a name, such as `AMD Radeon
 * Graphics`, the number of compute units that stands beside it decides. Returns the first that is found, or NULL. */
LAMINA_AVAILABLE
const LaminaDeviceLimits *lamina_device_table_find_in (LaminaDeviceTable *self,
                                                       LaminaDocument    *document);

/* What to choose so that no device counts. */
#define LAMINA_NO_DEVICE "none"

/* Says which device a document ran on, whatever it says itself. One thread at a time; those that read meanwhile find the choice
 * of before or the new one. Returns FALSE when there is no such device; the choice stays as it was then. @name: a device of the
 * default table as lamina_device_table_find() takes it, or a part of its name; the empty string or NULL to go by the document,
 * `none` for no device at all. */
LAMINA_AVAILABLE
gboolean lamina_device_limits_choose (LaminaDocument *document,
                                      const char     *name);

/* Whether there is such a device. @name: NULL or what lamina_device_limits_choose() takes. */
LAMINA_AVAILABLE
gboolean lamina_device_limits_is_choice (const char *name);

/* The device that a document names, or NULL: that of the default table, with the bandwidth that the document states; or a device
 * that is in no table, of which nothing but that is known. */
LAMINA_AVAILABLE
const LaminaDeviceLimits *lamina_device_limits_get_named (LaminaDocument *document);

/* The device that was chosen for it, else the one that it names, or NULL. */
LAMINA_AVAILABLE
const LaminaDeviceLimits *lamina_device_limits_get (LaminaDocument *document);

/* Finds out which device the document names, and keeps that with its runs, since to look through all properties takes a while.
 * Any thread. */
void lamina_device_limits_attach (LaminaDocument *document);

/* The device that was chosen for its document, else the one that lamina_device_limits_attach() found, or NULL. */
const LaminaDeviceLimits *lamina_device_limits_get_of_run (LaminaRun *run);

/* The operations for each second with elements of @dtype, those of matrix units where both are known, or NaN. @dtype: an element
 * type in the words of any tool. */
LAMINA_AVAILABLE
double lamina_device_limits_get_peak (const LaminaDeviceLimits *self,
                                      const char               *dtype);

/* How a device computes with it; LAMINA_N_PRECISIONS when that is not known. @dtype: an element type in the words of any tool:
 * `float32`, `FP16`, `c10::BFloat16`, `QuantizedS8(0.5)`. */
LAMINA_AVAILABLE
LaminaPrecision lamina_precision_from_dtype (const char *dtype);

/* Its name: `fp16`. */
LAMINA_AVAILABLE
const char *lamina_precision_get_name (LaminaPrecision self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaDeviceTable, lamina_device_table_free)

G_END_DECLS
