/** What must hold of each endpoint, so that the next one cannot forget it. */
import { describe, expect, it } from 'vitest';
import { effectOf } from './endpoint';
import type { EndpointTerms } from './endpoint';
import { gatewayEndpoints } from './gateway-endpoints';
import { SIGNER_ENDPOINTS } from './signer-endpoints';

const gateway = gatewayEndpoints({ hasAdmin: true });
const all = [...gateway, ...SIGNER_ENDPOINTS];
const idsOf = (some: readonly EndpointTerms[]) => some.map(({ id }) => id);
const isAdministration = ({ path }: EndpointTerms) => path.startsWith('/admin/');

describe('endpoints', () => {
  it('of the signer are for builders alone', () => {
    const credentials = new Set(SIGNER_ENDPOINTS.map(({ caller }) => caller?.credential));
    expect(credentials).toEqual(new Set(['envelope', 'api_key']));
  });

  it('are for operators where they are administration, and nowhere else', () => {
    const forOperators = gateway.filter(({ caller }) => caller?.credential === 'admin');
    expect(idsOf(forOperators)).toEqual(idsOf(gateway.filter(isAdministration)));
    expect(idsOf(forOperators.filter(({ wraps }) => wraps !== true))).toEqual([]);
  });

  it('that are an owner\u2019s name the account in their path', () => {
    const misnamed = gateway.filter(
      ({ caller, path }) =>
        caller?.credential === 'session' && !path.includes(`:${caller.account}`),
    );
    expect(idsOf(misnamed)).toEqual([]);
  });

  it('have an answer, but for the one whose connection is taken over', () => {
    const without = all.filter(({ answer }) => answer === undefined);
    expect(without.map(({ id, status }) => [id, status])).toEqual([['openStream', 101]]);
  });

  it('that are charged by their path share it with no other method', () => {
    for (const some of [gateway, SIGNER_ENDPOINTS]) {
      const charged = some.filter((one) => one.weight ?? one.lane ?? one.callLimit);
      const shared = charged.filter(
        ({ path }) => some.filter((one) => one.path === path).length > 1,
      );
      expect(idsOf(shared)).toEqual([]);
      expect(idsOf(charged.filter(isAdministration))).toEqual([]);
    }
  });

  it('change nothing where they are charged as reads, and what repeats is done once', () => {
    const others = (effects: readonly string[], some: readonly EndpointTerms[]) =>
      idsOf(some.filter((one) => !effects.includes(effectOf(one))));
    const asReads = all.filter(({ lane, method }) => lane === 'reads' || method === 'GET');
    expect(others(['read'], asReads)).toEqual([]);
    const repeating = all.filter(({ repeats }) => repeats === true);
    expect(others(['exactly-once'], repeating)).toEqual([]);
  });

  it('count as acting again where a POST says nothing', () => {
    const silent = all.find(({ id, effect }) => id === 'createBuilder' && effect === undefined);
    expect(effectOf(silent!)).toBe('once');
  });
});
