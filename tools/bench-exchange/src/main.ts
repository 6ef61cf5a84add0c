/**
 * One bundle, three processes: the measurement, and the two that the named peer consists of (`bare-route`, `echo`),
 * which the measurement starts. What a peer needs comes in its environment, as for any app.
 */
import { parseArgs } from 'node:util';
import { serveBareRoute } from './peer/bare-route';
import { serveEcho } from './peer/echo';
import { ECHO_VARIABLES } from './peer/start-peer';
import { measureExchange } from './measure-exchange';

const { values, positionals } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

const bus = () => ({
  url: variable(ECHO_VARIABLES.natsUrl),
  token: variable(ECHO_VARIABLES.natsToken),
});

const [role = 'measure'] = positionals;
if (role === 'echo') await serveEcho(bus());
else if (role === 'bare-route') await serveBareRoute(bus(), Number(variable(ECHO_VARIABLES.port)));
else {
  const { data: dataDir, json: jsonFile, quick: isQuick } = values;
  if (dataDir === undefined) throw new Error('--data DIR: the folder of a running exchange');
  if (jsonFile === undefined) throw new Error('--json FILE: where the figures go');
  await measureExchange({ dataDir, isQuick, jsonFile });
}
