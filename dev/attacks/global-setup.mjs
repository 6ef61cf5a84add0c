import { exchangeOfSuite } from '../e2e/suite-exchange.mjs';

export default exchangeOfSuite('attacks', 'BELLWETHER_ATTACKS_DATA');
