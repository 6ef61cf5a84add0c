/**
 * An adapter of an operator: it reads a number at the time that the rule of a market names, signs it, and hands it in. It
 * knows the key of the source and the public address of the exchange, and nothing else of it.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BellwetherError } from '@bellwether/client';
import type { Attested, PublicClient } from '@bellwether/client';
import { handIn, valueAttested } from '../../../tools/attest/src/attested';
import type { SourceKey } from '../../../tools/attest/src/attested';
import { readAt, untilDone } from './json-address';
import type { JsonAddress, Retrying } from './json-address';

export interface AdapterParts extends SourceKey {
  readonly gateway: PublicClient;
  readonly address: JsonAddress;
  readonly retrying: Retrying;
  /** Unix milliseconds. */
  readonly nowMs: () => number;
}

/** Waits for the time of the market's rule. @returns the case; @throws where the exchange refuses it for good */
export async function attestMarket(
  marketId: string,
  { gateway, address, retrying, nowMs, ...by }: AdapterParts,
): Promise<Attested> {
  const market = await gateway.market(marketId);
  const at = market.source?.rule.at ?? null;
  if (at === null) throw new Error('the market has no source whose rule has a time');
  await sleep(Math.max(0, at * 1_000 - nowMs()), undefined, { signal: retrying.signal });
  const { value, text } = await untilDone(() => readAt(address, at), retrying);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const statement = `${value} at ${at}, in an answer with the SHA-256 ${sha256}`;
  const attested = await valueAttested(market, { value, statement }, by);
  const sent = await untilDone(async () => {
    try {
      return { answer: await handIn(gateway, attested) };
    } catch (error) {
      if (error instanceof BellwetherError && !error.retryable && error.status < 500)
        return { refused: error };
      throw error;
    }
  }, retrying);
  if (sent.answer === undefined) throw sent.refused;
  return sent.answer;
}
