/** `npm start`. The version is looked at first, so the rest is not imported before: an older Node could not even read it. */
import './node-version.mjs';

void import('../dev/local-exchange/launch/launch.mjs');
