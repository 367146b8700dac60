/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/*
 * Finds by halving the first number from @low to before @high for which a condition holds, and has to hold for all behind it, too;
 * @high when it holds for none. @i is what the condition calls the number. A macro, for lanes are searched for every frame.
 */
#define LAMINA_FIND_FIRST(i, low, high, condition) \
  (__extension__ ({                                \
    guint low_ = (low), high_ = (high);            \
    while (low_ < high_)                           \
      {                                            \
        guint i = low_ + (high_ - low_) / 2;       \
        if (condition)                             \
          high_ = i;                               \
        else                                       \
          low_ = i + 1;                            \
      }                                            \
    low_;                                          \
  }))
