/** One exchange and one browser for all specs of the suite. */
import { chromium } from 'playwright-core';
import { exchangeOfSuite } from '../e2e/suite-exchange.mjs';
import { FLAGS, findChromium } from './chromium.mjs';

const DATA = 'BELLWETHER_WEB_TRIALS_DATA';
const BROWSER = 'BELLWETHER_WEB_BROWSER';

export default async function setUp() {
  const executablePath = findChromium();
  if (executablePath === null) {
    console.error('web-trials: skipped, as there is no Chromium here (CHROMIUM names one)');
    return undefined;
  }
  // Whoever works on the pages keeps an exchange, and starts none for each run.
  const endExchange = process.env[DATA]
    ? async () => undefined
    : await exchangeOfSuite('web', DATA)();
  const server = await chromium.launchServer({ executablePath, args: FLAGS });
  process.env[BROWSER] = server.wsEndpoint();
  return async () => {
    await server.close();
    await endExchange();
  };
}
