/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "check-bad-input.h"

/*
 * Inputs that are broken in every way that was thought of. Each ends in an error that says what is wrong, or in a
 * document whose report does.
 */

/* A small profile that is right, for breaking. */
#define GOOD                                                                                                       \
  "{ \"profiler\": { \"device\": { \"1\": { \"gpu0:0\": { \"start\": 0.001, \"kern\": 0.002, \"end\": 0.003}}}, "  \
  "\"host\": { \"1\": { \"main\": { \"start\": 0.001, \"kern\": -1, \"end\": 0.002}}}, "                           \
  "\"opr_footprint\": { \"1\": { \"computation\": 8, \"memory\": 16, \"in_shapes\": [ [ 2, 2]], "                  \
  "\"out_shapes\": [ [ 2, 2]], \"param\": { \"mode\": \"ADD\"}}}, \"opr_internal_pf\": { }}, "                     \
  "\"graph_exec\": { \"comp_seq\": [ \"1\"], \"operator\": { \"1\": { \"name\": \"sum\", \"type\": \"Elemwise\", " \
  "\"input\": [ \"2\"], \"output\": [ \"3\"], \"extra\": { }, \"waiting_spec\": { }}}, "                           \
  "\"var\": { \"2\": { \"name\": \"a\"}, \"3\": { \"name\": \"b\"}}, \"mem_chunk\": { }}}"

#define GRAPH(operators) "{ \"graph_exec\": { \"comp_seq\": [ \"1\"], \"operator\": { " operators "}}}"
#define TIMES(times) "{ \"profiler\": { \"device\": { \"1\": { \"gpu0:0\": { " times "}}}}}"

#define CUT "ends inside"

