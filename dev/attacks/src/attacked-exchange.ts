import { suiteExchange } from '../../e2e/src/exchange';
import type { Exchange } from '../../e2e/src/exchange';

/** The exchange that this suite started. */
export const attackedExchange = (): Exchange => suiteExchange('BELLWETHER_ATTACKS_DATA');
