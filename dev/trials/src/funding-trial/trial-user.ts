/** One user of a trial: deposits and waits until each is credited; meanwhile withdraws and waits until each is paid. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk } from '../../../e2e/src/answers';
import { eventually } from '../../../e2e/src/eventually';
import type { Exchange } from '../../../e2e/src/exchange';
import { depositStatus, withdrawal } from '../../../e2e/src/funding-answers';
import type { DepositRecord, WithdrawalRecord } from '../../../e2e/src/funding-answers';
import { newDepositor, withdraw } from '../../../e2e/src/funding-scenario';
import type { Depositor } from '../../../e2e/src/funding-scenario';
import type { LocalChainRpc } from '../../../e2e/src/local-chains';
import { Wallet } from '../../../e2e/src/wallet';
import type { ChainName } from './doubtful-nodes';
import type { SendGate } from './send-gate';
import type { DepositKind, PlannedDeposit, PlannedUser, PlannedWithdrawal } from './trial-plan';

const LOOK_PAUSE_MS = 500;
/** With continuous crashes a step may take minutes; no correct one takes longer than this. */
export const MONEY_TIMEOUT_MS = 3_600_000;
/** Gas is charged to the balance, and the charge may come before a withdrawal is requested. */
const ENTRY_TIMEOUT_MS = 120_000;

export interface TrialWorld {
  readonly exchange: Exchange;
  readonly rpc: Readonly<Record<ChainName, LocalChainRpc>>;
  readonly gate: SendGate;
  /** Mint of the token that is swapped. */
  readonly tokenMint: string;
}

export interface SentDeposit {
  readonly planned: PlannedDeposit;
  readonly signature: string;
}

export interface PaidWithdrawal {
  readonly planned: PlannedWithdrawal;
  readonly chain: ChainName;
  readonly recipient: string;
  readonly record: WithdrawalRecord;
}

export interface TrialUser {
  readonly depositor: Depositor;
  readonly sent: readonly SentDeposit[];
  /** All deposits that the exchange knows of at the end. */
  readonly deposits: readonly DepositRecord[];
  readonly withdrawals: readonly PaidWithdrawal[];
}

export const chainOf = (kind: DepositKind): ChainName => (kind.startsWith('ext') ? 'ext' : 'main');

export const newTrialDepositor = ({ exchange }: TrialWorld): Promise<Depositor> =>
  eventually(
    () => newDepositor(exchange),
    () => true,
    ENTRY_TIMEOUT_MS,
  );

export const depositsOf = async (exchange: Exchange, user: string) =>
  expectOk(depositStatus, await exchange.get(`/v1/deposit/status/${user}`)).deposits;

/** Sends test money directly on the chain. @returns the transaction; the caller sends again what a fork drops */
export function send(
  { rpc, gate, tokenMint }: TrialWorld,
  { depositAddress, proxyWallet }: Depositor,
  { kind, amount }: Pick<PlannedDeposit, 'kind' | 'amount'>,
): Promise<string> {
  const chain = chainOf(kind);
  const to = chain === 'ext' ? depositAddress : proxyWallet;
  return gate.send(chain, () => {
    if (kind === 'ext_token') return rpc.ext.mintOf(tokenMint, to, amount);
    if (kind === 'ext_usdc' || kind === 'main_usdc') return rpc[chain].mint(to, amount);
    return rpc[chain].airdrop(to, amount);
  });
}

export async function liveThrough(world: TrialWorld, plan: PlannedUser): Promise<TrialUser> {
  const depositor = await newTrialDepositor(world);
  const deposits = new SentDeposits(world, depositor);
  for (const planned of plan.deposits) await deposits.send(planned);
  const [withdrawals] = await Promise.all([
    withdrawAll(world, { depositor, deposits, plan }),
    deposits.untilCredited(() => deposits.all),
  ]);
  return {
    depositor,
    sent: deposits.all,
    deposits: await eventually(
      () => depositsOf(world.exchange, depositor.user),
      () => true,
      ENTRY_TIMEOUT_MS,
    ),
    withdrawals,
  };
}

