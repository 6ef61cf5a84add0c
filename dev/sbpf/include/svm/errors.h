// What an instruction answers: 0, a built-in error in the upper half, or an error of the program's own in the lower.
#pragma once

#define BUILT_IN_ERROR(number) ((u64)(number) << 32)
#define ERROR_INVALID_ARGUMENT BUILT_IN_ERROR(2)
#define ERROR_INVALID_INSTRUCTION_DATA BUILT_IN_ERROR(3)
#define ERROR_INVALID_ACCOUNT_DATA BUILT_IN_ERROR(4)
#define ERROR_INSUFFICIENT_FUNDS BUILT_IN_ERROR(6)
#define ERROR_INCORRECT_PROGRAM_ID BUILT_IN_ERROR(7)
#define ERROR_MISSING_SIGNATURE BUILT_IN_ERROR(8)
#define ERROR_ALREADY_INITIALIZED BUILT_IN_ERROR(9)
#define ERROR_UNINITIALIZED BUILT_IN_ERROR(10)
#define ERROR_NOT_ENOUGH_ACCOUNTS BUILT_IN_ERROR(11)
#define ERROR_INVALID_SEEDS BUILT_IN_ERROR(14)
#define ERROR_ILLEGAL_OWNER BUILT_IN_ERROR(18)

// Returns the error of `call` from the function it stands in, if it is one.
#define TRY(call) \
  do { \
    u64 try_error = (call); \
    if (try_error != 0) return try_error; \
  } while (0)

// Returns `error` from the function it stands in unless the condition holds.
#define REQUIRE(condition, error) \
  do { \
    if (!(condition)) return (error); \
  } while (0)
