/* SPDX-License-Identifier: Apache-2.0 */
#include "lamina-error.h"
#include "source-text.h"
#include "test-home.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Files that change, are no files, or may not be read, and the descriptors that they take. */

static void
test_changed (void)
{
  g_autoptr (GFile) file = test_home_write ("changing", "first", 5);
  g_autoptr (LaminaSource) source = lamina_source_open (file, NULL, NULL);
  g_autoptr (LaminaSource) bytes_source = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_file_get_path (file);
  struct timespec times[2] = { { 0, 0 }, { 1000, 5 } };

  g_assert_true (lamina_source_check_unchanged (source, &error));
  g_assert_no_error (error);
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, &error));
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CHANGED);
  g_clear_error (&error);

  g_clear_pointer (&source, lamina_source_unref);
  source = lamina_source_open (file, NULL, NULL);
  g_assert_true (lamina_source_check_unchanged (source, NULL));
  times[1].tv_nsec++;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, NULL));
  times[1].tv_nsec--;
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_true (lamina_source_check_unchanged (source, NULL));
  g_object_unref (file);
  file = test_home_write ("changing", "other", 5);
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, NULL));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_false (lamina_source_check_unchanged (source, NULL));
  /* The descriptor still holds what was opened. */
  assert_text (source, 10, "first", 5);

  bytes_source = lamina_source_new_for_bytes ("x", bytes, NULL);
  g_assert_true (lamina_source_check_unchanged (bytes_source, NULL));
}

/* A file that shrinks or grows under the reader. */
static void
test_resized (void)
{
  g_autoptr (GFile) file = test_home_write ("resized", "0123456789", 10);
  g_autoptr (LaminaSource) source = lamina_source_open (file, NULL, NULL);
  g_autofree char *path = g_file_get_path (file);

  g_assert_cmpint (truncate (path, 4), ==, 0);
  assert_text (source, 100, "0123", 4);
  g_assert_cmpint (truncate (path, 20), ==, 0);
  assert_text (source, 3, "0123\0\0\0\0\0\0", 10);
}

/* What was read of a compressed file is inflated once more when it is asked for again, if it is still there. */
static void
test_resized_compressed (void)
{
  gsize length = 30 * MIB;
  g_autofree char *text = make_text (length);
  g_autoptr (GBytes) bytes = gzip (text, length);
  g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, NULL);
  g_autofree char *path = g_file_get_path (lamina_source_get_file (source));
  g_autoptr (GError) error = NULL;
  char buffer[100];

  assert_text (source, MIB, text, length);
  g_assert_cmpint (truncate (path, 1000), ==, 0);
  g_assert_cmpint (lamina_source_read (source, 0, buffer, sizeof buffer, NULL, &error), ==, -1);
  g_assert_error (error, LAMINA_ERROR, LAMINA_ERROR_CHANGED);
  g_assert_cmpint (lamina_source_read (source, length - 100, buffer, sizeof buffer, NULL, NULL), ==, sizeof buffer);
  g_assert_cmpmem (buffer, sizeof buffer, text + length - 100, sizeof buffer);
}

static void
assert_refused (const char *name,
                GQuark      domain,
                int         code,
                const char *part)
{
  g_autofree char *path = test_home_get_input (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_null (lamina_source_open (file, NULL, &error));
  g_assert_error (error, domain, code);
  g_assert_nonnull (strstr (error->message, part));
}

static void
make_socket (const char *name)
{
  g_autofree char *path = test_home_get_input (name);
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
}

static void
test_refused (void)
{
  g_autoptr (GFile) G_GNUC_UNUSED empty = test_home_write ("empty", "", 0);
  g_autofree char *pipe_path = test_home_get_input ("pipe");
  g_autofree char *link_path = test_home_get_input ("link");
  g_autoptr (GFile) remote = g_file_new_for_uri ("http://localhost/trace.json");
  g_autoptr (GFile) device = g_file_new_for_path ("/dev/zero");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_cmpint (symlink ("nowhere", link_path), ==, 0);
  make_socket ("socket");
  assert_refused ("empty", LAMINA_ERROR, LAMINA_ERROR_EMPTY, "empty");
  assert_refused (".", G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "folder");
  assert_refused ("pipe", G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, "pipe");
  assert_refused ("absent", G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such file");
  assert_refused ("link", G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "No such file");
  assert_refused ("socket", G_IO_ERROR, g_io_error_from_errno (ENXIO), "can't be opened");
  g_assert_null (lamina_source_open (device, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_clear_error (&error);
  g_assert_null (lamina_source_open (remote, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

static void
test_unreadable (void)
{
  g_autoptr (GFile) file = test_home_write ("secret", "secret", 6);
  g_autofree char *path = g_file_get_path (file);

  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  if (access (path, R_OK) == 0)
    {
      g_test_skip ("this user may read every file");
      return;
    }
  assert_refused ("secret", G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "can't be opened");
}

/* No descriptor outlives its source, and none is handed to programs that are started. */
static void
test_descriptors (void)
{
  gsize length = 2 * MIB;
  g_autofree char *text = make_text (length);
  g_autoptr (GBytes) bytes = zstd (text, length);
  int before = dup (0);
  int after;
  LaminaLimits limits;

  close (before);
  lamina_limits_init (&limits);
  limits.max_memory_text = 0;
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (LaminaSource) source = open_bytes (bytes, TRUE, &limits);

      assert_text (source, MIB, text, length);
      g_assert_cmpint (fcntl (before, F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
      g_assert_cmpint (fcntl (before + 1, F_GETFD) & FD_CLOEXEC, ==, FD_CLOEXEC);
    }
  after = dup (0);
  close (after);
  g_assert_cmpint (before, ==, after);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  test_home_init (FALSE);
  g_test_add_func ("/source/changed", test_changed);
  g_test_add_func ("/source/resized", test_resized);
  g_test_add_func ("/source/resized-compressed", test_resized_compressed);
  g_test_add_func ("/source/refused", test_refused);
  g_test_add_func ("/source/unreadable", test_unreadable);
  g_test_add_func ("/source/descriptors", test_descriptors);
  status = g_test_run ();
  test_home_remove ();
  return status;
}
