/* SPDX-License-Identifier: Apache-2.0 */
#include "arranged-fixture.h"

#include "lamina-arrangement-state.h"

void
arranged_init (TimelineFixture *self,
               LaminaDocument  *document)
{
  timeline_fixture_init (self, document);
  self->options.fill_height = FALSE;
  self->options.arrangement = lamina_arrangement_ref (lamina_arrangement_attach (self->run));
}

void
arranged_clear (TimelineFixture *self)
{
  lamina_arrangement_unref (self->options.arrangement);
  timeline_fixture_clear (self);
}

void
arranged_change (TimelineFixture   *self,
                 LaminaArrangement *other)
{
  g_assert_nonnull (other);
  lamina_arrangement_unref (self->options.arrangement);
  self->options.arrangement = other;
}

void
arranged_set (TimelineFixture        *self,
              const LaminaTarget     *item,
              LaminaArrangementFlags  flag,
              gboolean                on)
{
  arranged_change (self, lamina_arrangement_set (self->options.arrangement, item, flag, on));
  g_assert_cmpint ((lamina_arrangement_get (self->options.arrangement, item) & flag) != 0, ==, on);
}

LaminaScene *
arranged_lay_out (TimelineFixture *self,
                  int              height,
                  int              scroll)
{
  LaminaViewport viewport = { lamina_timebase_get_start (self->timebase), 4000, 650, height, scroll };

  return lamina_timeline_layout (self->run, self->timebase, &viewport, &self->options, self->metrics);
}

LaminaArrangement *
arranged_carry_over (TimelineFixture *self,
                     LaminaRun       *run)
{
  g_autoptr (GVariant) words = lamina_arrangement_to_variant (self->options.arrangement);

  g_assert_nonnull (words);
  return lamina_arrangement_new_from_variant (run, words);
}
