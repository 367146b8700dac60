/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "lamina-sqlite-file-private.h"

#include "lamina-source-extent.h"

#include <string.h>

/* Pages of a table mostly follow one another: so many bytes are read at once where they do. */
#define AHEAD_BYTES ((gsize) 256 << 10)

/* Where the header of a database keeps its numbers, which begin with the highest byte. */
#define HEADER_BYTES 100
#define PAGE_SIZE_AT 16
#define CHANGES_AT 24
#define PAGES_AT 28
#define VALID_FOR_AT 92

/*
 * window    text from window_at on, window_n bytes of it
 * next      where the last read ended: who goes on there reads ahead
 */
struct _LaminaSqliteFile
{
  sqlite3_vfs vfs;
  char *name;
  LaminaSource *source;
  GCancellable *cancellable;
  guint64 length;
  guint64 stated;
  GError *error;
  guint8 *window;
  guint64 window_at;
  gsize window_n;
  guint64 next;
};

/* What SQLite keeps for an open file. */
typedef struct
{
  sqlite3_file base;
  LaminaSqliteFile *file;
} Handle;

static gssize
read_source (LaminaSqliteFile *self,
             guint64           offset,
             void             *buffer,
             gsize             size)
{
  return lamina_source_read (self->source, offset, buffer, size, self->cancellable, self->error ? NULL : &self->error);
}

/* Fewer bytes than asked for come only at the end. */
static gssize
read_text (LaminaSqliteFile *self,
           guint64           offset,
           guint8           *buffer,
           gsize             size)
{
  gssize n;

  if (offset < self->window_at || offset + size > self->window_at + self->window_n)
    {
      gboolean goes_on = offset == self->next;

      self->next = offset + size;
      if (!goes_on || size > AHEAD_BYTES)
        return read_source (self, offset, buffer, size);
      n = read_source (self, offset, self->window, AHEAD_BYTES);
      self->window_at = offset;
      self->window_n = (gsize) MAX (n, 0);
      if (n < 0)
        return -1;
    }
  self->next = offset + size;
  n = (gssize) MIN (size, self->window_at + self->window_n - offset);
  memcpy (buffer, self->window + (offset - self->window_at), (gsize) n);
  return n;
}

/*
 * Behind the end there are zeros: pages of no kind, so that tables which lie before them can be read. Of the page that was cut
 * in two nothing is shown: where its rows were, there would be rows of nothing.
 */
static int
file_read (sqlite3_file  *file,
           void          *buffer,
           int            size,
           sqlite3_int64  offset)
{
  gssize n = size >= 0 && offset >= 0 ? read_text (((Handle *) file)->file, (guint64) offset, buffer, (gsize) size) : -1;

  if (n < 0)
    return SQLITE_IOERR_READ;
  if (n == size)
    return SQLITE_OK;
  memset (buffer, 0, (gsize) size);
  return SQLITE_IOERR_SHORT_READ;
}

static int
file_close (sqlite3_file *file)
{
  return SQLITE_OK;
}

static int
file_refuse_write (sqlite3_file  *file,
                   const void    *buffer,
                   int            size,
                   sqlite3_int64  offset)
{
  return SQLITE_READONLY;
}

static int
file_refuse_truncate (sqlite3_file  *file,
                      sqlite3_int64  size)
{
  return SQLITE_READONLY;
}

static int
file_do_nothing (sqlite3_file *file,
                 int           how)
{
  return SQLITE_OK;
}

static int
file_get_size (sqlite3_file  *file,
               sqlite3_int64 *size)
{
  *size = (sqlite3_int64) ((Handle *) file)->file->stated;
  return SQLITE_OK;
}

static int
file_is_reserved (sqlite3_file *file,
                  int          *is_reserved)
{
  *is_reserved = FALSE;
  return SQLITE_OK;
}

static int
file_control (sqlite3_file *file,
              int           what,
              void         *argument)
{
  return SQLITE_NOTFOUND;
}

static int
file_get_sector_size (sqlite3_file *file)
{
  return 4096;
}

/* So SQLite neither locks it nor looks for a journal or a log. */
static int
file_get_characteristics (sqlite3_file *file)
{
  return SQLITE_IOCAP_IMMUTABLE;
}

static const sqlite3_io_methods methods = {
  .iVersion = 1,
  .xClose = file_close,
  .xRead = file_read,
  .xWrite = file_refuse_write,
  .xTruncate = file_refuse_truncate,
  .xSync = file_do_nothing,
  .xFileSize = file_get_size,
  .xLock = file_do_nothing,
  .xUnlock = file_do_nothing,
  .xCheckReservedLock = file_is_reserved,
  .xFileControl = file_control,
  .xSectorSize = file_get_sector_size,
  .xDeviceCharacteristics = file_get_characteristics,
};

