/* nvToolsExt.h - marks for NVIDIA's profilers, which are not here: they do nothing. */
#ifndef LOCKSTEP_NVTOOLSEXT_H
#define LOCKSTEP_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION                  3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2
} nvtxMessageType_t;
typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
} nvtxMessageValue_t;
typedef union nvtxPayload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
} nvtxPayload_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    nvtxPayload_t payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_t;

static inline int nvtxRangePushA(const char *name) {
    (void)name;
    return 0;
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t *attributes) {
    (void)attributes;
    return 0;
}
static inline int nvtxRangePop(void) { return 0; }
static inline nvtxRangeId_t nvtxRangeStartA(const char *name) {
    (void)name;
    return 0;
}
static inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *attributes) {
    (void)attributes;
    return 0;
}
static inline void nvtxRangeEnd(nvtxRangeId_t range) { (void)range; }
static inline void nvtxMarkA(const char *name) { (void)name; }
static inline void nvtxMarkEx(const nvtxEventAttributes_t *attributes) { (void)attributes; }
static inline void nvtxNameOsThreadA(uint32_t thread, const char *name) { (void)thread, (void)name; }
#define nvtxRangePush    nvtxRangePushA
#define nvtxRangeStart   nvtxRangeStartA
#define nvtxMark         nvtxMarkA
#define nvtxNameOsThread nvtxNameOsThreadA

#endif
