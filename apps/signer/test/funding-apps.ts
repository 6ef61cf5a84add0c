/**
 * The funding apps as a signer sees them, without chains: addresses are prepared, and what was signed goes to the
 * engine's own rules, as the apps send it.
 */
import { createHash } from 'node:crypto';
import { carriedOut } from '@bellwether/api';
import { EngineClient } from '@bellwether/bus';
import type {
  BuilderPayoutRequest,
  BuilderRecoverRequest,
  BuilderWithdrawRequest,
  Bus,
  FundingAddress,
  WithdrawQuoteRequest,
} from '@bellwether/bus';
import { payRevenue } from '../../../libs/nest-bus/test/pay-revenue';
import { serveFunding } from '../../../libs/nest-bus/test/serve-operations';
import { CodedError } from '@bellwether/errors';

export const GAS_FEE = 1_100;

const keyOf = (word: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(word).digest());

/** The addresses of a user, which follow from the key. */
export function addressOf(user: Uint8Array): FundingAddress {
  const name = Buffer.from(user).toString('hex');
  return {
    user,
    depositAddress: keyOf(`${name}/deposit`),
    depositUsdcAccount: keyOf(`${name}/deposit-usdc`),
    usdcMintExt: keyOf('usdc-ext'),
    proxyWallet: keyOf(`${name}/proxy`),
    proxyUsdcAccount: keyOf(`${name}/proxy-usdc`),
    usdcMintMain: keyOf('usdc-main'),
    initialized: true,
    tier: 0,
    maxPerTxMicroUsdc: 10_000_000_000,
    dailyCapRemainingMicroUsdc: 1,
    dailyCapResetsAtMs: 0,
    estimatedGas: {
      extUsdc: { microUsdc: 3, items: [{ kind: 'transaction_fees', microUsdc: 3 }] },
      extOther: { microUsdc: 4, items: [{ kind: 'transaction_fees', microUsdc: 4 }] },
      mainUsdc: { microUsdc: 2, items: [{ kind: 'transaction_fees', microUsdc: 2 }] },
    },
  };
}

export class FundingApps {
  /** Withdrawals and recoveries that reached the apps. */
  readonly asked: (BuilderWithdrawRequest | BuilderRecoverRequest)[] = [];
  /** If set, the answer is that the outcome is unknown, although the request was executed. */
  isMute = false;
  private service: { stop(): Promise<unknown> } | undefined;
  private readonly engine: EngineClient;

  constructor(private readonly bus: Bus) {
    this.engine = new EngineClient({ bus, shard: 0 });
  }

  async start(): Promise<void> {
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    const handlers = {
      address: async ({ user }: { user: Uint8Array }) => addressOf(user),
      quote_withdraw: async (asked: WithdrawQuoteRequest) => ({
        ...asked,
        chain: 'ext' as const,
        recipient: asked.recipient ?? addressOf(asked.user).depositAddress,
        gasFeeMicroUsdc: GAS_FEE,
        gasItems: [{ kind: 'transaction_fees' as const, microUsdc: GAS_FEE }],
        netAmountMicroUsdc: asked.amountMicroUsdc - GAS_FEE,
        minimumMicroUsdc: 1_000_000,
      }),
      builder_withdraw: (request: BuilderWithdrawRequest) => this.withdraw(request),
      builder_recover: (request: BuilderRecoverRequest) => this.recover(request),
      builder_payout: ({ keys, ...terms }: BuilderPayoutRequest) =>
        payRevenue(this.engine, { ...terms, source: 'builder' }, keys),
    };
    this.service = await serveFunding(this.bus, handlers, log);
  }

  async stop(): Promise<void> {
    await this.service?.stop();
  }

  private async withdraw(request: BuilderWithdrawRequest) {
    this.asked.push(request);
    const { amountMicroUsdc: amount, ...rest } = request;
    const command = { kind: 'withdraw', ...rest, amount, gasFee: GAS_FEE } as const;
    const answer = await this.engine.send('withdrawal', command, { requestId: 'test' });
    const { body, replayed, timestampMs } = carriedOut(answer, 'withdrawal');
    if (this.isMute) throw new CodedError('OUTCOME_UNKNOWN');
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

  private async recover(request: BuilderRecoverRequest) {
    this.asked.push(request);
    const command = { kind: 'recover', ...request } as const;
    carriedOut(await this.engine.send('deposit', command, { requestId: 'test' }), 'recovery');
    const { user, mint, recipient, nonce } = request;
    const state = 'sending' as const;
    return { recoveryId: `${nonce}`, user, mint, recipient, amount: '7', state, txSignature: null };
  }
}
