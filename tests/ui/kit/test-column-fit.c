/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-column-fit.h"

#include <string.h>

#define MOST_COLUMNS 6

/* Columns that have too much, and what is left to each. */
typedef struct
{
  const char *what;
  int excess;
  guint n;
  LaminaColumnRoom rooms[MOST_COLUMNS];
  int left[MOST_COLUMNS];
} Narrowing;

static const Narrowing narrowings[] = {
  { "there is room", 0, 2, { { LAMINA_COLUMN_NAMES, 400, 400 }, { LAMINA_COLUMN_NUMBERS, 50, 80 } }, { 400, 80 } },
  { "there is room to spare", -100, 1, { { LAMINA_COLUMN_NAMES, 400, 400 } }, { 400 } },
  { "numbers first", 20, 2, { { LAMINA_COLUMN_NAMES, 400, 400 }, { LAMINA_COLUMN_NUMBERS, 50, 80 } }, { 400, 60 } },
  { "numbers keep what they need", 40, 2, { { LAMINA_COLUMN_NAMES, 400, 400 }, { LAMINA_COLUMN_NUMBERS, 50, 80 } }, { 390, 50 } },
  { "the last of a kind first", 30, 2, { { LAMINA_COLUMN_NUMBERS, 50, 80 }, { LAMINA_COLUMN_NUMBERS, 50, 70 } }, { 70, 50 } },
  { "all down to the first step before any goes to the second", 130, 3,
    { { LAMINA_COLUMN_NAMES, 400, 400 }, { LAMINA_COLUMN_TEXTS, 200, 200 }, { LAMINA_COLUMN_SHAPES, 270, 270 } },
    { 320, 160, 260 } },
  { "then texts before names", 180, 2, { { LAMINA_COLUMN_NAMES, 400, 400 }, { LAMINA_COLUMN_TEXTS, 200, 200 } }, { 320, 100 } },
  { "what is narrow already stays", 60, 2, { { LAMINA_COLUMN_TEXTS, 50, 50 }, { LAMINA_COLUMN_NAMES, 300, 300 } }, { 50, 240 } },
  { "nobody has more to give", 10000, 6,
    { { LAMINA_COLUMN_NUMBERS, 60, 90 }, { LAMINA_COLUMN_TEXTS, 300, 300 }, { LAMINA_COLUMN_SOURCES, 300, 300 },
      { LAMINA_COLUMN_TYPES, 300, 300 }, { LAMINA_COLUMN_SHAPES, 300, 300 }, { LAMINA_COLUMN_NAMES, 400, 400 } },
    { 60, 60, 90, 90, 100, 120 } },
};

static void
test_narrow (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (narrowings); i++)
    {
      LaminaColumnRoom rooms[MOST_COLUMNS];

      g_test_message ("%s", narrowings[i].what);
      memcpy (rooms, narrowings[i].rooms, sizeof rooms);
      lamina_column_rooms_narrow (rooms, narrowings[i].n, narrowings[i].excess);
      for (guint k = 0; k < narrowings[i].n; k++)
        {
          g_assert_cmpint (rooms[k].width, ==, narrowings[i].left[k]);
          g_assert_cmpint (rooms[k].content, ==, narrowings[i].rooms[k].content);
        }
    }
}

/* The first have what they may, the next what is left. */
static void
test_widen (void)
{
  static const int whole[] = { 500, 0, 300 };
  LaminaColumnRoom rooms[] = { { LAMINA_COLUMN_NAMES, 200, 200 }, { LAMINA_COLUMN_TEXTS, 100, 100 },
                               { LAMINA_COLUMN_NAMES, 250, 250 } };

  lamina_column_rooms_widen (rooms, whole, 3, -10);
  g_assert_cmpint (rooms[0].width, ==, 200);
  lamina_column_rooms_widen (rooms, whole, 3, 320);
  g_assert_cmpint (rooms[0].width, ==, 500);
  g_assert_cmpint (rooms[1].width, ==, 100);
  g_assert_cmpint (rooms[2].width, ==, 270);
}

/* A column whose texts are as many letters long as @lengths says, over and over; each takes ten pixels a letter. */
typedef struct
{
  const guint *lengths;
  guint n_lengths;
  guint n_measured;
  char text[64];
} Cell;

static const char *
get_text (gpointer cell,
          guint    row)
{
  Cell *self = cell;

  memset (self->text, 0, sizeof self->text);
  memset (self->text, 'x', self->lengths[row % self->n_lengths]);
  return self->text;
}

static int
get_width (gpointer cell,
           guint    row)
{
  Cell *self = cell;

  self->n_measured++;
  return (int) self->lengths[row % self->n_lengths] * 10;
}

/* The longest text decides, and one that comes again and again is measured once. */
static void
test_measure (void)
{
  static const guint lengths[] = { 3, 12, 7 };
  Cell cell = { .lengths = lengths, .n_lengths = G_N_ELEMENTS (lengths) };
  int none = lamina_column_fit_measure_rows (&cell, LAMINA_COLUMN_TEXTS, 0, get_text, get_width);

  g_assert_cmpuint (cell.n_measured, ==, 0);
  g_assert_cmpint (none, >, 0);
  g_assert_cmpint (lamina_column_fit_measure_rows (&cell, LAMINA_COLUMN_TEXTS, 100000, get_text, get_width), ==, 120 + none);
  g_assert_cmpuint (cell.n_measured, ==, G_N_ELEMENTS (lengths));
}

/* Of many numbers, which are as wide as each other, few are measured. */
static void
test_measure_numbers (void)
{
  guint lengths[60];
  Cell texts = { .lengths = lengths, .n_lengths = G_N_ELEMENTS (lengths) }, numbers = texts;
  int width;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    lengths[i] = i + 1;
  width = lamina_column_fit_measure_rows (&texts, LAMINA_COLUMN_TEXTS, 60, get_text, get_width);
  g_assert_cmpint (lamina_column_fit_measure_rows (&numbers, LAMINA_COLUMN_NUMBERS, 60, get_text, get_width), ==, width);
  g_assert_cmpuint (texts.n_measured, ==, 60);
  g_assert_cmpuint (numbers.n_measured, <, 60);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  g_test_add_func ("/column-fit/narrow", test_narrow);
  g_test_add_func ("/column-fit/widen", test_widen);
  g_test_add_func ("/column-fit/measure", test_measure);
  g_test_add_func ("/column-fit/measure-numbers", test_measure_numbers);
  return g_test_run ();
}