/** A user's sent deposits: each once on the chain, across forks. */
class SentDeposits {
  all: readonly SentDeposit[] = [];
  private resending: Promise<void> | undefined;

  constructor(
    private readonly world: TrialWorld,
    private readonly depositor: Depositor,
  ) {}

  async send(planned: PlannedDeposit): Promise<void> {
    const signature = await send(this.world, this.depositor, planned);
    this.all = [...this.all, { planned, signature }];
  }

  /** @param chosen the deposits to wait for; a dropped one gets another signature */
  async untilCredited(chosen: () => readonly SentDeposit[]): Promise<void> {
    const { exchange } = this.world;
    const deadlineMs = performance.now() + MONEY_TIMEOUT_MS;
    for (;;) {
      this.resending ??= this.sendDroppedAgain().finally(() => (this.resending = undefined));
      await this.resending;
      const found = await depositsOf(exchange, this.depositor.user).catch(() => []);
      const credited = new Set(
        found.filter(({ phase }) => phase === 'credited').map((one) => one.tx_signature),
      );
      const missing = chosen().filter(({ signature }) => !credited.has(signature));
      if (missing.length === 0) return;
      if (performance.now() > deadlineMs) {
        throw new Error(`never credited: ${JSON.stringify({ missing, found })}`);
      }
      await sleep(LOOK_PAUSE_MS);
    }
  }

  /** One pass at a time, however many wait for it, so that a dropped one is sent again only once. */
  private async sendDroppedAgain(): Promise<void> {
    for (const dropped of this.all) {
      if (!this.world.gate.isDropped(dropped.signature)) continue;
      const signature = await send(this.world, this.depositor, dropped.planned);
      this.all = this.all.map((one) => (one === dropped ? { ...one, signature } : one));
    }
  }
}

interface Withdrawing {
  readonly depositor: Depositor;
  readonly deposits: SentDeposits;
  readonly plan: PlannedUser;
}

/** Sends withdrawals in order of their nonces, after the first credit; all are awaited together. */
async function withdrawAll(
  world: TrialWorld,
  { depositor, deposits, plan }: Withdrawing,
): Promise<readonly PaidWithdrawal[]> {
  const first = plan.deposits[0]!;
  await deposits.untilCredited(() => deposits.all.filter(({ planned }) => planned === first));
  const accepted: { planned: PlannedWithdrawal; id: string; recipient: string }[] = [];
  for (const [index, planned] of plan.withdrawals.entries()) {
    const { kind, microUsdc: amount } = planned;
    const { publicKey } = await Wallet.create();
    const to = {
      ext: { recipient_ext: publicKey },
      main: { recipient_main: publicKey },
      default: {},
    };
    const terms = { amount, ...to[kind], nonce: index + 1 };
    const answer = await withdraw(world.exchange, depositor.wallet, terms, MONEY_TIMEOUT_MS);
    const recipient = kind === 'default' ? depositor.depositAddress : publicKey;
    accepted.push({ planned, id: answer.withdrawal_id, recipient });
  }
  return Promise.all(
    accepted.map(async ({ planned, id, recipient }) => ({
      planned,
      recipient,
      chain: planned.kind === 'main' ? ('main' as const) : ('ext' as const),
      record: await completed(world.exchange, id),
    })),
  );
}

async function completed(exchange: Exchange, id: string): Promise<WithdrawalRecord> {
  const deadlineMs = performance.now() + MONEY_TIMEOUT_MS;
  for (;;) {
    const record = await exchange
      .get(`/v1/withdraw/${id}`)
      .then((answer) => expectOk(withdrawal, answer).data)
      .catch(() => undefined);
    if (record?.status === 'completed') return record;
    if (record?.status === 'failed' || performance.now() > deadlineMs) {
      throw new Error(`never paid: ${JSON.stringify(record)}`);
    }
    await sleep(LOOK_PAUSE_MS);
  }
}
