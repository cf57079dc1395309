#!/bin/bash
# Gradescope runs this once, when it makes the image: everything slow happens here.
set -e
cd "$(dirname "$0")/lockstep"
command -v make >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends make; }
make grade-ready
