/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-work-rules-private.h"

/* What counts follow: a formula, and the paper or documentation that it is from. */

#define GUIDE "NVIDIA Deep Learning Performance Guide"

static const LaminaWorkRuleWords rules[LAMINA_N_WORK_RULES] = {
  [LAMINA_WORK_RULE_NONE] = { "", "" },
  [LAMINA_WORK_RULE_CONVOLUTION] = {
    "2 · |output| ÷ K · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers: a product of N·P·Q × C·R·S and C·R·S × K numbers, 2 operations each",
  },
  [LAMINA_WORK_RULE_CONVOLUTION_DATA] = {
    "2 · |small side| ÷ K · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers: the gradient of the data has as many products as the convolution",
  },
  [LAMINA_WORK_RULE_CONVOLUTION_FILTER] = {
    "2 · |gradient| ÷ K · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers: the gradient of the weights has as many products as the convolution",
  },
  [LAMINA_WORK_RULE_CONVOLUTION_BOTH] = {
    "2 · 2 · |gradient| ÷ K · |weights|",
    GUIDE ", Convolutional Layers: each of both gradients, which are taken where nobody says which are asked for, has as many "
    "products as the convolution",
  },
  [LAMINA_WORK_RULE_WINOGRAD] = {
    "2 · |output| ÷ K · |weights| ÷ a² · 3²",
    "Lavin and Gray 2015, arXiv:1509.09308: counted as the direct 3×3 convolution; its weights are stored as a × a tiles",
  },
  [LAMINA_WORK_RULE_MATMUL] = {
    "2 · |output| · K = 2 · M · N · K",
    GUIDE ", Matrix Multiplication: M·N·K fused multiply-adds, 2 operations each",
  },
  [LAMINA_WORK_RULE_RECURRENT] = {
    "2 · T·B · |weights of input and state|",
    "Each weight is multiplied and added once for each step of each sequence; Hochreiter and Schmidhuber 1997, "
    "doi:10.1162/neco.1997.9.8.1735. Gates are not counted",
  },
  [LAMINA_WORK_RULE_EINSUM] = {
    "(n − 1 + s) · product of the lengths of all letters, for n factors; s is 1 where a letter is summed over",
    "For each combination of the indices of the equation: n − 1 multiplications, and one addition where there is a sum",
  },
  [LAMINA_WORK_RULE_ATTENTION] = {
    "2 · B·H·(L·S − hidden)·(E + Ev)",
    "Dao 2023, arXiv:2307.08691, section 4: the products Q·Kᵀ and P·V; 4 · L² · E · H where L = S, E = Ev, and nothing is hidden. "
    "Causal masks and windows that are arguments hide pairs of a query and a key, of which a causal mask leaves L·(L + 1) ÷ 2 "
    "where L = S: half of them, and half the diagonal. Masks that are tensors hide results, not work",
  },
  [LAMINA_WORK_RULE_ATTENTION_BACKWARD] = {
    "2 · B·H·(L·S − hidden)·(3·E + 2·Ev)",
    "Dao 2023, arXiv:2307.08691, section 4: Q·Kᵀ again, dQ and dK along queries, dP and dV along values",
  },
  [LAMINA_WORK_RULE_ATTENTION_PROJECTED] = {
    "2 · B·L · |weights| + 4 · B·L·S · E",
    "ONNX Runtime, contrib operator Attention: a product with the weights of queries, keys and values, then Q·Kᵀ and P·V as in "
    "Dao 2023, arXiv:2307.08691, section 4",
  },
  [LAMINA_WORK_RULE_NORMALIZATION] = {
    "c · |input|; c: 2 with known statistics, 7 where they are computed",
    "Ioffe and Szegedy 2015, arXiv:1502.03167, algorithm 1: mean 1, variance 3, scaling 2, shift 1 for each element",
  },
  [LAMINA_WORK_RULE_NORMALIZATION_BACKWARD] = {
    "11 · |input|",
    "Ioffe and Szegedy 2015, arXiv:1502.03167, section 3: the gradients, for each element",
  },
  [LAMINA_WORK_RULE_POOLING] = {
    "|output| · R · S",
    "One comparison or addition for each element of the window",
  },
  [LAMINA_WORK_RULE_POOLING_INPUT] = {
    "|input|",
    "One comparison or addition for each element; the windows are not known and are taken not to overlap",
  },
  [LAMINA_WORK_RULE_POOLING_BACKWARD] = {
    "|gradient of the output|",
    "One addition for each element of the gradient that is handed back",
  },
  [LAMINA_WORK_RULE_POOLING_SPREAD] = {
    "|gradient of the output| · R · S; |gradient of the input| where windows do not overlap",
    "PyTorch documentation, AvgPool2d, transposed: one addition for each element of the window that a gradient is spread over",
  },
  [LAMINA_WORK_RULE_REDUCTION] = {
    "|input|",
    "One operation for each element that is reduced",
  },
  [LAMINA_WORK_RULE_ELEMENTWISE] = {
    "|output|",
    "One operation for each element, whatever the function",
  },
  [LAMINA_WORK_RULE_COMBINED] = {
    "(n − 1) · |output|, for n tensors",
    "ONNX operators Max, Min, Mean and Sum: one operation for each element of each tensor but the first; the division of a mean "
    "is not counted",
  },
  [LAMINA_WORK_RULE_COMPLEX] = {
    "3 · |output|",
    "Products of complex numbers, four products and two sums for each pair; Su et al. 2021, arXiv:2104.09864, equation 34. Where "
    "heads do not stand apart they are taken to be turned as a whole",
  },
  [LAMINA_WORK_RULE_SOFTMAX] = {
    "5 · |input|",
    "For each element: maximum, subtraction, exponential, sum, division",
  },
  [LAMINA_WORK_RULE_SOFTMAX_BACKWARD] = {
    "4 · |gradient|",
    "For each element: product, sum, subtraction, product",
  },
  [LAMINA_WORK_RULE_WEIGHTS] = {
    "2 · places · |weights| = 2 · (N·P·Q) · (K·C/g·R·S)",
    GUIDE ", Convolutional Layers; places before pooling, which follow from the window, and weights as the file counts them",
  },
  [LAMINA_WORK_RULE_LRN] = {
    "7 · |input|",
    "Krizhevsky et al. 2012, section 3.3: square, sum of the neighbors (one comes in, one goes out), scale, shift, "
    "power, quotient for each element",
  },
  [LAMINA_WORK_RULE_LRN_BACKWARD] = {
    "9 · |gradient|",
    "Derivative of Krizhevsky et al. 2012, section 3.3: product, quotient, sum of the neighbors (2), two products with x, "
    "power, product, difference for each element",
  },
  [LAMINA_WORK_RULE_RMS] = {
    "4 · |input|",
    "Zhang and Sennrich 2019, arXiv:1910.07467, equation 4: square, sum, quotient, gain for each element",
  },
  [LAMINA_WORK_RULE_RMS_BACKWARD] = {
    "9 · |gradient|",
    "Derivative of Zhang and Sennrich 2019, arXiv:1910.07467, equation 4: gain, product, sum, quotient, product, difference, "
    "and for the gain two products and a sum for each element",
  },
  [LAMINA_WORK_RULE_UNIT_LENGTH] = {
    "3 · |input|",
    "ONNX operator LpNormalization: magnitude or square, sum, quotient for each element",
  },
  [LAMINA_WORK_RULE_NORM] = {
    "2 · |input|",
    "A square and a sum for each element",
  },
  [LAMINA_WORK_RULE_SQUARES] = {
    "3 · |input|",
    "Mean squared error: difference, square, sum for each element",
  },
  [LAMINA_WORK_RULE_SQUARES_BACKWARD] = {
    "3 · |input|",
    "Derivative of the mean squared error: difference, product with 2/n, product with the gradient for each element",
  },
  [LAMINA_WORK_RULE_LOGITS] = {
    "10 · |input|",
    "max(x, 0) − x·z + log(1 + exp(−|x|)), TensorFlow API, sigmoid_cross_entropy_with_logits: nine operations and a sum for "
    "each element",
  },
  [LAMINA_WORK_RULE_PICKED] = {
    "|classes|",
    "One addition for each row, of the element that its class picks",
  },
  [LAMINA_WORK_RULE_SCATTERED] = {
    "|values|",
    "PyTorch documentation, Tensor.scatter_add_ and index_put_ with accumulate: one addition for each value",
  },
  [LAMINA_WORK_RULE_TABLE_BACK] = {
    "|gradient|",
    "PyTorch documentation, Embedding, transposed: each row of the gradient is added to the row that it was looked up from",
  },
  [LAMINA_WORK_RULE_RESIZE] = {
    "(2 · t − 1) · |output|; t neighbors: 2 in each direction, 4 for cubic",
    "Keys 1981, doi:10.1109/TASSP.1981.1163711: a weighted sum of t neighbors for each element; weights are not counted",
  },
  [LAMINA_WORK_RULE_RESIZE_BACKWARD] = {
    "2 · t · |gradient|; t neighbors: 2 in each direction, 4 for cubic",
    "Transpose of the weighted sum: each element of the gradient is multiplied and added t times",
  },
  [LAMINA_WORK_RULE_LISTS] = {
    "Σ |tensor| of the first list",
    "One operation for each element, whatever the function",
  },
  [LAMINA_WORK_RULE_ADAM] = {
    "12 · |parameters|; 13 where the largest second moment is kept",
    "Kingma and Ba 2015, arXiv:1412.6980, end of section 2: first moment 3, second moment 4, root, sum, quotient, step, "
    "difference for each parameter",
  },
  [LAMINA_WORK_RULE_ADAMW] = {
    "14 · |parameters|; 15 where the largest second moment is kept",
    "Loshchilov and Hutter 2019, arXiv:1711.05101, algorithm 2: as Adam, and 2 for the decay of each weight",
  },
  [LAMINA_WORK_RULE_ADAMAX] = {
    "9 · |parameters|",
    "Kingma and Ba 2015, arXiv:1412.6980, algorithm 2: first moment 3, product, magnitude, maximum, quotient, step, "
    "difference for each parameter",
  },
  [LAMINA_WORK_RULE_ADADELTA] = {
    "15 · |parameters|",
    "Zeiler 2012, arXiv:1212.5701, algorithm 1: mean of the squares of gradients 4 and of steps 4, two roots with a sum each, "
    "quotient, product, difference for each parameter",
  },
  [LAMINA_WORK_RULE_LAMB] = {
    "20 · |parameters|",
    "You et al. 2020, arXiv:1904.00962, algorithm 2: first moment 3, second moment 4, their corrections 2, root, sum, "
    "quotient, decay 2, two norms 4, step, difference for each parameter",
  },
  [LAMINA_WORK_RULE_ADAGRAD] = {
    "6 · |parameters|",
    "Duchi et al. 2011, Journal of Machine Learning Research 12: square, sum, root, quotient, step, difference for each "
    "parameter",
  },
  [LAMINA_WORK_RULE_RMSPROP] = {
    "8 · |parameters|; 10 with momentum",
    "Tieleman and Hinton 2012, lecture 6.5: mean of the squares 4, root, quotient, step, difference for each parameter",
  },
  [LAMINA_WORK_RULE_SGD] = {
    "2 · |parameters|; 4 with momentum",
    "Sutskever et al. 2013, ICML, equations 1 and 2: a product and a sum for the velocity, and for each parameter",
  },
};

const LaminaWorkRuleWords *
lamina_work_rule_get_words (LaminaWorkRule rule)
{
  g_return_val_if_fail (rule < LAMINA_N_WORK_RULES, NULL);

  return &rules[rule];
}
