/** One exchange for all specs of the suite, and the browser that they share (src/browser.ts starts it once). */
import { exchangeOfSuite } from '../e2e/suite-exchange.mjs';
import { findChromium } from './chromium.mjs';

const DATA = 'BELLWETHER_WEB_TRIALS_DATA';
const BROWSER = 'BELLWETHER_WEB_BROWSER';

export default async function setUp() {
  const executablePath = findChromium();
  if (executablePath === null) return undefined; // src/browser.ts says what is left out
  process.env[BROWSER] = executablePath;
  // While working on the pages one may reuse an exchange instead of starting one for each run.
  return process.env[DATA] ? undefined : exchangeOfSuite('web', DATA)();
}
