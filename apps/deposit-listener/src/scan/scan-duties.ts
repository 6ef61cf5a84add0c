/** A scan and a balance check for each chain, a credit check for main, and what goes into them. */
import { vaultEventsOf } from '@bellwether/chain';
import type { Address, Block } from '@bellwether/chain';
import { AdvisoryLock } from '@bellwether/persistence';
import type { ScanFindings } from '@bellwether/persistence';
import type { Duty } from '@bellwether/runtime';
import type { ChainName, ListenerParts } from '../parts';
import type { WatchedUser } from '../watch/watched-set';
import { AccountHistory } from './account-history';
import { BalanceBook } from './balance-book';
import { BalanceCheck } from './balance-check';
import { noteBalances } from './block-balances';
import { ChainScan } from './chain-scan';
import type { ScanLock } from './chain-scan';
import { CompletedTransfers } from './completed-transfers';
import { CreditCheck } from './credit-check';
import { CreditDoubts } from './credit-doubts';
import { CreditHistory } from './credit-history';
import { findExt } from './ext-findings';
import { findMain } from './main-findings';
import { ScanMetrics } from './scan-metrics';
import type { SetAside } from './scan-metrics';
import { VaultCredits, proxyUsers, usersToldOf } from './vault-credits';

/** @param lockOf who scans a chain; by default a lock of PostgreSQL says */
export function scanDuties(
  parts: ListenerParts,
  lockOf: (chainName: ChainName) => ScanLock = (chainName) =>
    new AdvisoryLock(parts.database, `bellwether/${parts.network}/scan/${chainName}`),
): readonly Duty[] {
  const metrics = new ScanMetrics(parts.metrics, parts.scanPlaces, parts.now);
  return (['ext', 'main'] as const).flatMap((chainName) =>
    dutiesOfChain(chainName, parts, { metrics, lock: lockOf(chainName) }),
  );
}

function dutiesOfChain(
  chainName: ChainName,
  parts: ListenerParts,
  { metrics, lock }: { readonly metrics: ScanMetrics; readonly lock: ScanLock },
): readonly Duty[] {
  const { stores, network, watched, now } = parts;
  const book = new BalanceBook();
  const doubts = new CreditDoubts();
  const find = finderOf(chainName, parts, { metrics, doubts });
  const chain = parts.chains[chainName];
  const history = new AccountHistory({ chain, cursors: stores.cursors, find, now });
  const check = new BalanceCheck({
    ...parts,
    chainName,
    chain,
    accountsOf: checkedAccounts(chainName, network),
    book,
    place: parts.scanPlaces[chainName],
    history,
  });
  const scan = new ChainScan({
    chainName,
    chain,
    cursors: stores.cursors,
    lock,
    place: parts.scanPlaces[chainName],
    prepare: async (blocks) => {
      await watched.refresh();
      if (chainName === 'main') await watchUsersToldOf(blocks, parts);
    },
    find,
    written: (block, findings) => {
      noteBalances(book, block, { watched, chainName });
      for (const what of ['deposits', 'arrivals', 'credits'] as const) {
        metrics.countFound(chainName, what, findings[what]?.length ?? 0);
      }
    },
    lostTrack: () => {
      book.clear();
      doubts.clear();
    },
    now,
  });
  return chainName === 'ext' ? [scan, check] : [scan, creditCheck(parts, doubts), check];
}

function creditCheck(parts: ListenerParts, doubts: CreditDoubts): Duty {
  const { chains, stores, scanPlaces, vault, watched } = parts;
  const chain = chains.main;
  const history = new CreditHistory({ chain, vault, users: proxyUsers({ chain, vault, watched }) });
  const { credits } = stores;
  return new CreditCheck({ ...parts, chain, credits, doubts, history, place: scanPlaces.main });
}

const checkedAccounts =
  (chainName: ChainName, network: ListenerParts['network']) =>
  (user: WatchedUser): readonly Address[] => {
    if (chainName === 'ext') return [user.depositUsdcAccount, user.depositAddress];
    // Lamports on a proxy wallet are nobody's deposit elsewhere.
    return network === 'test' ? [user.proxyUsdcAccount, user.proxyWallet] : [user.proxyUsdcAccount];
  };

/** What is looked for in a block of that chain. */
function finderOf(
  chainName: ChainName,
  parts: ListenerParts,
  { metrics, doubts }: { readonly metrics: ScanMetrics; readonly doubts: CreditDoubts },
): (block: Block) => Promise<ScanFindings> {
  const { stores, chains, sides, watched, log } = parts;
  const [chain, side] = [chains[chainName], sides[chainName]];
  const otherSide = sides[chainName === 'ext' ? 'main' : 'ext'];
  const setAside = (why: SetAside, movement: object): void => {
    metrics.countSetAside(chainName, why);
    log.info({ chain: chainName, why, ...movement }, 'a movement is no deposit');
  };
  const shared = {
    watched,
    transactions: stores.transactions,
    payouts: stores.payouts,
    completed: new CompletedTransfers({ chain, side, otherSide }),
    setAside,
  };
  if (chainName === 'ext') {
    return (block) => findExt(block, { ...shared, usdc: parts.usdc.ext });
  }
  const { network, vault } = parts;
  const credits = new VaultCredits({ chain, vault, watched, credits: stores.credits, doubts });
  return (block) => findMain(block, { ...shared, network, vault, credits });
}

/** Somebody paid a proxy wallet before the user asked for it: from now on it is watched as others are. */
async function watchUsersToldOf(
  blocks: readonly Block[],
  { vault, watched, stores, addresses, now }: ListenerParts,
): Promise<void> {
  const users = blocks.flatMap((block) => [...usersToldOf(vaultEventsOf(block, vault))]);
  const unknown = users.filter(([proxy]) => watched.ofProxyWallet(proxy) === undefined);
  if (unknown.length === 0) return;
  for (const [, user] of unknown) await stores.watched.watch(await addresses.watchOf(user, now()));
  await watched.refresh();
}
