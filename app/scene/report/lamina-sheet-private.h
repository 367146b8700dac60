/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-finding.h"
#include "lamina-metrics.h"
#include "lamina-style.h"

G_BEGIN_DECLS

/*
 * A report as a row of parts, which a writer turns into one HTML page or into Markdown with pictures beside it. All texts
 * that are handed over are plain: the writer escapes them.
 */
typedef struct _LaminaSheet LaminaSheet;

/* A picture that lies beside the text. */
typedef struct
{
  char *name;
  GBytes *bytes;
} LaminaSheetFile;

/*
 * A table under construction.
 *
 * headings  of the columns; one that begins with `>` stands over numbers, which are aligned at the right
 * n_cells   how many cells were added so far
 * start     where it begins in the text, for writers that come back to it
 * longest   how many bytes the longest of its cells has
 */
typedef struct
{
  const char *const *headings;
  guint n_columns;
  guint n_cells;
  gsize start;
  gsize longest;
} LaminaSheetTable;

/*
 * How a kind of sheet writes its parts. Strings stand where what is added begins and ends; a section is what stays on one page
 * of paper. Without @begin there is nothing before the first part.
 */
typedef struct
{
  const char *end;
  const char *facts_begin;
  const char *facts_end;
  const char *section_begin;
  const char *section_end;
  const char *folded_end;
  void (*begin)       (LaminaSheet         *self,
                       const char          *title);
  void (*add_heading) (LaminaSheet         *self,
                       guint                level,
                       const char          *text);
  void (*add_text)    (LaminaSheet         *self,
                       const char          *text,
                       gboolean             quiet);
  void (*add_fact)    (LaminaSheet         *self,
                       const char          *name,
                       const char          *value);
  void (*open_table)  (LaminaSheet         *self);
  void (*add_cell)    (LaminaSheet         *self,
                       guint                column,
                       const char          *text,
                       const char          *note);
  void (*close_table) (LaminaSheet         *self);
  void (*add_finding) (LaminaSheet         *self,
                       const LaminaFinding *finding,
                       const char          *cost,
                       const char          *layers);
  void (*add_figure)  (LaminaSheet         *self,
                       const char          *id,
                       const char          *title,
                       const char          *caption,
                       LaminaScene         *scene);
  void (*open_folded) (LaminaSheet         *self,
                       const char          *summary);
} LaminaSheetKind;

struct _LaminaSheet
{
  const LaminaSheetKind *kind;
  GString *text;
  LaminaMetrics *metrics;
  LaminaSheetTable table;
  char *folder;
  LaminaColors palette;
  GPtrArray *files;
};

extern const LaminaSheetKind lamina_sheet_html;
extern const LaminaSheetKind lamina_sheet_markdown;

/* A sheet; @folder is the name of the one that pictures lie in, for kinds that do not hold them. */
LaminaSheet *lamina_sheet_new          (const LaminaSheetKind *kind,
                                        const char            *title,
                                        const char            *folder,
                                        LaminaColors           palette);
void         lamina_sheet_free         (LaminaSheet           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LaminaSheet, lamina_sheet_free)

/* Ends the text and returns it. */
GBytes      *lamina_sheet_finish       (LaminaSheet           *self);

void         lamina_sheet_add_heading  (LaminaSheet           *self,
                                        guint                  level,
                                        const char            *text);
/* NULL and the empty string add nothing. */
void         lamina_sheet_add_text     (LaminaSheet           *self,
                                        const char            *text,
                                        gboolean               quiet);
/* A heading, a text below it and a picture, on one page of paper; @text and @caption are nullable. */
void         lamina_sheet_add_picture  (LaminaSheet           *self,
                                        guint                  level,
                                        const char            *id,
                                        const char            *title,
                                        const char            *text,
                                        const char            *caption,
                                        LaminaScene           *scene);
/* Takes the text over. */
void         lamina_sheet_take_fact    (LaminaSheet           *self,
                                        const char            *name,
                                        char                  *value);
void         lamina_sheet_open_table   (LaminaSheet           *self,
                                        const char *const     *headings);
void         lamina_sheet_add_cell     (LaminaSheet           *self,
                                        const char            *text);
/* Takes the text over. */
void         lamina_sheet_take_cell    (LaminaSheet           *self,
                                        char                  *text);
/* The same with a second line in the quiet tone; NULL and the empty string are none. */
void         lamina_sheet_add_noted    (LaminaSheet           *self,
                                        const char            *text,
                                        const char            *note);
void         lamina_sheet_close_table  (LaminaSheet           *self);

/* Whether a column of the open table holds numbers. */
gboolean     lamina_sheet_is_number    (LaminaSheet           *self,
                                        guint                  column);

G_END_DECLS
