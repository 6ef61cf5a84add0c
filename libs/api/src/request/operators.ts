/** Bodies and queries about operators, their sessions, and confirmations. */
import { z } from 'zod';
import { named } from '../answer/fields';
import { beforeField } from '../cursor';
import { decimal, hexBytes, pageLimit, word } from './fields';
import { MAX_CONFIRMATIONS_PAGE, MAX_OPERATOR_NAME_CHARACTERS } from './limits';

/**
 * What an operator may do: `markets` makes and ends them, `judge` decides disputed results, `money` decides about
 * deposits, withdrawals and limits, `admin` is for operators, builders and everything else. Each of them may read.
 */
export const OPERATOR_ROLES = ['read', 'markets', 'judge', 'money', 'admin'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const SHA256_BYTES = 32;
const NAME_MESSAGE = `1 to ${MAX_OPERATOR_NAME_CHARACTERS} characters of a-z, 0-9 and -, the first a letter`;
const NAME_PATTERN = new RegExp(`^[a-z][a-z0-9-]{0,${MAX_OPERATOR_NAME_CHARACTERS - 1}}$`);
const ROLES_MESSAGE = `a list of 1 to ${OPERATOR_ROLES.length} roles, each once`;

export const operatorName = z
  .string({ error: NAME_MESSAGE })
  .regex(NAME_PATTERN, { error: NAME_MESSAGE })
  .meta({ description: 'The name of the operator, as the audit trail has it', example: 'alice' });

/** `POST /admin/operators` */
export const addOperatorRequest = named(
  'AddOperatorRequest',
  z
    .strictObject({
      name: operatorName,
      roles: z
        .array(word(OPERATOR_ROLES).meta({ description: 'A role', example: 'markets' }), {
          error: ROLES_MESSAGE,
        })
        .min(1, { error: ROLES_MESSAGE })
        .max(OPERATOR_ROLES.length, { error: ROLES_MESSAGE })
        .refine((roles) => new Set(roles).size === roles.length, { error: ROLES_MESSAGE })
        .meta({ description: 'What the operator may do; `admin` may do all of it' }),
      key_sha256: hexBytes(SHA256_BYTES, 'a SHA-256 of 32 bytes').meta({
        description: 'SHA-256 of the key that the new operator has made, in hex',
        example: 'ab'.repeat(32),
      }),
    })
    .transform(({ key_sha256: keySha256, ...operator }) => ({ ...operator, keySha256 })),
  'An operator to add.',
);

export const confirmationIdParameter = decimal(1, Number.MAX_SAFE_INTEGER).meta({
  description: 'The confirmation',
  example: 7,
});

/** `GET /admin/confirmations` */
export const confirmationsQuery = z
  .strictObject({
    state: word(['open', 'all'])
      .meta({ description: 'Those that wait for a decision, or all', example: 'open' })
      .default('open'),
    limit: pageLimit(MAX_CONFIRMATIONS_PAGE),
    before: beforeField('confirmation').optional(),
  })
  .transform(({ state, ...page }) => ({ isOpen: state === 'open', page }));

export type AddOperatorRequest = z.infer<typeof addOperatorRequest>;
export type ConfirmationsQuery = z.infer<typeof confirmationsQuery>;
