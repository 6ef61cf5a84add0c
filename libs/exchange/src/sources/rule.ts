import type { CaseOutcome, RuleOp, SourceRule } from '../command';

const IS_SO: Readonly<Record<RuleOp, (value: number, threshold: number) => boolean>> = {
  '>=': (value, threshold) => value >= threshold,
  '>': (value, threshold) => value > threshold,
  '<=': (value, threshold) => value <= threshold,
  '<': (value, threshold) => value < threshold,
};

/** The result that a value means. @param marketIds those of the event, in order of their creation */
export function outcomeUnder(
  rule: SourceRule,
  value: number,
  marketIds: readonly Uint8Array[],
): CaseOutcome {
  if (rule.kind === 'winner') return { kind: 'winner', winner: marketIds[value]! };
  const resolution = IS_SO[rule.op](value, rule.threshold) ? 'yes' : 'no';
  return { kind: 'market', resolution, price: null };
}
