/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "nsys-private.h"

#include <string.h>

/*
 * Payloads of ranges: bytes as the program handed them to NVTX, whose layout is a schema of the file (`NVTX_PAYLOAD_SCHEMAS`,
 * `NVTX_PAYLOAD_SCHEMA_ENTRIES`). NCCL says so how large a message is. Before them stand four numbers of 64 bits: domain, schema,
 * size, and where the bytes begin, or all of it ends. What does not fit the schema, or is of a type whose size depends on the
 * machine that wrote it, is left unsaid.
 */

#define COLUMN "binaryData"
#define HEAD_BYTES 32

/* What NCCL calls how large a message is, and more schemas than it has for that. */
static const char message_entry[] = "Message size [bytes]";

#define MOST_SCHEMAS 256

typedef enum
{
  ENTRY_NONE,
  ENTRY_SIGNED,
  ENTRY_UNSIGNED,
  ENTRY_REAL,
} EntryKind;

/* By the numbers of NVTX. A `long` (7, 8) is of 4 bytes or of 8. */
static const struct
{
  guint8 kind;
  guint8 bytes;
} types[] = {
  [1] = { ENTRY_SIGNED, 1 }, [2] = { ENTRY_UNSIGNED, 1 }, [3] = { ENTRY_SIGNED, 2 }, [4] = { ENTRY_UNSIGNED, 2 },
  [5] = { ENTRY_SIGNED, 4 }, [6] = { ENTRY_UNSIGNED, 4 }, [9] = { ENTRY_SIGNED, 8 }, [10] = { ENTRY_UNSIGNED, 8 },
  [11] = { ENTRY_SIGNED, 1 }, [12] = { ENTRY_UNSIGNED, 1 }, [13] = { ENTRY_SIGNED, 2 }, [14] = { ENTRY_UNSIGNED, 2 },
  [15] = { ENTRY_SIGNED, 4 }, [16] = { ENTRY_UNSIGNED, 4 }, [17] = { ENTRY_SIGNED, 8 }, [18] = { ENTRY_UNSIGNED, 8 },
  [19] = { ENTRY_REAL, 4 }, [20] = { ENTRY_REAL, 8 }, [22] = { ENTRY_UNSIGNED, 8 },
};

static guint64
read_unsigned (const guint8 *bytes,
               guint         n)
{
  guint64 number = 0;

  for (guint i = n; i-- > 0;)
    number = number << 8 | bytes[i];
  return number;
}

static LaminaValue
read_entry (const guint8 *bytes,
            guint         type)
{
  guint64 number = read_unsigned (bytes, types[type].bytes);
  guint unused = 64 - 8 * types[type].bytes;

  if (types[type].kind == ENTRY_SIGNED)
    return LAMINA_VALUE_INIT_INTEGER ((gint64) (number << unused) >> unused, LAMINA_UNIT_NONE);
  if (types[type].kind == ENTRY_UNSIGNED)
    return LAMINA_VALUE_INIT_INTEGER ((gint64) number, LAMINA_UNIT_NONE);
  if (types[type].bytes == 4)
    {
      guint32 bits = (guint32) number;
      float real;

      memcpy (&real, &bits, sizeof real);
      return LAMINA_VALUE_INIT_REAL (real, LAMINA_UNIT_NONE);
    }
  else
    {
      double real;

      memcpy (&real, &number, sizeof real);
      return LAMINA_VALUE_INIT_REAL (real, LAMINA_UNIT_NONE);
    }
}

static void
add_entry (LaminaDetails *details,
           const char    *name,
           const guint8  *bytes,
           guint          type)
{
  LaminaValue value = read_entry (bytes, type);
  g_autofree char *text = NULL;

  /* Numbers of this size are no counts: what identifies something is written so. */
  if (types[type].kind == ENTRY_UNSIGNED && value.integer < 0)
    {
      text = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) value.integer);
      value = LAMINA_VALUE_INIT_TEXT (text);
    }
  else if (value.type == LAMINA_VALUE_INTEGER && strstr (name, "[bytes]") != NULL)
    value.unit = LAMINA_UNIT_BYTES;
  lamina_details_add (details, "payload", name, &value);
}

