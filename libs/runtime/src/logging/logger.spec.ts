import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import { createLogger } from './logger';
import { Secret } from '../config/secret';

function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(createLogger({ service: 'test', level: 'info' }, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
}

describe('Secret', () => {
  const secret = new Secret('hunter2');

  it('gives its value only to reveal()', () => {
    expect(secret.reveal()).toBe('hunter2');
    expect(String(secret)).toBe('[secret]');
    expect(['', secret].join('')).toBe('[secret]');
    expect(JSON.stringify({ secret })).toBe('{"secret":"[secret]"}');
    expect(inspect({ deep: [secret] }, { showHidden: true, depth: 9 })).not.toContain('hunter2');
    expect(Object.keys(secret)).toEqual([]);
  });
});

describe('createLogger', () => {
  it('writes one JSON object a line, with service, level and time', () => {
    const [line] = logged((log) => log.info({ seq: 7 }, 'applied'));
    expect(line).toMatchObject({ service: 'test', level: 'info', seq: 7, msg: 'applied' });
    expect(Date.parse(String(line?.['time']))).not.toBeNaN();
  });

  it('is silent below its level', () => {
    expect(logged((log) => log.debug('no'))).toEqual([]);
  });

  it('masks secrets by type and credentials by header name', () => {
    const headers = { 'x-api-key': 'hunter2', 'x-signature': 'hunter2', 'user-agent': 'curl' };
    const lines = logged((log) => {
      log.info({ config: { master: new Secret('hunter2') } }, 'config');
      log.info({ headers }, 'direct');
      log.info({ request: { headers: { ...headers, 'x-admin-key': 'hunter2' } } }, 'nested');
    });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[1]).toMatchObject({ headers: { 'user-agent': 'curl', 'x-api-key': '[secret]' } });
  });

  it('prints the cause of an error', () => {
    const cause = new Error('connection refused');
    const [line] = logged((log) => log.error({ err: new CodedError('INTERNAL', {}, { cause }) }));
    expect(JSON.stringify(line)).toContain('connection refused');
  });
});
