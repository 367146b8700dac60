/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lamina-types.h"

#include <gio/gio.h>
#include <gmodule.h>

G_BEGIN_DECLS

/*
 * The contract between the core and a format plugin. A module is one folder with a `.plugin` file and one type:
 *
 *   G_DEFINE_FINAL_TYPE_WITH_CODE (MyFormat, my_format, G_TYPE_OBJECT,
 *                                  G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, my_format_iface_init))
 *   LAMINA_FORMAT_MODULE (my_format_get_type)
 *
 * Each load gets an object of its own; it is used by one thread at a time. plugins/README.md walks through one.
 */

#define LAMINA_TYPE_FORMAT (lamina_format_get_type ())

LAMINA_AVAILABLE
G_DECLARE_INTERFACE (LaminaFormat, lamina_format, LAMINA, FORMAT, GObject)

/**
 * LaminaHead:
 * @name: name of the file without its folder, as UTF-8
 * @text: (array length=length) (element-type guint8): the first 64 KiB of the text after inflating, or 64 KiB from a
 *   marker on; closed by a NUL that does not count
 * @length: length of @text in bytes
 * @offset: byte offset of @text in the file; 0 for the beginning
 * @sqlite_schema: (nullable): of a database of SQLite, the statements that made its tables, see #LaminaSqlite; what tells it
 *   lies anywhere in such a file. %NULL for other files
 *
 * What a format sees of a file before it is asked to load it.
 */
typedef struct
{
  const char *name;
  const char *text;
  gsize length;
  guint64 offset;
  const char *sqlite_schema;
} LaminaHead;

/**
 * LaminaClaim:
 * @LAMINA_CLAIM_NONE: it has nothing to do with the opened file
 * @LAMINA_CLAIM_PART: a part of the same document, which says less without it: the times of a graph. It is read with the
 *   opened file
 * @LAMINA_CLAIM_RANK: what another process of the same job wrote: a document of its own, which is read with the opened
 *   file only when somebody asks for it. A file that nobody named is a rank only where its name and that of the opened
 *   file differ in numbers alone
 * @LAMINA_CLAIM_COMPANION: what another tool recorded of the same run, which is read with the opened file only when somebody
 *   asks for it. A file that nobody named is one only where its name begins as that of the opened file does, and no other's
 *   does so for longer
 * @LAMINA_CLAIM_LEADER: the same the other way round: the format of that file reads both, and it counts as the opened one
 *
 * What a file of the same folder is to the opened one.
 */
typedef enum
{
  LAMINA_CLAIM_NONE,
  LAMINA_CLAIM_PART,
  LAMINA_CLAIM_RANK,
  LAMINA_CLAIM_COMPANION,
  LAMINA_CLAIM_LEADER,
} LaminaClaim;

/**
 * LaminaFormatInterface:
 * @parent_iface: the parent interface
 * @probe: how surely the text is of this format, from 0 (it is not) to 100. Does no input or output and never fails
 * @get_markers: (nullable): up to eight literal texts, closed by %NULL, that tell the format when it stands inside
 *   other text, such as a log. When no format scores above 50 at the beginning of a file, the rest is searched for the
 *   markers, and @probe is asked again for the text from each kind of marker on
 * @load: reads the sources into the builder. Runs in a worker thread, starts none, and returns %FALSE with an error
 *   only when nothing could be read. What could be read before an error stands in the builder; the core keeps it
 * @describe: (nullable): parses the arguments of one row on demand. Without it, and when it returns %FALSE without an
 *   error, the members of each JSON object that the row names as its arguments become attributes
 * @claims: (nullable): what @sibling, a file of the same folder or one that was named together with @opened, is to it.
 *   Does no input or output and never fails
 * @dup_part: (nullable): (transfer full) (nullable): which part of a document a file is, where a folder may hold the same
 *   part of several: recordings made one after another. Of claimed files that are the same part the one is taken whose
 *   @time, from an origin that the files share, is nearest to that of the opened file, and where times are equal or
 *   %LAMINA_ABSENT the one whose name differs in the fewest numbers. Without a part files are all taken. Does no input or
 *   output and never fails
 *
 * What a format does.
 */
struct _LaminaFormatInterface
{
  GTypeInterface parent_iface;

