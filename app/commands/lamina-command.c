/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-cut.h"
#include "lamina-device-limits.h"
#include "lamina-rate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* What --join, --raw, --strict, --memory-limit and --device say. A program runs one command, and whatever that opens or writes is
 * meant. */
static gboolean joins_ranks;
static gboolean is_raw;
static gboolean is_strict;
static char *memory_text;
static guint64 memory_limit;
static char *device;
/* Whether a file that was opened was cut off or damaged. */
static gboolean has_damage;
/* The documents that were opened. */
static GPtrArray *opened;

const char lamina_exit_words[] =
  "Exit status:\n"
  "  0  done\n"
  "  1  the comparison found that B is slower than allowed\n"
  "  2  wrong usage\n"
  "  3  the input could not be read, or the output not be written\n"
  "  4  a file was cut off or damaged, and strictness was asked for\n"
  "  5  what is to be compared can't be: one side has no times, or they are of different kinds";

void
lamina_command_complain (const char *format,
                         ...)
{
  g_autofree char *text = NULL;
  g_autofree char *visible = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  visible = lamina_visible_dup (text);
  fprintf (stderr, "lamina: %s\n", visible);
}

void
lamina_options_clear (LaminaOptions *self)
{
  for (const GOptionEntry *entry = self->entries; entry->long_name != NULL; entry++)
    if (entry->arg == G_OPTION_ARG_STRING || entry->arg == G_OPTION_ARG_FILENAME)
      g_clear_pointer ((char **) entry->arg_data, g_free);
    else if (entry->arg == G_OPTION_ARG_STRING_ARRAY)
      g_clear_pointer ((char ***) entry->arg_data, g_strfreev);
}

gboolean
lamina_selection_has_run (const LaminaSelection *self,
                          guint                  i)
{
  return self->all || self->run == i;
}

static gboolean
print_help (GOptionContext *context)
{
  g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

  fputs (help, stdout);
  return FALSE;
}

static gboolean
check_device (void)
{
  LaminaDeviceTable *table = lamina_device_table_get_default ();
  g_autoptr (GString) names = NULL;

  if (lamina_device_limits_is_choice (device))
    return TRUE;
  names = g_string_new (LAMINA_NO_DEVICE);
  for (guint i = 0; i < lamina_device_table_get_n (table); i++)
    g_string_append_printf (names, ", %s", lamina_device_table_get (table, i)->name);
  lamina_command_complain ("--device %s: expected one of %s", device, names->str);
  return FALSE;
}

/* Bytes, with K, M, G or T for powers of 1024. */
static gboolean
parse_memory (void)
{
  static const char units[] = "KMGT";
  const char *text = memory_text;
  gsize n_digits;
  const char *unit;
  guint shift;
  gint64 number;

  memory_limit = g_strcmp0 (text, "none") == 0 ? G_MAXUINT64 : 0;
  if (text == NULL || memory_limit != 0)
    return TRUE;
  n_digits = strspn (text, "0123456789");
  unit = text[n_digits] != '\0' ? strchr (units, g_ascii_toupper (text[n_digits])) : NULL;
  shift = unit != NULL ? (guint) (unit - units + 1) * 10 : 0;
  if (n_digits == 0 || text[n_digits + (unit != NULL)] != '\0' || !lamina_decimal_parse (text, n_digits, 0, &number) || number < 1
      || number > (G_MAXINT64 >> shift))
    {
      lamina_command_complain ("--memory-limit %s: expected a size such as 512M or 4G, or none", text);
      return FALSE;
    }
  memory_limit = (guint64) number << shift;
  return TRUE;
}

