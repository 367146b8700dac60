/* SPDX-License-Identifier: Apache-2.0 */
{ "empty", "", "", "" },
{ "object", "{\"a\": 1, \"b\": [true, false, null]}", "{ \"a\": 1 \"b\": [ true false null ] } ", "" },