  int                 (*probe)       (LaminaFormat       *self,
                                      const LaminaHead   *head);
  const char *const * (*get_markers) (LaminaFormat       *self);
  gboolean            (*load)        (LaminaFormat       *self,
                                      LaminaSources      *sources,
                                      LaminaBuilder      *builder,
                                      GCancellable       *cancellable,
                                      GError            **error);
  gboolean            (*describe)    (LaminaFormat       *self,
                                      LaminaDocument     *document,
                                      const LaminaPlace  *place,
                                      LaminaDetails      *details,
                                      GError            **error);
  LaminaClaim         (*claims)      (LaminaFormat       *self,
                                      const LaminaHead   *opened,
                                      const LaminaHead   *sibling);
  char *              (*dup_part)    (LaminaFormat       *self,
                                      const LaminaHead   *file,
                                      gint64             *time);
};

/**
 * lamina_format_probe: (skip)
 * @head: what it may look at
 *
 * Returns: 0 to 100; a score outside is brought inside
 */
LAMINA_AVAILABLE
int lamina_format_probe (LaminaFormat     *self,
                         const LaminaHead *head);

/**
 * lamina_head_contains: (skip)
 * @head: a head
 * @literal: text to look for
 *
 * Returns: whether @literal stands in the head
 */
LAMINA_AVAILABLE
gboolean lamina_head_contains (const LaminaHead *head,
                               const char       *literal);

/**
 * lamina_head_first_char: (skip)
 * @head: a head
 *
 * Returns: the first byte that is neither blank nor part of a byte order mark; 0 when there is none
 */
LAMINA_AVAILABLE
char lamina_head_first_char (const LaminaHead *head);

/**
 * lamina_format_register: (skip)
 * @module: the type module that the program hands to the plugin
 * @type: a type that implements #LaminaFormat
 * @domain: (nullable): the gettext domain of its words; %NULL for that of the program
 *
 * Registers the format of a module. Called by LAMINA_FORMAT_MODULE_WITH_DOMAIN() alone.
 */
LAMINA_AVAILABLE
void lamina_format_register (GTypeModule *module,
                             GType        type,
                             const char  *domain);

/**
 * LAMINA_FORMAT_MODULE_WITH_DOMAIN: (skip)
 * @get_type: the `_get_type` function of the format
 * @domain: the gettext domain of its words, see lamina_builder_own_word() and lamina_error_set(): a string
 *
 * Defines what a module has to export that brings translations of its own. They lie in the folder `locale` beside the module
 * (`locale/de/LC_MESSAGES/DOMAIN.mo`), or where those of the system do.
 */
#define LAMINA_FORMAT_MODULE_WITH_DOMAIN(get_type, domain)                          \
  G_MODULE_EXPORT void peas_register_types (GTypeModule *module);                   \
  G_MODULE_EXPORT void peas_register_types (GTypeModule *module)                    \
  {                                                                                 \
    lamina_format_register (module, get_type (), domain);                           \
  }

/**
 * LAMINA_FORMAT_MODULE: (skip)
 * @get_type: the `_get_type` function of the format
 *
 * The same for a plugin that comes with the program, whose domain translates its words.
 */
#define LAMINA_FORMAT_MODULE(get_type) LAMINA_FORMAT_MODULE_WITH_DOMAIN (get_type, NULL)

/**
 * LAMINA_DEFINE_FORMAT: (skip)
 * @TypeName: name of the type, `MyFormat`
 * @type_name: the same in small, `my_format`
 * @...: the functions of #LaminaFormatInterface that it has, `.probe = my_probe, .load = my_load`
 *
 * All that a module has to define whose format keeps nothing between its functions: type and registration.
 */
#define LAMINA_DEFINE_FORMAT(TypeName, type_name, ...)                              \
  typedef struct { GObject parent_instance; } TypeName;                             \
  typedef struct { GObjectClass parent_class; } TypeName##Class;                    \
  GType type_name##_get_type (void);                                                \
  static void type_name##_class_init (TypeName##Class *klass) {}                    \
  static void type_name##_init (TypeName *self) {}                                  \
  static void type_name##_iface_init (LaminaFormatInterface *iface)                 \
  {                                                                                 \
    GTypeInterface parent = iface->parent_iface;                                    \
    *iface = (LaminaFormatInterface) { __VA_ARGS__ };                               \
    iface->parent_iface = parent;                                                   \
  }                                                                                 \
  G_DEFINE_FINAL_TYPE_WITH_CODE (TypeName, type_name, G_TYPE_OBJECT,                \
                                 G_IMPLEMENT_INTERFACE (LAMINA_TYPE_FORMAT, type_name##_iface_init)) \
  LAMINA_FORMAT_MODULE (type_name##_get_type)

G_END_DECLS
