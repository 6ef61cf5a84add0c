import type { TestModule } from 'vitest/node';

export const NO_REASON: string;
export function resultOf(module: TestModule): {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
};
export function linesOfSkipped(skipped: readonly string[]): readonly string[];
