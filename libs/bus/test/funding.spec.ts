import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import type { Bus } from '../src/connection/bus';
import { FundingClient } from '../src/funding/funding-client';
import type { FundingHandlers } from '../src/funding/funding-client';
import { FUNDING_OPERATIONS } from '../src/subjects';
import { FUNDING } from '../src/funding/funding-contract';
import type { FundingAddress } from '../src/funding/funding-contract';
import { serveFunding } from '../../nest-bus/test/serve-operations';
import type { ServedOperations } from '../../nest-bus/test/serve-operations';
import { NatsUnderTest, silent } from './nats-under-test';

let nats: NatsUnderTest;
let bus: Bus;

beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  bus = await nats.bus();
});
afterEach(() => bus.close());

const bytes = (count: number, fill: number): Uint8Array => new Uint8Array(count).fill(fill);
const user = bytes(32, 1);
const requestId = 'r1';

describe('requests', () => {
  const address: FundingAddress = {
    user,
    depositAddress: bytes(32, 2),
    depositUsdcAccount: bytes(32, 3),
    usdcMintExt: bytes(32, 4),
    proxyWallet: bytes(32, 5),
    proxyUsdcAccount: bytes(32, 6),
    usdcMintMain: bytes(32, 7),
    initialized: true,
    tier: 0,
    maxPerTxMicroUsdc: 10_000_000_000,
    dailyCapRemainingMicroUsdc: 1,
    dailyCapResetsAtMs: 2,
    estimatedGas: {
      extUsdc: { microUsdc: 0, items: [] },
      extOther: { microUsdc: 0, items: [] },
      mainUsdc: { microUsdc: 0, items: [] },
    },
  };
  let services: ServedOperations[] = [];
  const client = () => new FundingClient(bus);
  const serve = async (handlers: FundingHandlers) => {
    services.push(await serveFunding(await nats.bus(), handlers, silent));
  };
  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    services = [];
  });
  const failureOf = async (asked: Promise<unknown>): Promise<[string, object]> => {
    const error = await asked.then(
      () => new Error('it was answered'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof CodedError)) throw error;
    return [error.code, error.details];
  };

  const selfSigned = {
    user,
    amountMicroUsdc: 5,
    maxGasFee: 3,
    recipientKind: 'default',
    recipient: null,
    allowProgramAddress: false,
    nonce: 1,
    signature: bytes(64, 9),
  } as const;

  const toOwn = {
    user,
    mint: user,
    maxGasFee: 0,
    recipient: user,
    allowProgramAddress: false,
  } as const;

  it('have a reader each', () => {
    expect(Object.keys(FUNDING.requests)).toEqual([...FUNDING_OPERATIONS]);
    expect(Object.keys(FUNDING.answers)).toEqual([...FUNDING_OPERATIONS]);
  });

  it('reach the app that serves them, bytes as bytes, and come back so', async () => {
    const seen: unknown[] = [];
    const withdraw = { ...selfSigned, builder: bytes(16, 8) };
    await serve({
      address: async (request, context) => {
        seen.push([request, context]);
        return address;
      },
    });
    await serve({
      builder_withdraw: async (request) => {
        seen.push(request);
        const { user: whose, amountMicroUsdc, recipientKind, nonce } = request;
        const gasItems = [{ kind: 'transaction_fees', microUsdc: 1 }] as const;
        const times = { createdMs: 3, isReplay: false };
        const fees = { gasFeeMicroUsdc: 1, gasItems, netAmountMicroUsdc: 4, ...times };
        const where = { chain: 'ext', recipient: bytes(32, 2), recipientKind } as const;
        const withdrawalId = bytes(32, 11);
        return { withdrawalId, user: whose, amountMicroUsdc, nonce, ...fees, ...where };
      },
    });
    expect(await client().ask('address', { user }, { requestId })).toEqual(address);
    const answer = await client().ask('builder_withdraw', withdraw, { requestId });
    expect(answer).toMatchObject({ withdrawalId: bytes(32, 11), netAmountMicroUsdc: 4 });
    expect(seen).toEqual([[{ user }, { requestId }], withdraw]);
  });

  it.each([
    ['address', { user: bytes(31, 1) }, 'user'],
    ['tier', { user, tier: 3 }, 'tier'],
    ['recover', { ...toOwn, reference: 'case 7' }, 'nonce'],
    ['recover', { ...toOwn, maxGasFee: -1, nonce: 1, signature: bytes(64, 9) }, 'maxGasFee'],
    ['builder_withdraw', selfSigned, 'builder'],
    ['builder_recover', { ...toOwn, nonce: 1, signature: bytes(64, 9) }, 'builder'],
    ['faucet', { chain: 'main', address: user, token: 'btc', amount: 1 }, 'token'],
    ['bridge_executor', { enabled: 1 }, 'enabled'],
    ['daily_cap', { microUsdc: -1 }, 'microUsdc'],
    ['step_over', { chain: 'ext', slot: 0 }, 'slot'],
    ['step_over', { chain: 'other', slot: 1 }, 'chain'],
    ['release', {}, 'depositId'],
    ['reject', { depositId: bytes(31, 1) }, 'depositId'],
  ] as const)(
    '%s %j is refused before the app sees it, naming the field',
    async (operation, request, field) => {
      const never = async () => {
        throw new Error('the app saw it');
      };
      await serve({ [operation]: never });
      const [code, details] = await failureOf(
        client().ask(operation, request as never, { requestId }),
      );
      expect([code, details]).toEqual(['VALIDATION_FAILED', expect.objectContaining({ field })]);
    },
  );

  it('name a builder only where the signer alone may ask', async () => {
    await serve({
      withdraw: async () => {
        throw new Error('the app saw it');
      },
    });
    const named = { ...selfSigned, builder: bytes(16, 8) };
    const refused = await failureOf(client().ask('withdraw', named, { requestId }));
    expect(refused).toEqual(['UNKNOWN_FIELD', { field: 'builder' }]);
  });

  it('say what silence means', async () => {
    const [nobody] = await failureOf(client().ask('tier', { user, tier: 1 }, { requestId }));
    expect(nobody).toBe('FUNDING_UNAVAILABLE');
    const mute = await nats.bus();
    const never = () => new Promise<never>(() => {});
    await serveFunding(mute, { tier: never, address: never }, silent);
    const options = { requestId, timeoutMs: 50 };
    const [changed] = await failureOf(client().ask('tier', { user, tier: 1 }, options));
    const [read] = await failureOf(client().ask('address', { user }, options));
    expect([changed, read]).toEqual(['OUTCOME_UNKNOWN', 'FUNDING_UNAVAILABLE']);
    await mute.close();
  });
});
