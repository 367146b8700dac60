/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-tables.h"

G_BEGIN_DECLS

/* A table: its name, and its columns as SQL makes them. */
typedef struct
{
  const char *name;
  const char *columns;
} LaminaTable;

#define LAMINA_N_TABLES 11

extern const LaminaTable lamina_tables[LAMINA_N_TABLES];

/* Runs a statement. FALSE with an error. */
gboolean lamina_tables_execute   (sqlite3               *database,
                                  const char            *statement,
                                  GError               **error);

/* Takes traces out of all tables. @keys: SQL that stands for a list of their keys. FALSE with an error. */
gboolean lamina_tables_forget    (sqlite3               *database,
                                  const char            *keys,
                                  GError               **error);

G_END_DECLS
