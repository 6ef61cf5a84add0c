// The transaction's log.
#pragma once

#define LOG(text) sol_log_(text, sizeof(text) - 1)

// An event in Anchor's manner: `Program data: ` and the base64 of an 8-byte discriminator and the fields.
// `event` begins with the discriminator.
INLINE void log_event(const void *event, u64 len) {
  Slice slice = {event, len};
  sol_log_data(&slice, 1);
}
