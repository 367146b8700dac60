/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-json-reader-private.h"

static const char *
pass_digits (const char *p,
             const char *end)
{
  while (p < end && g_ascii_isdigit (*p))
    p++;
  return p;
}

static void
repair_number (LaminaJsonReader      *self,
               const LaminaJsonToken *token,
               const char            *kind)
{
  lamina_json_repair (self, kind, token->offset, lamina_json_container_record (self));
}

/* Also as the C library prints them. */
static gboolean
is_not_finite (const char *p,
               gsize       length)
{
  return (length == 3 && (g_ascii_strncasecmp (p, "nan", 3) == 0 || g_ascii_strncasecmp (p, "inf", 3) == 0))
         || (length == 8 && g_ascii_strncasecmp (p, "infinity", 8) == 0);
}

/* Reads digits, point and exponent; reports what JSON does not allow. FALSE when it is no number. */
static gboolean
check_digits (LaminaJsonReader      *self,
              const LaminaJsonToken *token,
              const char            *p)
{
  const char *end = token->start + token->length;
  const char *whole_end = pass_digits (p, end);
  const char *fraction = NULL;
  const char *fraction_end = whole_end;

  if (whole_end < end && *whole_end == '.')
    {
      fraction = whole_end + 1;
      fraction_end = pass_digits (fraction, end);
    }
  if (whole_end == p && (fraction == NULL || fraction_end == fraction))
    return FALSE;
  if (fraction_end < end)
    {
      const char *exponent = fraction_end + 1;

      if (*fraction_end != 'e' && *fraction_end != 'E')
        return FALSE;
      if (exponent < end && (*exponent == '-' || *exponent == '+'))
        exponent++;
      if (exponent == end || pass_digits (exponent, end) < end)
        return FALSE;
    }
  if (whole_end - p > 1 && *p == '0')
    repair_number (self, token, "leading zero of a number accepted");
  if (whole_end == p || fraction == fraction_end)
    repair_number (self, token, "bare point of a number accepted");
  return TRUE;
}

gboolean
lamina_json_check_number (LaminaJsonReader *self,
                          LaminaJsonToken  *token)
{
  const char *p = token->start;
  const char *end = p + token->length;

  if (p < end && (*p == '-' || *p == '+'))
    p++;
  if (is_not_finite (p, (gsize) (end - p)))
    {
      token->flags |= LAMINA_JSON_TOKEN_NO_NUMBER;
      repair_number (self, token, "number that is not finite");
    }
  else if (!check_digits (self, token, p))
    return FALSE;
  if (*token->start == '+')
    repair_number (self, token, "leading plus sign of a number accepted");
  return TRUE;
}
