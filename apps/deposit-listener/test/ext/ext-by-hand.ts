/** The listener's work on ext, tick by tick, on a real database and real chains. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOfAddress, parseTokenAccount, signatureBytes } from '@bellwether/chain';
import type { Address, TransactionState } from '@bellwether/chain';
import { decode } from '@bellwether/codec';
import type { Code } from '@bellwether/errors';
import {
  encodeFundingMessage,
  fundingMessageLayout,
  fundingMessageSubject,
  newDeposit,
} from '@bellwether/funding';
import type {
  Deposit,
  FundingMessage,
  FundingMessageOf,
  GasTariff,
  NewDeposit,
} from '@bellwether/funding';
import { tickOf, until } from '@bellwether/funding-testbed';
import type { Worker } from '@bellwether/runtime';
import { TransferUpdatesController } from '../../src/ext/bridge/transfer-updates.controller';
import { extWorkers } from '../../src/ext/ext-work';
import type { ListenerParts } from '../../src/parts';
import { Broadcast } from '../../src/transactions/broadcast';
import { transactionOfRow } from '../../src/transactions/transaction-row';
import type { UserPlaces } from '../../src/watch/user-addresses';
import { scanToHead, scansOf } from '../scan-by-hand';
import type { World } from '../world';

/** At 20 ms and more a tick, longer than anything here takes on a busy machine. */
const MAX_TICKS = 1_500;
/** Of the clock's time passes with a tick in which nothing was to be done: as much as workers rest. */
export const IDLE_TICK_MS = 250;
/** What has nothing to do looks again after this at the latest. */
const IDLE_PAUSE_MS = 160;

export interface Clock {
  /** Added to the machine's time. */
  aheadMs: number;
}

export const workersOfExt = (parts: ListenerParts): readonly Worker[] => [
  ...extWorkers(parts),
  new Broadcast({ ...parts, transactions: parts.stores.transactions }),
];

export class ExtByHand {
  private inserted = 0;

  private constructor(
    readonly world: World,
    readonly url: string,
    readonly parts: ListenerParts,
    readonly clock: Clock,
    private readonly scan: Worker,
  ) {}

  /** An empty database, the scan of ext at the chain's head. */
  static async begin(
    world: World,
    options: { readonly tariff?: GasTariff; readonly shareWaitMs?: number } = {},
  ): Promise<ExtByHand> {
    const url = await world.databaseUrl();
    const clock = { aheadMs: 0 };
    const now = () => Date.now() + clock.aheadMs;
    const parts = await world.parts(url, { now, ...options });
    const scan = scansOf(parts, world)('scan-ext');
    const by = new ExtByHand(world, url, parts, clock, scan);
    await by.scanToHead();
    return by;
  }

  scanToHead(): Promise<void> {
    return scanToHead(this.parts, this.scan);
  }

  async watch(user: Uint8Array): Promise<UserPlaces> {
    const { stores, addresses } = this.parts;
    await stores.watched.watch(await addresses.watchOf(user, this.parts.now()));
    return addresses.of(user);
  }

  /** Money for the user's deposit address: final, and found. @returns the deposit as it was found */
  async given(
    user: Uint8Array,
    what: { readonly mint?: Address; readonly amount: bigint },
  ): Promise<Deposit> {
    const { depositAddress } = await this.watch(user);
    const signature = await this.world.give('ext', { to: depositAddress, ...what });
    await this.scanToHead();
    const txSignature = signatureBytes(signature);
    const found = (await this.deposits(user)).find((deposit) =>
      deposit.txSignature.every((byte, at) => byte === txSignature[at]),
    );
    if (found === undefined) throw new Error('the deposit was not found');
    return found;
  }

  /** A deposit as the scan would write it, of money that is nowhere. */
  async insert(
    user: Uint8Array,
    { mint, amount }: { readonly mint?: Address; readonly amount: bigint },
  ): Promise<Deposit> {
    const isUsdc = mint === this.parts.usdc.ext;
    const txSignature = new Uint8Array(64);
    new DataView(txSignature.buffer).setUint32(0, ++this.inserted);
    const found: NewDeposit = {
      user,
      source: mint === undefined ? 'ext_native' : isUsdc ? 'ext_usdc' : 'ext_token',
      txSignature,
      accountIndex: 1,
      slot: 1,
      mint: mint === undefined ? null : bytesOfAddress(mint),
      sourceToken: mint === undefined ? 'SOL' : isUsdc ? 'USDC' : mint,
      sourceAmount: amount,
    };
    const { stores, now } = this.parts;
    await stores.cursors.add({ deposits: [found] }, now());
    return newDeposit(found, now());
  }

  deposits(user: Uint8Array): Promise<Deposit[]> {
    return this.parts.stores.deposits.latestOf(user, 1_000);
  }

  async deposit({ depositId }: Pick<Deposit, 'depositId'>): Promise<Deposit> {
    const found = await this.parts.stores.deposits.byId(depositId);
    if (found === null) throw new Error('no such deposit');
    return found;
  }

