/**
 * Takes back the rent of the exchange's own accounts: of one that is empty, and of a user for whom nothing is under way
 * and nothing has moved for a while. A deposit that comes later makes its account anew. So no deposit can be lost: the
 * chain closes no account that holds tokens, and a transfer to one that is closed fails, or makes it again.
 */
import {
  addressOf,
  closeTokenAccount,
  closeTokenOfProxy,
  parseTokenAccount,
} from '@bellwether/chain';
import type { ChainAccount, Signer, TransactionRequest } from '@bellwether/chain';
import { RENT_UNUSED_MS } from '@bellwether/funding';
import type { AccountRent } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import { workOn } from '../ext/work-on';
import type { ListenerParts } from '../parts';
import { rowOfTransaction } from '../transactions/transaction-row';
import { RENTS_AT_ONCE, RENT_LEASE_MS, RENT_LOOK_MS, RENT_PAUSE_MS, RENT_USED_MS } from './limits';

type Parts = Pick<ListenerParts, 'addresses' | 'chains' | 'listener' | 'now' | 'stores' | 'vault'>;

export class ReclaimRent implements Worker {
  readonly name = 'reclaim-rent';
  readonly pauseMs = RENT_PAUSE_MS;

  constructor(private readonly parts: Parts) {}

  /** @returns how many accounts were found closed, or are being closed */
  async tick(): Promise<number> {
    const { stores, now } = this.parts;
    const claim = { limit: RENTS_AT_ONCE, nowMs: now(), leaseMs: RENT_LEASE_MS };
    return workOn(await stores.rents.claimDue(claim), {
      step: (rent) => this.step(rent),
      later: async (rent) => void (await this.lookAgain(rent, RENT_LOOK_MS)),
    });
  }

  private async step(rent: AccountRent): Promise<boolean> {
    const { stores, chains, now } = this.parts;
    const { purpose, chain, user, closingPurpose } = rent;
    const made = await stores.transactions.byPurpose(purpose);
    if (made?.state === 'failed' || made?.state === 'expired') return this.isClosed(rent);
    if (closingPurpose !== null) {
      const closing = await stores.transactions.byPurpose(closingPurpose);
      if (closing?.state === 'final') return this.isClosed(rent);
      if (closing?.state === 'kept') return this.lookAgain(rent, RENT_LOOK_MS);
    }
    if (!(await stores.rents.isUnused(user, now() - RENT_UNUSED_MS)))
      return this.lookAgain(rent, RENT_USED_MS);
    const account = await chains[chain].readAccount(addressOf(rent.account));
    if (account === null) return this.isClosed(rent);
    if (!isEmpty(account, rent)) return this.lookAgain(rent, RENT_USED_MS);
    const built = await chains[chain].buildTransaction(await this.closing(rent));
    // The vault may be paused, or a token account be there before its wallet.
    const { error } = await chains[chain].simulate(built);
    if (error !== null) return this.lookAgain(rent, RENT_USED_MS);
    const row = rowOfTransaction(built, { purpose: closingPurposeOf(rent), chain, user });
    await stores.transactions.keep({ ...row, closes: purpose }, now());
    await this.lookAgain(rent, RENT_LOOK_MS);
    return true;
  }

  private async closing({ kind, user, account }: AccountRent): Promise<TransactionRequest> {
    const { addresses, listener, vault } = this.parts;
    const token = addressOf(account);
    if (kind === 'deposit_token')
      return closedBy(listener, await addresses.depositSigner(user), token);
    const registrar = listener.address;
    const closing = await closeTokenOfProxy(vault, { registrar, user, token });
    return { instructions: [closing], feePayer: listener };
  }

  private async isClosed({ purpose }: AccountRent): Promise<true> {
    await this.parts.stores.rents.close(purpose, this.parts.now());
    return true;
  }

  private async lookAgain({ purpose }: AccountRent, afterMs: number): Promise<false> {
    await this.parts.stores.rents.postpone(purpose, this.parts.now() + afterMs);
    return false;
  }
}

const closedBy = (
  listener: Signer,
  owner: Signer,
  account: ReturnType<typeof addressOf>,
): TransactionRequest => ({
  instructions: [
    closeTokenAccount({ account, owner: owner.address, destination: listener.address }),
  ],
  feePayer: listener,
  signers: [owner],
});

/**
 * Lamports above the rent at a deposit address are its user's to recover. Those at a proxy wallet's account nobody can
 * take but the vault, which sends them here: a lamport from a stranger keeps no rent there.
 */
const isEmpty = (account: ChainAccount, { kind, lamports }: AccountRent): boolean =>
  parseTokenAccount(account)?.amount === 0n &&
  (kind === 'proxy_token' || account.lamports === BigInt(lamports));

function closingPurposeOf({ purpose, closingPurpose }: AccountRent): string {
  const before = closingPurpose === null ? 0 : Number(closingPurpose.split(':').at(-1));
  return `${purpose}:close:${before + 1}`;
}
