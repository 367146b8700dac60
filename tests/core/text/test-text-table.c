/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "lamina-core.h"

/* All cells of a row, each in brackets. */
static char *
dump_row (LaminaTextTable *table,
          const char      *row)
{
  GString *dump = g_string_new (NULL);

  for (guint i = 0; i < lamina_text_table_get_n_columns (table); i++)
    {
      gsize length;
      const char *cell = lamina_text_table_get_cell (table, row, strlen (row), i, &length);

      g_string_append_printf (dump, "[%.*s]", (int) length, cell);
    }
  return g_string_free (dump, FALSE);
}

typedef struct
{
  const char *row;
  const char *expected;
} Row;

static void
check_rows (const char      *header,
            LaminaTextAlign  align,
            const Row       *rows,
            guint            n)
{
  g_autoptr (LaminaTextTable) table = lamina_text_table_new (header, strlen (header), align);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *dump = dump_row (table, rows[i].row);

      g_assert_cmpstr (dump, ==, rows[i].expected);
    }
}

static void
test_right (void)
{
  static const Row rows[] = {
    { "conv2d              1,577.51     1.29  a b, c  ", "[conv2d][1,577.51][1.29][a b, c]" },
    { "a b c                   1.00                   ", "[a b c][1.00][][]" },
    { "Sum                                            ", "[Sum][][][]" },
    { "Sum                            99.93           ", "[Sum][][99.93][]" },
    { "----------                                     ", "[----------][][][]" },
    { "short", "[][short][][]" },
    { "short ", "[short][][][]" },
    { "", "[][][][]" },
  };

  check_rows ("Name           Duration (us)  Percent  Shapes  ", LAMINA_TEXT_ALIGN_RIGHT, rows, G_N_ELEMENTS (rows));
}

static void
test_left (void)
{
  static const Row rows[] = {
    { "conv2d     nn.conv2d  1.5  long text behind", "[conv2d][nn.conv2d][1.5][long text behind]" },
    { "Total_time -          9.5", "[Total_time][-][9.5][]" },
    { "x", "[x][][][]" },
  };

  check_rows ("Node Name  Ops        us   Inputs", LAMINA_TEXT_ALIGN_LEFT, rows, G_N_ELEMENTS (rows));
}

static void
test_titles (void)
{
  const char *header = "  Name   Duration (us)  \xff";
  g_autoptr (LaminaTextTable) table = lamina_text_table_new (header, strlen (header), LAMINA_TEXT_ALIGN_RIGHT);
  g_autoptr (LaminaTextTable) none = lamina_text_table_new ("   ", 3, LAMINA_TEXT_ALIGN_RIGHT);
  static const Row rows[] = { { "all of it ", "[all of it]" } };

  g_assert_cmpuint (lamina_text_table_get_n_columns (table), ==, 3);
  g_assert_cmpstr (lamina_text_table_get_title (table, 0), ==, "Name");
  g_assert_cmpstr (lamina_text_table_get_title (table, 1), ==, "Duration (us)");
  g_assert_cmpstr (lamina_text_table_get_title (table, 2), ==, "\xef\xbf\xbd");
  g_assert_cmpuint (lamina_text_table_get_n_columns (none), ==, 0);
  check_rows ("One", LAMINA_TEXT_ALIGN_RIGHT, rows, 1);
  check_rows ("One", LAMINA_TEXT_ALIGN_LEFT, rows, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-table/right", test_right);
  g_test_add_func ("/text-table/left", test_left);
  g_test_add_func ("/text-table/titles", test_titles);
  return g_test_run ();
}
