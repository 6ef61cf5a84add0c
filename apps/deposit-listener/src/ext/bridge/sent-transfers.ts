import {
  TransactionSearch,
  addressOf,
  bytesOfAddress,
  readBridgeMessage,
  signatureBytes,
  transferMessagesIn,
} from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { sameBytes } from '@bellwether/codec';
import { ALONE, encodeSplit, splitSum } from '@bellwether/funding';
import type { Deposit, Transfer } from '@bellwether/funding';
import { decodeTokenTransfer } from '@bellwether/wormhole';
import type { ListenerParts } from '../../parts';
import type { UserPlaces } from '../../watch/user-addresses';
import { collectedIn, collectorOf, ownMessageOf, splitOf } from './shared-transfer';
import type { Collected } from './shared-transfer';

/** The list of those that shared it, and the deposit's place in it. */
export type Sharing = Pick<Transfer, 'split' | 'share'>;

/**
 * - `none`: the deposit has not crossed the bridge
 * - `searching`: it may have, or by a transaction that is not known wholly yet
 * - `sent`: by this transaction, of its amount to its user's proxy wallet
 * - `contradiction`: by one that its record says something else of
 */
export type Sent =
  | { readonly kind: 'none' | 'searching' }
  | { readonly kind: 'sent'; readonly signature: Uint8Array; readonly sharing: Sharing }
  | { readonly kind: 'contradiction'; readonly why: string };

const SEARCHING: Sent = { kind: 'searching' };
const CONTRADICTION: Sent = {
  kind: 'contradiction',
  why: 'its message on the chain is another transfer than its record says',
};

/**
 * The transfers that sent deposits over the bridge, by the chain and not by the rows, which may be behind it. One that
 * went alone has written the deposit's own message; one that was shared names that message's account.
 */
export class SentTransfers {
  private readonly search: TransactionSearch;

  constructor(
    private readonly parts: Pick<
      ListenerParts,
      'stores' | 'chains' | 'sides' | 'usdc' | 'depositMaster' | 'splitProgram' | 'splitRentTo'
    >,
  ) {
    this.search = new TransactionSearch(parts.chains.ext);
  }

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT; Fault (retry) */
  async of(deposit: Deposit, places: UserPlaces): Promise<Sent> {
    const { chains, sides } = this.parts;
    const { address: ownMessage } = await ownMessageOf(this.parts, deposit);
    const message = await readBridgeMessage(chains.ext, sides.ext, ownMessage);
    if (message === undefined) return this.shared(deposit, places, ownMessage);
    const { amount, to } = decodeTokenTransfer(message.payload);
    const isOfDeposit =
      amount === BigInt(deposit.amountMicroUsdc) && addressOf(to) === places.proxyUsdcAccount;
    if (!isOfDeposit) return CONTRADICTION;
    const found = await this.search.find(ownMessage, ({ transaction }) =>
      transferMessagesIn(sides.ext, transaction).includes(ownMessage),
    );
    // Nodes store accounts and transactions separately; and one look examines only some of what names an account.
    if (found === undefined) return SEARCHING;
    const signature = signatureBytes(found.transaction.signature);
    return { kind: 'sent', signature, sharing: ALONE };
  }

  private async shared(deposit: Deposit, places: UserPlaces, ownMessage: Address): Promise<Sent> {
    const collector = await collectorOf(this.parts);
    const found = await this.search.find(ownMessage, ({ transaction }) =>
      collectedIn(transaction, collector).some((one) => one.reference === ownMessage),
    );
    if (found === undefined) {
      return this.search.isUnderWay(ownMessage) ? SEARCHING : { kind: 'none' };
    }
    const { transaction } = found;
    const collected = collectedIn(transaction, collector);
    const share = collected.findIndex((one) => one.reference === ownMessage);
    const { amount, depositUsdcAccount } = collected[share]!;
    const isOfDeposit =
      amount === BigInt(deposit.amountMicroUsdc) &&
      depositUsdcAccount === places.depositUsdcAccount;
    if (!isOfDeposit) return CONTRADICTION;
    const accounts = await this.proxyAccountsOf(collected);
    // Others' addresses may be found again only later.
    if (accounts === undefined) return SEARCHING;
    const entries = collected.map((one, at) => ({
      account: accounts[at]!,
      amountMicroUsdc: Number(one.amount),
    }));
    const [messageAccount] = transferMessagesIn(this.parts.sides.ext, transaction);
    if (messageAccount === undefined) return CONTRADICTION;
    const { split, splitAccount } = await splitOf(this.parts, messageAccount, entries);
    const isList = await this.isSentTo(messageAccount, splitAccount, BigInt(splitSum(split)));
    if (isList !== true) return isList === undefined ? SEARCHING : CONTRADICTION;
    const sharing = { split: encodeSplit(split), share };
    return { kind: 'sent', signature: signatureBytes(transaction.signature), sharing };
  }

  /** By the users of the addresses, whose accounts on main follow from them. `undefined`: not all are known. */
  private async proxyAccountsOf(
    collected: readonly Collected[],
  ): Promise<readonly Uint8Array[] | undefined> {
    const owners = collected.map(({ depositAddress }) => depositAddress);
    const known = owners.flatMap((owner) => (owner === undefined ? [] : [bytesOfAddress(owner)]));
    const watches = await this.parts.stores.watched.withPlaces(known);
    const accounts = owners.flatMap((owner) => {
      const watch = watches.find((one) => addressOf(one.depositAddress) === owner);
      return watch === undefined ? [] : [watch.proxyUsdcAccount];
    });
    return accounts.length === owners.length ? accounts : undefined;
  }

  /** `undefined`: its message is not there yet, on nodes that lag. */
  private async isSentTo(
    messageAccount: Address,
    splitAccount: Uint8Array,
    sum: bigint,
  ): Promise<boolean | undefined> {
    const { chains, sides } = this.parts;
    const message = await readBridgeMessage(chains.ext, sides.ext, messageAccount);
    if (message === undefined) return undefined;
    const { amount, to } = decodeTokenTransfer(message.payload);
    return amount === sum && sameBytes(to, splitAccount);
  }
}
