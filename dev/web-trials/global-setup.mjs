/** One exchange for all specs of the suite, and the browser that they share (src/browser.ts starts it once). */
import { exchangeOfSuite } from '../e2e/suite-exchange.mjs';
import { findChromium } from './chromium.mjs';

const DATA = 'BELLWETHER_WEB_TRIALS_DATA';
const BROWSER = 'BELLWETHER_WEB_BROWSER';

export default async function setUp() {
  const executablePath = findChromium();
  if (executablePath === null) return undefined; // src/browser.ts says what is left out
  process.env[BROWSER] = executablePath;
  // Whoever works on the pages keeps an exchange, and starts none for each run.
  return process.env[DATA] ? undefined : exchangeOfSuite('web', DATA)();
}
