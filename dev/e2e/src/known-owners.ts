/**
 * Who can open a session in this process: a wallet signs its own, a builder has its users' signed. So tests read what an
 * owner alone may read as its owner would, wherever the wallet was made.
 */
import type { Session, Trader } from '@bellwether/client';

/** Null: it is not this one's account. */
type Opener = (user: string, gatewayUrl: string) => Promise<Session | null>;

const wallets = new Map<string, Opener>();
const builders = new Set<Opener>();

export const knowWallet = (publicKey: string, open: Opener): void =>
  void wallets.set(publicKey, open);
/** A trader of the SDK brings its own sessions. */
export const knowTrader = ({ user, gateway }: Trader): void =>
  knowWallet(user, async () => {
    const token = (await gateway.sessions?.tokenOf(user)) ?? '';
    return { public_key: user, token, expires_at: Number.MAX_SAFE_INTEGER };
  });
export const knowBuilder = (open: Opener): void => void builders.add(open);

export async function openAsOwner(user: string, gatewayUrl: string): Promise<Session | null> {
  const own = wallets.get(user);
  if (own !== undefined) return own(user, gatewayUrl);
  for (const open of builders) {
    const session = await open(user, gatewayUrl);
    if (session !== null) return session;
  }
  return null;
}

/** The account of a path that is an owner's to read; undefined: anybody may read it. */
export const accountOf = (path: string): string | undefined =>
  /^\/v1\/(?:orders|ledger|deposit\/status)\/([1-9A-HJ-NP-Za-km-z]{32,64})(?:[/?]|$)/.exec(
    path,
  )?.[1];
