/**
 * Arrivals of a block of main at proxy wallets, and the vault's credits. Everything that enters a proxy's token account
 * is an arrival, because the vault will sweep it. If neither the bridge nor the exchange sent it, it is also a deposit.
 */
import {
  addressOf,
  bytesOfAddress,
  nativeMovementsOf,
  signatureBytes,
  signatureText,
  tokenMovementsOf,
  vaultEventsOf,
} from '@bellwether/chain';
import type { Block, Chain, Vault } from '@bellwether/chain';
import { fromHex, sameBytes } from '@bellwether/codec';
import { ALONE, CAPITAL_ACCOUNTS, depositIdOf, encodeSplit, isBookable } from '@bellwether/funding';
import type { BridgedBy, NewDeposit } from '@bellwether/funding';
import type {
  ChainTransaction,
  ChainTransactionStore,
  NewArrival,
  ScanFindings,
} from '@bellwether/persistence';
import type { WatchedUser, WatchedUsers } from '../watch/watched-set';
import { arrivalsOf, proxyPaymentsOf } from './proxy-arrivals';
import type { ProxyArrival, ProxyPayment } from './proxy-arrivals';
import type { CompletedTransfers } from './completed-transfers';
import type { SetAside } from './scan-metrics';
import type { VaultCredits } from './vault-credits';

const DEPOSIT_ID_BYTES = 32;
const maxOf = (one: bigint, other: bigint): bigint => (one > other ? one : other);

export interface MainFindingsParts {
  readonly network: 'test' | 'production';
  readonly vault: Vault;
  /** Of the block. */
  readonly watched: Pick<WatchedUsers, 'ofDepositAddress' | 'ofProxyUsdcAccount' | 'ofProxyWallet'>;
  readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
  readonly completed: Pick<CompletedTransfers, 'in'>;
  readonly credits: Pick<VaultCredits, 'of'>;
  /** The rent of an account of so many bytes. */
  readonly minimumLamports: Chain['minimumLamports'];
  readonly setAside: (why: SetAside, movement: object) => void;
}

export async function findMain(block: Block, parts: MainFindingsParts): Promise<ScanFindings> {
  const logged = vaultEventsOf(block, parts.vault);
  const { seen, credits } = await parts.credits.of(logged);
  const payments = proxyPaymentsOf(block, { ...parts, credits: seen });
  const own = await ownTransactions(block, payments, parts);
  const found = await Promise.all(
    payments.map((payment) => foundIn(payment, block.slot, own, parts)),
  );
  return {
    credits,
    arrivals: found.flat().map(({ arrival }) => arrival),
    deposits: [
      ...found.flat().flatMap(({ deposit }) => (deposit === undefined ? [] : [deposit])),
      ...(await lamportsOf(block, { logged, own, parts })),
      ...strayed(block, parts),
    ],
  };
}

/** USDC at deposit addresses, which are of ext: recorded for their users to recover. */
const strayed = (
  block: Block,
  { vault: { mint }, watched, setAside }: MainFindingsParts,
): NewDeposit[] =>
  tokenMovementsOf(block).flatMap((movement): NewDeposit[] => {
    const { signature, account, accountIndex, slot, owner, amountBefore, amountAfter } = movement;
    const user = watched.ofDepositAddress(owner);
    if (user === undefined || movement.mint !== mint || amountAfter <= amountBefore) return [];
    if (!isBookable(amountAfter)) {
      setAside('too_large', { signature, account });
      return [];
    }
    return [
      {
        user: user.user,
        source: 'main_usdc',
        txSignature: signatureBytes(signature),
        accountIndex,
        slot,
        mint: bytesOfAddress(mint),
        // By its mint, which a recovery names.
        sourceToken: mint,
        sourceAmount: amountAfter - amountBefore,
        rejection: 'other_chain',
      },
    ];
  });

interface FoundArrival {
  readonly arrival: NewArrival;
  readonly deposit?: NewDeposit;
}

/** A transaction's arrivals at an account: each transfer that the bridge completed, and the rest. */
async function foundIn(
  payment: ProxyPayment,
  slot: number,
  own: OwnTransactions,
  parts: MainFindingsParts,
): Promise<FoundArrival[]> {
  const { user, transaction } = payment;
  const { signature, index: txIndex } = transaction;
  const txSignature = signatureBytes(signature);
  const completed = await parts.completed.in(transaction);
  const transfers = completed.filter(({ to }) => to === user.proxyUsdcAccount);
  const arrivals = arrivalsOf(payment, transfers);
  const isOnlyBridged = arrivals.every(({ by }) => by !== null);
  const paidFor = isOnlyBridged ? undefined : depositPaidFor(payment, own);
  const mint = bytesOfAddress(parts.vault.mint);
  return arrivals.map(({ by, accountIndex, amountMicroUsdc }): FoundArrival => {
    const place = { txSignature, accountIndex, user: user.user, slot, mint };
    const arrival = { ...place, txIndex, amountMicroUsdc, ...bridgedBy(by), depositId: null };
    // The owner is decided by the database transaction that writes it: nothing changes then.
    if (by !== null) return { arrival: { ...arrival, kind: 'bridged' } };
    if (paidFor !== undefined) {
      return { arrival: { ...arrival, kind: 'swept', depositId: paidFor } };
    }
    const deposit: NewDeposit = {
      ...place,
      source: 'main_usdc',
      sourceToken: 'USDC',
      sourceAmount: BigInt(amountMicroUsdc),
    };
    const depositId = depositIdOf({ chain: 'main', txSignature, accountIndex });
    return { arrival: { ...arrival, kind: 'native', depositId }, deposit };
  });
}

