import { it } from '@jest/globals';
import { signatureBytes } from '@bellwether/chain';
import { dutiesOf } from '../src/duties';
import { DutyCounters } from '../src/duty/duty-counters';
import { DutyRunner } from '../src/duty/duty-runner';
import { EngineUnderTest } from './tmp-engine';
import { until } from './until';
import { World, userOf } from './tmp-world';

it('measures', async () => {
  const world = await World.start();
  const url = await world.databaseUrl();
  const parts = await world.parts(url);
  const engine = await EngineUnderTest.serve(parts.bus);
  const runner = new DutyRunner({ duties: dutiesOf(parts), readers: [] }, { log: parts.log, alarms: parts.alarms, metrics: new DutyCounters(parts.metrics) });
  runner.start((e) => console.log('FAIL', e));
  const chain = world.network.main.chain;
  for (let n = 1; n <= 8; n++) {
    const user = userOf(n);
    await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
    const { proxyWallet } = await parts.addresses.of(user);
    const sig = await world.send('main', { to: proxyWallet, mint: parts.usdc.main, amount: 5_000_000n });
    await until(() => chain.transaction(sig, 'finalized') !== undefined);
    const finalMs = Date.now();
    await until(() => engine.exchange.funding(user).lastCreditSeq > 0);
    const creditedMs = Date.now();
    const [credit] = await world.rows(url, 'SELECT slot FROM chain_credits WHERE user_key=$1', [user]);
    const [arrival] = await world.rows(url, 'SELECT slot FROM main_arrivals WHERE user_key=$1 AND tx_signature=$2', [user, signatureBytes(sig)]);
    console.log(`arrival slot ${arrival?.slot}, credit slot ${credit?.slot}: ${Number(credit?.slot) - Number(arrival?.slot) - 8} slots after finality; engine ${creditedMs - finalMs} ms after finality of the arrival, ${(creditedMs - finalMs) - 8*400 - (Number(credit?.slot) - Number(arrival?.slot) - 8)*400} ms after that of the credit`);
  }
  await runner.stop();
  await engine.stop();
  await world.stop();
}, 200_000);
