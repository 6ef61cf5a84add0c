/**
 * Flags that were given to npm instead of to us: `npm start --port 4000`, without the `--`. npm takes them as its own
 * configuration: `--port=4000` comes as npm_config_port=4000, `--port 4000` as npm_config_port=true and 4000 as a bare
 * argument, `--no-rate-limits` as an empty npm_config_rate_limits. What can only mean one thing is understood, all else
 * is explained.
 */

/** Our flags, and what follows them. */
export const NPM_FLAGS = {
  port: 'number',
  'slot-ms': 'number',
  data: 'folder',
  archive: 'folder',
  empty: 'nothing',
  standby: 'nothing',
  'rate-limits': 'nothing',
  blocks: 'word',
};
const DATA_DEFAULT = '.local';

const variableOf = (name) => `npm_config_${name.replaceAll('-', '_')}`;

/**
 * @param {() => Record<string, string>} npmFiles what .npmrc files say about these names
 * @returns {{ argv: string[], notes: string[] }} the flags as they were meant, and notes about that
 * @throws Error that says how to write it
 */
export function flagsFromNpm(argv, env, npmFiles) {
  const given = env.npm_lifecycle_event === 'start' ? givenToNpm(env, npmFiles) : noneGiven();
  if (given.flags.length === 0) return { argv, notes: given.notes };
  const firstFlag = argv.findIndex((argument) => argument.startsWith('-'));
  const bare = firstFlag === -1 ? argv : argv.slice(0, firstFlag);
  const rest = argv.slice(bare.length);
  const understood = understand(given.flags, bare);
  if (understood === null) throw new Error(howToWrite(given.flags, bare));
  const note = `npm took ${written(understood)} for itself: understood as npm start -- ${written([...understood, ...rest])}`;
  return { argv: [...understood, ...rest], notes: [...given.notes, note] };
}

/** So that an npm that we start does not warn about them. */
export function forgetNpmFlags(env) {
  for (const name of Object.keys(NPM_FLAGS)) delete env[variableOf(name)];
}

const HELP = ['--help', '-h'];
/** As they are written; `--no-rate-limits` is the only one that takes something away. */
const WRITTEN = Object.keys(NPM_FLAGS).map((name) =>
  name === 'rate-limits' ? '--no-rate-limits' : `--${name}`,
);

export const isHelp = (argv) => argv.some((argument) => HELP.includes(argument));

/**
 * Runs before minutes of installing and building, so that a mistyped flag is found at once.
 * @throws Error that names the flag, or the value that is missing
 */
export function mustBeFlags(argv) {
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index];
    if (HELP.includes(argument)) continue;
    const [flag, value] = argument.split(/=(.*)/s);
    if (!WRITTEN.includes(flag))
      throw new Error(`npm start knows no ${argument}: it knows ${WRITTEN.join(', ')}`);
    const kind = NPM_FLAGS[flag.slice('--'.length)] ?? 'nothing';
    if (kind !== 'nothing') mustBe(kind, flag, value ?? argv[++index]);
  }
}

function mustBe(kind, flag, value) {
  if (value === undefined || value === '') throw new Error(`${flag} needs a value: a ${kind}`);
  if (kind === 'number' && !/^\d+$/.test(value))
    throw new Error(`${flag} needs a number, and ${value} is none`);
}

/** Where the data will be, as the flags say. */
export function dataFolderOf(argv) {
  let folder = DATA_DEFAULT;
  for (const [index, argument] of argv.entries()) {
    if (argument === '--data' && argv[index + 1] !== undefined) folder = argv[index + 1];
    if (argument.startsWith('--data=')) folder = argument.slice('--data='.length);
  }
  return folder;
}

const noneGiven = () => ({ flags: [], notes: [] });

function givenToNpm(env, npmFiles) {
  const all = Object.keys(NPM_FLAGS)
    .map((name) => ({ name, value: env[variableOf(name)] }))
    .filter(({ value }) => value !== undefined);
  if (all.length === 0) return noneGiven();
  const inFiles = npmFiles();
  const isOfFile = ({ name, value }) => name in inFiles && asNpmSays(inFiles[name]) === value;
  return {
    flags: all.filter((one) => !isOfFile(one)),
    notes: all
      .filter(isOfFile)
      .map(
        ({ name, value }) =>
          `an .npmrc says ${name}=${value}, which is no flag of npm start: that would be npm start -- --${name} …`,
      ),
  };
}

/** npm gives a false one to scripts as nothing. */
const asNpmSays = (value) => (value === 'false' ? '' : value);

function understand(flags, bare) {
  const argv = [];
  const awaiting = [];
  for (const { name, value } of flags) {
    const isSwitch = NPM_FLAGS[name] === 'nothing';
    const isOn = value === 'true';
    if (value.includes('\n')) return null; // given twice
    if (isSwitch && !isOn && value !== '') return null;
    if (isSwitch) {
      if (name !== 'rate-limits' && isOn) argv.push(`--${name}`);
      if (name === 'rate-limits' && !isOn) argv.push('--no-rate-limits');
    } else if (isOn) awaiting.push(name);
    else if (value === '') return null;
    else argv.push(`--${name}`, value);
  }
  const values = valuesOf(awaiting, bare);
  return values === null ? null : [...argv, ...values];
}

/** A bare argument for each name that waits for one: the only one, or one a kind. */
function valuesOf(names, bare) {
  if (names.length !== bare.length) return null;
  if (names.length === 1) return [`--${names[0]}`, bare[0]];
  const values = [];
  for (const kind of ['number', 'folder']) {
    const ofKind = names.filter((name) => NPM_FLAGS[name] === kind);
    const found = bare.filter((text) => /^\d+$/.test(text) === (kind === 'number'));
    if (ofKind.length !== found.length || ofKind.length > 1) return null;
    if (ofKind.length === 1) values.push(`--${ofKind[0]}`, found[0]);
  }
  return values;
}

const written = (words) => words.map((word) => (/\s/.test(word) ? `'${word}'` : word)).join(' ');

function howToWrite(flags, bare) {
  const names = flags.map(({ name }) =>
    name === 'rate-limits' ? '--no-rate-limits' : `--${name}`,
  );
  const leftover = bare.length > 0 ? `, and ${written(bare)} alone is left` : '';
  return `npm took ${names.join(' and ')} for itself${leftover}: flags go after --, as in npm start -- --port 4000 --data DIR`;
}
