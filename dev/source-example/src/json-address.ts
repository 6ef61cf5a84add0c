/** A JSON address that has a number at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const READ_TIMEOUT_MS = 10_000;
/** More is no answer of a price. */
const MAX_BYTES = 65_536;

export interface JsonAddress {
  /** `{at}` stands for the time, in Unix seconds. */
  readonly url: string;
  /** The way to the number, with points between: `data.price`. */
  readonly value: string;
  /** The way to the time of the number, which must be the one that was asked for. */
  readonly time: string;
}

/** What is read of it: the number as it was written, and the whole answer. */
export interface Reading {
  readonly value: string;
  readonly text: string;
}

const number = z.union([z.string(), z.number().transform(String)]);

/** @throws Error where it does not have the number of exactly that time */
export async function readAt({ url, value, time }: JsonAddress, at: number): Promise<Reading> {
  const response = await fetch(url.replaceAll('{at}', String(at)), {
    signal: AbortSignal.timeout(READ_TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const text = await textOf(response);
  const found: unknown = JSON.parse(text);
  if (number.parse(partOf(found, time)) !== String(at))
    throw new Error(`${url} does not have the number of ${at} yet`);
  return { value: number.parse(partOf(found, value)), text };
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const partOf = (whole: unknown, way: string): unknown =>
  way.split('.').reduce<unknown>((inner, name) => Object(inner)[name], whole);

/** Tries again after a pause until it is done. @throws AbortError when it is stopped */
export async function untilDone<T>(
  attempt: () => Promise<T>,
  { pauseMs, signal, onFailure }: Retrying,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      onFailure(error);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

export interface Retrying {
  readonly pauseMs: number;
  readonly signal?: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}
