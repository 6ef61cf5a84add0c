/**
 * What a block of main brought to proxy wallets, and what the vault credited. Everything that enters a proxy's token
 * account is an arrival, because the vault will sweep it. What neither the bridge nor the exchange brought is also a
 * deposit.
 */
import {
  bytesOfAddress,
  nativeMovementsOf,
  signatureBytes,
  vaultEventsOf,
} from '@bellwether/chain';
import type { Block, Vault } from '@bellwether/chain';
import { fromHex } from '@bellwether/codec';
import { depositIdOf } from '@bellwether/funding';
import type { NewDeposit } from '@bellwether/funding';
import { payoutBySignature } from '@bellwether/persistence';
import type {
  ChainTransactionStore,
  NewArrival,
  PayoutStore,
  ScanFindings,
} from '@bellwether/persistence';
import type { WatchedUsers } from '../watch/watched-set';
import { arrivalsOf, proxyPaymentsOf } from './proxy-arrivals';
import type { ProxyPayment } from './proxy-arrivals';
import type { CompletedTransfers } from './completed-transfers';
import type { SetAside } from './scan-metrics';
import type { VaultCredits } from './vault-credits';

const DEPOSIT_ID_BYTES = 32;

export interface MainFindingsParts {
  readonly network: 'test' | 'production';
  readonly vault: Vault;
  /** Of the block. */
  readonly watched: Pick<WatchedUsers, 'ofProxyUsdcAccount' | 'ofProxyWallet'>;
  readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
  readonly payouts: Pick<PayoutStore, 'among'>;
  readonly completed: Pick<CompletedTransfers, 'in'>;
  readonly credits: Pick<VaultCredits, 'of'>;
  readonly setAside: (why: SetAside, movement: object) => void;
}

export async function findMain(block: Block, parts: MainFindingsParts): Promise<ScanFindings> {
  const logged = vaultEventsOf(block, parts.vault);
  const { seen, credits } = await parts.credits.of(logged);
  const payments = proxyPaymentsOf(block, { ...parts, credits: seen });
  const own = await ownTransactions(block, payments, parts);
  const known = { own, payouts: await payoutsAmong(payments, parts) };
  const found = await Promise.all(
    payments.map((payment) => foundIn(payment, block.slot, known, parts)),
  );
  return {
    credits,
    arrivals: found.flat().map(({ arrival }) => arrival),
    deposits: [
      ...found.flat().flatMap(({ deposit }) => (deposit === undefined ? [] : [deposit])),
      ...lamportsOf(block, { logged, own, parts }),
    ],
  };
}

interface FoundArrival {
  readonly arrival: NewArrival;
  readonly deposit?: NewDeposit;
}