/* Whether the file has such a schema; then how many bytes it says. */
static gboolean
find_schema (LaminaSqlite *database,
             gint64        domain,
             gint64        schema,
             gint64       *bytes)
{
  static const char *const columns[] = { "domainId", "schemaId", "payloadSize", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, "NVTX_PAYLOAD_SCHEMAS", columns, NULL);

  *bytes = LAMINA_ABSENT;
  while (lamina_sqlite_rows_next (rows))
    if (lamina_sqlite_rows_get_integer (rows, 0) == domain && lamina_sqlite_rows_get_integer (rows, 1) == schema)
      {
        gint64 size = lamina_sqlite_rows_get_integer (rows, 2);

        /* Each process has written its own: those that differ can't be told apart. */
        if (*bytes != LAMINA_ABSENT && *bytes != size)
          return FALSE;
        *bytes = size;
      }
  return *bytes != LAMINA_ABSENT && *bytes > 0;
}

/* The first entry need not say where it is. Older versions of NCCL have none in front of the size of a message. */
static gint64
get_offset (gint64 offset,
            gint64 place)
{
  return offset == LAMINA_ABSENT && place == 0 ? 0 : offset;
}

/* The entries of a schema, each once. */
static void
add_entries (LaminaSqlite  *database,
             gint64         domain,
             gint64         schema,
             const guint8  *payload,
             gint64         size,
             LaminaDetails *details)
{
  static const char *const columns[] = { "domainId", "schemaId", "idx", "type", "offset", "flags", "arrayOrUnionDetail", "name",
                                         NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, "NVTX_PAYLOAD_SCHEMA_ENTRIES", columns, NULL);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  while (lamina_sqlite_rows_next (rows))
    {
      gint64 place = lamina_sqlite_rows_get_integer (rows, 2), type = lamina_sqlite_rows_get_integer (rows, 3);
      gint64 offset = get_offset (lamina_sqlite_rows_get_integer (rows, 4), place);
      gint64 flags = lamina_sqlite_rows_get_integer (rows, 5);
      gint64 detail = lamina_sqlite_rows_get_integer (rows, 6);
      g_autofree char *name = gpu_rows_dup_text (rows, 7);

      if (lamina_sqlite_rows_get_integer (rows, 0) != domain || lamina_sqlite_rows_get_integer (rows, 1) != schema || name == NULL
          || !g_hash_table_add (known, gpu_dup_number (place)))
        continue;
      if (flags > 0 || detail > 0 || type <= 0 || type >= (gint64) G_N_ELEMENTS (types) || types[type].kind == ENTRY_NONE)
        continue;
      if (offset >= 0 && offset <= size - types[type].bytes)
        add_entry (details, name, payload + offset, (guint) type);
    }
}

/* What stands before the bytes of a payload. */
typedef struct
{
  gint64 domain;
  gint64 schema;
  gint64 size;
} Head;

/* The bytes behind the head; NULL when they are none that it fits to. */
static const guint8 *
read_head (GBytes *bytes,
           Head   *head)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);
  guint64 last;

  if (length < HEAD_BYTES)
    return NULL;
  *head = (Head) { (gint64) read_unsigned (data, 8), (gint64) read_unsigned (data + 8, 8), (gint64) read_unsigned (data + 16, 8) };
  last = read_unsigned (data + 24, 8);
  if (head->size < 0 || (guint64) head->size > length - HEAD_BYTES
      || (last != HEAD_BYTES && last != HEAD_BYTES + (guint64) head->size))
    return NULL;
  return data + HEAD_BYTES;
}

static void
describe_bytes (LaminaSqlite  *database,
                GBytes        *bytes,
                LaminaDetails *details)
{
  Head head;
  const guint8 *payload = read_head (bytes, &head);
  gint64 stated;

  if (payload != NULL && find_schema (database, head.domain, head.schema, &stated) && stated <= head.size)
    add_entries (database, head.domain, head.schema, payload, stated, details);
}

