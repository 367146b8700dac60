/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

#include "lamina-device-limits.h"

#include <glib/gstdio.h>
#include <math.h>

static void
assert_found (LaminaDeviceTable *table,
              const char        *words,
              const char        *name)
{
  const LaminaDeviceLimits *found = lamina_device_table_find (table, words);

  if (name)
    g_assert_cmpstr (found ? found->name : NULL, ==, name);
  else
    g_assert_null (found);
}

static void
test_find (void)
{
  static const char *const cases[][2] = {
    { "NVIDIA A100-SXM4-40GB", "NVIDIA A100 40GB" },
    { "NVIDIA A100-PG509-200", "NVIDIA A100 40GB" },
    { "NVIDIA A100-SXM4-80GB", "NVIDIA A100 80GB SXM" },
    { "nvidia a100 80gb pcie", "NVIDIA A100 80GB PCIe" },
    { "Tesla V100-SXM2-32GB", "NVIDIA V100 SXM2" },
    { "NVIDIA H100 80GB HBM3", "NVIDIA H100 SXM" },
    { "NVIDIA H100 PCIe", "NVIDIA H100 PCIe" },
    { "NVIDIA H200", "NVIDIA H200 SXM" },
    { "NVIDIA A10", "NVIDIA A10" },
    /* Slower units under nearly the same name. */
    { "NVIDIA A10G", NULL },
    { "NVIDIA GeForce RTX 4090 Laptop GPU", NULL },
    { "NVIDIA GeForce RTX 4090 D", NULL },
    { "NVIDIA GeForce RTX 4080 with Max-Q Design", NULL },
    { "NVIDIA GeForce RTX 2080 SUPER", NULL },
    { "name: GeForce RTX 4090, pci bus id: 0000:01:00.0", "NVIDIA GeForce RTX 4090" },
    { "NVIDIA GeForce RTX 3090 Ti", "NVIDIA GeForce RTX 3090 Ti" },
    { "NVIDIA GeForce RTX 2080 Ti", "NVIDIA GeForce RTX 2080 Ti" },
    { "NVIDIA H200 NVL", "NVIDIA H200 NVL" },
    { "NVIDIA GH200 480GB", "NVIDIA GH200" },
    { "NVIDIA GB200", "NVIDIA GB200" },
    { "NVIDIA B200", "NVIDIA B200" },
    { "NVIDIA RTX 6000 Ada Generation", "NVIDIA RTX 6000 Ada" },
    { "Quadro RTX 6000", "NVIDIA Quadro RTX 6000" },
    { "TPU v6 lite", "Google TPU v6e" },
    { "AMD Instinct MI325X", "AMD Instinct MI325X" },
    { "Tesla V100-FHHL-16GB", NULL },
    { "NVIDIA L4", "NVIDIA L4" },
    { "NVIDIA L40S", "NVIDIA L40S" },
    { "Tesla T4", "NVIDIA T4" },
    { "NVIDIA L40", "NVIDIA L40" },
    { "AMD Instinct MI250", "AMD Instinct MI210 or MI250" },
    { "AMD Instinct MI250X", "AMD Instinct MI250X" },
    /* What many are called; see /device-limits/shared. */
    { "AMD Radeon Graphics", NULL },
    { "Orin", NULL },
    { "resnet50", NULL },
    { "", NULL },
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDeviceTable) table = lamina_device_table_new (NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_found (table, cases[i][0], cases[i][1]);
}

/* What is stated of one device can be right only together. */
static void
test_known (void)
{
  g_autoptr (LaminaDeviceTable) table = lamina_device_table_new (NULL, NULL);

  g_assert_cmpuint (lamina_device_table_get_n (table), >=, 20);
  for (guint i = 0; i < lamina_device_table_get_n (table); i++)
    {
      const LaminaDeviceLimits *device = lamina_device_table_get (table, i);

      g_assert_cmpstr (device->source, !=, "");
      g_assert_false (device->is_own);
      g_assert_cmpfloat (device->bandwidth, >, 1e11);
      g_assert_cmpfloat (device->bandwidth, <, 1e13);
      for (guint k = 0; k < LAMINA_N_PRECISIONS; k++)
        g_assert_true (isnan (device->peaks[k]) || (device->peaks[k] > 1e12 && device->peaks[k] < 1e16));
      g_assert_true (isnan (device->peaks[LAMINA_PRECISION_FP32]) || isnan (device->peaks[LAMINA_PRECISION_FP16])
                     || device->peaks[LAMINA_PRECISION_FP16] >= device->peaks[LAMINA_PRECISION_FP32]);
      g_assert_true (lamina_device_table_find (table, device->name) == device);
    }
}

/* The user's own figures go before those that come with the program. */
static void
test_own (void)
{
  static const char text[] = "[Our board]\nmatch=a100*;board 7\nbandwidth=1e9\nfp32=2.5e12\n";
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LaminaDeviceTable) table = NULL;
  g_autoptr (LaminaDeviceTable) broken = NULL;
  g_autoptr (LaminaDeviceTable) missing = NULL;
  const LaminaDeviceLimits *device;
  int descriptor = g_file_open_tmp ("lamina-devices-XXXXXX", &path, &error);

  g_assert_no_error (error);
  g_close (descriptor, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  table = lamina_device_table_new (path, &error);
  g_assert_no_error (error);
  assert_found (table, "NVIDIA A100-SXM4-40GB", "Our board");
  assert_found (table, "Board 7", "Our board");
  assert_found (table, "Tesla T4", "NVIDIA T4");
  device = lamina_device_table_get (table, 0);
  g_assert_true (device->is_own);
  g_assert_cmpstr (device->source, ==, "");
  g_assert_cmpfloat (device->bandwidth, ==, 1e9);
  g_assert_cmpfloat (lamina_device_limits_get_peak (device, "Float32"), ==, 2.5e12);
  g_assert_true (isnan (lamina_device_limits_get_peak (device, "c10::Half")));
  g_assert_true (isnan (lamina_device_limits_get_peak (device, "Int8")));

  g_file_set_contents (path, "fp32=1\n", -1, NULL);
  broken = lamina_device_table_new (path, &error);
  g_assert_null (broken);
  g_assert_error (error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_GROUP_NOT_FOUND);
  g_clear_error (&error);
  g_unlink (path);
  missing = lamina_device_table_new (path, &error);
  g_assert_no_error (error);
  g_assert_nonnull (missing);
}

/* What nobody can mean is told, and not taken for something else. */
static void
test_mistakes (void)
{
  static const struct
  {
    const char *text;
    const char *said;
  } cases[] = {
    { "[Board]\nbandwidth=500 GB/s\n", "[Board] bandwidth=500 GB/s: expected a number above 0, such as 1.5e12" },
    { "[Board]\nfp16=-3\n", "[Board] fp16=-3: expected a number above 0, such as 1.5e12" },
    { "[Board]\nint8=many\n", "[Board] int8=many: expected a number above 0, such as 1.5e12" },
    { "[Board]\nbandwith=5e11\n",
      "[Board] bandwith: expected match, bandwidth, source, fp64, fp32, tf32, fp16, bf16, fp8 or int8" },
  };
  g_autofree char *path = NULL;
  int descriptor = g_file_open_tmp ("lamina-devices-XXXXXX", &path, NULL);

  g_close (descriptor, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *said = g_strdup_printf ("%s: %s", path, cases[i].said);

      g_file_set_contents (path, cases[i].text, -1, NULL);
      g_assert_null (lamina_device_table_new (path, &error));
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, said);
    }
  g_unlink (path);
}

