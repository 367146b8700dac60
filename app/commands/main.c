/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"
#include "lamina-shortage.h"

#include <errno.h>
#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The program `lamina` of the terminal: a command, or files for the window. */

static const LaminaCommand *const commands[] = {
  &lamina_command_info,   &lamina_command_layers, &lamina_command_tensors,
  &lamina_command_slices, &lamina_command_gaps, &lamina_command_charts, &lamina_command_export, &lamina_command_compare,
  &lamina_command_report, &lamina_command_tables, &lamina_command_plugins,
};

/* What a command needs most: its files. */
static const char *
get_files (const LaminaCommand *command)
{
  if (command == &lamina_command_compare)
    return command->arguments;
  return g_str_has_prefix (command->arguments, "FILE") ? "FILE" : "";
}

typedef struct
{
  const char *name;
  const char *summary;
} Option;

/* The program with the window understands them. */
static const Option window_options[] = {
  { "--new-instance", "open the files in a program of its own, beside one that runs already" },
  { "--new-window", "open an empty window" },
  { "--open", "ask which file to open" },
};

static const Option own_options[] = {
  { "--version", "print the version" },
  { "-h, --help", "show this help" },
};

static void
print_options (const Option *options,
               guint         n)
{
  for (guint i = 0; i < n; i++)
    printf ("  %-26s %s\n", options[i].name, options[i].summary);
}

static LaminaExit
print_help (void)
{
  printf ("Usage:\n  lamina [FILE…]             open in the window\n");
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    printf ("  lamina %-8s %-10s %s\n", commands[i]->name, get_files (commands[i]), commands[i]->summary);
  printf ("\nOptions:\n");
  print_options (window_options, G_N_ELEMENTS (window_options));
  print_options (own_options, G_N_ELEMENTS (own_options));
  printf ("\n%s\n", lamina_exit_words);
  printf ("\n`lamina COMMAND --help` tells the options of a command; `lamina -- info` opens a file named info.\n");
  return lamina_command_finish ();
}

/* Becomes the program with the window, which lies beside others that nobody calls by hand. */
static LaminaExit
open_window (const char  *option,
             char       **files)
{
  const char *folder = g_getenv ("LAMINA_LIBEXECDIR");
  g_autofree char *program = g_build_filename (folder != NULL ? folder : LAMINA_LIBEXEC_DIR, "lamina-window", NULL);
  guint n = g_strv_length (files);
  g_autofree char **argv = g_new0 (char *, (gsize) n + 4);
  guint n_argv = 0;

  argv[n_argv++] = program;
  if (option != NULL)
    argv[n_argv++] = (char *) option;
  argv[n_argv++] = (char *) "--";
  memcpy (argv + n_argv, files, n * sizeof *files);
  execv (program, argv);
  lamina_command_complain ("the window can't be opened: %s: %s", program, g_strerror (errno));
  return LAMINA_EXIT_INPUT;
}

/* What libraries tell people reads like all else that the commands say. */
static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  for (gsize i = 0; (level & G_LOG_LEVEL_MESSAGE) && i < n_fields; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0)
      {
        lamina_command_complain ("%s", (const char *) fields[i].value);
        return G_LOG_WRITER_HANDLED;
      }
  return g_log_writer_default (level, fields, n_fields, user_data);
}

/*
 * Reading a large file makes arrays of many megabytes that grow, move and go again. The allocator takes the first of them from
 * the kernel, learns from that to take later ones from its heap, and there they leave holes between what stays. So it shall
 * not learn.
 */
static void
keep_heap_small (void)
{
#ifdef __GLIBC__
  mallopt (M_MMAP_THRESHOLD, 128 * 1024);
  mallopt (M_TRIM_THRESHOLD, 128 * 1024);
#endif
}

/* Nothing is left to be said in another way, or to be tidied up: what is being written is under another name, or half of a line. */
static void
end_for_memory (void)
{
  static const char text[] = "lamina: this takes more memory than the system has for it\n";

  if (write (STDERR_FILENO, text, strlen (text)) >= 0)
    _exit (LAMINA_EXIT_INPUT);
  _exit (LAMINA_EXIT_INPUT);
}

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "");
  g_log_set_writer_func (write_log, NULL, NULL);
  lamina_shortage_watch (end_for_memory);
  if (argc < 2)
    return open_window (NULL, argv + 1);
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0)
    return print_help ();
  if (strcmp (argv[1], "--version") == 0)
    {
      puts ("lamina " LAMINA_VERSION);
      return lamina_command_finish ();
    }
  for (guint i = 0; i < G_N_ELEMENTS (window_options); i++)
    if (strcmp (window_options[i].name, argv[1]) == 0)
      return open_window (window_options[i].name, argv + (g_strcmp0 (argv[2], "--") == 0 ? 3 : 2));
  if (strcmp (argv[1], "--") == 0)
    return open_window (NULL, argv + 2);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, argv[1]) == 0)
      {
        keep_heap_small ();
        return lamina_command_run (commands[i], argc - 1, argv + 1);
      }
  if (argv[1][0] == '-')
    {
      lamina_command_complain ("unknown option %s; see lamina --help", argv[1]);
      return LAMINA_EXIT_USAGE;
    }
  /* A word that is neither a command nor a file is more likely a mistyped command. */
  if (strpbrk (argv[1], "./:") == NULL && access (argv[1], F_OK) != 0)
    {
      lamina_command_complain ("%s is neither a command nor a file; see lamina --help", argv[1]);
      return LAMINA_EXIT_USAGE;
    }
  return open_window (NULL, argv + 1);
}