gboolean
nsys_describe_payload (LaminaSqlite      *database,
                       LaminaDocument    *document,
                       const LaminaPlace *place,
                       LaminaDetails     *details)
{
  LaminaArgs args;

  for (guint i = 0; database != NULL && lamina_document_find_args (document, place, i, &args); i++)
    {
      g_autoptr (GBytes) bytes = lamina_sqlite_find_bytes (database, args.offset, (guint32) args.length, COLUMN);

      if (bytes != NULL)
        describe_bytes (database, bytes, details);
    }
  return TRUE;
}

/* Where a schema says that the size of a message stands. */
typedef struct
{
  gint64 domain;
  gint64 schema;
  gint64 offset;
} Entry;

struct _NsysMessages
{
  LaminaSqlite *database;
  GArray *entries;
};

/* A number of 64 bits that has no sign, as `size_t` is where there are GPUs. */
static gboolean
is_size (gint64 type)
{
  return type > 0 && type < (gint64) G_N_ELEMENTS (types) && types[type].kind == ENTRY_UNSIGNED && types[type].bytes == 8;
}

/* Each process writes all schemas. */
static gboolean
has_entry (const GArray *entries,
           const Entry  *entry)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *other = &g_array_index (entries, Entry, i);

      if (other->domain == entry->domain && other->schema == entry->schema && other->offset == entry->offset)
        return TRUE;
    }
  return FALSE;
}

NsysMessages *
nsys_messages_new (LaminaSqlite *database)
{
  static const char *const columns[] = { "domainId", "schemaId", "type", "offset", "name", "idx", NULL };
  g_autoptr (LaminaSqliteRows) rows = lamina_sqlite_read (database, "NVTX_PAYLOAD_SCHEMA_ENTRIES", columns, NULL);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  NsysMessages *self;

  while (lamina_sqlite_rows_next (rows))
    {
      Entry entry = { lamina_sqlite_rows_get_integer (rows, 0), lamina_sqlite_rows_get_integer (rows, 1),
                      get_offset (lamina_sqlite_rows_get_integer (rows, 3), lamina_sqlite_rows_get_integer (rows, 5)) };
      gsize length;
      const char *name = lamina_sqlite_rows_get_text (rows, 4, &length);

      if (name != NULL && length == strlen (message_entry) && memcmp (name, message_entry, length) == 0 && entry.offset >= 0
          && is_size (lamina_sqlite_rows_get_integer (rows, 2)) && entries->len < MOST_SCHEMAS && !has_entry (entries, &entry))
        g_array_append_val (entries, entry);
    }
  if (entries->len == 0)
    return NULL;
  self = g_new0 (NsysMessages, 1);
  self->database = database;
  self->entries = g_steal_pointer (&entries);
  return self;
}

void
nsys_messages_free (NsysMessages *self)
{
  g_array_unref (self->entries);
  g_free (self);
}

/* Schemas of one number that put it in different places can't be told apart. */
static gint64
find_offset (NsysMessages *self,
             const Head   *head)
{
  gint64 offset = LAMINA_ABSENT;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->domain != head->domain || entry->schema != head->schema)
        continue;
      if (offset != LAMINA_ABSENT && offset != entry->offset)
        return LAMINA_ABSENT;
      offset = entry->offset;
    }
  return offset;
}

gint64
nsys_messages_find (NsysMessages *self,
                    gint64        domain,
                    guint64       args_offset,
                    guint32       args_length)
{
  g_autoptr (GBytes) bytes = NULL;
  const guint8 *payload;
  gboolean is_known = FALSE;
  gint64 offset;
  Head head;

  for (guint i = 0; i < self->entries->len && !is_known; i++)
    is_known = g_array_index (self->entries, Entry, i).domain == domain;
  bytes = is_known ? lamina_sqlite_find_bytes (self->database, args_offset, args_length, COLUMN) : NULL;
  payload = bytes != NULL ? read_head (bytes, &head) : NULL;
  offset = payload != NULL ? find_offset (self, &head) : LAMINA_ABSENT;
  if (offset == LAMINA_ABSENT || head.size < 8 || offset > head.size - 8)
    return LAMINA_ABSENT;
  offset = (gint64) read_unsigned (payload + offset, 8);
  return offset >= 0 ? offset : LAMINA_ABSENT;
}