static const BadInput bad_inputs[] = {
  /* no profile at all */
  { "empty", ERROR_OF ("", LAMINA_ERROR_EMPTY) },
  { "blanks", ERROR_OF (" \n\t ", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "byte-order-mark", ERROR_OF ("\xef\xbb\xbf", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "brace", ERROR_OF ("{", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "empty-object", ERROR_OF ("{ }", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "empty-array", ERROR_OF ("[ ]", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "null", ERROR_OF ("null", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "number", ERROR_OF ("-1e999", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "prose", ERROR_OF ("graph_exec is a word\n", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "other-json", ERROR_OF ("{ \"name\": \"lamina\", \"version\": 1}", LAMINA_ERROR_UNKNOWN_FORMAT) },
  { "png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1", 20, LAMINA_ERROR_UNKNOWN_FORMAT, NULL },
  { "zeros", "\0\0\0\0\0\0\0\0", 8, LAMINA_ERROR_UNKNOWN_FORMAT, NULL },
  { "utf-16", "{\0\"\0g\0r\0a\0p\0h\0_\0e\0x\0e\0c\0\"\0", 26, LAMINA_ERROR_UNKNOWN_FORMAT, NULL },
  { "gzip-header", "\x1f\x8b\x08\0\0\0\0\0\0\x03", 10, LAMINA_ERROR_COMPRESSION, NULL },
  { "gzip-damage", "\x1f\x8b\x08\0\0\0\0\0\0\x03\xff\xff\xff\xff\xff", 15, LAMINA_ERROR_COMPRESSION, NULL },
  { "zstd-header", "\x28\xb5\x2f\xfd\x04", 5, LAMINA_ERROR_COMPRESSION, NULL },
  /* a profile without anything in it */
  { "empty-graph", ERROR_OF ("{ \"graph_exec\": { }}", LAMINA_ERROR_CONTENT) },
  { "graph-is-number", ERROR_OF ("{ \"graph_exec\": 5}", LAMINA_ERROR_CONTENT) },
  { "empty-sections", ERROR_OF ("{ \"profiler\": { \"device\": { }, \"host\": [ ]}}", LAMINA_ERROR_CONTENT) },
  { "footprint-is-null", ERROR_OF ("{ \"opr_footprint\": null}", LAMINA_ERROR_CONTENT) },
  { "graph-in-graph", ERROR_OF ("{ \"graph_exec\": { \"graph_exec\": { \"operator\": { \"1\": { }}}}}",
                                LAMINA_ERROR_CONTENT) },
  /* ends too early */
  { "cut-in-name", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a", CUT) },
  { "cut-in-key", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"na", CUT) },
  { "cut-in-escape", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a\\", CUT) },
  { "cut-in-code-point", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a\\u12", CUT) },
  { "cut-in-utf-8", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a\xe2\x82", CUT) },
  { "cut-in-word", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"type\": nul", CUT) },
  { "cut-in-number", ISSUE_OF ("{ \"profiler\": { \"device\": { \"1\": { \"gpu0:0\": { \"start\": 0.00", CUT) },
  { "cut-after-colon", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\":", CUT) },
  { "cut-after-comma", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a\",", CUT) },
  { "cut-after-value", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { \"name\": \"a\"", CUT) },
  { "cut-after-record", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { }", CUT) },
  { "cut-in-list", ISSUE_OF ("{ \"graph_exec\": { \"comp_seq\": [ \"1\", \"2\"", CUT) },
  { "cut-in-param", ISSUE_OF ("{ \"opr_footprint\": { \"1\": { \"param\": { \"mode\": ", CUT) },
  { "cut-in-shape", ISSUE_OF ("{ \"opr_footprint\": { \"1\": { \"in_shapes\": [ [ 1, ", CUT) },
  /* bad spelling */
  { "trailing-comma", ISSUE_OF (GRAPH ("\"1\": { \"name\": \"a\",},"), "comma") },
  { "missing-comma", ISSUE_OF (GRAPH ("\"1\": { \"name\": \"a\" \"type\": \"b\"}"), "comma") },
  { "wrong-bracket", ISSUE_OF (GRAPH ("\"1\": { \"input\": [ \"2\"}, \"output\": [ ]}"), "not closed") },
  { "text-behind", ISSUE_OF (GOOD " { \"graph_exec\": { }}", "behind") },
  { "bad-escape", ISSUE_OF (GRAPH ("\"1\": { \"name\": \"a\\qb\"}"), "escape") },
  { "lone-surrogate", ISSUE_OF (GRAPH ("\"1\": { \"name\": \"a\\ud800b\"}"), "surrogate") },
  { "control-character", ISSUE_OF (GRAPH ("\"1\": { \"name\": \"a\nb\"}"), "control") },
  { "latin-1", ISSUE_OF (GRAPH ("\"1\": { \"name\": \"gr\xf6\xdf\x65\"}"), "UTF-8") },
  { "not-a-number", ISSUE_OF (TIMES ("\"start\": NaN, \"kern\": Infinity, \"end\": -Infinity"),
                              "not a finite number") },
  { "unknown-word", ISSUE_OF (TIMES ("\"start\": 1, \"kern\": undefined, \"end\": 2"), "word") },
  { "leading-zeros", ISSUE_OF (TIMES ("\"start\": 001, \"kern\": +1, \"end\": .5e1"), "number") },
  /* the wrong type, everywhere */
  { "types-of-sections", ISSUE_OF ("{ \"profiler\": [ ], \"graph_exec\": { \"operator\": { \"1\": { }}, \"var\": 1, "
                                   "\"mem_chunk\": \"x\", \"comp_seq\": { }}}", "should be an array") },
  { "lists-of-records", ISSUE_OF ("{ \"comp_seq\": [ \"1\"], \"operator\": [ { }, 5], \"var\": [ \"x\"], "
                                  "\"mem_chunk\": [ { }]}", "list without ids") },
  { "types-of-records", ISSUE_OF (GRAPH ("\"1\": { }, \"2\": [ ], \"3\": 4"), "not an object") },
  { "types-of-members", ISSUE_OF (GRAPH ("\"1\": { \"name\": { }, \"type\": [ ], \"input\": 1, \"output\": \"x\", "
                                         "\"extra\": 3, \"waiting_spec\": 4}"), "should be an object") },
  { "types-of-times", ISSUE_OF (TIMES ("\"start\": \"x\", \"kern\": { }, \"end\": false"), "not a finite number") },
  { "types-of-ids", ISSUE_OF (GRAPH ("\"1\": { \"input\": [ null, { }, [ ], true], \"output\": [ ]}"), "not an id") },
  /* numbers that can't be */
  { "huge-time", ISSUE_OF (TIMES ("\"start\": 1, \"kern\": 1e18, \"end\": 1e400"), "not a finite number") },
  { "late-time", ISSUE_OF (TIMES ("\"start\": 1, \"end\": 9000000000"), "out of range") },
  { "backwards", ISSUE_OF (TIMES ("\"start\": 2, \"kern\": 1, \"end\": 1"), "before it starts") },
  { "kernel-outside", ISSUE_OF (TIMES ("\"start\": 2, \"kern\": 9, \"end\": 3"), "outside its operator") },
  { "negative-count", ISSUE_OF ("{ \"opr_footprint\": { \"1\": { \"computation\": -1}}}", "too small") },
  { "huge-count", ISSUE_OF ("{ \"opr_footprint\": { \"1\": { \"memory\": 9223372036854775808}}}", "cannot be read") },
  { "huge-shape", RIGHT ("{ \"graph_exec\": { \"comp_seq\": [ ], \"var\": { \"1\": { \"mem_plan\": { \"layout\": { "
                         "\"shape\": [ 9223372036854775807, 9223372036854775807], \"dtype\": \"Float32\"}}}}}}") },
  { "negative-shape", ISSUE_OF ("{ \"graph_exec\": { \"var\": { \"1\": { \"mem_plan\": { \"layout\": { "
                                "\"shape\": [ -1, -9223372036854775808]}}}}}}", "too small") },
  { "wrapping-address", ISSUE_OF ("{ \"graph_exec\": { \"var\": { \"1\": { \"prev_dev_ptr\": 18446744073709551615, "
                                  "\"prev_dev_ptr_end\": 1}}}}", "address range") },
  { "huge-address", ISSUE_OF ("{ \"graph_exec\": { \"var\": { \"1\": { \"prev_dev_ptr\": 99999999999999999999}}}}",
                              "address cannot be read") },
  /* names that lead nowhere, or to two */
  { "dangling-variable", ISSUE_OF (GRAPH ("\"1\": { \"input\": [ \"404\"], \"output\": [ \"1\"]}"),
                                   "not in the file") },
  { "two-operators", ISSUE_OF (GRAPH ("\"1\": { }, \"1\": { \"name\": \"again\"}"), "another operator") },
  { "two-producers", ISSUE_OF (GRAPH ("\"1\": { \"output\": [ \"3\"]}, \"2\": { \"output\": [ \"3\"]}"),
                               "output twice") },
  { "own-input", ISSUE_OF (GRAPH ("\"1\": { \"input\": [ \"3\"], \"output\": [ \"3\"]}"), "not in the file") },
  { "empty-id", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"\": { \"input\": [ \"\"], \"output\": [ \"\"]}}}}",
                          "not in the file") },
  { "unused-chunk", ISSUE_OF ("{ \"operator\": { \"1\": { }}, \"mem_chunk\": { \"c\": { \"size\": 1}}}",
                              "memory chunk") },
  { "unknown-section", ISSUE_OF ("{ \"graph_exec\": { \"operator\": { \"1\": { }}, \"more\": [ ]}}", "does not know") },
  { "source-of-itself", RIGHT ("{ \"comp_seq\": [ ], \"var\": { \"1\": { \"mem_readonly_fwd_src\": \"1\"}}}") },
};
