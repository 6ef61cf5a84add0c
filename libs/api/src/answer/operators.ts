/** `data` of the endpoints about operators, their sessions, and confirmations. */
import { z } from 'zod';
import { OPERATOR_ROLES } from '../request/operators';
import { count, flag, named, oneOf, orNull, time, words } from './fields';
import { from } from './inside';
import type { Inside } from './inside';
import { endOfNumbered } from './page';

const nameField = words('The name of the operator', 'alice');
const rolesField = z
  .array(oneOf(OPERATOR_ROLES, 'A role', 'markets'))
  .meta({ description: 'What the operator may do; `admin` may do all of it' });

const whoFields = {
  operator: from('name', words('The name of the operator', 'alice')),
  roles: rolesField,
  confirmations: count(
    'How many operators must stand behind a dangerous act, the one who acts included',
    1,
  ),
};
const sessionFields = {
  idle_seconds: count('The session ends after so many seconds without a call', 900),
  ends_at: time('When it ends in any case'),
};

export const sessionAnswer = named(
  'OperatorSession',
  z.strictObject({
    ...whoFields,
    ...sessionFields,
    csrf_token: words(
      'Goes into `X-CSRF-Token` of every call of this session that changes something',
      'q8Z1n0bQy3m3c0k2w0q8Z1n0bQy3m3c0k2w0q8Z1n0b',
    ),
  }),
  'A session that was begun. Its token is in the cookie, which pages cannot read.',
);

export const whoAnswer = named(
  'WhoAmI',
  z.strictObject({
    ...whoFields,
    session: z
      .strictObject(sessionFields)
      .meta({ description: 'The session of the call; null: it came with a key' })
      .nullable(),
  }),
  'Who the caller is.',
);

export const sessionEndedAnswer = named(
  'EndedSession',
  z.strictObject({ ended: flag('Whether the call had a session', true) }),
  'A session that is over.',
);

const operatorAnswer = named(
  'Operator',
  z.strictObject({
    name: nameField,
    roles: rolesField,
    may_confirm: flag('Whether its word counts for acts of others: two have added it', true),
    is_of_configuration: from(
      ({ addedBy }: { readonly addedBy: string | null }) => addedBy === null,
      flag('Whether the configuration has its key (`ADMIN_KEY_HASH`)', false),
    ),
    added_by: orNull(words('Who added it; null: the configuration', 'admin')),
    created_at: orNull(time('When it was added; null: it is of the configuration')),
    last_used_at: orNull(time('When its key was used last, to the minute; null: not known')),
    rotated_at: orNull(time('When it got its present key; null: it has its first')),
    revoked_at: orNull(time('When it was revoked; null: it may act')),
  }),
  'An operator, without its key.',
);

export type DescribedOperator = Inside<typeof operatorAnswer>;

export const operatorsAnswer = named(
  'OperatorsList',
  z.strictObject({
    operators: z.array(operatorAnswer).meta({ description: 'Oldest first, revoked ones too' }),
  }),
  'All operators.',
);

export const addedOperatorAnswer = named(
  'AddedOperator',
  z.strictObject({ name: nameField, roles: rolesField }),
  'An operator who may act from now on, with the key that it has made.',
);

export type AddedOperator = Inside<typeof addedOperatorAnswer>;

export const operatorKeyAnswer = named(
  'OperatorKey',
  z.strictObject({
    name: nameField,
    roles: rolesField,
    key: words(
      'For `X-Admin-Key`, and to log in with; shown this once',
      'bw_operator_alice_000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    ),
  }),
  'The key of an operator, which is stored nowhere.',
);

export type OperatorKey = Inside<typeof operatorKeyAnswer>;

export const operatorRevokedAnswer = named(
  'RevokedOperator',
  z.strictObject({ name: nameField, revoked_at: time('When it was revoked first') }),
  'An operator who may act no more.',
);

const CONFIRMATION_STATES = ['open', 'confirmed', 'rejected', 'spent', 'ended'] as const;

interface Asked {
  readonly decision: 'confirmed' | 'rejected' | null;
  readonly endsMs: number;
  readonly spentMs: number | null;
  readonly nowMs: number;
}

function stateOf({ decision, endsMs, spentMs, nowMs }: Asked) {
  if (spentMs !== null) return 'spent';
  return decision === 'rejected' || endsMs > nowMs ? (decision ?? 'open') : 'ended';
}

export const confirmationAnswer = named(
  'Confirmation',
  z.strictObject({
    confirmation_id: count('Counts all of them', 7),
    state: from(
      stateOf,
      oneOf(
        CONFIRMATION_STATES,
        '`spent`: the act was begun; `ended`: nobody decided in time, or what was confirmed counts no more',
        'open',
      ),
    ),
    operator: words('Who asked to act', 'alice'),
    role: from(
      ({ role }: { readonly role: string }) =>
        OPERATOR_ROLES.find((one) => one === role) ?? 'admin',
      oneOf(OPERATOR_ROLES, 'Who may decide: another operator with this role', 'markets'),
    ),
    method: words('The HTTP method of the act', 'POST'),
    path: words('Its path and query', '/admin/events/rain-2030/resolve'),
    body: words('Its body, as it was sent', '{"void":true}'),
    asked_at: time('When it was asked for'),
    ends_at: time('Until when it may be decided, and the act be carried out'),
    decided_by: orNull(words('Who decided; null: nobody', 'bob')),
    decided_at: orNull(time('When it was decided; null: it was not')),
  }),
  'An act of an operator that needs the word of another.',
);
type Confirmation = Omit<Inside<typeof confirmationAnswer>, 'nowMs'>;
interface Found {
  readonly items: readonly Confirmation[];
  readonly nowMs: number;
}

export const confirmationsAnswer = named(
  'ConfirmationsPage',
  z.strictObject({
    confirmations: from(
      ({ items, nowMs }: Found) => items.map((asked) => ({ ...asked, nowMs })),
      z.array(confirmationAnswer).meta({ description: 'Newest first' }),
    ),
    ...endOfNumbered('confirmation', ({ confirmationId }: Confirmation) => confirmationId),
  }),
  'A page of confirmations.',
);
