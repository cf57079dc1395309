// Divisions without a quotient, by 0 in the source, too: a note each. None of what is tested first, is not reached, or is
// a float.
#include "../hosts.cuh"

__global__ void divide(int *data)
{
    int i = threadIdx.x, number = data[i] - 2;
    data[i] = 1000 / number;
    data[i] += 7u % (unsigned)number;
    data[i] += 1000ll / (number * 0x100000000ll) > 0;
    data[i] += (int)0x80000000 / (2 * number - 1);
    data[i] += number != 0 ? 1000 / number : 0;
    for (int k = 0; k < number; k++)
        data[i] += 1000 % number;
    data[i] += 1.0f / number > 0;
    long none = 0;
    if (i == 2) {
        data[i] += data[i] % 0;
        data[i] += data[i] / none > 0;
    }
}

LAUNCH_WITH_ONE_ARRAY(divide<<<1, 64>>>(data))

/* simt --quiet
done
--
note: undefined division in kernel divide
    divides undefined_divisions.cu:8 block 0, thread 2
  An integer is divided by 0: the result is undefined.
  Test the divisor first (of % and %=, too): when is it 0?

note: undefined division in kernel divide
    divides undefined_divisions.cu:9 block 0, thread 2
  An integer is divided by 0: the result is undefined.
  Test the divisor first (of % and %=, too): when is it 0?

note: undefined division in kernel divide
    divides undefined_divisions.cu:10 block 0, thread 2
  An integer is divided by 0: the result is undefined.
  Test the divisor first (of % and %=, too): when is it 0?

note: undefined division in kernel divide
    divides undefined_divisions.cu:11 block 0, thread 2
  The least integer of its type is divided by -1: the quotient does not fit the
  type.
  Use a wider type, or test for this case.

note: undefined division in kernel divide
    divides undefined_divisions.cu:18 block 0, thread 2
  An integer is divided by 0: the result is undefined.
  Test the divisor first (of % and %=, too): when is it 0?

note: undefined division in kernel divide
    divides undefined_divisions.cu:19 block 0, thread 2
  An integer is divided by 0: the result is undefined.
  Test the divisor first (of % and %=, too): when is it 0?

status 0 */
