/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-samples.h"

#include <glib/gi18n.h>

static const LaminaSample samples[] = {
  { "convnet-pytorch.pt.trace.json", N_("Two training steps of a small network"),
    N_("PyTorch trace with operators, kernels, memory and a collective"), "lamina-trace-symbolic" },
  { "transformer-xprof.trace.json", N_("Three training steps on a TPU"),
    N_("JAX trace of XProf with operations, their work and bandwidth"), "lamina-trace-symbolic" },
  { "mobilenet-onnxruntime.json", N_("Three runs of MobileNet"),
    N_("ONNX Runtime profile with nodes, shapes and memory"), "lamina-trace-symbolic" },
  { "resnet18-tensorrt.graph.json", N_("An engine of ResNet-18"),
    N_("TensorRT layers with average times, and each query as it was measured"), "lamina-flame-symbolic" },
  { "mobilenet-tvm.txt", N_("Two widths of MobileNet"),
    N_("TVM reports of both with times and counters, a run each"), "lamina-flame-symbolic" },
  { "lenet-tensorflow.txt", N_("One training step of LeNet"),
    N_("TensorFlow nodes by name scope, with their shapes"), "lamina-trace-symbolic" },
  { "resnet50-megengine.json", N_("Inference of ResNet-50"),
    N_("MegEngine profile with times, shapes and live memory"), "lamina-trace-symbolic" },
  { "unet-chainer.txt", N_("A network without times"),
    N_("Chainer graph of a U-Net and a schedule that saves memory"), "lamina-tensors-symbolic" },
};

const LaminaSample *
lamina_samples_get (guint *n)
{
  *n = G_N_ELEMENTS (samples);
  return samples;
}

GFile *
lamina_sample_find (const LaminaSample *sample)
{
  const char *folder = g_getenv ("LAMINA_SAMPLES_DIR");
  g_autofree char *path = g_build_filename (folder ? folder : LAMINA_DATA_DIR G_DIR_SEPARATOR_S "samples", sample->name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ? g_file_new_for_path (path) : NULL;
}
