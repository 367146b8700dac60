#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check-sample.py GENERATOR SAMPLE [OPTION…]: the sample in the tree is what its generator writes."""

import subprocess
import sys

generator, sample, *options = sys.argv[1:]
made = subprocess.run([sys.executable, generator, *options], stdout=subprocess.PIPE, check=True).stdout
with open(sample, 'rb') as file:
    kept = file.read()
if made != kept:
    place = next((i for i, (a, b) in enumerate(zip(made, kept)) if a != b), min(len(made), len(kept)))
    sys.exit(f'{sample} differs from what {generator} writes, from byte {place} on')
