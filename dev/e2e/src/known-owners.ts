/**
 * Who can open a session in this process: a wallet signs its own, a builder has its users' signed. So tests read what an
 * owner alone may read as its owner would, wherever the wallet was made.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountSession, Trader } from '@bellwether/client';

/** Null: it is not this one's account. */
type Opener = (user: string, gatewayUrl: string) => Promise<AccountSession | null>;

const wallets = new Map<string, Opener>();
/** By API key. */
const builders = new Map<string, Opener>();
/** A builder whose requests are limited, or whose exchange has ended, keeps nobody waiting. */
const BUILDER_TIMEOUT_MS = 5_000;

export const knowWallet = (publicKey: string, open: Opener): void =>
  void wallets.set(publicKey, open);
/** A trader of the SDK brings its own sessions. */
export const knowTrader = ({ user, gateway }: Trader): void =>
  knowWallet(user, async () => {
    const token = (await gateway.sessions?.tokenOf(user)) ?? '';
    return { public_key: user, token, expires_at: Number.MAX_SAFE_INTEGER };
  });
export const knowBuilder = (apiKey: string, open: Opener): void => void builders.set(apiKey, open);

export async function openAsOwner(
  user: string,
  gatewayUrl: string,
): Promise<AccountSession | null> {
  const own = wallets.get(user);
  if (own !== undefined) return own(user, gatewayUrl);
  // All at once: the suite's earlier specs leave a builder each.
  const silent = new Set(builders.keys());
  const asked = [...builders].map(async ([apiKey, open]) => {
    const session = await open(user, gatewayUrl).finally(() => silent.delete(apiKey));
    if (session === null) throw new Error('not its user');
    return session;
  });
  const late = sleep(BUILDER_TIMEOUT_MS, null, { ref: false }).then((none) => {
    // Their exchanges have ended: nobody waits for them again.
    for (const apiKey of silent) builders.delete(apiKey);
    return none;
  });
  return Promise.race([Promise.any(asked).catch(() => null), late]);
}

/** The account of a path that is an owner's to read; undefined: anybody may read it. */
export const accountOf = (path: string): string | undefined =>
  /^\/v1\/(?:orders|ledger|limits|deposit\/status)\/([1-9A-HJ-NP-Za-km-z]{32,64})(?:[/?]|$)/.exec(
    path,
  )?.[1];