/* Only the database itself: what else SQLite might open, it would want to write. */
static int
vfs_open (sqlite3_vfs  *vfs,
          const char   *name,
          sqlite3_file *file,
          int           flags,
          int          *flags_out)
{
  Handle *handle = (Handle *) file;

  handle->base.pMethods = NULL;
  if (!(flags & SQLITE_OPEN_MAIN_DB))
    return SQLITE_CANTOPEN;
  handle->file = vfs->pAppData;
  handle->base.pMethods = &methods;
  if (flags_out)
    *flags_out = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  return SQLITE_OK;
}

static int
vfs_delete (sqlite3_vfs *vfs,
            const char  *name,
            int          sync)
{
  return SQLITE_READONLY;
}

static int
vfs_access (sqlite3_vfs *vfs,
            const char  *name,
            int          what,
            int         *result)
{
  *result = 0;
  return SQLITE_OK;
}

static int
vfs_get_full_name (sqlite3_vfs *vfs,
                   const char  *name,
                   int          size,
                   char        *full)
{
  return g_strlcpy (full, name, (gsize) size) < (gsize) size ? SQLITE_OK : SQLITE_CANTOPEN;
}

static int
vfs_get_random (sqlite3_vfs *vfs,
                int          size,
                char        *bytes)
{
  memset (bytes, 0, (gsize) size);
  return size;
}

static int
vfs_sleep (sqlite3_vfs *vfs,
           int          microseconds)
{
  return 0;
}

static int
vfs_get_time (sqlite3_vfs *vfs,
              double      *time)
{
  *time = 0;
  return SQLITE_OK;
}

static int
vfs_get_last_error (sqlite3_vfs *vfs,
                    int          size,
                    char        *text)
{
  return 0;
}

static guint64
read_number (const guint8 *header,
             gsize         at,
             gsize         n)
{
  guint64 number = 0;

  for (gsize i = 0; i < n; i++)
    number = number << 8 | header[at + i];
  return number;
}

/* Of a compressed text, to its end. */
static gboolean
measure (LaminaSqliteFile  *self,
         GError           **error)
{
  guint8 header[HEADER_BYTES];
  guint64 page;

  if (lamina_source_read (self->source, (guint64) G_MAXINT64, header, 1, self->cancellable, error) < 0)
    return FALSE;
  self->length = self->stated = lamina_source_get_known_length (self->source);
  if (read_source (self, 0, header, sizeof header) != sizeof header)
    return TRUE;
  page = read_number (header, PAGE_SIZE_AT, 2);
  if (page == 1)
    page = 65536;
  /* Programs before 2010 leave the number of pages as it was. */
  if (read_number (header, CHANGES_AT, 4) == read_number (header, VALID_FOR_AT, 4))
    self->stated = MAX (self->length, page * read_number (header, PAGES_AT, 4));
  return TRUE;
}

LaminaSqliteFile *
lamina_sqlite_file_new (LaminaSource  *source,
                        GCancellable  *cancellable,
                        GError       **error)
{
  LaminaSqliteFile *self = g_new0 (LaminaSqliteFile, 1);

  self->source = lamina_source_ref (source);
  self->cancellable = cancellable ? g_object_ref (cancellable) : NULL;
  self->window = g_malloc (AHEAD_BYTES);
  self->name = g_strdup_printf ("lamina-%p", (void *) self);
  self->vfs = (sqlite3_vfs) {
    .iVersion = 1,
    .szOsFile = sizeof (Handle),
    .mxPathname = 64,
    .zName = self->name,
    .pAppData = self,
    .xOpen = vfs_open,
    .xDelete = vfs_delete,
    .xAccess = vfs_access,
    .xFullPathname = vfs_get_full_name,
    .xRandomness = vfs_get_random,
    .xSleep = vfs_sleep,
    .xCurrentTime = vfs_get_time,
    .xGetLastError = vfs_get_last_error,
  };
  sqlite3_vfs_register (&self->vfs, FALSE);
  if (measure (self, error))
    return self;
  lamina_sqlite_file_free (self);
  return NULL;
}

void
lamina_sqlite_file_free (LaminaSqliteFile *self)
{
  sqlite3_vfs_unregister (&self->vfs);
  lamina_source_unref (self->source);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->error);
  g_free (self->window);
  g_free (self->name);
  g_free (self);
}

const char *
lamina_sqlite_file_get_vfs (LaminaSqliteFile *self)
{
  return self->name;
}

guint64
lamina_sqlite_file_get_length (LaminaSqliteFile *self)
{
  return self->length;
}

guint64
lamina_sqlite_file_get_stated (LaminaSqliteFile *self)
{
  return self->stated;
}

const GError *
lamina_sqlite_file_get_error (LaminaSqliteFile *self)
{
  return self->error;
}