  /** Ticks of all workers until it is so. */
  async work(
    isDone: () => Promise<boolean>,
    workers: readonly Worker[] = workersOfExt(this.parts),
  ): Promise<void> {
    for (let tick = 0; tick < MAX_TICKS; tick++) {
      if (await isDone()) return;
      let gotOn = 0;
      for (const worker of workers) gotOn += await tickOf(worker);
      gotOn += await tickOf(this.scan);
      // What waits for its time has it the sooner.
      if (gotOn === 0) this.clock.aheadMs += IDLE_TICK_MS;
      await sleep(10);
    }
    throw new Error('it never came');
  }

  /** One tick of each. @param expected the code that the test brings about: thrown as it comes */
  async workOnce(
    workers: readonly Worker[] = workersOfExt(this.parts),
    expected?: Code,
  ): Promise<void> {
    for (const worker of workers) await tickOf(worker, expected);
  }

  /** The scan and the workers side by side, each in a loop of its own, as the listener has them. @returns what ends them */
  run(workers: readonly Worker[] = workersOfExt(this.parts)): () => Promise<void> {
    let isRunning = true;
    const loops = [...workers, this.scan].map(async (worker) => {
      for (let idleTicks = 0; isRunning;) {
        idleTicks = (await tickOf(worker)) === 0 ? idleTicks + 1 : 0;
        await sleep(Math.min(IDLE_PAUSE_MS, 20 * 2 ** idleTicks));
      }
    });
    return async () => {
      isRunning = false;
      await Promise.all(loops);
    };
  }

  /** Broadcasts only stored transactions whose purpose begins so. */
  broadcast(beginning: string): readonly Worker[] {
    const { transactions } = this.parts.stores;
    const claimDue: typeof transactions.claimDue = async (claim) => {
      const rows = await transactions.claimDue(claim);
      const isWanted = ({ purpose }: { readonly purpose: string }): boolean =>
        purpose.startsWith(`${beginning}:`);
      // The others are nobody's again.
      for (const row of rows) {
        if (!isWanted(row)) await transactions.postpone(row.purpose, claim.nowMs);
      }
      return rows.filter(isWanted);
    };
    const narrowed = {
      claimDue,
      end: transactions.end.bind(transactions),
      postpone: transactions.postpone.bind(transactions),
    };
    return [new Broadcast({ ...this.parts, transactions: narrowed })];
  }

  async workUntil(
    deposit: Pick<Deposit, 'depositId'>,
    wanted: Partial<Deposit>,
    workers?: readonly Worker[],
  ): Promise<Deposit> {
    const fields = Object.keys(wanted) as (keyof Deposit)[];
    const isSo = (now: Deposit): boolean => fields.every((field) => now[field] === wanted[field]);
    await this.work(async () => isSo(await this.deposit(deposit)), workers);
    return this.deposit(deposit);
  }

  /** Each message of a kind that was ever to be sent, oldest first. */
  async messages<K extends FundingMessage['kind']>(kind: K): Promise<FundingMessageOf<K>[]> {
    const rows = await this.world.rows(this.url, 'SELECT payload FROM outbox ORDER BY outbox_id');
    const messages = rows.map(({ payload }) =>
      decode(fundingMessageLayout, new Uint8Array(payload as Uint8Array)),
    );
    return messages.filter((one): one is FundingMessageOf<K> => one.kind === kind);
  }

  /** A relayer's work on a transfer: sends the stored bytes until it has ended. */
  async send(message: FundingMessageOf<'transfer_signed'>): Promise<TransactionState> {
    const kept = transactionOfRow({
      signature: message.sourceSignature,
      bytes: message.sourceBytes!,
      lastValidBlockHeight: message.lastValidBlockHeight!,
    });
    return until(async () => {
      const state = await this.world.chains.ext.advance(kept);
      return state.state === 'final' || state.state === 'expired' ? state : undefined;
    });
  }

  /** As an outbox has it. */
  encoded(message: FundingMessage): { readonly subject: string; readonly payload: Uint8Array } {
    return { subject: fundingMessageSubject(message), payload: encodeFundingMessage(message) };
  }

  /** News of the relayer, as it is delivered. */
  report(message: FundingMessage, messageId: string): Promise<void> {
    return new TransferUpdatesController(this.parts).take({ message, messageId, delivery: 1 });
  }

  async tokens(account: Address, chainName: 'ext' | 'main' = 'ext'): Promise<bigint> {
    const found = await this.world.chains[chainName].readAccount(account);
    return found === null ? 0n : (parseTokenAccount(found)?.amount ?? 0n);
  }

  async lamports(account: Address): Promise<bigint> {
    return (await this.world.chains.ext.readAccount(account))?.lamports ?? 0n;
  }

  /** What users are charged, by purpose. */
  async charges(): Promise<Record<string, number>> {
    const rows = await this.world.rows(
      this.url,
      'SELECT purpose, amount_micro_usdc FROM gas_charges ORDER BY charge_seq',
    );
    return Object.fromEntries(
      rows.map(({ purpose, amount_micro_usdc }) => [String(purpose), Number(amount_micro_usdc)]),
    );
  }

  /** Alarms that were raised. */
  async alarms(): Promise<Record<string, number>> {
    const text = await this.parts.metrics.registry.metrics();
    const lines = text.matchAll(/alarms_total\{[^}]*kind="(\w+)"[^}]*\} (\d+)/g);
    return Object.fromEntries(
      [...lines].map(([, kind, count]) => [String(kind), Number(count)]).filter(([, n]) => n !== 0),
    ) as Record<string, number>;
  }
}
