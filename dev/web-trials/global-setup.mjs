import { exchangeOfSuite } from '../e2e/suite-exchange.mjs';
import { browserPath } from './browser-path.mjs';

const setUp = exchangeOfSuite('web-trials', 'BELLWETHER_WEB_TRIALS_DATA');

/** Without a browser there is nothing to try: the specs say so, and no exchange is started. */
export default async () => (browserPath() === undefined ? undefined : setUp());
