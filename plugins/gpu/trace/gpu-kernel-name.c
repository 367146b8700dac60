/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "gpu-trace.h"

#include <string.h>

/*
 * The demangler of NVIDIA's tools writes names in a way of its own. These stand in the place of what others write, which
 * the core makes short, so that a kernel has the same short name in a trace of PyTorch:
 *
 *   <unnamed>                       (anonymous namespace)
 *   [lambda(float) (instance 1)]    {lambda(float)#1}
 *   (int)128, (unsigned int)2       128, 2
 *   <…, void f<…>(…)::…>            <…, f<…>(…)::…>
 */

#define LAMBDA "[lambda("
#define INSTANCE " (instance "

/* Behind the cast that a number stands behind, else @text. */
static const char *
skip_cast (const char *text)
{
  static const char *const casts[] = { "(int)", "(bool)", "(unsigned int)", "(unsigned long)", "(long)", "(unsigned char)",
                                       "(char)", "(short)", "(unsigned short)", "(long long)", "(unsigned long long)" };

  for (guint i = 0; i < G_N_ELEMENTS (casts); i++)
    {
      const char *behind = text + strlen (casts[i]);

      if (g_str_has_prefix (text, casts[i]) && (g_ascii_isdigit (*behind) || (*behind == '-' && g_ascii_isdigit (behind[1]))))
        return behind;
    }
  return text;
}

/* `[lambda(const T1 &) (instance 2)]` up to its bracket; FALSE for another text. */
static gboolean
take_lambda (const char **text,
             GString     *name)
{
  const char *instance, *number, *end;

  if (!g_str_has_prefix (*text, LAMBDA))
    return FALSE;
  instance = strstr (*text, INSTANCE);
  if (instance == NULL)
    return FALSE;
  number = instance + strlen (INSTANCE);
  end = number + strspn (number, "0123456789");
  if (end == number || end[0] != ')' || end[1] != ']')
    return FALSE;
  g_string_append_c (name, '{');
  g_string_append_len (name, *text + 1, instance - *text - 1);
  g_string_append_printf (name, "#%.*s}", (int) (end - number), number);
  *text = end + 2;
  return TRUE;
}

char *
gpu_kernel_dup_usual_name (const char *text)
{
  static const char unnamed[] = "<unnamed>", result[] = "void ";
  GString *name = g_string_new (NULL);
  const char *begin = text;

  while (*text != '\0')
    {
      const char *behind = *text == '(' ? skip_cast (text) : text;

      if (behind != text)
        text = behind;
      else if (g_str_has_prefix (text, unnamed))
        {
          g_string_append (name, "(anonymous namespace)");
          text += strlen (unnamed);
        }
      else if (g_str_has_prefix (text, result) && text > begin && (text[-1] == ' ' || text[-1] == '<'))
        text += strlen (result);
      else if (!take_lambda (&text, name))
        g_string_append_c (name, *text++);
    }
  return g_string_free (name, FALSE);
}
