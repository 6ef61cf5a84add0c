/**
 * Sends credits and gas charges to the engine, each user's in order of their numbers: the next one of a kind is
 * accepted only after the previous one. The engine accepts repeats once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { refusalError } from '@bellwether/bus';
import type { EngineClient } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import type { Command } from '@bellwether/exchange';
import type {
  ChainCredit,
  ChainCreditStore,
  GasCharge,
  GasChargeStore,
} from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { Alarms } from '../alarms';
import { allOf } from './all-of';
import type { CreditGas } from './credit-gas';
import {
  CHARGE_TIMEOUT_MS,
  CHARGE_PAUSE_MS,
  ENGINE_CLAIMS,
  ENGINE_LEASE_MS,
  ENGINE_PAUSE_MS,
} from './limits';

export interface SendToEngineParts {
  readonly engine: Pick<EngineClient, 'send'>;
  readonly credits: Pick<ChainCreditStore, 'claimNext' | 'engineTook'>;
  readonly charges: Pick<GasChargeStore, 'claimNext' | 'engineTook' | 'isWaiting'>;
  readonly gas: Pick<CreditGas, 'charge'>;
  readonly alarms: Alarms;
  readonly now: () => number;
}

export class SendToEngine implements Worker {
  readonly name = 'tell-engine';
  readonly pauseMs = ENGINE_PAUSE_MS;

  constructor(private readonly parts: SendToEngineParts) {}

  /**
   * @returns how many the engine accepted
   * @throws the failure of one, after the others were sent
   */
  async tick(): Promise<number> {
    const { credits } = this.parts;
    const charged = await this.sendCharges();
    const claimed = await credits.claimNext(this.claim());
    const sent = await allOf(claimed, ENGINE_CLAIMS, (credit) => this.sendCredit(credit));
    return charged + sent.filter(Boolean).length;
  }

  private claim() {
    return { limit: ENGINE_CLAIMS, nowMs: this.parts.now(), leaseMs: ENGINE_LEASE_MS };
  }

  private async sendCharges(): Promise<number> {
    const claimed = await this.parts.charges.claimNext(this.claim());
    await allOf(claimed, ENGINE_CLAIMS, (charge) => this.sendCharge(charge));
    return claimed.length;
  }

  private async sendCharge(charge: GasCharge): Promise<void> {
    const { charges, now } = this.parts;
    const { user, chargeSeq, amountMicroUsdc: amount, purpose } = charge;
    const command = { kind: 'charge_gas', user, chargeSeq, amount, purpose } as const;
    const done = await this.sendCommand(command, `charge:${toHex(user)}:${chargeSeq}`);
    // The engine's event shows which charge had that number before: this one, or one whose row was lost.
    if (done === 'done') await charges.engineTook(charge, now());
  }

  /** @returns false if it was not accepted: it is looked at again when its lease ends */
  private async sendCredit(credit: ChainCredit): Promise<boolean> {
    const { gas, credits, alarms, now } = this.parts;
    const { user, creditSeq, amountMicroUsdc: amount, txSignature, slot } = credit;
    await gas.charge(credit);
    if (!(await this.hasChargesIn(user))) return false;
    const command = { kind: 'chain_credit', user, creditSeq, amount, txSignature, slot } as const;
    const done = await this.sendCommand(command, `credit:${toHex(user)}:${creditSeq}`);
    if (done === 'refused') return false;
    const facts = { user: toHex(user), credit_seq: creditSeq };
    // Before it is marked as done, so that it is not lost with the process. An alarm may repeat.
    if (credit.attribution !== 'exact') {
      const { attribution, differenceMicroUsdc } = credit;
      alarms.raise('credit_not_attributed', { ...facts, attribution, differenceMicroUsdc });
    }
    for (const why of await credits.engineTook(credit, now())) {
      alarms.raise('record_contradiction', { ...facts, why });
    }
    return true;
  }

  /** Whether all charges of the user are booked: earlier charges go first. */
  private async hasChargesIn(user: Uint8Array): Promise<boolean> {
    const { charges, now } = this.parts;
    const untilMs = now() + CHARGE_TIMEOUT_MS;
    while (await charges.isWaiting(user)) {
      // Another process may have claimed them.
      if ((await this.sendCharges()) === 0) await sleep(CHARGE_PAUSE_MS);
      if (now() > untilMs) return false;
    }
    return true;
  }

  /**
   * @returns `refused`, which raises an alarm: the engine lacks an earlier one, or has no room. Nothing changes and it is
   *   sent again; other users' money does not wait for it. `replayed`: it had one of that number
   */
  private async sendCommand(
    command: Command,
    requestId: string,
  ): Promise<'done' | 'replayed' | 'refused'> {
    const { engine, alarms } = this.parts;
    const { reply, replayed } = await engine.send('deposit', command, { requestId });
    if (reply.body.kind !== 'refused') return replayed ? 'replayed' : 'done';
    const { code, details } = refusalError(reply.body);
    const isGap = code === 'CREDIT_GAP' || code === 'CHARGE_GAP';
    alarms.raise(isGap ? 'engine_gap' : 'engine_refusal', {
      request_id: requestId,
      code,
      ...details,
    });
    return 'refused';
  }
}
