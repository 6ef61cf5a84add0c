/**
 * `npm start`. The version is checked first, and the rest imported only then: an older Node could not even parse it.
 */
import './node-version.mjs';

void import('../dev/local-exchange/launch/launch.mjs');
