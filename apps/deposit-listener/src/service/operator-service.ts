import type { DailyCapView, FundingAnswer, FundingRequest } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { gasPriceOf, minWithdrawalMicroUsdc, pricedActions } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import type { StepResult } from '@bellwether/persistence';
import type { ListenerParts } from '../parts';

const SIGNATURE_BYTES = 64;

/** Operators' settings, and what everybody may read of them. */
export class OperatorService {
  constructor(private readonly parts: Pick<ListenerParts, 'stores' | 'tariff' | 'now'>) {}

  gasPrice(): FundingAnswer<'gas_price'> {
    const { tariff } = this.parts;
    return {
      ...gasPriceOf(tariff),
      actions: pricedActions(tariff),
      minimumWithdrawals: {
        mainMicroUsdc: minWithdrawalMicroUsdc('main', tariff),
        extMicroUsdc: minWithdrawalMicroUsdc('ext', tariff),
      },
    };
  }

  /** Switching it on wakes the deposits that wait for it. */
  async setExecutor(enabled: boolean): Promise<{ readonly enabled: boolean }> {
    const { stores, now } = this.parts;
    await stores.settings.setBridgeExecutor(enabled, now());
    return { enabled };
  }

  async setDailyCap(microUsdc: number): Promise<DailyCapView> {
    const { stores, now } = this.parts;
    await stores.settings.setDailyCap(microUsdc, now());
    const { capMicroUsdc, usedMicroUsdc, resetsAtMs } = await stores.dailyCap.status(now());
    return { capMicroUsdc, usedMicroUsdc, resetsAtMs };
  }

  /** @throws CodedError DEPOSIT_NOT_FOUND, DEPOSIT_NOT_QUEUED */
  async release(depositId: Uint8Array): Promise<FundingAnswer<'release'>> {
    const { stores, now } = this.parts;
    // If the request is repeated after the release, the deposit may be in any later state: the answer is the same.
    return answerOf(await stores.deposits.release(depositId, now()), {
      depositId,
      isDone: ({ released }) => released,
    });
  }

  /** @throws CodedError VALIDATION_FAILED if the block is written already */
  async stepOver({
    chain,
    slot,
  }: FundingRequest<'step_over'>): Promise<FundingAnswer<'step_over'>> {
    const { stores, now } = this.parts;
    const asked = await stores.cursors.askToStepOver(chain, slot, now());
    if (asked === null) {
      const expected = 'the slot of a block that is not in the tables yet';
      throw new CodedError('VALIDATION_FAILED', { field: 'slot', value: slot, expected });
    }
    const { steppedMs, signatures } = asked;
    const transactions = signatures === null ? null : signatures.length / SIGNATURE_BYTES;
    return { chain, slot, steppedMs, transactions };
  }

  /**
   * It stays at the deposit address and may be recovered.
   * @throws CodedError DEPOSIT_NOT_FOUND, DEPOSIT_NOT_QUEUED
   */
  async reject(depositId: Uint8Array): Promise<FundingAnswer<'reject'>> {
    const { stores, now } = this.parts;
    return answerOf(await stores.deposits.reject(depositId, now()), {
      depositId,
      isDone: ({ reason }) => reason === 'operator_rejected',
    });
  }
}

/** An operator's decision about a queued deposit, now or before. */
function answerOf(
  result: StepResult<Deposit>,
  asked: { readonly depositId: Uint8Array; readonly isDone: (deposit: Deposit) => boolean },
): FundingAnswer<'release' | 'reject'> {
  const { depositId, isDone } = asked;
  const value = toHex(depositId);
  if (!('record' in result)) {
    throw new CodedError('DEPOSIT_NOT_FOUND', { field: 'deposit_id', value });
  }
  const { user, amountMicroUsdc, phase } = result.record;
  if (result.kind !== 'done' && !isDone(result.record)) {
    throw new CodedError('DEPOSIT_NOT_QUEUED', { field: 'deposit_id', value, phase });
  }
  return { depositId, user, amountMicroUsdc };
}
