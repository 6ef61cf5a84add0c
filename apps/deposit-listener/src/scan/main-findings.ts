/**
 * What a block of main brought to proxy wallets, and what the vault credited. Whatever comes into a proxy's token account
 * is an arrival, as the vault will sweep it; what was not brought there by the bridge or by us is a deposit besides.
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
import { payoutBySequence, payoutBySignature } from '@bellwether/persistence';
import type {
  ArrivalKind,
  ChainTransactionStore,
  DepositStore,
  NewArrival,
  PayoutStore,
  ScanFindings,
} from '@bellwether/persistence';
import type { WatchedSet, WatchedUser } from '../watch/watched-set';
import { proxyArrivalsOf } from './proxy-arrivals';
import type { ProxyArrival } from './proxy-arrivals';
import type { CompletedTransfers } from './completed-transfers';
import type { SetAside } from './scan-metrics';
import type { VaultCredits } from './vault-credits';

const DEPOSIT_ID_BYTES = 32;

export interface MainFindingsParts {
  readonly network: 'test' | 'production';
  readonly vault: Vault;
  readonly watched: Pick<WatchedSet, 'ofProxyUsdcAccount' | 'ofProxyWallet'>;
  readonly transactions: Pick<ChainTransactionStore, 'bySignatures'>;
  readonly payouts: Pick<PayoutStore, 'among'>;
  readonly deposits: Pick<DepositStore, 'ofTransferNumber' | 'underWayAtAddress'>;
  readonly completed: Pick<CompletedTransfers, 'in'>;
  readonly credits: VaultCredits;
  readonly setAside: (why: SetAside, movement: object) => void;
}

export async function findMain(block: Block, parts: MainFindingsParts): Promise<ScanFindings> {
  const told = vaultEventsOf(block, parts.vault);
  const { seen, credits } = await parts.credits.of(told);
  const incoming = proxyArrivalsOf(block, { ...parts, credits: seen });
  const own = await ownTransactions(block, incoming, parts);
  const found = await Promise.all(incoming.map((one) => arrivalOf(block, one, own, parts)));
  return {
    credits,
    arrivals: found.map(({ arrival }) => arrival),
    deposits: [
      ...found.flatMap(({ deposit }) => (deposit === undefined ? [] : [deposit])),
      ...lamportsOf(block, { told, own, parts }),
    ],
  };
}

interface FoundArrival {
  readonly arrival: NewArrival;
  readonly deposit?: NewDeposit;
}

async function arrivalOf(
  block: Block,
  incoming: ProxyArrival,
  own: OwnTransactions,
  parts: MainFindingsParts,
): Promise<FoundArrival> {
  const { user, signature, accountIndex, txIndex, amountMicroUsdc } = incoming;
  const txSignature = signatureBytes(signature);
  const place = { txSignature, accountIndex, user: user.user, slot: block.slot };
  const arrival = (kind: ArrivalKind, rest: Partial<NewArrival> = {}): NewArrival => ({
    ...place,
    kind,
    amountMicroUsdc,
    txIndex,
    transferSequence: null,
    depositId: null,
    ...rest,
  });
  const transaction = block.transactions.find((one) => one.signature === signature);
  const transfers = transaction === undefined ? [] : await parts.completed.in(transaction);
  for (const { to, sequence } of transfers) {
    if (to !== user.proxyUsdcAccount || !(await isOurs(user, sequence, parts))) continue;
    return { arrival: arrival('bridged', { transferSequence: sequence }) };
  }
  const purpose = own.get(signature);
  const paidFor = purpose === undefined ? undefined : depositOfPurpose(purpose);
  if (paidFor !== undefined) return { arrival: arrival('swept', { depositId: paidFor }) };
  if (purpose !== undefined || (await isPayout(txSignature, transfers, parts))) {
    parts.setAside('payout', { signature, account: user.proxyUsdcAccount });
    return { arrival: arrival('native') };
  }
  const deposit: NewDeposit = {
    ...place,
    source: 'main_usdc',
    mint: bytesOfAddress(parts.vault.mint),
    sourceToken: 'USDC',
    sourceAmount: BigInt(amountMicroUsdc),
  };
  const depositId = depositIdOf({ chain: 'main', txSignature, accountIndex });
  return { arrival: arrival('native', { depositId }), deposit };
}

/**
 * Whether the transfer carries a deposit of ours. Its number is known once the relayer has told it; before that anything
 * that comes over the bridge may be the deposit that was sent, and is linked with it when its number is told.
 */
async function isOurs(
  { user }: WatchedUser,
  sequence: number,
  { deposits }: MainFindingsParts,
): Promise<boolean> {
  if ((await deposits.ofTransferNumber(user, sequence)) !== null) return true;
  const underWay = await deposits.underWayAtAddress(user);
  return underWay.some(({ step }) => step === 'sending');
}

/** A withdrawal that was sent to a proxy wallet. */
async function isPayout(
  txSignature: Uint8Array,
  transfers: readonly { readonly sequence: number }[],
  { payouts }: MainFindingsParts,
): Promise<boolean> {
  const sequences = transfers.map(({ sequence }) => payoutBySequence(sequence));
  const keys = [payoutBySignature(txSignature), ...sequences];
  return (await payouts.among(keys)).size > 0;
}

/** Purposes of transactions that the apps of the exchange have signed, by signature. */
type OwnTransactions = ReadonlyMap<string, string>;

async function ownTransactions(
  block: Block,
  incoming: readonly ProxyArrival[],
  { transactions, watched, network }: MainFindingsParts,
): Promise<OwnTransactions> {
  const lamports = network === 'test' ? nativeMovementsOf(block) : [];
  const signatures = new Map(
    [
      ...incoming.map((one) => one.signature),
      ...lamports
        .filter(({ account }) => watched.ofProxyWallet(account) !== undefined)
        .map((one) => one.signature),
    ].map((signature) => [payoutBySignature(signatureBytes(signature)), signature]),
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

/** The deposit that one of our transactions was made for: `deposit:<id>:sweep:1`. */
function depositOfPurpose(purpose: string): Uint8Array | undefined {
  const hex = DEPOSIT_PURPOSE.exec(purpose)?.[1];
  return hex === undefined ? undefined : fromHex(hex, DEPOSIT_ID_BYTES);
}

/**
 * Lamports that came to a proxy wallet: a deposit on the test network, where they are bought. What a wallet gets in the
 * transaction that makes its account is the account's rent.
 */
function lamportsOf(
  block: Block,
  {
    told,
    own,
    parts,
  }: {
    readonly told: ReturnType<typeof vaultEventsOf>;
    readonly own: OwnTransactions;
    readonly parts: MainFindingsParts;
  },
): NewDeposit[] {
  const { network, watched, setAside } = parts;
  if (network !== 'test') return [];
  const made = new Set(
    told.events
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
