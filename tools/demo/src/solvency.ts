import { asObject, numberOf } from '../../local-exchange/src/json-client';
import type { DemoExchange } from './demo-exchange';
import type { Narration } from './narration';

/** The books agree with themselves, and the chains with the books as far as they were compared. */
export async function showSolvency(exchange: DemoExchange, narration: Narration): Promise<void> {
  narration.chapter('Solvency');
  const solvency = await exchange.read('/v1/solvency');
  narration.mustBe('assets less liabilities', numberOf(solvency, 'difference'), 0);
  const chain = asObject(solvency['chain'], 'chain');
  if (chain['available'] !== true) {
    narration.tell('the chains are compared once a minute: not yet');
    return;
  }
  narration.mustBe('what the chains hold less the books', numberOf(chain, 'difference'), 0);
}
