import { describe, expect, it } from 'vitest';
import { withdrawTextBytes } from '@bellwether/exchange';
import type { Command } from '@bellwether/exchange';
import { sign, verify } from '@bellwether/signature';
import {
  signedAllowance,
  signedAttestation,
  signedByKey,
  signedCancel,
  signedCancelAll,
  signedFullOrder,
  signedOrder,
  signedRecover,
  signedRevocation,
  signedWithdraw,
  testUser,
} from '../../test/incoming';
import { packSignatures, verifyPacked } from './packed';
import { InlineSignatureChecks } from './signature-checks';
import { signedBytes } from './signed-bytes';
import type { Signed } from './signed-bytes';

const [alice, bob] = [testUser(1), testUser(2)];
const marketId = new Uint8Array(32).fill(1);
const order = signedOrder(alice, { marketId, nonce: 1 });
const full = signedFullOrder(alice, { marketId, nonce: 1 });
const cancel = signedCancel(alice, marketId, 5);
const cancelAll = signedCancelAll(alice, 1, marketId);
const withdraw = signedWithdraw(alice, { amount: 5, nonce: 1 });
const address = new Uint8Array(32).fill(2);
const recipient = { recipientKind: 'recipient_ext', recipient: address } as const;
const withdrawTo = signedWithdraw(alice, { amount: 5, nonce: 1, ...recipient });
const recover = signedRecover(alice, { mint: marketId, recipient: address, nonce: 1 });

const key = { tradingKey: bob.user, until: 1_800_000_000, nonce: 1 };
const allowance = signedAllowance(alice, key);
const byKey = signedByKey(order, bob);
const attested = signedAttestation(alice);
const textWithdraw = {
  ...withdrawTo,
  textForm: 'envelope' as const,
  signature: sign(withdrawTextBytes(withdrawTo, 'envelope', 'test'), alice.seed),
};

