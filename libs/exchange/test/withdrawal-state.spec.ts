/** Withdrawals in the state: the table and the ring, their snapshot, and their invariants. */
import { describe, expect, it } from 'vitest';
import { withdrawalIdOf } from '@bellwether/canonical-message';

import { WITHDRAWING_AMOUNT } from '../src/accounts/account-table';
import { CAPACITIES, LITTLE_LOAD } from '../src/capacities';
import { LANES_OF } from '../src/command';
import type { Command } from '../src/command';
import { CommandEvents } from '../src/command-events';
import { haltOnBreach } from '../src/commands/breach-halt';
import { carryOut } from '../src/commands/carry-out';
import { checkState } from '../src/invariants/check-state';
import {
  DEPOSITS_CREDITED,
  GAS_REVENUE,
  PROTOCOL_FEES_PAID,
  WITHDRAWING,
} from '../src/money/ledger';
import { readState, writeState } from '../src/snapshot/snapshot';
import { ExchangeState } from '../src/state';

const USER = new Uint8Array(32).fill(1);
const NONE = { nonce: null, paymentSeq: null };
const idOf = (nonce: number) => withdrawalIdOf({ network: 'test', user: USER, nonce });

class Desk {
  readonly state: ExchangeState;

  constructor(capacities = {}) {
    this.state = new ExchangeState('test', { ...CAPACITIES, ...capacities }, LITTLE_LOAD);
    const proof = { txSignature: new Uint8Array(64), slot: 1 };
    this.apply({ kind: 'chain_credit', user: USER, creditSeq: 1, amount: 1_000_000, ...proof });
  }

  /** Returns violated invariants too. */
  apply(command: Command) {
    this.state.lastSeq++;
    const events = new CommandEvents();
    const { reply } = carryOut(this.state, { lane: LANES_OF[command.kind][0]!, command }, events);
    haltOnBreach(this.state, events);
    return { body: reply.body, breaches: events.breaches.map(({ invariant }) => invariant) };
  }

  withdraw(nonce: number, amount = 10) {
    return this.apply({
      kind: 'withdraw',
      user: USER,
      amount,
      maxGasFee: 0,
      recipientKind: 'default',
      recipient: null,
      allowProgramAddress: nonce % 2 === 0,
      nonce,
      gasFee: 1,
      builder: null,
      signature: new Uint8Array(64),
    });
  }

  settle(nonce: number) {
    return this.apply({ kind: 'settle_withdrawal', withdrawalId: idOf(nonce), gasFee: null });
  }

  breaches(): string[] {
    return checkState(this.state).map(({ invariant }) => invariant);
  }
}

describe('many withdrawals', () => {
  it('are found among a thousand, ended and open, before and after a snapshot', () => {
    const desk = new Desk({ rememberedEndedWithdrawals: 100 });
    for (let nonce = 1; nonce <= 1_000; nonce++) desk.withdraw(nonce);
    for (let nonce = 1; nonce <= 1_000; nonce += 2) desk.settle(nonce);
    const restored = readState(writeState(desk.state), LITTLE_LOAD);
    for (const { withdrawals, endedWithdrawals } of [desk.state, restored]) {
      expect(withdrawals.live).toBe(500);
      expect([withdrawals.countOf(1), withdrawals.lowestSeqOf(1)]).toEqual([500, 2]);
      for (let nonce = 1; nonce <= 1_000; nonce++) {
        const record = withdrawals.find(idOf(nonce));
        const { nonce: held, paymentSeq } = record === 0 ? NONE : withdrawals.read(record);
        const expected = nonce % 2 === 0 ? nonce : null;
        expect([held, paymentSeq]).toEqual([expected, expected]);
        const isRemembered = nonce % 2 === 1 && nonce > 800;
        expect(endedWithdrawals.find(idOf(nonce))?.paymentSeq).toBe(
          isRemembered ? nonce : undefined,
        );
      }
    }
    expect(desk.breaches()).toEqual([]);
  });
});

describe('the invariants of funding', () => {
  it('I3: what an account has withdrawing is the sum of its open withdrawals', () => {
    const desk = new Desk();
    desk.withdraw(1);
    desk.state.accountTable.words[(1 << 4) + WITHDRAWING_AMOUNT]! += 1;
    desk.state.ledger.totals[WITHDRAWING]! += 1;
    desk.state.ledger.totals[DEPOSITS_CREDITED]! += 1;
    expect(desk.breaches()).toEqual(['I3']);
  });

  it.each([
    [GAS_REVENUE, -1],
    [PROTOCOL_FEES_PAID, 1],
  ])('I9: what was not earned and paid out all the same', (total, change) => {
    const desk = new Desk();
    desk.state.ledger.totals[total]! += change;
    desk.state.ledger.totals[DEPOSITS_CREDITED]! -= 1;
    expect(desk.breaches()).toEqual(['I9']);
  });

  it('I5: money that is under way in no account', () => {
    const desk = new Desk();
    desk.state.ledger.totals[WITHDRAWING]! += 1;
    expect(desk.breaches()).toEqual(['I5', 'I5']);
  });

  it('halts where a settlement takes more than is under way, and used its nonce where a withdrawal did', () => {
    const desk = new Desk();
    desk.withdraw(1);
    desk.state.accountTable.words[(1 << 4) + WITHDRAWING_AMOUNT]! -= 1;
    expect(desk.settle(1).breaches).toEqual(['I2']);
    expect(desk.state.mode).toBe('halted');

    const other = new Desk();
    other.state.accountTable.words[(1 << 4) + WITHDRAWING_AMOUNT]! -= 11;
    const { body } = other.withdraw(1);
    expect(body).toMatchObject({ kind: 'refused', code: 'HALTED' });
    expect(other.state.outcomes.lastNonce(1, 2)).toBe(1);
  });
});
