import type { Preview, PreviewRequest } from '../generated/interface';
import type { BuilderBudgetRequest, BuilderOrderTerms } from '../requests';
import { BellwetherError } from '../errors';
import { DEFAULT_BUDGET_ORDER_TYPE } from '../limits';

/**
 * The buy of as many contracts as a budget pays for now. It signs the budget as the most that they may cost, so that no
 * later book makes them dearer. What refuses an order of any other size too is left to the exchange.
 *
 * @throws BellwetherError of status 0 where the preview names no size
 */
export async function budgetOrder(
  { budget_micro_usdc, ...terms }: BuilderBudgetRequest,
  preview: (order: PreviewRequest) => Promise<Preview>,
): Promise<BuilderOrderTerms> {
  const order = { order_type: DEFAULT_BUDGET_ORDER_TYPE, ...terms, side: 'buy' } as const;
  const { order: predicted, refusal } = await preview({ ...order, budget_micro_usdc });
  if (predicted === null || refusal?.code === 'ORDER_TOO_SMALL') {
    const { code, message, details } = refusal ?? { code: 'INTERNAL', message: '', details: {} };
    throw new BellwetherError({
      status: 0,
      code,
      message,
      details,
      retryable: false,
      requestId: '',
    });
  }
  return { ...order, size: predicted.size, max_cost: budget_micro_usdc };
}
