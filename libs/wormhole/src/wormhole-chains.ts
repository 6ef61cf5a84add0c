/**
 * Addresses of Wormhole's programs. Source: @wormhole-foundation/sdk-base 6.1.5, `coreBridge` and `tokenBridge` of
 * src/constants/contracts, chain ids of src/constants/chains.
 */

export const WORMHOLE_CHAIN_IDS = { ext: 1, main: 51 } as const;

/** `ext` is Solana, `main` is Fogo. */
export type ChainName = keyof typeof WORMHOLE_CHAIN_IDS;

/** Addresses in base58. */
export interface WormholeAddresses {
  readonly core: string;
  readonly tokenBridge: string;
}

export const WORMHOLE_ADDRESSES = {
  production: {
    ext: {
      core: 'worm2ZoG2kUd4vFXhvjh93UUH596ayRfgQ2MgjNMTth',
      tokenBridge: 'wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb',
    },
    main: {
      core: 'worm2mrQkG1B1KTz37erMfWN8anHkSK24nzca7UD8BB',
      tokenBridge: 'wormQuCVWSSmPdjVmEzAWxAXViVyTSWnLyhff5hVYGS',
    },
  },
  test: {
    ext: {
      core: '3u8hJUVTA4jH1wYAyUur7FFZVQ8H635K3tSHHF4ssjQ5',
      tokenBridge: 'DZnkkTmCiFWfYTfT41X3Rd1kDgozqzxWaHqsw6W4x2oe',
    },
    main: {
      core: 'BhnQyKoQQgpuRTRo6D8Emz93PvXCYfVgHhnrR4T3qhw4',
      tokenBridge: '78HdStBqCMioGii9D8mF3zQaWDqDZBQWTUwjjpdmbJKX',
    },
  },
} as const satisfies Record<'production' | 'test', Record<ChainName, WormholeAddresses>>;
