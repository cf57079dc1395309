# shellcheck shell=bash
# For the scripts that measure OpenCL devices. Source it.

# find_gpu FOLDER: NVIDIA's driver brings an OpenCL platform, but containers do not always register it. Then it is
# registered in FOLDER, beside those of the machine.
find_gpu() {
    if [ -e /dev/nvidiactl ] && [ -z "${OCL_ICD_VENDORS:-}" ] && ! grep -qs nvidia /etc/OpenCL/vendors/*.icd; then
        mkdir -p "$1"
        cp /etc/OpenCL/vendors/*.icd "$1/" 2>/dev/null || true
        echo libnvidia-opencl.so.1 >"$1/nvidia.icd"
        export OCL_ICD_VENDORS=$1/
    fi
}
