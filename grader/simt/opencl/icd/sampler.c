/* Samplers: to a kernel, a sampler is the bits that OpenCL C's constants have. */
#include "icd.h"

enum {
    BITS_NORMALISED = 1, /* CLK_NORMALIZED_COORDS_TRUE */
    BITS_NEAREST = 0x10, /* CLK_FILTER_NEAREST */
    BITS_LINEAR = 0x20,
};

/* CLK_ADDRESS_…, by the host's number less CL_ADDRESS_NONE. */
static const unsigned char addressing_bits[] = {0, 2, 4, 6, 8};

static void clear(void *object) {
    cl_sampler sampler = object;
    object_release(sampler->context);
}

static cl_sampler create(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                         cl_filter_mode filter, cl_int *error) {
    if (!object_is(context, OBJECT_CONTEXT)) {
        return icd_null(error, CL_INVALID_CONTEXT);
    }
    bool repeats = addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
    if (addressing < CL_ADDRESS_NONE || addressing > CL_ADDRESS_MIRRORED_REPEAT ||
        (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR) || (repeats && !normalized)) {
        client_why(MESSAGE_WHY_TEXT,
                   "the filter or the addressing mode does not exist, or it repeats without "
                   "normalised coordinates",
                   0, 0, 0);
        return icd_null(error, CL_INVALID_VALUE);
    }
    cl_sampler sampler = object_create(OBJECT_SAMPLER, sizeof *sampler, clear);
    if (!sampler) {
        return icd_null(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(context);
    sampler->context = context;
    sampler->normalized = normalized ? CL_TRUE : CL_FALSE;
    sampler->addressing = addressing;
    sampler->filter = filter;
    sampler->bits = (sampler->normalized ? (uint64_t)BITS_NORMALISED : 0) |
                    (filter == CL_FILTER_LINEAR ? BITS_LINEAR : BITS_NEAREST) |
                    addressing_bits[addressing - CL_ADDRESS_NONE];
    return sampler;
}

cl_sampler clCreateSampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                           cl_filter_mode filter, cl_int *error) {
    return MADE(LOCKED(create(context, normalized, addressing, filter, error)));
}

cl_sampler clCreateSamplerWithProperties(cl_context context,
                                         const cl_sampler_properties *properties, cl_int *error) {
    cl_bool normalized = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    struct property_list made_with;
    bool known = property_list_keep(&made_with, properties);
    for (; properties != NULL && properties[0] != 0 && known; properties += 2) {
        switch (properties[0]) {
        case CL_SAMPLER_NORMALIZED_COORDS:
            normalized = (cl_bool)properties[1];
            break;
        case CL_SAMPLER_ADDRESSING_MODE:
            addressing = (cl_addressing_mode)properties[1];
            break;
        case CL_SAMPLER_FILTER_MODE:
            filter = (cl_filter_mode)properties[1];
            break;
        default:
            known = false;
        }
    }
    client_lock();
    cl_sampler sampler = known ? create(context, normalized, addressing, filter, error)
                               : icd_null(error, CL_INVALID_VALUE);
    if (sampler != NULL) {
        sampler->made_with = made_with;
    }
    client_unlock();
    return MADE(sampler);
}

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info name, size_t room, void *to,
                        size_t *needed) {
    if (!object_is(sampler, OBJECT_SAMPLER)) {
        return CL_INVALID_SAMPLER;
    }
    const struct info_row answers[] = {
        ANSWER(CL_SAMPLER_REFERENCE_COUNT, cl_uint, sampler->object.references),
        ANSWER(CL_SAMPLER_CONTEXT, cl_context, sampler->context),
        ANSWER(CL_SAMPLER_NORMALIZED_COORDS, cl_bool, sampler->normalized),
        ANSWER(CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode, sampler->addressing),
        ANSWER(CL_SAMPLER_FILTER_MODE, cl_filter_mode, sampler->filter),
        LIST_ANSWER(CL_SAMPLER_PROPERTIES, sampler->made_with),
    };
    return ANSWERED(answers);
}
