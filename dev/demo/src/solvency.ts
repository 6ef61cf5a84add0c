import type { DemoExchange } from './demo-exchange';
import type { Narration } from './narration';

/** The books agree with themselves, and the chains with the books as far as they were compared. */
export async function showSolvency(exchange: DemoExchange, narration: Narration): Promise<void> {
  narration.chapter('Solvency');
  const { difference, chain } = await exchange.gateway.solvency();
  narration.mustBe('assets less liabilities', difference, 0);
  if (chain?.available !== true) {
    narration.report('the chains are compared once a minute: not yet');
    return;
  }
  narration.mustBe('what the chains hold less the books', chain.difference, 0);
}
