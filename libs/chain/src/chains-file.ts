/**
 * Where the chains and their programs are: one file without secrets that all funding apps get (`CHAINS_FILE`), so that
 * they use the same chains. RPC URLs may contain a provider's key: then the file is a secret too.
 */
import { readFileSync } from 'node:fs';
import { CodedError } from '@bellwether/errors';
import { z } from 'zod';
import { parseAddress } from './address';
import { connectChain } from './connect-chain';
import type { Chain, ChainOptions } from './connect-chain';
import type { BridgeSide } from './bridge/bridge-side';
import { MAX_ENDPOINTS } from './limits';

const addressField = () =>
  z.string().transform((text, context) => {
    const address = parseAddress(text);
    if (address !== undefined) return address;
    context.addIssue({ code: 'custom', message: 'an address: base58 of 32 bytes' });
    return z.NEVER;
  });

const urlField = () => z.url({ protocol: /^https?$/, error: 'an http:// or https:// URL' });

const chainPlace = z.strictObject({
  /** One or two nodes, of different providers. */
  rpcUrls: z.array(urlField()).min(1).max(MAX_ENDPOINTS),
  /** The chain's id in Wormhole's messages. */
  wormholeChainId: z.int().min(1).max(0xffff),
  coreBridge: addressField(),
  tokenBridge: addressField(),
  /** The mint of USDC; on main the token bridge's wrapped one. */
  usdc: addressField(),
  /** If absent, the first node that answers sets it. */
  genesisHash: z.string().optional(),
});

export const chainsFile = z.strictObject({
  network: z.enum(['test', 'production']),
  ext: chainPlace,
  main: chainPlace,
  vaultProgram: addressField(),
  /** The same on both chains. */
  splitProgram: addressField(),
  /** The relayer's key: it pays the rent of split accounts, and gets it back. */
  relayer: addressField(),
  guardiansUrl: urlField(),
  swapUrl: urlField(),
  /** True for the chains of a local network, which have a faucet. */
  faucet: z.boolean(),
});

export type ChainPlace = z.infer<typeof chainPlace>;
export type ChainsFile = z.infer<typeof chainsFile>;

/** @throws CodedError VALIDATION_FAILED naming the field; never its value, which may contain a provider's key */
export function parseChainsFile(text: string): ChainsFile {
  const { success, data, error } = chainsFile.safeParse(jsonOf(text));
  if (success) return data;
  const [issue] = error.issues;
  throw new CodedError('VALIDATION_FAILED', {
    field: issue?.path.join('.') || 'chains file',
    value: '(not shown)',
    expected: issue?.message ?? 'a description of both chains',
  });
}

/** As `parseChainsFile`; throws Node's error if the file cannot be read. */
export const readChainsFile = (path: string): ChainsFile =>
  parseChainsFile(readFileSync(path, 'utf8'));

/** Connects to the chain that a part of the file describes. */
export const connectPlace = (
  name: 'ext' | 'main',
  place: ChainPlace,
  options: Pick<ChainOptions, 'log' | 'onAlarm' | 'timeouts'>,
): Chain =>
  connectChain({
    name,
    rpcUrls: place.rpcUrls,
    ...(place.genesisHash === undefined ? {} : { genesisHash: place.genesisHash }),
    ...options,
  });

/** The bridge's programs on that chain. */
export const sideAt = ({ wormholeChainId, coreBridge, tokenBridge }: ChainPlace): BridgeSide => ({
  chainId: wormholeChainId,
  core: coreBridge,
  tokenBridge,
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
