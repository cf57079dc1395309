#!/bin/bash
# Gradescope runs this once, when it makes the image: everything slow happens here.
set -e
cd "$(dirname "$0")/lockstep"
make grade-ready
