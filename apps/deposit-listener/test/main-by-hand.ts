/** All that the listener does on the main chain, run tick by tick in this process. */
import { associatedTokenAddress, parseTokenAccount } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { tickOf, until } from '@bellwether/funding-testbed';
import type { Worker } from '@bellwether/runtime';
import { mainChainWorkers } from '../src/main-chain/main-chain-workers';
import type { ListenerParts } from '../src/parts';
import { Broadcast } from '../src/transactions/broadcast';
import { IDLE_TICK_MS } from './ext/ext-by-hand';
import type { Clock } from './ext/ext-by-hand';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import type { World } from './world';

export class MainByHand {
  private readonly workers: readonly Worker[];

  constructor(
    readonly parts: ListenerParts,
    world: World,
    /** Of these parts, where it is to pass when there is nothing to do. */
    private readonly clock: Clock = { aheadMs: 0 },
  ) {
    const broadcast = { ...parts, transactions: parts.stores.transactions };
    this.workers = [
      scansOf(parts, world)('scan-main'),
      ...mainChainWorkers(parts),
      new Broadcast(broadcast),
    ];
  }

  /** Another process on the same tables. */
  static again(parts: ListenerParts, world: World, clock?: Clock): MainByHand {
    return new MainByHand(asNewProcess(parts), world, clock);
  }

  worker(name: string): Worker {
    const worker = this.workers.find((one) => one.name === name);
    if (worker === undefined) throw new Error(`no duty ${name}`);
    return worker;
  }

  /** One tick of each, once the scan is level. */
  async tick(): Promise<void> {
    await this.scan();
    let gotOn = 0;
    for (const worker of this.workers) gotOn += await tickOf(worker);
    if (gotOn === 0) this.clock.aheadMs += IDLE_TICK_MS;
  }

  /** Until the scan has read what is final now: on a busy machine it may never be level with a chain that runs. */
  async scan(): Promise<void> {
    await scanToHead(this.parts, this.worker('scan-main'));
  }

  /** Ticks of all until it is so. */
  async until(isSo: () => Promise<boolean> | boolean): Promise<void> {
    await until(async () => {
      await this.tick();
      return isSo();
    });
  }

  async stop(): Promise<void> {
    for (const worker of this.workers) await worker.stop?.();
  }
}

/** What a token account holds, final. */
export async function heldBy(parts: ListenerParts, account: Address): Promise<bigint> {
  const found = await parts.chains.main.readAccount(account);
  return found === null ? 0n : (parseTokenAccount(found)?.amount ?? 0n);
}

export const treasuryAccount = (parts: ListenerParts): Promise<Address> =>
  associatedTokenAddress(parts.treasury!.address, parts.vault.mint);
