/** Faucet of a local network's chain. Other chains do not have these methods. */
import { assert, CodedError } from '@bellwether/errors';
import type { Address } from './address';
import { askJson } from './http/ask-json';

export interface LocalFaucet {
  /** Sends lamports to an address. @returns the signature of the payment, not yet final */
  lamports(to: Address, lamports: bigint): Promise<string>;
  /** Sends tokens to an owner's ATA, which is created if missing. @returns the signature, not yet final */
  tokens(owner: Address, mint: Address, amount: bigint): Promise<string>;
}

/**
 * Amounts are at most 2^53-1, as they are sent in JSON. Every method throws CodedError CHAIN_UNAVAILABLE.
 * @param rpcUrl of a chain of the local network
 * @param options.timeoutMs per payment; default HTTP_TIMEOUT_MS. A payment that timed out may have been made
 */
export function connectLocalFaucet(
  rpcUrl: string,
  options: { readonly timeoutMs?: number } = {},
): LocalFaucet {
  const at = { url: new URL(rpcUrl), ...options };
  return {
    lamports: (to, lamports) => give(at, 'requestAirdrop', [to, integerOf(lamports)]),
    tokens: (owner, mint, amount) => give(at, 'localnet_mint', [mint, owner, integerOf(amount)]),
  };
}

async function give(
  { url, ...timeout }: { readonly url: URL; readonly timeoutMs?: number },
  method: 'requestAirdrop' | 'localnet_mint',
  params: readonly (string | number)[],
): Promise<string> {
  const request = { method: 'POST', body: { jsonrpc: '2.0', id: 1, method, params } } as const;
  const { body } = await askJson('CHAIN_UNAVAILABLE', url, { ...request, ...timeout });
  if (typeof body === 'object' && body !== null && 'result' in body) {
    if (typeof body.result === 'string') return body.result;
  }
  throw new CodedError('CHAIN_UNAVAILABLE', { what: method, fault: faultOf(body) });
}

function integerOf(amount: bigint): number {
  assert(amount <= BigInt(Number.MAX_SAFE_INTEGER), () => `${amount} is too much for the faucet`);
  return Number(amount);
}

const MAX_FAULT_CHARACTERS = 200;

const faultOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'error' in body
    ? JSON.stringify(body.error).slice(0, MAX_FAULT_CHARACTERS)
    : 'no answer of JSON-RPC';
