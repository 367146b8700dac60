/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-core.h"

/* Text that does something instead of looking like something. */

static void
test_letters (void)
{
  static const char *const cases[][2] = {
    { "", "" },
    { "conv2d (3×3) ≈ 12 µs", "conv2d (3×3) ≈ 12 µs" },
    { "a\tb\nc\rd", "a b c d" },
    { "\033]0;title\a\033[31m", "␛]0;title␇␛[31m" },
    { "\x7f", "␡" },
    /* CSI as one letter of C1 */
    { "\302\233" "31m", "\\u009b31m" },
    { "invoice\342\200\256gpj.exe", "invoice\\u202egpj.exe" },
    { "\342\201\246isolated\342\201\251", "\\u2066isolated\\u2069" },
    { "\330\234\342\200\216\342\200\217", "\\u061c\\u200e\\u200f" },
    { "line\342\200\250paragraph\342\200\251", "line\\u2028paragraph\\u2029" },
    { "\357\273\277mark", "\\ufeffmark" },
    /* joiners are letters of words and pictures */
    { "\342\200\215", "\342\200\215" },
    { "\377\376 no UTF-8 \303", "\357\277\275\357\277\275 no UTF-8 \357\277\275" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *visible = lamina_visible_dup (cases[i][0]);
      g_autofree char *again = lamina_visible_dup (visible);

      g_assert_cmpstr (visible, ==, cases[i][1]);
      g_assert_cmpstr (again, ==, visible);
      g_assert_true (g_utf8_validate (visible, -1, NULL));
    }
}

/* Nothing with an effect is left of any letter there is, and what has none stays. */
static void
test_all_letters (void)
{
  for (gunichar letter = 1; letter < 0x30000; letter++)
    {
      char text[8] = { 0 };
      g_autofree char *visible = NULL;

      if (!g_unichar_validate (letter))
        continue;
      g_unichar_to_utf8 (letter, text);
      visible = lamina_visible_dup (text);
      for (const char *p = visible; *p != '\0'; p = g_utf8_next_char (p))
        g_assert_false (lamina_visible_has_effect (g_utf8_get_char (p)));
      if (!lamina_visible_has_effect (letter))
        g_assert_cmpstr (visible, ==, text);
      if (g_unichar_iscntrl (letter))
        g_assert_cmpstr (visible, !=, text);
    }
}

/* Both ends of what is longer, of whole letters. */
static void
test_ends (void)
{
  static const struct
  {
    const char *text;
    gsize most;
    const char *ends;
  } cases[] = {
    { "", 0, NULL }, { "", 3, NULL }, { "abcdef", 3, NULL }, { "abcdefg", 3, "abc…efg" }, { "ab", 0, "…" },
    { "aäöüß", 3, "aä…ß" }, { "äöüß", 3, "ä…ß" }, { "abcdefg", G_MAXSIZE, NULL }, { "€€€", 1, "…" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *ends = lamina_visible_dup_ends (cases[i].text, cases[i].most);

      g_assert_cmpstr (ends, ==, cases[i].ends);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/visible/letters", test_letters);
  g_test_add_func ("/visible/all-letters", test_all_letters);
  g_test_add_func ("/visible/ends", test_ends);
  return g_test_run ();
}
