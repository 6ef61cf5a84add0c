/** What a source says of an event, in the form in which the event's own rule takes it. */
import { eventHashFor, signAttestation } from '@bellwether/client';
import type {
  EventDetail,
  Market,
  MessageSigner,
  Network,
  PublicClient,
  SignedAttestation,
} from '@bellwether/client';
import { scaled } from './scaled';

export interface SourceKey {
  readonly key: MessageSigner;
  readonly network: Network;
}

/** @throws Error where the entry does not take the word of this key so */
function ruleOf({ source }: Pick<Market, 'source'>, { key }: SourceKey, kind: 'value' | 'winner') {
  if (source === null) throw new Error('the event names no source');
  if (source.key !== key.publicKey)
    throw new Error(`the event names another source: ${source.key}, not ${key.publicKey}`);
  if (source.rule.kind !== kind) throw new Error(`the rule of the event is: ${source.rule.kind}`);
  return source.rule;
}

/** A number of a market, as text: `1.4`. */
export function valueAttested(
  market: Market,
  said: { readonly value: string; readonly statement: string },
  by: SourceKey,
): Promise<SignedAttestation> {
  const { decimals, at } = ruleOf(market, by, 'value');
  if (decimals === null || at === null) throw new Error('the rule has no decimals and no time');
  const { statement } = said;
  const value = scaled(said.value, decimals);
  const terms = { subject: market.market_id, attests: 'value', value, decimals } as const;
  return signAttestation(by.key, { ...terms, observed_at: at, statement }, by.network);
}

/** The outcome that won, by its market or its label. `observedAt`: Unix seconds. */
export function winnerAttested(
  event: EventDetail,
  said: { readonly winner: string; readonly statement: string; readonly observedAt: number },
  by: SourceKey,
): Promise<SignedAttestation> {
  ruleOf(event, by, 'winner');
  const { winner, statement, observedAt: observed_at } = said;
  const { outcomes, event_id } = event;
  const value = outcomes.findIndex((one) => one.market_id === winner || one.label === winner);
  if (value < 0) throw new Error(`no outcome of the event is ${JSON.stringify(winner)}`);
  const subject = eventHashFor({ event_id, network: by.network });
  const terms = { subject, attests: 'winner', value, decimals: 0 } as const;
  return signAttestation(by.key, { ...terms, observed_at, statement }, by.network);
}

/** Anybody may: the same again gets the first answer. */
export const handIn = async (gateway: PublicClient, attested: SignedAttestation) =>
  (await gateway.attest(attested)).answer;
