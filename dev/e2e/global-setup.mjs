import { choosePython } from '../python-client/python.mjs';
import { exchangeOfSuite } from './suite-exchange.mjs';

const setUp = exchangeOfSuite('e2e', 'BELLWETHER_E2E_DATA');

export default function setUpWithPython() {
  choosePython();
  return setUp();
}
