/** `data` of the endpoints about operators, their sessions, and confirmations. */
import { z } from 'zod';
import { pageEnd } from '../cursor';
import { OPERATOR_ROLES } from '../request/operators';
import type { OperatorRole } from '../request/operators';
import { count, flag, named, oneOf, orNull, pageFields, time, words } from './fields';
import type { Answer } from './fields';
import { unixSecondsOf, unixSecondsOrNull } from './units';

const nameField = words('The name of the operator', 'alice');
const rolesField = z
  .array(oneOf(OPERATOR_ROLES, 'A role', 'markets'))
  .meta({ description: 'What the operator may do; `admin` may do all of it' });

const whoFields = {
  operator: nameField,
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

export interface Who {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly confirmations: number;
}
export interface SessionTimes {
  readonly idleSeconds: number;
  readonly endsMs: number;
}

const presentTimes = ({ idleSeconds, endsMs }: SessionTimes) => ({
  idle_seconds: idleSeconds,
  ends_at: unixSecondsOf(endsMs),
});
const presentOperator = ({ name, roles, confirmations }: Who) => ({
  operator: name,
  roles,
  confirmations,
});

/** Contains the CSRF token: never log it. */
export const presentSession = (
  who: Who,
  session: SessionTimes & { readonly csrfToken: string },
): Answer<typeof sessionAnswer> => ({
  ...presentOperator(who),
  ...presentTimes(session),
  csrf_token: session.csrfToken,
});

export const presentWho = (who: Who, session: SessionTimes | null): Answer<typeof whoAnswer> => ({
  ...presentOperator(who),
  session: session === null ? null : presentTimes(session),
});

const operatorAnswer = named(
  'Operator',
  z.strictObject({
    name: nameField,
    roles: rolesField,
    may_confirm: flag('Whether its word counts for acts of others: two have added it', true),
    is_of_configuration: flag('Whether the configuration has its key (`ADMIN_KEY_HASH`)', false),
    added_by: orNull(words('Who added it; null: the configuration', 'admin')),
    created_at: orNull(time('When it was added; null: it is of the configuration')),
    last_used_at: orNull(time('When its key was used last, to the minute; null: not known')),
    rotated_at: orNull(time('When it got its present key; null: it has its first')),
    revoked_at: orNull(time('When it was revoked; null: it may act')),
  }),
  'An operator, without its key.',
);
export const operatorsAnswer = named(
  'OperatorsList',
  z.strictObject({
    operators: z.array(operatorAnswer).meta({ description: 'Oldest first, revoked ones too' }),
  }),
  'All operators.',
);

export interface DescribedOperator {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
  readonly mayConfirm: boolean;
  /** Null: of the configuration. */
  readonly added: { readonly by: string; readonly ms: number } | null;
  readonly lastUsedMs: number | null;
  readonly rotatedMs: number | null;
  readonly revokedMs: number | null;
}

export const presentOperators = (
  operators: readonly DescribedOperator[],
): Answer<typeof operatorsAnswer> => ({
  operators: operators.map((operator) => ({
    name: operator.name,
    roles: operator.roles,
    may_confirm: operator.mayConfirm,
    is_of_configuration: operator.added === null,
    added_by: operator.added?.by ?? null,
    created_at: unixSecondsOrNull(operator.added?.ms ?? null),
    last_used_at: unixSecondsOrNull(operator.lastUsedMs),
    rotated_at: unixSecondsOrNull(operator.rotatedMs),
    revoked_at: unixSecondsOrNull(operator.revokedMs),
  })),
});

export const addedOperatorAnswer = named(
  'AddedOperator',
  z.strictObject({ name: nameField, roles: rolesField }),
  'An operator who may act from now on, with the key that it has made.',
);
export type AddedOperatorAnswer = Answer<typeof addedOperatorAnswer>;

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
export type OperatorKeyAnswer = Answer<typeof operatorKeyAnswer>;

export const operatorRevokedAnswer = named(
  'RevokedOperator',
  z.strictObject({ name: nameField, revoked_at: time('When it was revoked first') }),
  'An operator who may act no more.',
);
export const presentOperatorRevoked = (revoked: {
  readonly name: string;
  readonly revokedMs: number;
}): Answer<typeof operatorRevokedAnswer> => ({
  name: revoked.name,
  revoked_at: unixSecondsOf(revoked.revokedMs),
});

const CONFIRMATION_STATES = ['open', 'confirmed', 'rejected', 'spent', 'ended'] as const;

export const confirmationAnswer = named(
  'Confirmation',
  z.strictObject({
    confirmation_id: count('Counts all of them', 7),
    state: oneOf(
      CONFIRMATION_STATES,
      '`spent`: the act was begun; `ended`: nobody decided in time, or what was confirmed counts no more',
      'open',
    ),
    operator: words('Who asked to act', 'alice'),
    role: oneOf(OPERATOR_ROLES, 'Who may decide: another operator with this role', 'markets'),
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
export const confirmationsAnswer = named(
  'ConfirmationsPage',
  z.strictObject({
    confirmations: z.array(confirmationAnswer).meta({ description: 'Newest first' }),
    ...pageFields,
  }),
  'A page of confirmations.',
);

export interface DescribedConfirmation {
  readonly confirmationId: number;
  readonly operator: string;
  readonly role: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly askedMs: number;
  readonly endsMs: number;
  readonly decision: 'confirmed' | 'rejected' | null;
  readonly decidedBy: string | null;
  readonly decidedMs: number | null;
  readonly spentMs: number | null;
}

function stateOf({ decision, endsMs, spentMs }: DescribedConfirmation, nowMs: number) {
  if (spentMs !== null) return 'spent';
  return decision === 'rejected' || endsMs > nowMs ? (decision ?? 'open') : 'ended';
}

export const presentConfirmation = (
  asked: DescribedConfirmation,
  nowMs: number,
): Answer<typeof confirmationAnswer> => ({
  confirmation_id: asked.confirmationId,
  state: stateOf(asked, nowMs),
  operator: asked.operator,
  role: OPERATOR_ROLES.find((role) => role === asked.role) ?? 'admin',
  method: asked.method,
  path: asked.path,
  body: asked.body,
  asked_at: unixSecondsOf(asked.askedMs),
  ends_at: unixSecondsOf(asked.endsMs),
  decided_by: asked.decidedBy,
  decided_at: unixSecondsOrNull(asked.decidedMs),
});

export const presentConfirmations = (
  page: { readonly items: readonly DescribedConfirmation[]; readonly hasMore: boolean },
  nowMs: number,
): Answer<typeof confirmationsAnswer> => ({
  confirmations: page.items.map((asked) => presentConfirmation(asked, nowMs)),
  ...pageEnd('confirmation', page.hasMore ? (page.items.at(-1)?.confirmationId ?? null) : null),
});
