/*
 * What structure checks can ask of a program with OpenMP: how its threads really shared the work,
 * as the machine counts it while one call runs (simt/observers/openmp). lab.yaml's `require` names
 * these facts.
 */
#pragma once

#include "../simt/observers/openmp/openmp_facts.h"

#define FACT_TABLE(X) OPENMP_FACT_TABLE(X)

enum fact {
#define FACT_ENUM(enumerator, name, text) FACT_##enumerator,
    FACT_TABLE(FACT_ENUM)
#undef FACT_ENUM
        FACT_COUNT
};
