// The layout of a posted message, and of a posted VAA: the same fields behind other letters, numbers little-endian.
#pragma once

#define POSTED_VAA_VERSION_AT 3
#define POSTED_CONSISTENCY_AT 4
#define POSTED_VAA_TIME_AT 5
#define POSTED_SIGNATURE_SET_AT 9
#define POSTED_SUBMISSION_TIME_AT 41
#define POSTED_NONCE_AT 45
#define POSTED_SEQUENCE_AT 49
#define POSTED_EMITTER_CHAIN_AT 57
#define POSTED_EMITTER_AT 59
#define POSTED_PAYLOAD_LEN_AT 91
#define POSTED_PAYLOAD_AT 95

// Fits into a transaction beside everything else, with room.
#define MAX_PAYLOAD_BYTES 1024
