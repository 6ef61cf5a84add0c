/**
 * The registry of codes: every answer of Bellwether other than success, in one table. The HTTP gateways, the SDK, the
 * documents and the tests read this table; a code is never removed or renamed.
 *
 * - `status` is the HTTP status of the answer.
 * - `retryable` says whether the same request, unchanged, may succeed later (or give the true answer).
 * - `message` is the sentence for people; the facts of one request are in the error's `details`.
 */
export interface CodeEntry {
  readonly status: number;
  readonly retryable: boolean;
  readonly message: string;
}

const entry = (status: number, message: string, retryable = false): CodeEntry => ({
  status,
  retryable,
  message,
});

const RETRYABLE = true;

export const CODES = {
  // 400: the request is malformed; it was not processed.
  MALFORMED_JSON: entry(400, 'The body is not valid JSON.'),
  VALIDATION_FAILED: entry(400, 'A field has a value that is not allowed.'),
  UNKNOWN_FIELD: entry(400, 'The request has a field that this endpoint does not know.'),
  UNIT_MILLISECONDS: entry(400, 'The time is in milliseconds; this field takes Unix seconds.'),
  INVALID_CURSOR: entry(400, 'The cursor was not issued by this endpoint.'),
  BODY_TOO_LARGE: entry(413, 'The body is larger than the limit.'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'The body must be application/json.'),

  // 401: the envelope, the key or the signature is not valid.
  API_KEY_INVALID: entry(401, 'The API key or the request signature is not valid.'),
  TIMESTAMP_SKEW: entry(401, 'X-Timestamp is too far from the server time.'),
  SIGNATURE_INVALID: entry(401, 'The signature does not match the canonical message.'),
  ADMIN_KEY_INVALID: entry(401, 'The admin key is not valid.'),
  SESSION_REQUIRED: entry(401, "This is the owner's to read: it takes a session of the account."),
  SESSION_INVALID: entry(401, 'The session is not valid, or has ended.'),
  SESSION_ENDED: entry(401, 'The session is unknown or has ended: log in again.'),

  // 403: authenticated, but not allowed.
  SCOPE_MISSING: entry(403, 'The API key lacks the scope this endpoint needs.'),
  KEY_NOT_TAKEN_OVER: entry(
    403,
    'An operator has seen this credential: it can do nothing but get its builder another one.',
  ),
  ROLE_MISSING: entry(403, 'The operator lacks the role this call needs.'),
  CSRF_TOKEN_INVALID: entry(403, 'The call does not come from the page of this session.'),
  OWN_ACT: entry(
    403,
    'Who asked for an act may not confirm it, nor who proposed a result decide it: another operator must.',
  ),
  ADDED_BY_ONE: entry(403, 'Who was added by one operator alone may not confirm an act.'),
  NOT_YOUR_USER: entry(403, 'The user does not belong to the calling builder.'),
  NOT_YOUR_ACCOUNT: entry(403, 'The session is of another account.'),
  DELEGATED_USER: entry(403, 'This user trades through its builder: use the signer.'),
  ACCOUNT_NOT_FUNDED: entry(
    403,
    'No money has come for this user yet: nothing was done, and the nonce is not used.',
  ),
  TRADING_KEY_UNKNOWN: entry(403, 'The account has not allowed this trading key.'),
  TRADING_KEY_ENDED: entry(403, 'The trading key has expired or was revoked.'),
  TRADING_KEY_BOUND: entry(
    403,
    'The trading key may not do this: its owner has bounded it, and may raise the bound.',
  ),
  TEST_NETWORK_ONLY: entry(403, 'This call exists on the test network only.'),

  // 404
  NOT_FOUND: entry(404, 'There is no such path.'),
  MARKET_NOT_FOUND: entry(404, 'There is no such market.'),
  EVENT_NOT_FOUND: entry(404, 'There is no such event.'),
  ORDER_NOT_FOUND: entry(404, 'There is no such order of this user.'),
  DEPOSIT_NOT_FOUND: entry(404, 'There is no such deposit.'),
  PAYOUT_NOT_FOUND: entry(404, 'There is no payout with this reference.'),
  WITHDRAWAL_NOT_FOUND: entry(404, 'There is no such withdrawal.'),
  BUILDER_NOT_FOUND: entry(404, 'There is no such builder.'),
  KEY_NOT_FOUND: entry(404, 'There is no such API key.'),
  OPERATOR_NOT_FOUND: entry(404, 'There is no such operator.'),
  CASE_NOT_FOUND: entry(404, 'There is no such case.'),
  SOURCE_NOT_FOUND: entry(404, 'There is no source with this key.'),
  SERIES_NOT_FOUND: entry(404, 'There is no such series.'),
  CONFIRMATION_NOT_FOUND: entry(404, 'There is no such confirmation.'),
  METHOD_NOT_ALLOWED: entry(405, 'The path does not take this method.'),
  UPGRADE_REQUIRED: entry(426, 'The path takes WebSocket connections only.'),

  // 409: the request conflicts with an earlier one.
  NONCE_REUSED: entry(409, 'The nonce was used with another body.'),
  NONCE_TOO_LOW: entry(409, 'The nonce is not above the last one used.'),
  FILLED_MEANWHILE: entry(409, 'Another size of the order was filled than the change names.'),
  ORDER_NOT_OPEN: entry(409, 'The order has already ended.'),
  ALREADY_RESOLVED: entry(409, 'The market is resolved with another outcome.'),
  MARKET_STATE_CONFLICT: entry(409, 'The market is in a state that does not allow this.'),
  RESOLVE_BY_EVENT: entry(409, 'In a mutually exclusive event, yes comes by resolving the event.'),
  EVENT_EXISTS: entry(409, 'An event with this id and another body exists.'),
  REFERENCE_REUSED: entry(409, 'The reference was used with another body.'),
  USER_BELONGS_TO_ANOTHER_BUILDER: entry(409, 'The user is registered with another builder.'),
  BUILDER_HAS_KEYS: entry(
    409,
    'The builder has taken over a key: from then on its own keys make its keys, and no operator does.',
  ),
  OPERATOR_EXISTS: entry(409, 'The name was given to an operator before.'),
  OPERATOR_OF_CONFIGURATION: entry(409, 'This operator is changed in the configuration only.'),
  CONFIRMATION_NEEDED: entry(
    409,
    'Nothing was done: another operator must confirm this act first. Then send the same request again.',
  ),
  CONFIRMATION_ENDED: entry(409, 'The confirmation was decided, or its time is over.'),

  RESOLUTION_BY_PROPOSAL: entry(
    409,
    'In this category a result is proposed first, and may be challenged before it is paid.',
  ),
  CASE_ENDED: entry(409, 'The case has ended: its result can no longer be changed or challenged.'),
  CASE_FULL: entry(409, 'The case has as many challenges as it may have.'),
  ALREADY_CHALLENGED: entry(409, 'The user has challenged this case already.'),
  CLAIM_IS_THE_PROPOSAL: entry(409, 'The claim is what the case proposes.'),
  SOURCE_RETIRED: entry(409, 'The source is retired: new events cannot name it.'),
  SOURCE_KEY_TAKEN: entry(409, 'The key is that of a source of another name.'),
  SOURCE_CONTRADICTED: entry(
    409,
    'The source has contradicted itself: nothing else that it says of this counts.',
  ),
  CREDIT_GAP: entry(409, 'A chain credit before this one is missing.'),
  CHARGE_GAP: entry(409, 'A gas charge before this one is missing.'),
  GAS_DEBT_UNPAID: entry(409, 'The available balance does not cover the gas debt.'),
  FEE_ABOVE_MAX: entry(409, 'The gas fee is above the most that was signed.'),
  DEPOSIT_NOT_QUEUED: entry(409, 'The deposit is not waiting in a queue.'),
  WITHDRAWAL_ENDED: entry(409, 'The withdrawal has already ended in another way.'),

  // 422: the engine understood the request and refused it.
  INSUFFICIENT_BALANCE: entry(422, 'The available balance does not cover this.'),
  INSUFFICIENT_REVENUE: entry(422, 'What was earned and not yet paid does not cover this.'),
  INSUFFICIENT_POSITION: entry(422, 'The user does not hold enough unlocked contracts.'),
  FOK_NOT_FILLED: entry(422, 'The fill-or-kill order cannot be filled entirely.'),
  POST_ONLY_WOULD_MATCH: entry(422, 'The post-only order would match immediately.'),
  MARKET_NOT_ACTIVE: entry(422, 'The market does not take orders now.'),
  OUTFLOW_CAP_EXCEEDED: entry(422, 'The withdrawal exceeds what may leave through this key today.'),
  AMOUNT_BELOW_GAS: entry(422, 'The amount does not exceed the gas fee.'),
  ORDER_TOO_SMALL: entry(422, 'What would rest in the book has to be worth more.'),
  AMOUNT_BELOW_MINIMUM: entry(422, 'The amount is less than may be withdrawn to this chain.'),
  RECIPIENT_NOT_A_WALLET: entry(
    422,
    'The recipient is no wallet: nobody could reach what is paid there.',
  ),
  NOTHING_TO_RECOVER: entry(422, 'Nothing of this token lies at the deposit address.'),
  REDUCE_ONLY_EXCEEDED: entry(422, 'The reduce-only order is larger than the position it reduces.'),
  TOO_MANY_OPEN_ORDERS: entry(422, 'The user has as many open orders as the limit allows.'),
  TOO_MANY_TRADING_KEYS: entry(422, 'The user has as many trading keys as the limit allows.'),
  TOO_MANY_OPEN_WITHDRAWALS: entry(
    422,
    'The user has as many withdrawals under way as the limit allows.',
  ),
  DAILY_WITHDRAWALS_USED: entry(
    422,
    'The user has had as many withdrawals today as the limit allows.',
  ),
  BALANCE_LIMIT_EXCEEDED: entry(
    422,
    'The credit would take a balance past the largest safe integer.',
  ),
  TOO_MANY_CHANNELS: entry(422, 'The connection has as many channels as it may.'),
  CAPACITY_REACHED: entry(422, 'The exchange holds as many of these as its limit allows.'),
  SWAP_REFUSED: entry(422, 'The swap does not take this token or amount.'),

  // 429
  RATE_LIMITED: entry(429, 'Too many requests.', RETRYABLE),

  // 5xx: a failure on our side.
  INTERNAL: entry(500, 'Something went wrong on our side; it has been logged.'),
  CANCEL_ONLY: entry(503, 'The exchange takes cancels only.', RETRYABLE),
  HALTED: entry(503, 'Trading is halted.', RETRYABLE),
  WITHDRAWALS_PAUSED: entry(503, 'Withdrawals are paused.', RETRYABLE),
  OVERLOADED: entry(503, 'The exchange is at capacity; nothing was done.', RETRYABLE),
  DISK_LOW: entry(503, 'The disk of the journal is nearly full; nothing was done.', RETRYABLE),
  DEADLINE_EXCEEDED: entry(
    503,
    'The command waited past its deadline; nothing was done.',
    RETRYABLE,
  ),
  ENGINE_UNAVAILABLE: entry(503, 'The engine does not answer now; nothing was done.', RETRYABLE),
  SIGNER_UNAVAILABLE: entry(503, 'The signer does not answer now.', RETRYABLE),
  CHAIN_UNAVAILABLE: entry(503, 'A chain cannot be asked now; nothing was decided.', RETRYABLE),
  CHAIN_DISAGREEMENT: entry(503, 'The nodes of a chain contradict each other.', RETRYABLE),
  BRIDGE_UNAVAILABLE: entry(503, 'The guardians of the bridge cannot be asked now.', RETRYABLE),
  SWAP_UNAVAILABLE: entry(503, 'The swap cannot be asked now.', RETRYABLE),
  HISTORY_UNAVAILABLE: entry(503, 'History cannot be read now.', RETRYABLE),
  FUNDING_UNAVAILABLE: entry(503, 'Funding does not answer now; nothing was done.', RETRYABLE),
  OPERATORS_NOT_CONFIGURED: entry(503, 'This gateway has no pepper for keys of operators.'),
  FUNDING_NOT_CONFIGURED: entry(503, 'This exchange has no funding configured.'),
  OUTCOME_UNKNOWN: entry(
    504,
    'The outcome is not known yet: send the same request again to learn it.',
    RETRYABLE,
  ),
} as const satisfies Record<string, CodeEntry>;

export type Code = keyof typeof CODES;

export const isCode = (value: string): value is Code => Object.hasOwn(CODES, value);
