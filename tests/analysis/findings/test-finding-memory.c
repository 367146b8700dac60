/* SPDX-License-Identifier: Apache-2.0 */
#include "fixture.h"

/* What is said of the peak of memory, and of what the allocator keeps. */

/* Tensors that are alive together; the largest first, and who makes them. */
static void
test_memory (Fixture       *fixture,
             gconstpointer  data)
{
  const gint64 bytes[] = { 1024, 4096, 512 };
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      guint32 layer = fixture_add (fixture, &(Row) { .name = "layer", .cost = 10 });
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      guint32 tensor;

      init.name = fixture_intern (fixture, i == 1 ? "largest" : "other");
      init.bytes = bytes[i];
      tensor = lamina_builder_add_tensor (fixture->builder, fixture->run, &init);
      lamina_builder_add_output (fixture->builder, fixture->run, layer, tensor);
      lamina_builder_add_lifetime (fixture->builder, fixture->run, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, 0, i * 10,
                                   100);
    }
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, "memory-peak");
  g_assert_cmpstr (text, ==, "note  [0 1] 5.50 KiB are live at the peak; the 2 largest tensors take 5.00 KiB of it, the "
                   "largest is “largest”.");
}

/* One of two tensors that are alive together was given up before; what both leave of the segment is @bytes less than it has. */
static void
test_allocator (Fixture       *fixture,
                gconstpointer  data)
{
  gint64 reserved = GPOINTER_TO_INT (data);
  LaminaSegment segment = { .address = 4096, .bytes = reserved, .first = 0, .last = 100 };
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *unused = NULL, *given_up = NULL;
  gboolean is_full = reserved == 4096;

  for (guint i = 0; i < 2; i++)
    {
      guint32 layer = fixture_add (fixture, &(Row) { .name = "layer", .cost = 10 });
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;
      guint32 tensor;

      init.name = fixture_intern (fixture, "tensor");
      init.bytes = how.block = 2048;
      init.address = 4096 + 2048 * i;
      init.producer = layer;
      tensor = lamina_builder_add_tensor (fixture->builder, fixture->run, &init);
      lamina_builder_add_lifetime (fixture->builder, fixture->run, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, 0, 10, 100);
      how.released = i == 1 && !is_full ? 10 : 50;
      lamina_builder_set_allocation (fixture->builder, fixture->run, tensor, &how);
    }
  lamina_builder_add_segment (fixture->builder, fixture->run, &segment);
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  unused = dump_findings (findings, "memory-unused");
  given_up = dump_findings (findings, "memory-given-up");
  g_assert_cmpstr (unused, ==, is_full ? NULL : "note  [] At the peak 4.00 KiB of 8.00 KiB that are reserved (50.0 %) are not in "
                                                "use: 1 piece of 4.00 KiB.");
  g_assert_cmpstr (given_up, ==, is_full ? NULL : "note  [1] 2.00 KiB at the peak, 1 tensor, had been given up before.");
}

/* Two allocations of one site, and those of others: it holds half of the peak, or less; one allocation is none of many, and those
 * without a stack are of no place. */
static const struct
{
  gint64 others[2];
  const char *expected;
  gboolean has_no_stacks;
} of_site[] = {
  { { 1000, 1048 }, NULL, TRUE },
  { { 1000, 1048 }, "note  [0 1] 2.00 KiB of the 4.00 KiB at the peak (50.0 %) were asked for by “site”, in 2 allocations." },
  { { 1000, 1049 }, NULL },
  { { 6000, 1000 }, NULL },
};

static void
test_site (Fixture       *fixture,
           gconstpointer  data)
{
  guint row = GPOINTER_TO_UINT (data);
  const gint64 bytes[] = { 1024, 1024, of_site[row].others[0], of_site[row].others[1] };
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;
  guint32 call = lamina_builder_add_call (fixture->builder, fixture->run, LAMINA_NONE, fixture_intern (fixture, "function"));

  for (guint i = 0; i < G_N_ELEMENTS (bytes); i++)
    {
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;
      guint32 tensor;

      how.call = of_site[row].has_no_stacks ? LAMINA_NONE : call;
      init.producer = fixture_add (fixture, &(Row) { .name = "layer", .cost = 10 });
      init.name = how.site = fixture_intern (fixture, i < 2 ? "site" : i == 2 ? "other" : "third");
      init.bytes = bytes[i];
      tensor = lamina_builder_add_tensor (fixture->builder, fixture->run, &init);
      lamina_builder_add_lifetime (fixture->builder, fixture->run, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, 0, 10, 100);
      lamina_builder_set_allocation (fixture->builder, fixture->run, tensor, &how);
    }
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, "memory-site");
  g_assert_cmpstr (text, ==, of_site[row].expected);
}

