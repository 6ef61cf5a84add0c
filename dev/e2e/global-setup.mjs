import { exchangeOfSuite } from './suite-exchange.mjs';

export default exchangeOfSuite('e2e', 'BELLWETHER_E2E_DATA');