static void
test_precision (void)
{
  static const struct
  {
    const char *dtype;
    LaminaPrecision precision;
  } cases[] = {
    { "float32", LAMINA_PRECISION_FP32 },      { "FP16", LAMINA_PRECISION_FP16 },
    { "c10::Half", LAMINA_PRECISION_FP16 },    { "c10::BFloat16", LAMINA_PRECISION_BF16 },
    { "bf16", LAMINA_PRECISION_BF16 },         { "Int8", LAMINA_PRECISION_INT8 },
    { "QuantizedS8(0.5)", LAMINA_PRECISION_INT8 }, { "double", LAMINA_PRECISION_FP64 },
    { "float8_e4m3fn", LAMINA_PRECISION_FP8 }, { "int32", LAMINA_N_PRECISIONS },
    { "long int", LAMINA_N_PRECISIONS },       { "s32", LAMINA_N_PRECISIONS },
    { "bool", LAMINA_N_PRECISIONS },           { "", LAMINA_N_PRECISIONS },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (lamina_precision_from_dtype (cases[i].dtype) != cases[i].precision)
        g_test_message ("%s", cases[i].dtype);
      g_assert_cmpint (lamina_precision_from_dtype (cases[i].dtype), ==, cases[i].precision);
    }
}

/* The document names its device, the user knows better. */
static void
test_choice (Fixture       *fixture,
             gconstpointer  data)
{
  const LaminaValue model = LAMINA_VALUE_INIT_TEXT ("resnet50"), device = LAMINA_VALUE_INIT_TEXT ("Tesla T4");

  lamina_builder_add_property (fixture->builder, "Trace", "model", &model);
  lamina_builder_add_property (fixture->builder, "GPU 0", "name", &device);
  fixture_freeze (fixture);

  g_assert_cmpstr (lamina_device_limits_get (fixture->document)->name, ==, "NVIDIA T4");
  g_assert_true (lamina_device_limits_choose (fixture->document, "h200"));
  g_assert_cmpstr (lamina_device_limits_get (fixture->document)->name, ==, "NVIDIA H200 SXM");
  g_assert_false (lamina_device_limits_choose (fixture->document, "an abacus"));
  g_assert_cmpstr (lamina_device_limits_get (fixture->document)->name, ==, "NVIDIA H200 SXM");
  g_assert_true (lamina_device_limits_choose (fixture->document, "none"));
  g_assert_null (lamina_device_limits_get (fixture->document));
  g_assert_true (lamina_device_limits_choose (fixture->document, ""));
  g_assert_cmpstr (lamina_device_limits_get (fixture->document)->name, ==, "NVIDIA T4");
}

