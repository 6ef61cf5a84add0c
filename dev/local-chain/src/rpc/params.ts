import { toJson } from '@bellwether/codec';
import { getBase58Encoder, isAddress, isSignature } from '@solana/kit';
import type { Address, Signature } from '@solana/kit';
import { COMMITMENTS } from '../chain/commitment';
import type { Commitment } from '../chain/commitment';
import { invalidParams } from './rpc-error';

const U64_MAX = 2n ** 64n - 1n;

export type Fields = Readonly<Record<string, unknown>>;

/** The parameters of one request, read by place and name; what is wrong is named in the answer. */
export class Params {
  private readonly values: readonly unknown[];

  constructor(values: unknown) {
    if (values !== undefined && values !== null && !Array.isArray(values)) {
      throw invalidParams('`params` must be an array');
    }
    this.values = values ?? [];
  }

  raw(index: number): unknown {
    return this.values[index];
  }

  has(index: number): boolean {
    return this.values[index] !== undefined && this.values[index] !== null;
  }

  address(index: number, name: string): Address {
    return toAddress(this.values[index], `parameter ${index} (${name})`);
  }

  signature(index: number, name: string): Signature {
    return toSignature(this.values[index], `parameter ${index} (${name})`);
  }

  text(index: number, name: string): string {
    const value = this.values[index];
    if (typeof value === 'string') return value;
    throw wrong(`parameter ${index} (${name})`, value, 'a string');
  }

  /** A slot, a length, milliseconds: what a double holds exactly. */
  integer(index: number, name: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number {
    return toInteger(this.values[index], `parameter ${index} (${name})`, min, max);
  }

  u64(index: number, name: string): bigint {
    const value = this.values[index];
    const isInteger = typeof value === 'bigint' || Number.isSafeInteger(value);
    if (isInteger) {
      const amount = BigInt(value as bigint | number);
      if (amount >= 0n && amount <= U64_MAX) return amount;
    }
    throw wrong(`parameter ${index} (${name})`, value, 'an integer from 0 to 2^64 - 1');
  }

  list(index: number, name: string, max: number): readonly unknown[] {
    const value = this.values[index];
    if (!Array.isArray(value)) throw wrong(`parameter ${index} (${name})`, value, 'an array');
    if (value.length <= max) return value;
    throw invalidParams(
      `parameter ${index} (${name}) has ${value.length} entries, the most is ${max}`,
    );
  }

  /** The configuration object of a method; absent is empty. */
  config(index: number): Config {
    const value = this.values[index] ?? {};
    if (typeof value === 'object' && !Array.isArray(value)) return new Config(value as Fields);
    throw wrong(`parameter ${index} (the configuration)`, value, 'an object');
  }
}

/** The fields of a configuration object. */
export class Config {
  private readonly fields: Fields;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  raw(name: string): unknown {
    return this.fields[name];
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined && this.fields[name] !== null;
  }

  flag(name: string): boolean {
    const value = this.fields[name] ?? false;
    if (typeof value === 'boolean') return value;
    throw wrong(`\`${name}\``, value, 'true or false');
  }

  integer(name: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}): number | undefined {
    if (!this.has(name)) return undefined;
    return toInteger(this.fields[name], `\`${name}\``, min, max);
  }

  signature(name: string): Signature | undefined {
    return this.has(name) ? toSignature(this.fields[name], `\`${name}\``) : undefined;
  }

  address(name: string): Address | undefined {
    return this.has(name) ? toAddress(this.fields[name], `\`${name}\``) : undefined;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    if (!this.has(name)) return undefined;
    const value = this.fields[name];
    const found = allowed.find((one) => one === value);
    if (found !== undefined) return found;
    throw wrong(`\`${name}\``, value, `one of ${allowed.join(', ')}`);
  }

  /** As on the node: finalized where nothing is said. */
  commitment(): Commitment {
    return this.oneOf('commitment', COMMITMENTS) ?? 'finalized';
  }

  object(name: string): Config | undefined {
    if (!this.has(name)) return undefined;
    const value = this.fields[name];
    if (typeof value === 'object' && !Array.isArray(value)) return new Config(value as Fields);
    throw wrong(`\`${name}\``, value, 'an object');
  }
}

export function toAddress(value: unknown, place: string): Address {
  if (typeof value === 'string' && isAddress(value)) return value;
  throw wrong(place, value, 'a base58 public key of 32 bytes');
}

export function toSignature(value: unknown, place: string): Signature {
  if (typeof value === 'string' && isSignature(value)) return value;
  throw wrong(place, value, 'a base58 signature of 64 bytes');
}

export function toBytes(text: string, encoding: string, place: string): Uint8Array {
  if (encoding === 'base64') {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')) {
      return Uint8Array.from(bytes);
    }
  } else {
    try {
      return Uint8Array.from(getBase58Encoder().encode(text));
    } catch {
      // said below
    }
  }
  throw wrong(place, text, encoding);
}

function toInteger(value: unknown, place: string, min: number, max: number): number {
  if (Number.isSafeInteger(value)) {
    const integer = value as number;
    if (integer >= min && integer <= max) return integer;
  }
  throw wrong(place, value, `an integer from ${min} to ${max}`);
}

function wrong(place: string, value: unknown, wanted: string): Error {
  const text = value === undefined ? 'nothing' : toJson(value);
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return invalidParams(`${place} must be ${wanted}, not ${shown}`);
}
