/** The gateway's own documents at `/openapi.json` and `/docs`. */
import {
  SESSION_CODES,
  STREAMS,
  detailsByCode,
  failureAnswer,
  gatewayEndpoints,
  wrappedFailureAnswer,
} from '@bellwether/api';
import { asyncApiDocument } from '@bellwether/runtime';
import type { DocumentsOptions } from '@bellwether/runtime';

const FOR_EVERYONE =
  'For everyone: market data, balances, orders that users have signed themselves, deposits and withdrawals';

const descriptionOf = (
  parts: string,
) => `${parts}. Reads need no key, but for an owner's orders, ledger and deposits: they take a session.

Prices are basis points of a dollar (1 to 9999), amounts micro-USDC (1,000,000 is a dollar), times Unix seconds, ids hex, keys base58. An answer with a \`seq\` is as of that command of the exchange.

- A failure is never 200: it is \`{"error": {code, message, details, retryable, request_id}}\`, and \`{"success": false, "error": {…}}\` where successes are wrapped as \`{"success": true, "data": {…}}\`.
- What was answered is done. A call that changes something may be repeated under its nonce, its reference or its id: it is done once, and answered with the first answer and \`Idempotent-Replay: true\`.
- Answers may gain fields: programs pass over those they do not know.`;

const TAGS = [
  {
    name: 'Market data',
    description: 'Questions, order books, trades and prices. Lists are newest first.',
  },
  {
    name: 'Results',
    description: 'How markets come to their results: proposed, perhaps challenged, decided, paid.',
  },
  { name: 'Trading', description: 'Orders of users who hold their own key: each is signed.' },
  { name: 'Accounts', description: 'What a user has, and what it did.' },
  {
    name: 'Deposits and withdrawals',
    description: 'Money in and out over two chains. 503 `FUNDING_NOT_CONFIGURED` without them.',
  },
  { name: 'Streams', description: 'What changes, as it changes, over one WebSocket.' },
  { name: 'Exchange', description: 'The exchange as a whole.' },
];
const ADMINISTRATION = {
  name: 'Administration',
  description: 'For operators. All of it is wrapped, and every call is in the audit trail.',
};

const SESSION_CREDENTIAL: DocumentsOptions['credentials'] = {
  session: {
    headers: {
      Authorization:
        '`Bearer` and the token of a session of the account: `POST /v1/session`. An operator may do without (PUBLIC_USER_READS)',
    },
    codes: SESSION_CODES,
  },
};
const ADMIN_CREDENTIAL: DocumentsOptions['credentials'] = {
  admin: {
    headers: {
      'X-Admin-Key':
        "The operator's key. A page sends it once, to `POST /admin/session`, and then its cookie and `X-CSRF-Token`",
    },
    codes: [
      'ADMIN_KEY_INVALID',
      'SESSION_ENDED',
      'CSRF_TOKEN_INVALID',
      'ROLE_MISSING',
      'HISTORY_UNAVAILABLE',
    ],
  },
};

export const gatewayDocuments = (options: { readonly hasAdmin: boolean }): DocumentsOptions => ({
  title: 'Bellwether gateway',
  description: descriptionOf(
    options.hasAdmin ? `${FOR_EVERYONE}, and the operator's administration` : FOR_EVERYONE,
  ),
  version: '1.0.0',
  tags: options.hasAdmin ? [...TAGS, ADMINISTRATION] : TAGS,
  endpoints: gatewayEndpoints(options),
  credentials: { ...SESSION_CREDENTIAL, ...(options.hasAdmin ? ADMIN_CREDENTIAL : {}) },
  failure: failureAnswer,
  wrappedFailure: wrappedFailureAnswer,
  schemas: [detailsByCode],
  streams: () => asyncApiDocument(STREAMS),
});
