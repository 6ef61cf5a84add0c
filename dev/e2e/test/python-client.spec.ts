/** The Python client on the really running exchange, with Debian's Python and its packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { KeyPair, Trader } from '@bellwether/client';
import { expect, it } from 'vitest';
import { PYTHON, describeInPython, optionsOf, python } from '../../python-client/src/python';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import { USDC, bookOf, credit, newMarket, solvencyOf } from '../src/scenario';

describeInPython('the Python client', () => {
  const exchange = suiteExchange();
  const { gateway_url: gatewayUrl } = exchange.file;
  const file = join(exchange.dataDir, 'exchange.json');

  it('passes its own tests on this exchange, and leaves none out', async () => {
    const { stderr } = await python(['-m', 'unittest'], file);
    expect(stderr).toMatch(/^Ran \d+ tests in /m);
    expect(stderr.trim().split('\n').at(-1)).toBe('OK');
    expect(await solvencyOf(exchange)).toMatchObject({ difference: 0 });
  });

  it('has a README that is a program, and runs as it stands', async () => {
    await newMarketOfTheTour();
    const { stdout, stderr } = await python(['-m', 'tests.run_readme', exchange.dataDir]);
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n')).toEqual([
      'filled 10',
      '4500 0.45 12500000 12.50',
      '4.50',
      '4300 95.32675',
      'True',
      'True',
      'True True',
      'resting resting',
      '4330 10',
      'FILLED_MEANWHILE 0',
      '2',
      "[('revoked', 200000000)]",
      'True True',
      'INSUFFICIENT_BALANCE True False',
      'True 4500 0',
      '4310 4405',
      '10 True',
      '[True, True]',
      '20000000 True True True',
    ]);
  });

  it('has a maker that quotes both sides, moves with what it holds, and leaves nothing', async () => {
    const quiet = await newMarket(exchange);
    const args = ['examples/quote_both_sides.py', quiet, '4000', file];
    const maker = spawn(PYTHON, args, {
      ...optionsOf(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(maker, 'exit');
    let printed = '';
    maker.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const levels = async () => {
      const { yes } = await bookOf(exchange, quiet);
      return [yes.bids, yes.asks].map((side) => side.map(({ price, size }) => [price, size]));
    };
    const become = async (bid: number, ask: number) => {
      const quotes = JSON.stringify([[[bid, 50]], [[ask, 50]]]);
      await eventually(levels, (now) => JSON.stringify(now) === quotes);
    };
    try {
      await become(3_900, 4_100);
      const taker = await newTrader();
      const terms = {
        market_id: quiet,
        side: 'buy',
        outcome: 'yes',
        price: 4_100,
        size: 10,
      } as const;
      await taker.placeOrder({ ...terms, order_type: 'ioc' });
      await become(3_920, 4_120);
    } finally {
      maker.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(await levels()).toEqual([[], []]);
    expect(printed).toBe('{"held": 0}\n{"held": -10}\n');
  });

  async function newTrader(): Promise<Trader> {
    const trader = new Trader({ gatewayUrl, network: 'test', key: KeyPair.random() });
    await credit(exchange, trader.user, 1_000 * USDC);
    return trader;
  }

  /** What the demo maker of a local exchange offers; the suite's has no demo markets. */
  async function newMarketOfTheTour(): Promise<void> {
    const { answer } = await exchange.operator.createEvent({
      question: 'Will it rain on the program of the Python README?',
      category: { name: 'weather', sub: 'rain' },
      expiry: Math.floor(Date.now() / 1_000) + 86_400,
      outcomes: [{ label: 'Yes' }],
    });
    const market_id = answer.outcomes[0]?.market_id ?? '';
    const maker = await newTrader();
    const post = { market_id, side: 'buy', order_type: 'post_only', size: 100 } as const;
    await maker.placeOrder({ ...post, outcome: 'yes', price: 4_300 });
    await maker.placeOrder({ ...post, outcome: 'no', price: 5_500 });
  }
});
