/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-part-bin.h"
#include "lamina-ui-test.h"

#define WHOLE "4189 operators · 2.07 ms · 19.3 GFLOP · 995 MiB"

static int
measure (GtkWidget  *label,
         const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (label, text);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* The part that ends at the edge is whole, whatever the width; the text of the label stays. */
static void
test_parts (void)
{
  static const char *const parts[] = { "4189 operators", "4189 operators · 2.07 ms", "4189 operators · 2.07 ms · 19.3 GFLOP" };
  GtkWidget *bin = g_object_ref_sink (g_object_new (LAMINA_TYPE_PART_BIN, NULL)), *label = gtk_label_new (WHOLE);
  int natural, height;

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  adw_bin_set_child (ADW_BIN (bin), label);
  gtk_widget_measure (bin, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  gtk_widget_measure (bin, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  g_assert_cmpint (natural, >=, measure (label, WHOLE));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    for (int more = 0; more < 2; more++)
      {
        int own = measure (label, parts[i]), width = own + more * 3;
        graphene_rect_t bounds;

        gtk_widget_size_allocate (bin, &(GtkAllocation) { 0, 0, width, height }, -1);
        g_assert_true (gtk_widget_compute_bounds (label, bin, &bounds));
        g_assert_cmpint ((int) bounds.origin.x, ==, width - own);
        g_assert_cmpint ((int) bounds.size.width, ==, natural);
        g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (label)), ==, WHOLE);
      }
  /* Where there is room for all of it or for no part the label has what there is. */
  for (int width = natural + 40; width > 0; width = width > natural ? natural : width == natural ? 60 : 0)
    {
      graphene_rect_t bounds;

      gtk_widget_size_allocate (bin, &(GtkAllocation) { 0, 0, width, height }, -1);
      g_assert_true (gtk_widget_compute_bounds (label, bin, &bounds));
      g_assert_cmpint ((int) bounds.origin.x, ==, 0);
      g_assert_cmpint ((int) bounds.size.width, ==, width);
    }
  g_object_unref (bin);
}

int
main (int    argc,
      char **argv)
{
  if (!lamina_ui_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/ui/part-bin", test_parts);
  return g_test_run ();
}
