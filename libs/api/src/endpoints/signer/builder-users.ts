import { keypairAnswer } from '../../answer/builder';
import { accountSessionAnswer } from '../../answer/session';
import { OPERATOR_COMMAND } from '../../endpoint-codes';
import { userKeyRequest } from '../../request/builder';
import { userSessionRequest } from '../../request/session';
import { endpoints } from '../endpoint';

export const builderUsers = endpoints(
  { tag: 'Users', caller: { credential: 'envelope' } },
  {
    createUserKey: {
      route: 'POST /v1/keys',
      effect: 'read',
      body: userKeyRequest,
      caller: { credential: 'api_key' },
      summary: "Make a user's key",
      description: 'The same `user_id` always has the same key.',
      answer: keypairAnswer,
      codes: [
        ...OPERATOR_COMMAND,
        'HISTORY_UNAVAILABLE',
        'SIGNER_UNAVAILABLE',
        'SCOPE_MISSING',
        'USER_BELONGS_TO_ANOTHER_BUILDER',
      ],
    },
    openUserSession: {
      route: 'POST /v1/session',
      effect: 'read',
      body: userSessionRequest,
      summary: "Open a session of a user's account",
      description:
        "Its token reads the user's orders, ledger, deposits and `user:` stream at the gateway for five minutes, and changes nothing: so long a revoked API key reads on. Clients open the next one by themselves.",
      answer: accountSessionAnswer,
      codes: ['NOT_YOUR_USER', 'SIGNER_UNAVAILABLE'],
    },
  },
);
