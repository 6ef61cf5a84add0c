/** The signer's own documents at `/openapi.json` and `/docs`. */
import { SIGNER_ENDPOINTS, failureAnswer, wrappedFailureAnswer } from '@bellwether/api';
import type { DocumentsOptions } from '@bellwether/runtime';

const DESCRIPTION = `For builders: keys for their users, signing and placing orders, deposits and withdrawals, trades and revenue.

Every call names its API key. Calls that trade, move money or read revenue carry a full envelope: \`X-Signature\` is the HMAC-SHA256, with the base64-decoded secret as key, of \`X-Timestamp\`, the method, the path with its query and the body as they are sent, without separators. \`buildHmacSignature\` of the npm package \`@polymarket/builder-signing-sdk\` makes it.

Prices are basis points of a dollar (1 to 9999), amounts micro-USDC (1,000,000 is a dollar), times Unix seconds, ids hex, keys base58.

- A failure is never 200: it is \`{"error": {code, message, details, retryable, request_id}}\`, and \`{"success": false, "error": {…}}\` where successes are wrapped as \`{"success": true, "data": {…}}\`.
- What was answered is done. An order, a cancel-all, a withdrawal may be repeated under its nonce: it is done once, and answered with the first answer and \`Idempotent-Replay: true\`.
- Answers may gain fields: programs pass over those they do not know.`;

const API_KEY = 'The API key as it was issued';

export const signerDocuments = (): DocumentsOptions => ({
  title: 'Bellwether signer',
  description: DESCRIPTION,
  version: '1.0.0',
  tags: [
    { name: 'Users', description: "A builder's users, each with a key that the signer keeps." },
    { name: 'Trading', description: 'Orders of those users. The key needs the scope `trade`.' },
    {
      name: 'Deposits and withdrawals',
      description: 'Money in and out. 503 `FUNDING_NOT_CONFIGURED` where there are no chains.',
    },
    {
      name: 'Keys',
      description:
        "A builder's API keys. The first one is an operator's to issue and yours to replace; all others you make.",
    },
    { name: 'Revenue', description: 'What was traded through a key, and what it earned.' },
  ],
  endpoints: SIGNER_ENDPOINTS,
  credentials: {
    api_key: {
      headers: { 'X-Api-Key': API_KEY },
      codes: ['API_KEY_INVALID', 'KEY_NOT_TAKEN_OVER', 'SIGNER_UNAVAILABLE'],
    },
    envelope: {
      headers: {
        'X-Api-Key': API_KEY,
        'X-Timestamp':
          'Unix seconds in 10 digits, or milliseconds in 13; within 30 s of the clock here',
        'X-Signature':
          'HMAC-SHA256 over timestamp, method, path and body: 64 characters of hex, or base64, or base64url',
      },
      codes: ['API_KEY_INVALID', 'KEY_NOT_TAKEN_OVER', 'TIMESTAMP_SKEW', 'SIGNER_UNAVAILABLE'],
    },
  },
  failure: failureAnswer,
  wrappedFailure: wrappedFailureAnswer,
});