const cases: [string, Command, boolean][] = [
  ['an order', order, true],
  ['an order in its full form', full, true],
  ['one without its terms', { ...full, terms: undefined }, false],
  ['an order with terms', { ...order, terms: full.terms }, false],
  ['one with another end', { ...full, terms: { ...full.terms, expiresAt: 9 } }, false],
  ['one that reduces only', { ...full, terms: { ...full.terms, reduceOnly: true } }, false],
  ['one of another type', { ...full, orderType: 'ioc' }, false],
  ['a cancel', cancel, true],
  ['a cancel-all of a market', cancelAll, true],
  ['a cancel-all of all markets', signedCancelAll(alice, 1), true],
  ['an order with another price', { ...order, price: 5_001 }, false],
  ['an order with another size', { ...order, size: 2 }, false],
  ['an order on the other side', { ...order, side: 'sell' }, false],
  ['an order for the other outcome', { ...order, outcome: 'no' }, false],
  ['an order with another nonce', { ...order, nonce: 2 }, false],
  ['an order of another user', { ...order, user: bob.user }, false],
  ['an order for another market', { ...order, marketId: new Uint8Array(32) }, false],
  ['a cancel of another order', { ...cancel, orderId: 6 }, false],
  ['a cancel-all of all markets, signed for one', { ...cancelAll, marketId: null }, false],
  ['a cancel with the signature of an order', { ...cancel, signature: order.signature }, false],
  ['a withdrawal to the default', withdraw, true],
  ['a withdrawal to an address', withdrawTo, true],
  ['a withdrawal of another amount', { ...withdraw, amount: 6 }, false],
  ['a withdrawal with another bound of its fee', { ...withdraw, maxGasFee: 1 }, false],
  ['a withdrawal that allows a program', { ...withdrawTo, allowProgramAddress: true }, false],
  ['a withdrawal with another nonce', { ...withdraw, nonce: 2 }, false],
  ['a withdrawal of another user', { ...withdraw, user: bob.user }, false],
  ['a withdrawal to another address', { ...withdrawTo, recipient: marketId }, false],
  ['a withdrawal to the default, signed for an address', { ...withdraw, ...recipient }, false],
  [
    'a withdrawal to another chain',
    { ...withdrawTo, recipientKind: 'recipient_main' as const },
    false,
  ],
  ['a withdrawal of another network', signedWithdraw(alice, withdraw, 'production'), false],
  ['a recovery', recover, true],
  ['a recovery of another token', { ...recover, mint: address }, false],
  ['a recovery with another bound of its fee', { ...recover, maxGasFee: 1 }, false],
  ['a recovery that allows a program', { ...recover, allowProgramAddress: true }, false],
  ['a recovery to another address', { ...recover, recipient: marketId }, false],
  ['a recovery of another network', signedRecover(alice, recover, 'production'), false],
  // The worker sets the fee and the signer the key id: the user signed neither.
  ['a withdrawal with another gas fee', { ...withdraw, gasFee: 2 }, true],
  ['a withdrawal through a builder', { ...withdraw, builder: new Uint8Array(16) }, true],
  ['an order by a trading key', byKey, true],
  ['an order by a trading key, said to be the user’s', { ...byKey, signer: undefined }, false],
  ['an order by its user, said to be a trading key’s', { ...order, signer: bob.user }, false],
  ['an allowance', allowance, true],
  ['an allowance in the envelope', signedAllowance(alice, { ...key, form: 'envelope' }), true],
  ['an allowance, raw, said to be in the envelope', { ...allowance, form: 'envelope' }, false],
  ['an allowance for longer', { ...allowance, until: 1_800_000_001 }, false],
  ['an allowance of another network', signedAllowance(alice, key, 'production'), false],
  [
    'an allowance that the key signed',
    { ...allowance, user: bob.user, tradingKey: alice.user },
    false,
  ],
  ['a revocation by the owner', signedRevocation(alice, key), true],
  ['a revocation by the key', signedRevocation(alice, key, bob), true],
  [
    'a revocation by the key, said to be the owner’s',
    { ...signedRevocation(alice, key, bob), signedBy: 'owner' },
    false,
  ],
  ['a withdrawal as a text', textWithdraw, true],
  ['a withdrawal as a text, of another fee', { ...textWithdraw, maxGasFee: 1 }, false],
  ['a withdrawal as a text, of another amount', { ...textWithdraw, amount: 6 }, false],
  [
    'a withdrawal as a text, said to be the message',
    { ...textWithdraw, textForm: undefined },
    false,
  ],
  ['an attestation', attested, true],
  ['an attestation of another value', { ...attested, value: 150 }, false],
  ['an attestation of another kind', { ...attested, attests: 'winner' }, false],
  ['an attestation of another subject', { ...attested, subject: address }, false],
  ['an attestation with other decimals', { ...attested, decimals: 3 }, false],
  ['an attestation of another time', { ...attested, observedAt: 1 }, false],
  ['an attestation that was signed later', { ...attested, signedAt: 1_800_000_000 }, false],
  ['an attestation in other words', { ...attested, statement: 'As I read it.' }, false],
  ['an attestation of another source', { ...attested, source: bob.user }, false],
  ['an attestation of another network', signedAttestation(alice, {}, 'production'), false],
  // Outside the 90 bytes: the signature does not cover them (docs/protocol/signed-messages.md, section 1).
  ['an order of another type', { ...order, orderType: 'ioc' }, true],
  ['an order with another builder fee', { ...order, feeBps: 5 }, true],
];

describe('the signature of a command', () => {
  it.each(cases)('of %s is %p: %p', (_name, command, expected) => {
    const verdicts: boolean[] = [];
    new InlineSignatureChecks(verify).check([signedBytes(command, 'test')], (valid) =>
      verdicts.push(...valid),
    );
    expect(verdicts).toEqual([expected]);
  });

  it('of many, packed for another thread, are the same verdicts', () => {
    const signed = cases
      .map(([, command]) => signedBytes(command, 'test'))
      .filter((one): one is Signed => one !== null);
    expect([...verifyPacked(packSignatures(signed), verify)]).toEqual(
      cases.map(([, , expected]) => Number(expected)),
    );
  });

  it('is asked for of users only', () => {
    expect(signedBytes({ kind: 'set_mode', mode: 'open' }, 'test')).toBeNull();
    expect(
      signedBytes({ kind: 'test_credit', user: alice.user, amount: 1, reference: 'r' }, 'test'),
    ).toBeNull();
  });
});