/** What a transaction brought to an account: each transfer that the bridge completed, and the rest. */
async function foundIn(
  payment: ProxyPayment,
  slot: number,
  known: KnownTransactions,
  parts: MainFindingsParts,
): Promise<FoundArrival[]> {
  const { user, transaction } = payment;
  const { signature, index: txIndex } = transaction;
  const txSignature = signatureBytes(signature);
  const completed = await parts.completed.in(transaction);
  const transfers = completed.filter(({ to }) => to === user.proxyUsdcAccount);
  const arrivals = arrivalsOf(payment, transfers);
  const isOnlyBridged = arrivals.every(({ transferSequence }) => transferSequence !== null);
  const rest = isOnlyBridged ? undefined : originOf(payment, known, parts);
  const mint = bytesOfAddress(parts.vault.mint);
  return arrivals.map(({ transferSequence, accountIndex, amountMicroUsdc }): FoundArrival => {
    const place = { txSignature, accountIndex, user: user.user, slot, mint };
    const arrival = { ...place, txIndex, amountMicroUsdc, transferSequence, depositId: null };
    // The owner is decided by the database transaction that writes it: nothing changes then.
    if (transferSequence !== null) return { arrival: { ...arrival, kind: 'bridged' } };
    if (rest !== undefined) return { arrival: { ...arrival, ...rest } };
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

/** What arrived in a transaction that brings no deposits: a withdrawal, or a purchase of lamports. */
function originOf(
  { user, transaction: { signature } }: ProxyPayment,
  { own, payouts }: KnownTransactions,
  { setAside }: MainFindingsParts,
): Pick<NewArrival, 'kind' | 'depositId'> | undefined {
  const purpose = own.get(signature);
  const paidFor = purpose === undefined ? undefined : depositOfPurpose(purpose);
  if (paidFor !== undefined) return { kind: 'swept', depositId: paidFor };
  if (purpose === undefined && !payouts.has(payoutKeyOf(signature))) return undefined;
  setAside('payout', { signature, account: user.proxyUsdcAccount });
  return { kind: 'native', depositId: null };
}

interface KnownTransactions {
  readonly own: OwnTransactions;
  /** Keys of transactions that paid withdrawals. */
  readonly payouts: ReadonlySet<string>;
}

const payoutKeyOf = (signature: string): string => payoutBySignature(signatureBytes(signature));

/** By transaction only: payouts to ext are known by sequence numbers, and transfers from ext are numbered by ext. */
async function payoutsAmong(
  payments: readonly ProxyPayment[],
  { payouts }: MainFindingsParts,
): Promise<ReadonlySet<string>> {
  const keys = payments.map(({ transaction }) => payoutKeyOf(transaction.signature));
  return keys.length === 0 ? new Set() : payouts.among(keys);
}

/** Purposes of transactions that the exchange's apps signed, by signature. */
type OwnTransactions = ReadonlyMap<string, string>;

async function ownTransactions(
  block: Block,
  payments: readonly ProxyPayment[],
  { transactions, watched, network }: MainFindingsParts,
): Promise<OwnTransactions> {
  const lamports = network === 'test' ? nativeMovementsOf(block) : [];
  const signatures = new Map(
    [
      ...payments.map(({ transaction }) => transaction.signature),
      ...lamports
        .filter(({ account }) => watched.ofProxyWallet(account) !== undefined)
        .map((one) => one.signature),
    ].map((signature) => [payoutKeyOf(signature), signature]),
  );
  if (signatures.size === 0) return new Map();
  const bytes = [...signatures.values()].map(signatureBytes);
  const own = await transactions.bySignatures(bytes);
  return new Map(
    own.flatMap(({ signature, purpose }) => {
      const text = signatures.get(payoutBySignature(signature));
      return text === undefined ? [] : [[text, purpose] as const];
    }),
  );
}

const DEPOSIT_PURPOSE = /^deposit:([0-9a-f]{64}):/;

/** The deposit that a transaction of the exchange was made for: `deposit:<id>:sweep:1`. */
function depositOfPurpose(purpose: string): Uint8Array | undefined {
  const hex = DEPOSIT_PURPOSE.exec(purpose)?.[1];
  return hex === undefined ? undefined : fromHex(hex, DEPOSIT_ID_BYTES);
}

/**
 * Lamports that arrived at a proxy wallet: a deposit on the test network, where they are bought. What a wallet receives
 * in the transaction that creates its account is the account's rent.
 */
function lamportsOf(
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
): NewDeposit[] {
  const { network, watched, setAside } = parts;
  if (network !== 'test') return [];
  const made = new Set(
    logged.events
      .filter(({ event }) => event.kind === 'ProxyInitialized')
      .map(({ signature }) => signature),
  );
  return nativeMovementsOf(block).flatMap((movement): NewDeposit[] => {
    const { signature, account, accountIndex, slot, lamportsBefore, lamportsAfter } = movement;
    const user = watched.ofProxyWallet(account);
    if (user === undefined || lamportsAfter <= lamportsBefore) return [];
    const why = own.has(signature) ? 'own' : made.has(signature) ? 'rent' : undefined;
    if (why !== undefined) {
      setAside(why, { signature, account });
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
        sourceAmount: lamportsAfter - lamportsBefore,
      },
    ];
  });
}
