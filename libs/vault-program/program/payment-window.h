// Which payments a user was made, by number: a bit for each of the numbers above a watermark. At and below it all were
// paid or never will be. So a proxy prevents every second payment of its user, however many there are.
#pragma once

// No payment of this number was made. Changes nothing.
FUNCTION u64 require_unpaid(const Proxy *proxy, u64 payment_seq) {
  REQUIRE(payment_seq > proxy->paid_watermark, ERROR_PAYMENT_SEQ_PASSED);
  u64 place = payment_seq - proxy->paid_watermark - 1;
  if (place >= WINDOW_WORDS * 64) return 0;
  REQUIRE((proxy->paid_window[place / 64] >> place % 64 & 1) == 0, ERROR_ALREADY_DEBITED);
  return 0;
}

// The window moves up; what falls out of it unpaid never will be paid.
FUNCTION void raise_watermark(Proxy *proxy, u64 by) {
  u64 words = by / 64, bits = by % 64;
  for (u64 to = 0; to < WINDOW_WORDS; to++) {
    u64 from = to + words;
    u64 low = from < WINDOW_WORDS ? proxy->paid_window[from] : 0;
    u64 high = from + 1 < WINDOW_WORDS ? proxy->paid_window[from + 1] : 0;
    // A shift by 64 has no meaning.
    proxy->paid_window[to] = bits == 0 ? low : low >> bits | high << (64 - bits);
  }
  proxy->paid_watermark += by;
}

// Callers check `require_unpaid` first. A number beyond the window becomes its top.
FUNCTION void mark_paid(Proxy *proxy, u64 payment_seq) {
  u64 place = payment_seq - proxy->paid_watermark - 1, top = WINDOW_WORDS * 64 - 1;
  if (place > top) {
    raise_watermark(proxy, place - top);
    place = top;
  }
  proxy->paid_window[place / 64] |= 1UL << place % 64;
}
