/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-builder.h"
#include "lamina-run-list.h"
#include "lamina-timing-badge.h"
#include "lamina-ui-test.h"

/* Choosing a run and a section. */

/* Two runs that differ in how their positions came about; the second has sections. */
static LaminaDocument *
make_document (void)
{
  g_autoptr (LaminaBuilder) builder = lamina_builder_new (NULL);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  for (guint i = 0; i < 2; i++)
    {
      LaminaTiming timing = i == 0 ? LAMINA_TIMING_MEASURED : LAMINA_TIMING_END_TO_END;
      guint32 run = lamina_builder_add_run (builder, i == 0 ? "one" : "two", LAMINA_AXIS_NANOSECONDS, timing);
      guint32 clock = lamina_builder_add_clock (builder, run, "host");
      guint32 group = lamina_builder_add_group (builder, run, LAMINA_NONE, "Host", LAMINA_GROUP_HOST);
      guint32 track = lamina_builder_add_track (builder, run, group, "thread", clock);
      LaminaLayerInit layer = LAMINA_LAYER_INIT;

      layer.track = track;
      for (guint section = 0; section < i * 3; section++)
        lamina_builder_add_section (builder, run, section == 0 ? "first" : "next");
      lamina_builder_add_layer (builder, run, &layer);
    }
  document = lamina_builder_freeze (builder, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return document;
}

/* The lists and the badge follow the session, and the session follows the lists. */
static void
test_choosers (void)
{
  g_autoptr (LaminaDocument) document = make_document ();
  g_autoptr (LaminaSession) session = lamina_session_new (document);
  GtkDropDown *runs = GTK_DROP_DOWN (g_object_ref_sink (gtk_drop_down_new (NULL, NULL)));
  GtkDropDown *sections = GTK_DROP_DOWN (g_object_ref_sink (gtk_drop_down_new (NULL, NULL)));
  LaminaTimingBadge *badge = g_object_ref_sink (g_object_new (LAMINA_TYPE_TIMING_BADGE, NULL));
  GtkLabel *word = GTK_LABEL (gtk_widget_get_template_child (GTK_WIDGET (badge), LAMINA_TYPE_TIMING_BADGE, "word"));

  lamina_session_set_run_index (session, 0);
  lamina_run_list_bind (runs, session);
  lamina_section_list_bind (sections, session);
  lamina_timing_badge_set_session (badge, session);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (runs)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sections)));
  g_assert_cmpstr (gtk_label_get_text (word), ==, "Measured");

  gtk_drop_down_set_selected (runs, 1);
  g_assert_cmpuint (lamina_session_get_run_index (session), ==, 1);
  g_assert_cmpstr (gtk_label_get_text (word), ==, "Laid end to end");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (sections)));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (sections)), ==, 4);
  g_assert_cmpuint (lamina_session_get_section (session), ==, LAMINA_NONE);
  gtk_drop_down_set_selected (sections, 3);
  g_assert_cmpuint (lamina_session_get_section (session), ==, 2);
  lamina_session_set_section (session, 0);
  g_assert_cmpuint (gtk_drop_down_get_selected (sections), ==, 1);
  gtk_drop_down_set_selected (sections, 0);
  g_assert_cmpuint (lamina_session_get_section (session), ==, LAMINA_NONE);

  lamina_session_set_run_index (session, 0);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (sections)));
  g_assert_cmpuint (gtk_drop_down_get_selected (runs), ==, 0);
  lamina_run_list_bind (runs, NULL);
  lamina_section_list_bind (sections, NULL);
  g_object_unref (badge);
  g_object_unref (runs);
  g_object_unref (sections);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/choosers", test_choosers);
  return g_test_run ();
}
