import { describe, expect, it } from 'vitest';
import { VAULT_ERRORS } from '@bellwether/vault-program';
import { refusalOf } from './chain-refusal';

const ofDebit = (code: number) => JSON.stringify({ InstructionError: [2, { Custom: code }] });

describe('a refusal of the chain', () => {
  it.each([
    ['paid_before', ofDebit(VAULT_ERRORS.AlreadyDebited[0])],
    ['paid_before', ofDebit(VAULT_ERRORS.PaymentSeqPassed[0])],
    ['stays', ofDebit(VAULT_ERRORS.WrongRecipient[0])],
    ['passes', ofDebit(VAULT_ERRORS.Paused[0])],
    ['passes', ofDebit(VAULT_ERRORS.DailyLimitExceeded[0])],
    ['passes', ofDebit(VAULT_ERRORS.InsufficientVault[0])],
    ['passes', ofDebit(VAULT_ERRORS.Unauthorized[0])],
    // The same number of another program, and of another kind.
    ['passes', JSON.stringify({ InstructionError: [3, { Custom: 6005 }] })],
    ['passes', JSON.stringify({ InstructionError: [2, 'ProgramFailedToComplete'] })],
    ['passes', '"InsufficientFundsForFee"'],
    ['passes', 'null'],
    ['passes', 'no JSON'],
  ] as const)('%s: %s', (expected, error) => {
    expect(refusalOf(error)).toBe(expected);
  });
});
