/**
 * One bundle, five kinds of process: the measurement, and the peers that it starts (a bare route, the same over our own
 * request mux, the echo behind both, and bare reads). What a peer needs comes in its environment, as for any app.
 */
import { parseArgs } from 'node:util';
import { serveBareReads } from './peer/bare-reads';
import { serveBareRoute, serveMuxedRoute } from './peer/bare-route';
import { serveEcho } from './peer/echo';
import { PEER_VARIABLES } from './peer/start-peer';
import { measureExchange, measureStreamsAlone } from './measure-exchange';

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
  allowPositionals: true,
});

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const nats = () => ({
  url: variable(PEER_VARIABLES.natsUrl),
  token: variable(PEER_VARIABLES.natsToken),
});

const [role = 'measure'] = positionals;
const port = () => Number(variable(PEER_VARIABLES.port));
if (role === 'echo') await serveEcho(nats());
else if (role === 'bare-route') await serveBareRoute(nats(), port());
else if (role === 'bare-reads') await serveBareReads(port());
else if (role === 'muxed-route') await serveMuxedRoute(nats(), port());
else {
  const { data: dataDir, json: jsonFile, quick: isQuick, only } = values;
  if (dataDir === undefined) throw new Error('--data DIR: the folder of a running exchange');
  if (jsonFile === undefined) throw new Error('--json FILE: where the figures go');
  if (only !== undefined && only !== 'orders' && only !== 'reads' && only !== 'streams') {
    throw new Error('--only: orders, reads or streams');
  }
  if (only === 'streams') await measureStreamsAlone({ dataDir, isQuick, jsonFile });
  else await measureExchange({ dataDir, isQuick, jsonFile, only: only ?? null });
}
