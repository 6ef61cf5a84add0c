/**
 * The funding apps as the gateway sees them, without chains: their answers are prepared, but what a user signed goes to
 * the engine's own rules, as the apps send it.
 */
import { carriedOut } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import type {
  Bus,
  FundingHandlers,
  Recoverable,
  RecoverRequest,
  WithdrawRequest,
} from '@bellwether/bus';
import type { CodedError } from '@bellwether/errors';
import { payRevenue } from '../../../libs/nest-bus/test/pay-revenue';
import { serveFunding } from '../../../libs/nest-bus/test/serve-operations';
import { GAS, addressOf } from './funding-fixtures';

export class FundingApps {
  /** The last request of each operation. */
  readonly asked = new Map<string, unknown>();
  /** If set, everything is refused with it. */
  refusal: CodedError | null = null;
  private service: { stop(): Promise<unknown> } | undefined;
  private readonly engine: EngineClient;

  constructor(private readonly bus: Bus) {
    this.engine = new EngineClient({ bus, shard: 0 });
  }

  async start(): Promise<void> {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    this.service = await serveFunding(this.bus, this.handlers(), log);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
  }

  private handlers(): FundingHandlers {
    const tx = { txSignature: new Uint8Array(64).fill(7) };
    return {
      address: async (request) => addressOf(this.taken('address', request).user),
      proxy: async (request) => ({
        ...addressOf(this.taken('proxy', request).user),
        usdcBalanceMicroUsdc: 5,
        initialized: false,
      }),
      gas_price: async (request) => {
        this.taken('gas_price', request);
        return GAS;
      },
      tier: async (request) => {
        const { user, tier } = this.taken('tier', request);
        return { user, tier, previousTier: 0, ...tx, maxPerTxMicroUsdc: 1_000_000_000_000 };
      },
      refresh_tier: async (request) => ({
        user: this.taken('refresh_tier', request).user,
        tier: 2,
        refreshedMs: 1_700_000_000_999,
      }),
      faucet: async (request) => {
        this.taken('faucet', request);
        return tx;
      },
      bridge_executor: async (request) => this.taken('bridge_executor', request),
      daily_cap: async (request) => ({
        capMicroUsdc: this.taken('daily_cap', request).microUsdc,
        usedMicroUsdc: 3,
        resetsAtMs: 1_700_006_400_000,
      }),
      step_over: async (request) => ({
        ...this.taken('step_over', request),
        steppedMs: 1_700_000_001_500,
        transactions: 3,
      }),
      release: async (request) => {
        const { depositId } = this.taken('release', request);
        return { depositId, user: depositId, amountMicroUsdc: 9 };
      },
      reject: async (request) => {
        const { depositId } = this.taken('reject', request);
        return { depositId, user: depositId, amountMicroUsdc: 8 };
      },
      recover: async (request) => this.recover(this.taken('recover', request)),
      quote_withdraw: async (request) => {
        const asked = this.taken('quote_withdraw', request);
        return {
          ...asked,
          chain: asked.recipientKind === 'recipient_main' ? 'main' : 'ext',
          recipient: asked.recipient ?? addressOf(asked.user).depositAddress,
          gasFeeMicroUsdc: GAS.mainPerTxMicroUsdc,
          gasItems: GAS.actions[0].items,
          netAmountMicroUsdc: asked.amountMicroUsdc - GAS.mainPerTxMicroUsdc,
          minimumMicroUsdc: 1_000_000,
        };
      },
      withdraw: async (request) => this.withdraw(this.taken('withdraw', request)),
      treasury_payout: async (request) =>
        payRevenue(this.engine, { ...this.taken('treasury_payout', request), builderId: '' }),
    };
  }

  private taken<R>(operation: string, request: R): R {
    if (this.refusal !== null) throw this.refusal;
    this.asked.set(operation, request);
    return request;
  }

  private async recover(request: RecoverRequest) {
    const command = { kind: 'recover', ...request, builder: null } as const;
    carriedOut(await this.engine.send('deposit', command, { requestId: 'test' }), 'recovery');
    return this.recovery('user:1', request);
  }

  private recovery(recoveryId: string, { user, mint, recipient }: Recoverable) {
    const state = 'sending' as const;
    const amount = '18446744073709551615';
    return { recoveryId, user, mint, recipient, amount, state, txSignature: null };
  }

  private async withdraw(request: WithdrawRequest) {
    const { amountMicroUsdc: amount, ...rest } = request;
    const gasFee = GAS.mainPerTxMicroUsdc;
    const command = { kind: 'withdraw', ...rest, amount, gasFee, builder: null } as const;
    const answer = await this.engine.send('withdrawal', command, { requestId: 'test' });
    const { body, replayed, timestampMs } = carriedOut(answer, 'withdrawal');
    return {
      withdrawalId: body.withdrawalId,
      user: request.user,
      amountMicroUsdc: body.amount,
      gasFeeMicroUsdc: body.gasFee,
      gasItems: [{ kind: 'transaction_fees' as const, microUsdc: body.gasFee }],
      netAmountMicroUsdc: body.netAmount,
      chain: body.chain,
      recipientKind: body.recipientKind,
      recipient: body.recipient ?? addressOf(request.user).depositAddress,
      nonce: request.nonce,
      createdMs: timestampMs,
      isReplay: replayed,
    };
  }
}
