/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-csv.h"
#include "lamina-tensor-groups.h"

G_BEGIN_DECLS

/* What the commands of the terminal share: how they end, how they open a file, how they say what is wrong. */

/* The exit status of the program. */
typedef enum
{
  LAMINA_EXIT_DONE = 0,
  LAMINA_EXIT_SLOWER = 1, /* a comparison found what it was told to forbid */
  LAMINA_EXIT_USAGE = 2,  /* wrong usage */
  LAMINA_EXIT_INPUT = 3,  /* the input could not be read, or the output not be written */
  LAMINA_EXIT_DAMAGED = 4, /* --strict: a file was cut off or damaged */
  LAMINA_EXIT_UNLIKE = 5, /* what is to be compared can't be */
} LaminaExit;

/* How rows are written. */
typedef enum
{
  LAMINA_FORMAT_TABLE, /* aligned columns for people */
  LAMINA_FORMAT_CSV,   /* comma separated values, RFC 4180 */
  LAMINA_FORMAT_JSON,
} LaminaFormatChoice;

/* A command of the program. */
typedef struct
{
  const char *name;
  const char *arguments; /* what follows the name in the usage line */
  const char *summary;

  /* Does it; argv[0] is the name of the command. */
  LaminaExit (*run) (int    argc,
                     char **argv);
  gboolean takes_device; /* whether what it writes depends on what the device reaches, so that `--device` may name it */
  gboolean writes_rows;  /* whether it writes CSV, so that `--raw` makes sense */
} LaminaCommand;

extern const LaminaCommand lamina_command_charts;
extern const LaminaCommand lamina_command_compare;
extern const LaminaCommand lamina_command_export;
extern const LaminaCommand lamina_command_gaps;
extern const LaminaCommand lamina_command_info;
extern const LaminaCommand lamina_command_layers;
extern const LaminaCommand lamina_command_plugins;
extern const LaminaCommand lamina_command_report;
extern const LaminaCommand lamina_command_slices;
extern const LaminaCommand lamina_command_tables;
extern const LaminaCommand lamina_command_tensors;

/* The rows that a command is to write: which run, all of them when @all; of which of its sections, from 1 on, or of all for 0; how
 * many at most; and how. @takes_one: whether all runs at once make no sense. */
typedef struct
{
  char *run_text;
  char *section_text;
  char *format_text;
  guint run;
  gboolean all;
  gboolean takes_one;
  gint64 section;
  gint64 limit;
  LaminaFormatChoice format;
} LaminaSelection;

#define LAMINA_SELECTION_INIT { .limit = G_MAXUINT32 }

/* Options whose texts are freed when it goes out of scope. */
typedef struct
{
  const GOptionEntry *entries;
} LaminaOptions;

void            lamina_options_clear       (LaminaOptions        *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (LaminaOptions, lamina_options_clear)

/* Whether run number @i is to be written. */
gboolean        lamina_selection_has_run   (const LaminaSelection *self,
                                            guint                  i);

/*
 * Parses the options of a command and the names of its files, of which there must be @min_files to @max_files. @files is owned
 * by the caller. FALSE when the usage is wrong, which was said, or when help was asked for and given: *status holds how
 * to end.
 */
gboolean        lamina_command_parse       (const LaminaCommand   *command,
                                            const GOptionEntry    *entries,
                                            guint                  min_files,
                                            guint                  max_files,
                                            int                    argc,
                                            char                 **argv,
                                            char                ***files,
                                            LaminaExit            *status);

/* Understands --format. FALSE when it is none, which was said. */
gboolean        lamina_selection_parse     (LaminaSelection       *self);

/* Understands --run. FALSE when there is no such run, which was said. */
gboolean        lamina_selection_resolve   (LaminaSelection       *self,
                                            LaminaDocument        *document,
                                            const char            *file);

/* The same where all runs at once make no sense. */
gboolean        lamina_selection_resolve_one (LaminaSelection *self,
                                              LaminaDocument  *document,
                                              const char      *file);

/* The index of @text among @words, which end with NULL; -1, which was said, when it is none of them. */
int             lamina_command_choose      (const char            *option,
                                            const char            *text,
                                            const char *const     *words);

/* What --group says that memory over time is divided by; LAMINA_TENSORS_ONE_BY_ONE for NULL. FALSE, which was said, when it is
 * nothing of the kind. */
gboolean        lamina_command_choose_bands (const char           *text,
                                             LaminaTensorGrouping *grouping);

/* FALSE, which was said, where the run says it of no tensor. */
gboolean        lamina_command_check_bands (LaminaTensorGrouping  grouping,
                                            LaminaRun            *run);

/* The run of B that is called as that of A, else the one that B begins with. */
guint           lamina_compare_find_partner (LaminaRun      *run,
                                             LaminaDocument *b);

/* Opens a document; NULL when it can't be read, which was said. */
LaminaDocument *lamina_command_open        (const char            *file);

/* The same of all files at once, which have to belong together. */
LaminaDocument *lamina_command_open_together (char                **files);

/* Understands what a command has of its own in @user_data. FALSE when something makes no sense, which was said. */
typedef gboolean LaminaCheckFunc (gpointer user_data);

/*
 * What the commands that list rows begin with: parses the options, opens the files, and resolves the run and the section of
 * @selection. Returns NULL where *status says how to end.
 */
LaminaDocument *lamina_command_open_rows   (const LaminaCommand   *command,
                                            const GOptionEntry    *entries,
                                            LaminaSelection       *selection,
                                            LaminaCheckFunc       *check,
                                            gpointer               user_data,
                                            int                    argc,
                                            char                 **argv,
                                            LaminaExit            *status);

/* A loader of a file that does as the options say. */
LaminaLoader   *lamina_command_create_loader (GFile               *file);

/* What --memory-limit says, or NULL. */
const char     *lamina_command_get_memory_limit (void);

/* Says what is cut off or damaged of a document, if anything is: numbers of what is left look like those of the whole. */
void            lamina_command_tell_damage (LaminaDocument        *document,
                                            const char            *file);

/* Whether what was made of a document lacks nothing that could not be read; says so otherwise. */
gboolean        lamina_command_check_reading (LaminaDocument      *document);

/* Takes note that something was cut off or damaged, which was said. */
void            lamina_command_note_damage (void);

/* How texts of files are written as CSV: safe for spreadsheets unless --raw was given, and for a terminal that shows them. */
LaminaCsvStyle  lamina_command_get_csv_style (void);

/* Runs a command. Of --strict and a file that was cut off or damaged comes a status of its own. */
LaminaExit      lamina_command_run         (const LaminaCommand   *command,
                                            int                    argc,
                                            char                 **argv);

/* What the exit status means, for --help. */
extern const char lamina_exit_words[];

/* Says on standard error what is wrong. */
void            lamina_command_complain    (const char            *format,
                                            ...) G_GNUC_PRINTF (1, 2);

/* Ends the writing to standard output. */
LaminaExit      lamina_command_finish      (void);

G_END_DECLS
