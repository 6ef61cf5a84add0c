/**
 * The permissions of the bus, in the two forms in which servers are given them. Which public key belongs to whom is
 * known when an exchange is set up: each form names an environment variable in its place.
 */
import { natsAuthorization } from '@bellwether/bus';
import type { Identity } from '@bellwether/bus';
import { format } from 'prettier';
import { stringify } from 'yaml';

/** `NKEY_GATEWAY_ADMIN`: where nats-server finds the public key of `gateway-admin`. */
export const publicKeyVariable = (identity: Identity): string =>
  `NKEY_${identity.toUpperCase().replaceAll('-', '_')}`;

const QUOTED_VARIABLE = /"(\$NKEY_[A-Z_]+)"/g;
const MADE =
  '# Made by `node tools/cluster/run.mjs permissions` from the table of rights in libs/bus.\n';

/** For `include` in nats.conf: JSON, but for the variables, which nats-server knows without quotes alone. */
export function authorizationConf(): string {
  const authorization = natsAuthorization((identity) => `$${publicKeyVariable(identity)}`);
  const json = JSON.stringify(authorization, null, 2).replaceAll(QUOTED_VARIABLE, '$1');
  return `${MADE}authorization: ${json}\n`;
}

/** Values of the official chart, which unquotes what stands between `<<` and `>>`. */
export function chartAuthorization(): Promise<string> {
  const authorization = natsAuthorization((identity) => `<< $${publicKeyVariable(identity)} >>`);
  const yaml = stringify({ config: { merge: { authorization } } });
  return format(`${MADE}${yaml}`, { parser: 'yaml', singleQuote: true, printWidth: 100 });
}
