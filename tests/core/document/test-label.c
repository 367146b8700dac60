/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

/* What people call slices and layers. */

static void
test_arguments (void)
{
  static const struct
  {
    const char *name;
    const char *label;
  } cases[] = {
    { "conv(FUSE_ADD_RELU[653],const{128,512,1,1}[230])[655]", "conv[655]" },
    { "const{1,512,1,1}[26]", "const[26]" },
    { "aten::conv2d", "aten::conv2d" },
    { "void at::native::reduce<4, f<int>(int)>(float *, int)", "void at::native::reduce<4, f<int>>" },
    { "at::native::(anonymous namespace)::k(int)", "at::native::(anonymous namespace)::k" },
    { "(only)", "(only)" },
    { "open(ended", "open(ended" },
    { "wrong(}order)", "wrong(}order)" },
    { "closed)", "closed)" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = lamina_slice_dup_label (cases[i].name);

      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_deep_label (void)
{
  g_autofree char *name = g_strnfill (9000, '(');
  g_autofree char *label = NULL;

  name[0] = 'f';
  label = lamina_slice_dup_label (name);
  g_assert_cmpstr (label, ==, name);
}

/* What a compiler made of several operators is called by them. */
static void
test_operators (void)
{
  static const struct
  {
    const char *name;
    const char *type;
    const char *label;
  } cases[] = {
    { "vm_mod_fused_nn_contrib_conv2d_NCHWc_add_nn_relu_8", "conv2d + add + relu", "conv2d + add + relu #8" },
    { "tvmgen_default_fused_nn_contrib_conv2d_NCHWc_add", "conv2d + add", "conv2d + add" },
    { "fused_nn_dense_1", "dense", "dense_1" },
    { "fused_nn_max_pool2d_add", "max pool + add", "max pool + add" },
    { "vm_mod_fused_layout_transform_12", "layout transform", "layout transform #12" },
    { "vm_mod_fused_nn_conv2d_mystery_3", "nn_conv2d_mystery", "nn_conv2d_mystery_3" },
    { "nn_conv2d_add_3", "conv2d + add", "conv2d + add #3" },
    /* The number is a part of the name of an operator. */
    { "fused_image_resize_2d", "image resize 2d", "image resize 2d" },
    /* Where the type says something else, or less, the name stays. */
    { "Conv_12", "Conv", "Conv_12" },
    { "triton_poi_fused_add_relu_0", "kernel", "triton_poi_fused_add_relu_0" },
    { "fused_add_nn_conv2d", "conv2d + add", "fused_add_nn_conv2d" },
    { "aten::_fused_adam_", "aten::_fused_adam_", "aten::_fused_adam_" },
    { "fused_", "dense", "fused_" },
    { "fused_add", "", "fused_add" },
    { "unfused_add", "add", "unfused_add" },
    { "conv(FUSE_ADD_RELU[653])[655]", "ConvBias", "conv[655]" },
    { "", "conv2d + add", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = lamina_label_dup (cases[i].name, cases[i].type);

      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

/* A format that knows better says so; programs and people who look for the layer still have its name. */
static void
test_given (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  guint32 run = lamina_builder_add_run (builder, "run", LAMINA_AXIS_STEPS, LAMINA_TIMING_ORDER);
  g_autoptr (LaminaDocument) document = NULL;
  LaminaRun *frozen;

  for (guint i = 0; i < 4; i++)
    {
      static const char *const names[] = { "conv(a)[1]", "conv0 + relu", "bias(b) + add(c)", "nn_conv2d_add_3" };
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.name = lamina_builder_intern (builder, names[i], -1);
      layer.type = lamina_builder_intern (builder, "conv2d + add", -1);
      g_assert_cmpuint (lamina_builder_add_layer (builder, run, &layer), ==, i);
    }
  lamina_builder_set_layer_label (builder, run, 2, lamina_builder_intern (builder, "bias(b) +1", -1));
  lamina_builder_set_layer_label (builder, run, 1, lamina_builder_intern (builder, "conv0 +1", -1));
  lamina_builder_set_layer_label (builder, run, LAMINA_NONE, 1);
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, NULL);
  frozen = lamina_document_get_run (document, 0);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const labels[] = { "conv[1]", "conv0 +1", "bias +1", "conv2d + add #3" };
      g_autofree char *label = lamina_layer_dup_label (frozen, i);

      g_assert_cmpstr (label, ==, labels[i]);
    }
  g_assert_cmpstr (lamina_run_get_string (frozen, lamina_run_get_layers (frozen)->name[1]), ==, "conv0 + relu");
}

/* A label has an end, which says so and cuts no letter, whatever the name is. */
static void
test_long (void)
{
  static const char *const parts[] = { "a", "ä", "f(", "語", "((", "f(x)" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) name = g_string_new ("n");
      g_autofree char *label = NULL;
      g_autofree char *of_layer = NULL;

      while (name->len < 3 << 20)
        g_string_append (name, parts[i]);
      label = lamina_slice_dup_label (name->str);
      of_layer = lamina_label_dup (name->str, "conv");
      g_assert_cmpstr (of_layer, ==, label);
      g_assert_cmpuint (strlen (label), <=, 10003);
      g_assert_cmpuint (strlen (label), >=, 9990);
      g_assert_true (g_str_has_suffix (label, "…"));
      g_assert_true (g_utf8_validate (label, -1, NULL));
      g_assert_true (strncmp (label, name->str, 100) == 0 || i == 5);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/label/arguments", test_arguments);
  g_test_add_func ("/label/deep", test_deep_label);
  g_test_add_func ("/label/operators", test_operators);
  g_test_add_func ("/label/given", test_given);
  g_test_add_func ("/label/long", test_long);
  return g_test_run ();
}