/* Two segments of 100 MiB with a block of 1 MiB in the middle of each: 50 MiB at most are free in one piece, and 40 and 40 MiB of
 * each would be given back if they grew in pieces of 20 MiB. */
static const struct
{
  gint64 asked; /* MiB */
  gint64 available;
  gboolean grows;
  gboolean is_on;
  gboolean fires;
} in_pieces[] = {
  { 170, 10, FALSE, FALSE, TRUE }, { 171, 10, FALSE, FALSE, FALSE }, { 50, 10, FALSE, FALSE, FALSE },
  { 51, 51, FALSE, FALSE, FALSE }, { 51, 0, FALSE, FALSE, TRUE },    { 170, 10, TRUE, FALSE, FALSE },
  { 170, 10, FALSE, TRUE, FALSE },
};

static void
test_pieces (Fixture       *fixture,
             gconstpointer  data)
{
  guint row = GPOINTER_TO_UINT (data);
  const gint64 mib = 1 << 20;
  LaminaMemoryFailure failure = { .time = 60, .asked = in_pieces[row].asked * mib, .available = in_pieces[row].available * mib };
  const LaminaValue setting = { .type = LAMINA_VALUE_BOOLEAN, .integer = in_pieces[row].is_on };
  g_autoptr (LaminaFindings) findings = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 2; i++)
    {
      LaminaSegment segment = { .address = (guint64) (i + 1) << 40, .bytes = 100 * mib, .last = 100,
                                .grows = in_pieces[row].grows };
      LaminaTensorInit init = LAMINA_TENSOR_INIT;
      LaminaAllocation how = LAMINA_ALLOCATION_INIT;
      guint32 tensor;

      init.bytes = how.block = mib;
      init.address = segment.address + 50 * (guint64) mib;
      tensor = lamina_builder_add_tensor (fixture->builder, fixture->run, &init);
      lamina_builder_add_lifetime (fixture->builder, fixture->run, tensor, LAMINA_LIFETIME_VALUE, LAMINA_ABSENT, 0, 10, 100);
      lamina_builder_set_allocation (fixture->builder, fixture->run, tensor, &how);
      lamina_builder_add_segment (fixture->builder, fixture->run, &segment);
    }
  lamina_builder_add_failure (fixture->builder, fixture->run, &failure);
  lamina_builder_add_property (fixture->builder, "Allocator settings", "expandable_segments", &setting);
  fixture_freeze (fixture);
  findings = lamina_findings_new (fixture->document, 0, NULL, LAMINA_NONE, NULL, NULL);
  text = dump_findings (findings, "memory-pieces");
  g_assert_true ((text != NULL) == in_pieces[row].fires);
  if (row == 0)
    g_assert_cmpstr (text, ==, "note  [] When memory ran out, 170 MiB were asked for. The device had 10.0 MiB free, and no free "
                               "piece was longer than 50.0 MiB; 160 MiB lay free in whole pieces of 20 MiB in 2 segments in use. "
                               "expandable_segments is off.");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (of_site); i++)
    {
      g_autofree char *path = g_strdup_printf ("/finding-memory/site/%u", i);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_site, fixture_teardown);
    }
  for (guint i = 0; i < G_N_ELEMENTS (in_pieces); i++)
    {
      g_autofree char *path = g_strdup_printf ("/finding-memory/pieces/%u", i);

      g_test_add (path, Fixture, GUINT_TO_POINTER (i), fixture_setup, test_pieces, fixture_teardown);
    }
  g_test_add ("/finding-memory/peak", Fixture, NULL, fixture_setup, test_memory, fixture_teardown);
  g_test_add ("/finding-memory/allocator/half", Fixture, GINT_TO_POINTER (8192), fixture_setup, test_allocator,
              fixture_teardown);
  g_test_add ("/finding-memory/allocator/full", Fixture, GINT_TO_POINTER (4096), fixture_setup, test_allocator,
              fixture_teardown);
  return g_test_run ();
}