gboolean
lamina_command_parse (const LaminaCommand   *command,
                      const GOptionEntry    *entries,
                      guint                  min_files,
                      guint                  max_files,
                      int                    argc,
                      char                 **argv,
                      char                ***files,
                      LaminaExit            *status)
{
  g_autofree char *usage = g_strdup_printf ("%s - %s", command->arguments, command->summary);
  g_autofree char *program = g_strdup_printf ("lamina %s", command->name);
  g_autoptr (GOptionContext) context = g_option_context_new (usage);
  g_autoptr (GError) error = NULL;
  gboolean help = FALSE;
  const GOptionEntry help_entry[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry device_entry[] = {
    { "device", 0, 0, G_OPTION_ARG_STRING, &device, "The device that the file was measured on, or none", "NAME" },
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry join_entry[] = {
    { "join", 0, 0, G_OPTION_ARG_NONE, &joins_ranks,
      "Read a file with the ranks of its job, or the snapshot or trace of its run, that lie beside it", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry file_entries[] = {
    { "memory-limit", 0, 0, G_OPTION_ARG_STRING, &memory_text,
      "How much memory a file may take, such as 512M or 4G, or none", "SIZE" },
    { "strict", 0, 0, G_OPTION_ARG_NONE, &is_strict, "End with status 4 when a file was cut off or damaged", NULL },
    G_OPTION_ENTRY_NULL,
  };
  const GOptionEntry raw_entry[] = {
    { "raw", 0, 0, G_OPTION_ARG_NONE, &is_raw, "Leave texts of CSV that a spreadsheet would run as they are", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) rest = g_strdupv (argv);
  g_auto (GStrv) names = NULL;

  *status = LAMINA_EXIT_USAGE;
  g_clear_pointer (&device, g_free);
  g_free (rest[0]);
  rest[0] = g_strdup (program);
  g_set_prgname (program);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_description (context, lamina_exit_words);
  g_option_context_add_main_entries (context, entries, NULL);
  if (command->takes_device)
    g_option_context_add_main_entries (context, device_entry, NULL);
  if (max_files > 0 && command != &lamina_command_tables)
    g_option_context_add_main_entries (context, join_entry, NULL);
  if (max_files > 0)
    g_option_context_add_main_entries (context, file_entries, NULL);
  if (command->writes_rows)
    g_option_context_add_main_entries (context, raw_entry, NULL);
  g_option_context_add_main_entries (context, help_entry, NULL);
  if (!g_option_context_parse_strv (context, &rest, &error))
    {
      lamina_command_complain ("%s", error->message);
      return FALSE;
    }
  if (help)
    {
      *status = LAMINA_EXIT_DONE;
      return print_help (context);
    }
  if (!check_device () || !parse_memory ())
    return FALSE;
  names = g_strdupv (rest + 1);
  if (names[0] != NULL && strcmp (names[0], "--") == 0)
    {
      g_free (names[0]);
      memmove (names, names + 1, g_strv_length (names + 1) * sizeof *names + sizeof *names);
    }
  if (g_strv_length (names) < min_files || g_strv_length (names) > max_files)
    {
      lamina_command_complain ("usage: lamina %s %s", command->name, command->arguments);
      return FALSE;
    }
  *files = g_steal_pointer (&names);
  return TRUE;
}

int
lamina_command_choose (const char        *option,
                       const char        *text,
                       const char *const *words)
{
  g_autofree char *all = NULL;

  for (int i = 0; words[i] != NULL; i++)
    if (strcmp (text, words[i]) == 0)
      return i;
  all = g_strjoinv (", ", (char **) words);
  lamina_command_complain ("--%s %s: expected one of %s", option, text, all);
  return -1;
}

gboolean
lamina_command_choose_bands (const char           *text,
                             LaminaTensorGrouping *grouping)
{
  const char *names[LAMINA_N_LIVE_BANDS + 1] = { NULL };
  int choice;

  *grouping = LAMINA_TENSORS_ONE_BY_ONE;
  if (text == NULL)
    return TRUE;
  for (guint i = 0; i < LAMINA_N_LIVE_BANDS; i++)
    names[i] = lamina_tensor_grouping_get_name (lamina_tensor_grouping_of_bands ((LaminaLiveBands) i));
  choice = lamina_command_choose ("group", text, names);
  if (choice >= 0)
    *grouping = lamina_tensor_grouping_of_bands ((LaminaLiveBands) choice);
  return choice >= 0;
}

gboolean
lamina_command_check_bands (LaminaTensorGrouping  grouping,
                            LaminaRun            *run)
{
  if (grouping == LAMINA_TENSORS_ONE_BY_ONE || lamina_tensor_grouping_is_known (grouping, run))
    return TRUE;
  lamina_command_complain ("--group %s: the run does not say this of any tensor", lamina_tensor_grouping_get_name (grouping));
  return FALSE;
}

gboolean
lamina_selection_parse (LaminaSelection *self)
{
  static const char *const formats[] = { "table", "csv", "json", NULL };
  int format = self->format_text != NULL ? lamina_command_choose ("format", self->format_text, formats) : 0;

  if (format < 0)
    return FALSE;
  self->format = (LaminaFormatChoice) format;
  return TRUE;
}

gboolean
lamina_selection_resolve_one (LaminaSelection *self,
                              LaminaDocument  *document,
                              const char      *file)
{
  if (!lamina_selection_resolve (self, document, file))
    return FALSE;
  if (self->all)
    lamina_command_complain ("expected one run, not all");
  return !self->all;
}

gboolean
lamina_selection_resolve (LaminaSelection *self,
                          LaminaDocument  *document,
                          const char      *file)
{
  guint n = lamina_document_get_n_runs (document);
  gint64 number;

  self->run = lamina_document_get_default_run (document);
  self->all = g_strcmp0 (self->run_text, "all") == 0;
  if (self->run_text == NULL || self->all)
    return TRUE;
  if (!lamina_decimal_parse (self->run_text, strlen (self->run_text), 0, &number) || number < 1 || number > n)
    {
      g_autofree char *name = g_filename_display_name (file);

      lamina_command_complain ("%s: there is no run %s; runs go from 1 to %u", name, self->run_text, n);
      return FALSE;
    }
  self->run = (guint) number - 1;
  return TRUE;
}

LaminaLoader *
lamina_command_create_loader (GFile *file)
{
  LaminaLoader *loader = lamina_loader_new (lamina_engine_get_default (), file);

  if (joins_ranks)
    lamina_loader_set_joins (loader, LAMINA_JOIN_RANKS);
  lamina_loader_set_max_memory (loader, memory_limit);
  lamina_loader_set_finish (loader, lamina_rates_attach_all, NULL);
  return loader;
}

const char *
lamina_command_get_memory_limit (void)
{
  return memory_text;
}

void
lamina_command_note_damage (void)
{
  has_damage = TRUE;
}

void
lamina_command_tell_damage (LaminaDocument *document,
                            const char     *file)
{
  const LaminaIssue *damage = lamina_import_report_find_damage (lamina_document_get_report (document));
  g_autofree char *what = NULL;
  gint64 length;
  LaminaSources *sources = lamina_document_get_sources (document);
  g_autofree char *name = NULL;
  g_autofree char *place = NULL;

  if (damage == NULL)
    return;
  has_damage = TRUE;
  name = damage->source > 0 && sources != NULL ? g_strdup (lamina_source_get_name (lamina_sources_get (sources, damage->source)))
                                               : g_filename_display_name (file);
  place = damage->line > 0 ? g_strdup_printf (" (line %" G_GUINT64_FORMAT ")", damage->line) : g_strdup ("");
  if (!lamina_cut_find (document, &length))
    what = g_strdup ("damaged");
  else if (length == LAMINA_ABSENT)
    what = g_strdup ("cut off");
  else
    {
      g_autofree char *time = lamina_figure_dup (length, LAMINA_UNIT_NANOSECONDS);

      what = g_strconcat ("cut off after ", time, NULL);
    }
  lamina_command_complain ("%s is %s: %s%s; what could be read is used", name, what, damage->kind, place);
}

/* What to say of a file that can't be opened; of one that no format knows, which there are. */
static void
complain_of (const GError *error)
{
  LaminaEngine *engine = lamina_engine_get_default ();
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < lamina_engine_get_n_plugins (engine); i++)
    {
      const LaminaPlugin *plugin = lamina_engine_get_plugin (engine, i);

      if (plugin->state == LAMINA_PLUGIN_ENABLED)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", plugin->name);
    }
  if (g_error_matches (error, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT) && names->len > 0)
    lamina_command_complain ("%s. Formats in use are: %s", error->message, names->str);
  else
    lamina_command_complain ("%s", error->message);
}

/* The first of @n files with the others. */
static LaminaDocument *
open_files (const char *const *files,
            guint              n)
{
  g_autoptr (GFile) first = g_file_new_for_commandline_arg (files[0]);
  g_autoptr (LaminaLoader) loader = lamina_command_create_loader (first);
  g_autoptr (GError) error = NULL;
  LaminaDocument *document;

  for (guint i = 1; i < n; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (files[i]);

      lamina_loader_add_file (loader, file);
    }
  document = lamina_loader_load (loader, NULL, &error);
  if (document == NULL)
    {
      complain_of (error);
      return NULL;
    }
  lamina_command_tell_damage (document, files[0]);
  lamina_device_limits_choose (document, device);
  if (opened == NULL)
    opened = g_ptr_array_new_with_free_func ((GDestroyNotify) lamina_document_unref);
  g_ptr_array_add (opened, lamina_document_ref (document));
  return document;
}

LaminaDocument *
lamina_command_open (const char *file)
{
  return open_files (&file, 1);
}

LaminaDocument *
lamina_command_open_together (char **files)
{
  return open_files ((const char *const *) files, g_strv_length (files));
}

/* --section and --limit, beside --format. */
static gboolean
parse_rows (LaminaSelection *self)
{
  if (!lamina_selection_parse (self))
    return FALSE;
  if (self->limit < 0)
    {
      lamina_command_complain ("--limit: expected a number that is not negative");
      return FALSE;
    }
  if (self->section_text != NULL
      && (!lamina_decimal_parse (self->section_text, strlen (self->section_text), 0, &self->section) || self->section < 1))
    {
      lamina_command_complain ("--section %s: expected a number from 1 on", self->section_text);
      return FALSE;
    }
  return TRUE;
}

/* Whether each run that was chosen has that section. */
static gboolean
has_section (const LaminaSelection *self,
             LaminaDocument        *document)
{
  for (guint i = 0; i < lamina_document_get_n_runs (document); i++)
    {
      guint n = lamina_run_get_n_sections (lamina_document_get_run (document, i));

      if (!lamina_selection_has_run (self, i) || self->section <= (gint64) n)
        continue;
      lamina_command_complain ("run %u has no section %s; it has %u", i + 1, self->section_text, n);
      return FALSE;
    }
  return TRUE;
}

LaminaDocument *
lamina_command_open_rows (const LaminaCommand  *command,
                          const GOptionEntry   *entries,
                          LaminaSelection      *selection,
                          LaminaCheckFunc      *check,
                          gpointer              user_data,
                          int                   argc,
                          char                **argv,
                          LaminaExit           *status)
{
  g_auto (GStrv) files = NULL;
  g_autoptr (LaminaDocument) document = NULL;

  if (!lamina_command_parse (command, entries, 1, G_MAXUINT, argc, argv, &files, status))
    return NULL;
  *status = LAMINA_EXIT_USAGE;
  if (!parse_rows (selection) || !check (user_data))
    return NULL;
  document = lamina_command_open_together (files);
  if (document == NULL)
    {
      *status = LAMINA_EXIT_INPUT;
      return NULL;
    }
  if (!(selection->takes_one ? lamina_selection_resolve_one (selection, document, files[0])
                             : lamina_selection_resolve (selection, document, files[0]))
      || !has_section (selection, document))
    return NULL;
  *status = LAMINA_EXIT_DONE;
  return g_steal_pointer (&document);
}

LaminaExit
lamina_command_finish (void)
{
  if (fflush (stdout) == 0 && !ferror (stdout))
    return LAMINA_EXIT_DONE;
  lamina_command_complain ("standard output: %s", g_strerror (errno));
  return LAMINA_EXIT_INPUT;
}

LaminaCsvStyle
lamina_command_get_csv_style (void)
{
  return (is_raw ? LAMINA_CSV_EXACT : LAMINA_CSV_PROTECTED) | (isatty (STDOUT_FILENO) ? LAMINA_CSV_VISIBLE : LAMINA_CSV_EXACT);
}

gboolean
lamina_command_check_reading (LaminaDocument *document)
{
  g_autoptr (GError) error = NULL;

  if (lamina_document_check_reading (document, &error))
    return TRUE;
  lamina_command_complain ("%s: not all of it could be read again: %s",
                           lamina_source_get_name (lamina_sources_get (lamina_document_get_sources (document), 0)), error->message);
  return FALSE;
}

LaminaExit
lamina_command_run (const LaminaCommand  *command,
                    int                   argc,
                    char                **argv)
{
  LaminaExit status = command->run (argc, argv);

  for (guint i = 0; opened != NULL && i < opened->len; i++)
    if (status != LAMINA_EXIT_USAGE && !lamina_command_check_reading (g_ptr_array_index (opened, i)))
      status = LAMINA_EXIT_INPUT;
  g_clear_pointer (&opened, g_ptr_array_unref);
  return is_strict && has_damage && (status == LAMINA_EXIT_DONE || status == LAMINA_EXIT_SLOWER) ? LAMINA_EXIT_DAMAGED : status;
}
