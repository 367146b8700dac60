/* SPDX-License-Identifier: Apache-2.0 */
#include "run-fixture.h"

void
run_fixture_setup (RunFixture    *self,
                   gconstpointer  data)
{
  self->builder = lamina_builder_new (NULL);
  self->run = lamina_builder_add_run (self->builder, "run", LAMINA_AXIS_NANOSECONDS, LAMINA_TIMING_MEASURED);
}

void
run_fixture_teardown (RunFixture    *self,
                      gconstpointer  data)
{
  lamina_builder_unref (self->builder);
}

LaminaDocument *
run_fixture_freeze (RunFixture *self)
{
  g_autoptr (GError) error = NULL;
  LaminaDocument *document = lamina_builder_freeze (self->builder, NULL, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

guint32
run_fixture_add_track (RunFixture      *self,
                       const char      *name,
                       LaminaGroupKind  kind)
{
  guint32 group = lamina_builder_add_group (self->builder, self->run, LAMINA_NONE, name, kind);

  return lamina_builder_add_track (self->builder, self->run, group, name, 0);
}

guint32
run_fixture_add_slice (RunFixture *self,
                       guint32     track,
                       const char *name,
                       gint64      start,
                       gint64      duration,
                       guint32     layer)
{
  LaminaSliceInit slice = LAMINA_SLICE_INIT;

  slice.name = lamina_builder_intern (self->builder, name, -1);
  slice.start = start;
  slice.duration = duration;
  slice.layer = layer;
  return lamina_builder_add_slice (self->builder, self->run, track, &slice);
}
