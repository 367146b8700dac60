/* SPDX-License-Identifier: Apache-2.0 */
/* Does nothing: what bench-start compares with. */

int
main (void)
{
  return 0;
}
