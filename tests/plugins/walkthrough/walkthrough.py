#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The plugin that plugins/README.md builds must work as the page says.

    walkthrough.py extract LANGUAGE README OUTPUT     writes the blocks of one language, one after the other
    walkthrough.py compare DUMP-FILE INPUT EXPECTED   compares what an input becomes with what the page says
"""

import difflib
import re
import subprocess
import sys


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def extract(language, readme, output):
    blocks = re.findall(r'^```(\w+)\n(.*?)^```$', read(readme), re.MULTILINE | re.DOTALL)
    text = '\n'.join(text for name, text in blocks if name == language)
    with open(output, 'w', encoding='utf-8') as file:
        file.write(text.replace('@VERSION@', '1'))


def compare(dump_file, source, expected):
    text = subprocess.run([dump_file, source], stdout=subprocess.PIPE, check=True, encoding='utf-8').stdout
    difference = difflib.unified_diff(read(expected).splitlines(), text.splitlines(), 'the page', 'the program', lineterm='')
    sys.exit('\n'.join(difference) or 0)


{'extract': extract, 'compare': compare}[sys.argv[1]](*sys.argv[2:])
