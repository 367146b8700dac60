/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-command.h"

#include "lamina-rate.h"
#include "lamina-tables.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include <glib/gstdio.h>
#include <unistd.h>

/*
 * `lamina tables`: what is in many files, as the tables of one database.
 *
 * It is written beside the output, file by file, and takes its place in the end; who is interrupted goes on with what is there.
 * With several jobs each file is read by a program of its own, whose tables are taken over.
 */

#define MOST_JOBS 256

/* How long to wait for a database that somebody else writes. */
#define BUSY_MS 5000

/* A file that was named, or lies in a folder that was. */
typedef struct
{
  char *path;
  gboolean is_found; /* in a folder: it need not be a trace */
} Input;

typedef struct
{
  char *output;
  char *tables_text;
  char *as;
  int jobs;
} Options;

/* n_*: files */
typedef struct
{
  const Options *options;
  GStrv wanted; /* or NULL */
  char *part;
  sqlite3 *database;
  guint n_written;
  guint n_there;
  guint n_failed;
  GPtrArray *running; /* of Job */
} Tables;

/* A program that reads one file. */
typedef struct
{
  Tables *tables;
  const Input *input;
  LaminaTraceKey key;
  char *output;
} Job;

static void
input_free (gpointer data)
{
  Input *input = data;

  g_free (input->path);
  g_free (input);
}

static void
add_input (GPtrArray  *inputs,
           const char *path,
           gboolean    is_found)
{
  Input *input = g_new0 (Input, 1);

  input->path = g_strdup (path);
  input->is_found = is_found;
  g_ptr_array_add (inputs, input);
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp ((*(const Input *const *) a)->path, (*(const Input *const *) b)->path);
}

static void
add_folder (GPtrArray  *inputs,
            const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (*name != '.' && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        add_input (found, path, TRUE);
    }
  g_ptr_array_sort (found, compare_paths);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (inputs, found->pdata[i]);
}

static GPtrArray *
list_inputs (char **names)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func (input_free);

  for (guint i = 0; names[i] != NULL; i++)
    if (g_file_test (names[i], G_FILE_TEST_IS_DIR))
      add_folder (inputs, names[i]);
    else
      add_input (inputs, names[i], FALSE);
  return inputs;
}

static void
complain (const char   *file,
          const GError *error)
{
  g_autofree char *name = g_filename_display_name (file);

  lamina_command_complain ("%s: %s", name, error->message);
}

/* Whether a file was no trace at all, and nobody said that it is. */
static gboolean
is_stranger (const Input  *input,
             const GError *error)
{
  return input->is_found && g_error_matches (error, LAMINA_ERROR, LAMINA_ERROR_UNKNOWN_FORMAT);
}

/* Of a file that was read before: in what way is not kept. */
static void
tell_damage (const Input *input)
{
  g_autofree char *name = g_filename_display_name (input->path);

  lamina_command_note_damage ();
  lamina_command_complain ("%s is cut off or damaged; what could be read of it is in the tables", name);
}

/* What a program said of a file that it found damaged, in its words. */
static void
pass_on (GBytes *said)
{
  gsize length;
  const char *text = g_bytes_get_data (said, &length);

  fwrite (text, 1, length, stderr);
}

static void
note_failure (Tables               *self,
              const Input          *input,
              const LaminaTraceKey *key,
              const char           *message)
{
  g_autoptr (GError) error = NULL;

  self->n_failed++;
  if (key->sha256 != NULL && !lamina_tables_write_failure (self->database, key, input->path, message, &error))
    complain (self->part, error);
}

