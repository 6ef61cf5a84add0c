import { describe, expect, it } from 'vitest';
import { isAtLeast, parseVersion } from './version';

describe('versions', () => {
  it.each([
    ['nats-server: v2.10.27', true],
    ['nats-server: v2.15.1', true],
    ['nats-server: v3.0.0-beta', true],
    ['nats-server: v2.10.26', false],
    ['nats-server: v2.9.99', false],
    ['nats-server: v1.99.99', false],
  ])('%s at least 2.10.27: %s', (text, expected) => {
    expect(isAtLeast(parseVersion(text), [2, 10, 27])).toBe(expected);
  });

  it('refuses a text without one', () => {
    expect(() => parseVersion('dev')).toThrow(/no version/);
  });
});