function bridgedBy(by: ProxyArrival['by']): BridgedBy {
  if (by === null) return { transferSequence: null, ...ALONE };
  return 'sequence' in by
    ? { transferSequence: by.sequence, ...ALONE }
    : { transferSequence: null, split: encodeSplit(by.split), share: by.share };
}

/** The deposit of lamports whose purchase the payment is. */
function depositPaidFor(
  { user, transaction: { signature } }: ProxyPayment,
  own: OwnTransactions,
): Uint8Array | undefined {
  const ours = own.get(signature);
  return ours !== undefined && isFor(ours, user) ? depositOfPurpose(ours.purpose) : undefined;
}

/** Transactions that the exchange's apps signed, by signature. */
type OwnTransactions = ReadonlyMap<string, Pick<ChainTransaction, 'purpose' | 'user'>>;

/** A transaction moves other users' money too if others may add to it: then it is judged as a stranger's. */
const isFor = ({ user }: Pick<ChainTransaction, 'user'>, watched: WatchedUser): boolean =>
  user !== null && sameBytes(user, watched.user);

async function ownTransactions(
  block: Block,
  payments: readonly ProxyPayment[],
  { transactions, watched, network }: MainFindingsParts,
): Promise<OwnTransactions> {
  const lamports = network === 'test' ? nativeMovementsOf(block) : [];
  const signatures = new Set([
    ...payments.map(({ transaction }) => transaction.signature),
    ...lamports
      .filter(({ account }) => watched.ofProxyWallet(account) !== undefined)
      .map((one) => one.signature),
  ]);
  if (signatures.size === 0) return new Map();
  const own = await transactions.bySignatures([...signatures].map(signatureBytes));
  return new Map(own.map((one) => [signatureText(one.signature), one]));
}

const DEPOSIT_PURPOSE = /^deposit:([0-9a-f]{64}):/;

/** The deposit that a transaction of the exchange was made for: `deposit:<id>:sweep:1`. */
function depositOfPurpose(purpose: string): Uint8Array | undefined {
  const hex = DEPOSIT_PURPOSE.exec(purpose)?.[1];
  return hex === undefined ? undefined : fromHex(hex, DEPOSIT_ID_BYTES);
}

/**
 * Lamports that arrived at a proxy wallet: a deposit on the test network, where they are bought. In the transaction that
 * creates its account the rent of the account is none.
 */
async function lamportsOf(
  block: Block,
  {
    logged,
    own,
    parts,
  }: {
    readonly logged: ReturnType<typeof vaultEventsOf>;
    readonly own: OwnTransactions;
    readonly parts: MainFindingsParts;
  },
): Promise<NewDeposit[]> {
  const { network, watched, setAside, minimumLamports } = parts;
  if (network !== 'test') return [];
  const made = new Set(
    logged.events.flatMap(({ event, signature }) =>
      event.kind === 'ProxyInitialized' ? [`${signature} ${addressOf(event.proxy)}`] : [],
    ),
  );
  const rent = made.size === 0 ? 0n : await minimumLamports(CAPITAL_ACCOUNTS.proxy.bytes);
  return nativeMovementsOf(block).flatMap((movement): NewDeposit[] => {
    const { signature, account, accountIndex, slot, lamportsBefore, lamportsAfter } = movement;
    const user = watched.ofProxyWallet(account);
    if (user === undefined || lamportsAfter <= lamportsBefore) return [];
    const ours = own.get(signature);
    const isOwn = ours !== undefined && isFor(ours, user);
    const isMade = made.has(`${signature} ${account}`);
    const from = isMade ? maxOf(lamportsBefore, rent) : lamportsBefore;
    const sourceAmount = isOwn ? 0n : lamportsAfter - from;
    if (sourceAmount <= 0n) {
      setAside(isOwn ? 'own' : 'rent', { signature, account });
      return [];
    }
    return [
      {
        user: user.user,
        source: 'main_native',
        txSignature: signatureBytes(signature),
        accountIndex,
        slot,
        mint: null,
        sourceToken: 'SOL',
        sourceAmount,
      },
    ];
  });
}
