import { describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES, isScope, requireScope } from './scopes';

describe('scopes', () => {
  it('let pass what was granted, and name what is missing', () => {
    expect(() => requireScope(['trade'], 'trade')).not.toThrow();
    expect(() => requireScope(['trade'], 'withdraw')).toThrow(
      expect.objectContaining({
        code: 'SCOPE_MISSING',
        details: { scope: 'withdraw', granted: ['trade'] },
      }),
    );
    expect(() => requireScope([], 'trade')).toThrow(
      expect.objectContaining({ code: 'SCOPE_MISSING' }),
    );
  });

  it('do not include withdrawing unless it was asked for', () => {
    expect(DEFAULT_SCOPES).toEqual(['trade']);
  });

  it('are known by their exact names', () => {
    expect(['trade', 'withdraw', 'Trade', ''].map(isScope)).toEqual([true, true, false, false]);
  });
});
