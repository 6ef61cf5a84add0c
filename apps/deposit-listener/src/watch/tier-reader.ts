import { readProxy } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { DEFAULT_TIER, TIER_CACHE_MS, isTier } from '@bellwether/funding';
import type { Tier } from '@bellwether/funding';
import { MAX_CACHED_TIERS } from '../limits';

interface CachedTier {
  readonly tier: Tier;
  readonly readMs: number;
}

/** Users' tiers as the vault has them, each trusted for a minute. */
export class TierReader {
  /** In the order in which they were read. */
  private readonly cached = new Map<string, CachedTier>();

  constructor(
    private readonly parts: {
      readonly main: Pick<Chain, 'readAccount'>;
      readonly vault: Vault;
      readonly now: () => number;
    },
  ) {}

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
  async tierOf(user: Uint8Array): Promise<Tier> {
    const known = this.cached.get(toHex(user));
    const isFresh = known !== undefined && this.parts.now() - known.readMs < TIER_CACHE_MS;
    return isFresh ? known.tier : (await this.refresh(user)).tier;
  }

  /** Reads it now, whatever is remembered. Nobody has a proxy wallet before the first credit: then it is the default. */
  async refresh(user: Uint8Array): Promise<CachedTier> {
    const { main, vault, now } = this.parts;
    const readMs = now();
    const tier = (await readProxy(main, vault, user))?.tier ?? DEFAULT_TIER;
    if (!isTier(tier)) throw new Fault('poison', `the vault has tier ${tier}`);
    const key = toHex(user);
    this.cached.delete(key);
    this.cached.set(key, { tier, readMs });
    if (this.cached.size > MAX_CACHED_TIERS) {
      const [oldest] = this.cached.keys();
      if (oldest !== undefined) this.cached.delete(oldest);
    }
    return { tier, readMs };
  }
}