/* A name that says too little counts with the number of compute units beside it, and not with one of another device. */
static void
test_shared (Fixture       *fixture,
             gconstpointer  data)
{
  static const gint64 units[] = { 108, 104, 60 };
  const LaminaValue name = LAMINA_VALUE_INIT_TEXT ("AMD Radeon Graphics");
  const LaminaDeviceLimits *found;
  g_autoptr (LaminaDeviceTable) table = lamina_device_table_new (NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *group = g_strdup_printf ("GPU %u", i);
      const LaminaValue value = { .type = LAMINA_VALUE_INTEGER, .integer = units[i] };

      lamina_builder_add_property (fixture->builder, group, "name", &name);
      lamina_builder_add_property (fixture->builder, group, "numSms", &value);
    }
  lamina_builder_add_property (fixture->builder, "other", "name", &name);
  fixture_freeze (fixture);

  found = lamina_device_table_find_in (table, fixture->document);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->name, ==, "AMD Instinct MI210 or MI250");
}

static void
test_jetson (Fixture       *fixture,
             gconstpointer  data)
{
  const LaminaValue name = LAMINA_VALUE_INIT_TEXT ("Orin"), units = { .type = LAMINA_VALUE_INTEGER, .integer = 16 };
  const LaminaDeviceLimits *found;
  g_autoptr (LaminaDeviceTable) table = lamina_device_table_new (NULL, NULL);

  lamina_builder_add_property (fixture->builder, "GPU 0", "name", &name);
  lamina_builder_add_property (fixture->builder, "GPU 0", "multiProcessorCount", &units);
  fixture_freeze (fixture);

  found = lamina_device_table_find_in (table, fixture->document);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->name, ==, "NVIDIA Jetson AGX Orin 64GB");
  g_assert_cmpfloat (lamina_device_limits_get_peak (found, "Int8"), ==, 85e12);
  g_assert_true (isnan (lamina_device_limits_get_peak (found, "Half")));
}

/* What a file states of its device goes before the table, and is all that is known of a device that is in none. */
static void
test_stated (Fixture       *fixture,
             gconstpointer  data)
{
  const LaminaValue unknown = LAMINA_VALUE_INIT_TEXT ("Card 7"), known = LAMINA_VALUE_INIT_TEXT ("Tesla T4");
  const LaminaValue bytes = LAMINA_VALUE_INIT_INTEGER (123000000000, LAMINA_UNIT_BYTES);
  const LaminaDeviceLimits *found;
  gboolean is_known = GPOINTER_TO_INT (data);

  lamina_builder_add_property (fixture->builder, "Device 0", "name", is_known ? &known : &unknown);
  lamina_builder_add_property (fixture->builder, "Device 0", "memoryBandwidth (per second)", &bytes);
  fixture_freeze (fixture);

  found = lamina_device_limits_get (fixture->document);
  g_assert_nonnull (found);
  g_assert_cmpstr (found->name, ==, is_known ? "NVIDIA T4" : "Card 7");
  g_assert_cmpfloat (found->bandwidth, ==, 123e9);
  g_assert_true (isnan (lamina_device_limits_get_peak (found, "float32")) == !is_known);
  g_assert_true (lamina_device_limits_get_of_run (lamina_document_get_run (fixture->document, 0)) == found);
  g_assert_true (lamina_device_limits_choose (fixture->document, "none"));
  g_assert_null (lamina_device_limits_get (fixture->document));
  g_assert_true (lamina_device_limits_get_named (fixture->document) == found);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-limits/find", test_find);
  g_test_add_func ("/device-limits/known", test_known);
  g_test_add_func ("/device-limits/own", test_own);
  g_test_add_func ("/device-limits/mistakes", test_mistakes);
  g_test_add_func ("/device-limits/precision", test_precision);
  g_test_add ("/device-limits/shared", Fixture, NULL, fixture_setup, test_shared, fixture_teardown);
  g_test_add ("/device-limits/jetson", Fixture, NULL, fixture_setup, test_jetson, fixture_teardown);
  g_test_add ("/device-limits/stated", Fixture, GINT_TO_POINTER (FALSE), fixture_setup, test_stated, fixture_teardown);
  g_test_add ("/device-limits/stated-and-known", Fixture, GINT_TO_POINTER (TRUE), fixture_setup, test_stated, fixture_teardown);
  g_test_add ("/device-limits/choice", Fixture, NULL, fixture_setup, test_choice, fixture_teardown);
  return g_test_run ();
}
