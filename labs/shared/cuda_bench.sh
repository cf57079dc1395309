# shellcheck shell=bash
# For the scripts that measure on this machine's NVIDIA GPU. Source it in the root: it ends the script where there is no
# GPU or no nvcc, and makes the folders $out and $work.
export PATH=$PATH:/usr/local/cuda/bin
command -v nvcc >/dev/null || { echo "unavailable: no nvcc on this machine (the CUDA Toolkit brings it)" >&2; exit 2; }
nvidia-smi >/dev/null 2>&1 || { echo "unavailable: no NVIDIA GPU, or no driver for it, on this machine" >&2; exit 2; }
mkdir -p "${out:?}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# provenance COMMAND: the first lines of a table.
provenance() {
    echo "# date: $(date -u +%Y-%m-%d)"
    echo "# device: $(nvidia-smi --query-gpu=name --format=csv,noheader | head -n 1)"
    echo "# driver: $(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)"
    echo "# cuda: $(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')"
    echo "# cpu: $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
    echo "# command: $1"
}
