/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-slice-refs.h"

int
lamina_slice_ref_compare (gconstpointer a,
                          gconstpointer b)
{
  const LaminaSliceRef *left = a, *right = b;

  if (left->track != right->track)
    return left->track < right->track ? -1 : 1;
  return (left->slice > right->slice) - (left->slice < right->slice);
}
