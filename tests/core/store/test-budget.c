/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-budget.h"

#include <string.h>
#include <sys/mman.h>

#define LOADS 200
#define QUESTIONS 200
#define BLOCK ((gsize) 4 << 20)

static gpointer
take_and_give (gpointer data)
{
  _Atomic gboolean *is_over = data;

  while (!*is_over)
    {
      char *block = mmap (NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      g_assert_true (block != MAP_FAILED);
      memset (block, 1, BLOCK);
      munmap (block, BLOCK);
    }
  return NULL;
}

/* What other threads take and give back while somebody asks makes no load that is larger than everything. */
static void
test_given_back (void)
{
  _Atomic gboolean is_over = FALSE;
  GThread *thread = g_thread_new ("take and give", take_and_give, &is_over);

  for (guint i = 0; i < LOADS; i++)
    {
      LaminaBudget budget;

      lamina_budget_init (&budget, G_MAXUINT64);
      for (guint k = 0; k < QUESTIONS; k++)
        g_assert_true (lamina_budget_has_room (&budget, LAMINA_BUDGET_READING));
      g_assert_false (lamina_budget_is_out (&budget));
    }
  is_over = TRUE;
  g_thread_join (thread);
}

static void
test_can_take (void)
{
  g_autoptr (GError) error = NULL;
  LaminaBudget budget;

  lamina_budget_init (&budget, 64 << 20);
  g_assert_true (lamina_budget_can_take (&budget, 32 << 20));
  g_assert_false (lamina_budget_can_take (&budget, 65 << 20));
  g_assert_false (lamina_budget_can_take (&budget, 1));
  g_assert_true (lamina_budget_is_out (&budget));
  lamina_budget_set_error (&budget, &error);
  g_assert_nonnull (strstr (error->message, "64.0"));
  g_assert_true (lamina_budget_can_take (NULL, G_MAXUINT64));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/budget/given-back", test_given_back);
  g_test_add_func ("/budget/can-take", test_can_take);
  return g_test_run ();
}
