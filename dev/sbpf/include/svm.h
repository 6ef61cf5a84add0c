// What a program for the Solana virtual machine (sBPF v0) needs, for upstream clang's BPF back end.
//
// Include this alone. Written from the machine's public interface; nothing is linked in. The rules that the back end and
// the machine set, each refused when the program is built (README.md beside): 512 bytes of stack a function (larger
// things go on the heap: `heap_alloc`), at most five arguments, no function pointers, no writable globals, no signed
// division, no 128-bit integers, no floats.
#pragma once
#include "svm/types.h"
#include "svm/syscalls.h"
#include "svm/errors.h"
#include "svm/memory.h"
#include "svm/input.h"
#include "svm/pda.h"
#include "svm/log.h"
#include "svm/sysvars.h"
#include "svm/system-program.h"
#include "svm/token-program.h"