/* Here and now. */
static void
read_file (Tables               *self,
           const Input          *input,
           const LaminaTraceKey *key)
{
  g_autoptr (GFile) file = g_file_new_for_path (input->path);
  g_autoptr (LaminaLoader) loader = lamina_command_create_loader (file);
  g_autoptr (LaminaDocument) document = NULL;
  g_autoptr (GError) error = NULL;

  document = lamina_loader_load (loader, NULL, &error);
  if (document != NULL)
    lamina_command_tell_damage (document, input->path);
  if (document != NULL
      && lamina_tables_write (self->database, key, input->path, document, (const char *const *) self->wanted, &error))
    {
      self->n_written++;
      return;
    }
  if (document == NULL && is_stranger (input, error))
    return;
  if (document == NULL)
    lamina_command_complain ("%s", error->message);
  else
    complain (self->part, error);
  note_failure (self, input, key, error->message);
}

/* Where the program that reads a trace writes. */
static char *
dup_output (const Tables         *self,
            const LaminaTraceKey *key)
{
  return g_strdup_printf ("%s-%s", self->part, key->trace);
}

/* And, of one that ended early, what it was writing. */
static void
remove_output (const char *output)
{
  g_autofree char *part = g_strconcat (output, ".part", NULL);

  g_unlink (part);
  g_unlink (output);
}

static void
job_free (Job *job)
{
  remove_output (job->output);
  g_free (job->output);
  lamina_trace_key_clear (&job->key);
  g_free (job);
}

static void
end_job (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Job *job = data;
  Tables *self = job->tables;
  GSubprocess *process = G_SUBPROCESS (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) said = NULL;
  gboolean is_damaged;
  gboolean ended = g_subprocess_communicate_finish (process, result, NULL, &said, NULL) && g_subprocess_get_if_exited (process);

  g_ptr_array_remove (self->running, job);
  if (ended && g_subprocess_get_exit_status (process) == LAMINA_EXIT_DAMAGED)
    {
      if (said != NULL)
        pass_on (said);
      lamina_command_note_damage ();
    }
  if (!ended || !g_file_test (job->output, G_FILE_TEST_EXISTS))
    {
      g_autofree char *name = g_filename_display_name (job->input->path);

      lamina_command_complain ("%s: the program that read it ended early", name);
      note_failure (self, job->input, &job->key, "the program that read it ended early");
    }
  else if (!lamina_tables_merge (self->database, job->output, &error))
    {
      self->n_failed++;
      complain (self->part, error);
    }
  else if (lamina_tables_has (self->database, &job->key, &is_damaged))
    self->n_written++;
  else if (!job->input->is_found || !lamina_tables_drop_stranger (self->database, &job->key))
    self->n_failed++;
  job_free (job);
}

/* A program does not outlive the one that waits for it: who goes on reads the same file anew. */
static void
end_with_parent (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* A program of its own; FALSE when there can be none. */
static gboolean
start_job (Tables         *self,
           const Input    *input,
           LaminaTraceKey *key)
{
  g_autofree char *self_path = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  /* What lies in a folder need not be a trace: only of damage is passed on what is said. */
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | (input->is_found ? G_SUBPROCESS_FLAGS_STDERR_PIPE : G_SUBPROCESS_FLAGS_NONE));
  g_autoptr (GSubprocess) process = NULL;
  Job *job;

  if (self_path == NULL)
    return FALSE;
  job = g_new0 (Job, 1);
  job->tables = self;
  job->input = input;
  job->output = dup_output (self, key);
  g_ptr_array_add (argv, self_path);
  g_ptr_array_add (argv, (gpointer) "tables");
  g_ptr_array_add (argv, (gpointer) "--output");
  g_ptr_array_add (argv, job->output);
  /* Its status says whether the file was damaged; whether that matters is for this program to say. */
  g_ptr_array_add (argv, (gpointer) "--strict");
  if (lamina_command_get_memory_limit () != NULL)
    {
      g_ptr_array_add (argv, (gpointer) "--memory-limit");
      g_ptr_array_add (argv, (gpointer) lamina_command_get_memory_limit ());
    }
  if (self->options->tables_text != NULL)
    {
      g_ptr_array_add (argv, (gpointer) "--tables");
      g_ptr_array_add (argv, self->options->tables_text);
    }
  g_ptr_array_add (argv, (gpointer) "--");
  g_ptr_array_add (argv, input->path);
  g_ptr_array_add (argv, NULL);
  g_subprocess_launcher_set_child_setup (launcher, end_with_parent, NULL, NULL);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, NULL);
  if (process == NULL)
    {
      job_free (job);
      return FALSE;
    }
  job->key = *key;
  *key = (LaminaTraceKey) { .bytes = 0 };
  g_ptr_array_add (self->running, job);
  g_subprocess_communicate_async (process, NULL, NULL, end_job, job);
  return TRUE;
}

