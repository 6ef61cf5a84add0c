/** A scan and a balance check for each chain, a credit check for main, and their parts. */
import { vaultEventsOf } from '@bellwether/chain';
import type { Address, Block } from '@bellwether/chain';
import { AdvisoryLock } from '@bellwether/persistence';
import { assert } from '@bellwether/errors';
import type { ScanFindings } from '@bellwether/persistence';
import type { Worker } from '@bellwether/runtime';
import type { ChainName, ListenerParts } from '../parts';
import { filterOf, watchedIn } from '../watch/mentioned';
import type { WatchedUser, WatchedUsers } from '../watch/watched-set';
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
import { UnreadableBlock } from './unreadable-block';
import { VaultCredits, proxyUsers, usersLogged } from './vault-credits';

/** @param lockOf decides which process scans a chain; default: PostgreSQL's lock */
export function scanWorkers(
  parts: ListenerParts,
  lockOf: (chainName: ChainName) => ScanLock = (chainName) =>
    new AdvisoryLock(parts.database, `bellwether/${parts.network}/scan/${chainName}`),
): readonly Worker[] {
  const metrics = new ScanMetrics(parts.metrics, parts.scanPlaces, parts.now);
  return (['ext', 'main'] as const).flatMap((chainName) =>
    dutiesOfChain(chainName, parts, { metrics, lock: lockOf(chainName) }),
  );
}

function dutiesOfChain(
  chainName: ChainName,
  parts: ListenerParts,
  { metrics, lock }: { readonly metrics: ScanMetrics; readonly lock: ScanLock },
): readonly Worker[] {
  const { stores, network, watched, now } = parts;
  const book = new BalanceBook();
  const doubts = new CreditDoubts();
  const find = finderOf(chainName, parts, { metrics, doubts });
  const chain = parts.chains[chainName];
  const history = new AccountHistory({
    chain,
    cursors: stores.cursors,
    find: async (block) => find(block, await watchedIn(watched, block)),
    now,
  });
  /** Of blocks that are not written yet. */
  const usersIn = new WeakMap<Block, WatchedUsers>();
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
    filter: async () => {
      await watched.refresh();
      return filterOf(watched, programsOf(chainName, parts));
    },
    prepare: async (blocks) => chainName === 'main' && watchLoggedUsers(blocks, parts),
    find: async (block) => {
      const users = await watchedIn(watched, block);
      usersIn.set(block, users);
      return find(block, users);
    },
    written: (block, findings) => {
      const users = usersIn.get(block);
      assert(users !== undefined, 'a block that is written was looked through');
      noteBalances(book, block, { watched: users, chainName });
      for (const what of ['deposits', 'arrivals', 'credits'] as const) {
        metrics.countFound(chainName, what, findings[what]?.length ?? 0);
      }
    },
    unreadable: new UnreadableBlock({ ...parts, chainName, chain, cursors: stores.cursors }),
    lostTrack: () => {
      book.clear();
      doubts.clear();
    },
    now,
  });
  return chainName === 'ext' ? [scan, check] : [scan, creditCheck(parts, doubts), check];
}

function creditCheck(parts: ListenerParts, doubts: CreditDoubts): Worker {
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
    // On other networks lamports at a proxy wallet are no deposit.
    return network === 'test' ? [user.proxyUsdcAccount, user.proxyWallet] : [user.proxyUsdcAccount];
  };

/** A credit names the vault, a completed transfer its recipient, a split its recipients. The instructions of all are read. */
function programsOf(chainName: ChainName, { vault, sides, splitProgram }: ListenerParts) {
  const bridging = [sides[chainName].tokenBridge, splitProgram];
  if (chainName === 'ext') return { programs: [], reads: bridging };
  return { programs: [vault.program], reads: [vault.program, ...bridging] };
}

/** Finds arrivals and credits in a block of that chain. */
function finderOf(
  chainName: ChainName,
  parts: ListenerParts,
  { metrics, doubts }: { readonly metrics: ScanMetrics; readonly doubts: CreditDoubts },
): (block: Block, watched: WatchedUsers) => Promise<ScanFindings> {
  const { stores, chains, sides, splitProgram, watched, log } = parts;
  const [chain, side] = [chains[chainName], sides[chainName]];
  const otherSide = sides[chainName === 'ext' ? 'main' : 'ext'];
  const setAside = (why: SetAside, movement: object): void => {
    metrics.countSetAside(chainName, why);
    log.info({ chain: chainName, why, ...movement }, 'a movement is no deposit');
  };
  const shared = {
    transactions: stores.transactions,
    payouts: stores.payouts,
    completed: new CompletedTransfers({ chain, side, otherSide, splitProgram }),
    setAside,
  };
  const minimumLamports: typeof chain.minimumLamports = (bytes) => chain.minimumLamports(bytes);
  if (chainName === 'ext') {
    const { usdc, listener } = parts;
    const ext = { ...shared, usdc: usdc.ext, listener: listener.address, minimumLamports };
    return (block, users) => findExt(block, { ...ext, watched: users });
  }
  const { network, vault } = parts;
  const credits = new VaultCredits({ chain, vault, watched, credits: stores.credits, doubts });
  return (block, users) =>
    findMain(block, { ...shared, watched: users, network, vault, credits, minimumLamports });
}

/**
 * A proxy wallet was paid before its user requested it: from now on it is watched like others.
 * @returns whether there are any
 */
async function watchLoggedUsers(
  blocks: readonly Block[],
  { vault, watched, stores, addresses, now }: ListenerParts,
): Promise<boolean> {
  const users = blocks.flatMap((block) => [...usersLogged(vaultEventsOf(block, vault))]);
  if (users.length === 0) return false;
  const known = await watched.among(users.map(([proxy]) => proxy));
  const unknown = users.filter(([proxy]) => known.ofProxyWallet(proxy) === undefined);
  if (unknown.length === 0) return false;
  for (const [, user] of unknown) await stores.watched.watch(await addresses.watchOf(user, now()));
  return true;
}
