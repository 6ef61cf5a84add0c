import { describe, expect, it } from 'vitest';
import { RouteTable } from './route-table';

const table = new RouteTable();
table.add('/orders', ['POST']);
table.add('/orders/:user', ['GET']);
table.add('/orders/:user', ['HEAD']);
table.add('/orders/cancel', ['POST']);
table.add('/orders/:user/:order', ['GET']);
table.add('/orders/:user/latest', ['PUT']);
table.add('/orders/cancel/:order', ['DELETE']);

describe('a path that no handler is reached by', () => {
  const some = new RouteTable();
  some.add('/admin/credit', ['POST'], { wraps: true });
  some.add('/admin/users/:key', ['GET'], { wraps: true });
  some.add('/v1/withdraw', ['POST'], { wraps: true });
  some.add('/v1/orders', ['POST']);
  some.add('/v1/mixed', ['GET']);
  some.add('/v1/mixed', ['PUT'], { wraps: true });

  it.each([
    ['/admin/credit', true],
    ['/admin/nothing?x=1', true],
    ['/admin', true],
    ['/v1/withdraw', true],
    ['/v1/orders', false],
    ['/v1/mixed', false],
    ['/v1/nothing', false],
    ['/nothing', false],
    ['/', false],
  ])('%s is answered as those that wrap: %s', (target, wraps) => {
    expect(some.wraps(target)).toBe(wraps);
  });
});

describe('the methods of a path', () => {
  it.each([
    ['/orders', ['POST']],
    ['/orders?limit=1', ['POST']],
    ['/orders/me', ['GET', 'HEAD']],
    ['/orders/cancel', ['POST']],
    ['/orders/me/1', ['GET']],
    ['/orders/me/latest', ['PUT']],
    ['/orders/cancel/1', ['DELETE']],
    // The earlier named segment decides, as in the router.
    ['/orders/cancel/latest', ['DELETE']],
    ['/orders/', []],
    ['/orders/me/1/2', []],
    ['/', []],
  ])('%s: %j', (target, methods) => {
    expect(table.methodsOf(target)).toEqual(methods);
  });
});

describe('a request that was routed by a parameter', () => {
  it.each([
    ['/orders/:user', '/orders/cancel?limit=1', ['POST']],
    ['/orders/:user', '/orders/cancels', undefined],
    ['/orders/:user/:order', '/orders/me/latest', ['PUT']],
    ['/orders/:user/:order', '/orders/cancel/1', ['DELETE']],
    ['/orders/:user/:order', '/orders/me/1', undefined],
    ['/orders/cancel/:order', '/orders/cancel/latest', undefined],
    ['/orders/cancel', '/orders/cancel', undefined],
  ])('to %s with %s belongs elsewhere: %j', (pattern, target, methods) => {
    expect(table.methodsByName(pattern, target)).toEqual(methods);
  });
});
