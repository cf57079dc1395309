# shellcheck shell=bash
# For the scripts that measure OpenCL devices. Source it.

# find_gpu FOLDER: NVIDIA's driver brings an OpenCL platform, but containers do not always register it. Then it is
# registered in FOLDER, beside those of the machine.
find_gpu() {
    if [ -e /dev/nvidiactl ] && [ -z "${OCL_ICD_VENDORS:-}" ] && ! grep -qs nvidia /etc/OpenCL/vendors/*.icd; then
        mkdir -p "$1"
        cp /etc/OpenCL/vendors/*.icd "$1/" 2>/dev/null || true
        # The driver's folder is not always one that the loader looks into.
        local library=libnvidia-opencl.so.1 folder
        for folder in /usr/local/nvidia/lib64 /usr/lib/x86_64-linux-gnu /usr/lib64; do
            [ ! -e "$folder/$library" ] || { library=$folder/$library; break; }
        done
        echo "$library" >"$1/nvidia.icd"
        export OCL_ICD_VENDORS=$1/
        unset OCL_ICD_FILENAMES # other platforms, which would come first
    fi
}
