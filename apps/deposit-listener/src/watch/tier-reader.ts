import { readProxy } from '@bellwether/chain';
import type { Chain, Vault } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import { DEFAULT_TIER, TIER_CACHE_MS, isTier } from '@bellwether/funding';
import type { Tier } from '@bellwether/funding';
import { MAX_CACHED_TIERS } from '../limits';

/** A user's proxy wallet, as far as decisions need it. */
export interface ReadTier {
  readonly tier: Tier;
  /** Whether the vault has created the wallet. Without one the tier is the default. */
  readonly isOnChain: boolean;
  readonly readMs: number;
}

/** Users' tiers from the vault, each trusted for a minute. */
export class TierReader {
  /** In the order in which they were read. */
  private readonly cached = new Map<string, ReadTier>();

  constructor(
    private readonly parts: {
      readonly main: Pick<Chain, 'readAccount'>;
      readonly vault: Vault;
      readonly now: () => number;
    },
  ) {}

  /** @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT */
  async tierOf(user: Uint8Array): Promise<Tier> {
    return (this.fresh(user) ?? (await this.refresh(user))).tier;
  }

  /**
   * The same, with whether the wallet exists. An existing one stays. A missing one may have been created since, so it
   * is looked up again, and the cached answer is used only while no node answers.
   * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT if nothing is cached
   */
  async walletOf(user: Uint8Array): Promise<ReadTier> {
    const known = this.fresh(user);
    if (known?.isOnChain === true) return known;
    return this.refresh(user).catch((reason: unknown) => {
      if (known === undefined) throw reason;
      return known;
    });
  }

  /**
   * Reads it now, without the cache. Nobody has a proxy wallet before the first credit: then the tier is the default.
   */
  async refresh(user: Uint8Array): Promise<ReadTier> {
    const { main, vault, now } = this.parts;
    const readMs = now();
    const wallet = await readProxy(main, vault, user);
    const tier = wallet?.tier ?? DEFAULT_TIER;
    if (!isTier(tier)) throw new Fault('poison', `the vault has tier ${tier}`);
    const read = { tier, isOnChain: wallet !== null, readMs };
    const key = toHex(user);
    this.cached.delete(key);
    this.cached.set(key, read);
    if (this.cached.size > MAX_CACHED_TIERS) {
      const [oldest] = this.cached.keys();
      if (oldest !== undefined) this.cached.delete(oldest);
    }
    return read;
  }

  private fresh(user: Uint8Array): ReadTier | undefined {
    const known = this.cached.get(toHex(user));
    return known !== undefined && this.parts.now() - known.readMs < TIER_CACHE_MS
      ? known
      : undefined;
  }
}