static void
wait_for_jobs (Tables *self,
               guint   most)
{
  while (self->running->len > most)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
is_running (const Tables         *self,
            const LaminaTraceKey *key)
{
  for (guint i = 0; i < self->running->len; i++)
    {
      const Job *job = g_ptr_array_index (self->running, i);

      if (g_str_equal (job->key.trace, key->trace))
        return TRUE;
    }
  return FALSE;
}

/* Who was killed after it took over what a program had written may have left that. */
static void
remove_leftovers (const Tables         *self,
                  const LaminaTraceKey *key)
{
  g_autofree char *output = dup_output (self, key);

  remove_output (output);
}

static void
take_input (Tables      *self,
            const Input *input)
{
  g_auto (LaminaTraceKey) key = { .bytes = 0 };
  g_autoptr (GError) error = NULL;
  gboolean is_damaged;

  if (!lamina_trace_key_init (&key, input->path, &error))
    {
      complain (input->path, error);
      self->n_failed++;
      return;
    }
  /* Two files may be alike. */
  while (is_running (self, &key))
    g_main_context_iteration (NULL, TRUE);
  if (lamina_tables_has (self->database, &key, &is_damaged))
    {
      remove_leftovers (self, &key);
      self->n_there++;
      if (is_damaged)
        tell_damage (input);
      return;
    }
  wait_for_jobs (self, (guint) self->options->jobs - 1);
  if (self->options->jobs > 1 && start_job (self, input, &key))
    return;
  read_file (self, input, &key);
  remove_leftovers (self, &key);
}

/* What is printed is put together in a file of its own, which nobody goes on with. */
static gboolean
is_printed (const Options *options)
{
  return g_str_equal (options->output, "-");
}

static char *
dup_part_path (const Options  *options,
               GError        **error)
{
  char *path = NULL;
  int file;

  if (!is_printed (options))
    return g_strconcat (options->output, ".part", NULL);
  file = g_file_open_tmp ("lamina-tables-XXXXXX", &path, error);
  if (file >= 0)
    close (file);
  return path;
}

/* Who goes on has what was written before, or the output itself. */
static gboolean
open_part (Tables  *self,
           GError **error)
{
  g_autoptr (GFile) output = g_file_new_for_path (self->options->output), part = NULL;

  self->part = dup_part_path (self->options, error);
  if (self->part == NULL)
    return FALSE;
  part = g_file_new_for_path (self->part);
  if (!g_file_test (self->part, G_FILE_TEST_EXISTS) && g_file_test (self->options->output, G_FILE_TEST_IS_REGULAR)
      && !g_file_copy (output, part, G_FILE_COPY_NONE, NULL, NULL, NULL, error))
    return FALSE;
  if (sqlite3_open_v2 (self->part, &self->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK)
    return lamina_tables_fail (self->database, error);
  /* One that was killed a moment ago may not have let go yet. */
  sqlite3_busy_timeout (self->database, BUSY_MS);
  /* Whole when the program is killed; a machine that loses power may lose it, and makes it anew. */
  sqlite3_exec (self->database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
  return lamina_tables_prepare (self->database, error);
}

static gboolean
rename_part (const char  *from,
             const char  *to,
             GError     **error)
{
  if (g_rename (from, to) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", to, g_strerror (errno));
  return FALSE;
}

static gboolean
finish_output (Tables  *self,
               GError **error)
{
  g_autofree char *folder = NULL;

  if (is_printed (self->options))
    return lamina_tables_print (self->database, error);
  if (g_strcmp0 (self->options->as, "csv") != 0)
    {
      sqlite3_close (g_steal_pointer (&self->database));
      return rename_part (self->part, self->options->output, error);
    }
  folder = g_strconcat (self->options->output, ".folder", NULL);
  if (g_mkdir_with_parents (folder, 0777) != 0 || !lamina_tables_write_csv (self->database, folder, error))
    return FALSE;
  sqlite3_close (g_steal_pointer (&self->database));
  g_unlink (self->part);
  return rename_part (folder, self->options->output, error);
}

static void
say_result (const Tables *self)
{
  printf ("%u %s written, %u there already, %u failed\n", self->n_written, self->n_written == 1 ? "file" : "files", self->n_there,
          self->n_failed);
}

static LaminaExit
write_tables (const Options *options,
              GStrv          wanted,
              char         **files)
{
  g_autoptr (GPtrArray) inputs = list_inputs (files);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) running = g_ptr_array_new ();
  Tables self = { .options = options, .wanted = wanted, .running = running };
  gboolean done = open_part (&self, &error);

  for (guint i = 0; done && i < inputs->len; i++)
    take_input (&self, inputs->pdata[i]);
  wait_for_jobs (&self, 0);
  done = done && finish_output (&self, &error);
  if (error != NULL)
    complain (options->output, error);
  else if (!is_printed (options))
    say_result (&self);
  if (self.database != NULL)
    sqlite3_close (self.database);
  if (is_printed (options) && self.part != NULL)
    g_unlink (self.part);
  g_free (self.part);
  return done && self.n_failed == 0 ? lamina_command_finish () : LAMINA_EXIT_INPUT;
}

/* FALSE when one is none, which was said. */
static gboolean
parse_tables (const char  *text,
              GStrv       *wanted)
{
  *wanted = text != NULL ? g_strsplit (text, ",", -1) : NULL;
  for (guint i = 0; *wanted != NULL && (*wanted)[i] != NULL; i++)
    if (lamina_command_choose ("tables", (*wanted)[i], lamina_tables_names) < 0)
      return FALSE;
  return TRUE;
}

static gboolean
check_options (const Options *self)
{
  static const char *const kinds[] = { "sqlite", "csv", NULL };

  if (self->output == NULL)
    lamina_command_complain ("--output is missing: where to write the tables");
  else if (is_printed (self) && self->as != NULL)
    lamina_command_complain ("--as %s: what is printed are lines of JSON", self->as);
  else if (self->jobs < 1 || self->jobs > MOST_JOBS)
    lamina_command_complain ("--jobs %d: expected 1 to %d", self->jobs, MOST_JOBS);
  else
    return self->as == NULL || lamina_command_choose ("as", self->as, kinds) >= 0;
  return FALSE;
}

static LaminaExit
run_tables (int    argc,
            char **argv)
{
  Options options = { .jobs = 1 };
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      "Where to write; what is there already is kept; - prints lines of JSON", "OUT" },
    { "tables", 0, 0, G_OPTION_ARG_STRING, &options.tables_text, "Only these, besides traces", "TABLE,…" },
    { "as", 0, 0, G_OPTION_ARG_STRING, &options.as, "A database of SQLite, or a folder of CSV", "sqlite|csv" },
    { "jobs", 0, 0, G_OPTION_ARG_INT, &options.jobs, "How many files to read at a time, each by a program of its own", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) files = NULL, wanted = NULL;
  LaminaExit status = LAMINA_EXIT_USAGE;

  if (lamina_command_parse (&lamina_command_tables, entries, 1, G_MAXUINT, argc, argv, &files, &status))
    status = check_options (&options) && parse_tables (options.tables_text, &wanted) ? write_tables (&options, wanted, files)
                                                                                     : LAMINA_EXIT_USAGE;
  g_free (options.output);
  g_free (options.tables_text);
  g_free (options.as);
  return status;
}

const LaminaCommand lamina_command_tables = {
  .name = "tables",
  .arguments = "FILE…|FOLDER…",
  .summary = "what is in many files, as tables of one database",
  .run = run_tables,
};
