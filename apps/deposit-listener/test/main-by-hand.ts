/** All that the listener does on the main chain, run round by round in this process. */
import { associatedTokenAddress, parseTokenAccount } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { roundOf, until } from '@bellwether/local-world';
import type { Duty } from '@bellwether/runtime';
import { mainChainDuties } from '../src/main-chain/main-chain-duties';
import type { ListenerParts } from '../src/parts';
import { Broadcast } from '../src/transactions/broadcast';
import { asNewProcess, scanToHead, scansOf } from './scan-by-hand';
import type { World } from './world';

export class MainByHand {
  private readonly duties: readonly Duty[];

  constructor(
    readonly parts: ListenerParts,
    world: World,
  ) {
    const broadcast = { ...parts, transactions: parts.stores.transactions };
    this.duties = [
      scansOf(parts, world)('scan-main'),
      ...mainChainDuties(parts),
      new Broadcast(broadcast),
    ];
  }

  /** Another process on the same tables. */
  static again(parts: ListenerParts, world: World): MainByHand {
    return new MainByHand(asNewProcess(parts), world);
  }

  duty(name: string): Duty {
    const duty = this.duties.find((one) => one.name === name);
    if (duty === undefined) throw new Error(`no duty ${name}`);
    return duty;
  }

  /** One round of each, once the scan is level. */
  async round(): Promise<void> {
    await this.scan();
    for (const duty of this.duties) await roundOf(duty);
  }

  /** Until the scan has read what is final now: on a busy machine it may never be level with a chain that runs. */
  async scan(): Promise<void> {
    await scanToHead(this.parts, this.duty('scan-main'));
  }

  /** Rounds of all until it is so. */
  async until(isSo: () => Promise<boolean> | boolean): Promise<void> {
    await until(async () => {
      await this.round();
      return isSo();
    });
  }

  async stop(): Promise<void> {
    for (const duty of this.duties) await duty.stop?.();
  }
}

/** What a token account holds, final. */
export async function heldBy(parts: ListenerParts, account: Address): Promise<bigint> {
  const found = await parts.chains.main.readAccount(account);
  return found === null ? 0n : (parseTokenAccount(found)?.amount ?? 0n);
}

export const treasuryAccount = (parts: ListenerParts): Promise<Address> =>
  associatedTokenAddress(parts.treasury!.address, parts.vault.mint);
