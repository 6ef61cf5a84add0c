/**
 * Configuration: one zod schema an app, parsed once at start from the environment that `main.ts` passes in.
 * The schema's keys are the variables' names; `.transform` turns them into the names the app uses.
 *
 *   const gatewayConfig = z
 *     .object({ NATS_URL: textVariable(), PORT: portVariable().default(3000) })
 *     .transform((env) => ({ natsUrl: env.NATS_URL, port: env.PORT }));
 */
import { z } from 'zod';
import { Secret } from './secret';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The type of a schema over the environment; `C` is the app's config. */
export type ConfigSchema<C> = z.ZodType<C>;

/** Names every wrong variable at once. It never contains a value, as any of them may be a secret. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * A variable that is set to nothing counts as absent, so that `X= npm start` means the default.
 * @param known what is wrong already, by variable: said in the place of what the schema says of it
 */
export function loadConfig<C>(
  schema: ConfigSchema<C>,
  environment: Environment,
  known: ReadonlyMap<string, string> = new Map(),
): C {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success && known.size === 0) return result.data;
  const named = (result.error?.issues ?? []).map(
    ({ path, message }) => [path.join('.') || 'environment', message] as const,
  );
  const wrong = named
    .filter(([name]) => !known.has(name))
    .map(([name, message]) =>
      given[name] === undefined ? `${name} is missing: ${message}` : `${name}: ${message}`,
    );
  throw new ConfigError([...known.values(), ...wrong]);
}

/** Parses one environment by several schemas. @throws ConfigError with every variable that is wrong by any of them */
export function loadConfigs<C extends object>(
  schemas: { readonly [K in keyof C]: ConfigSchema<C[K]> },
  environment: Environment,
  known: ReadonlyMap<string, string> = new Map(),
): C {
  const problems = new Set<string>();
  const loaded = Object.entries<ConfigSchema<unknown>>(schemas).map(([name, schema]) => {
    try {
      return [name, loadConfig(schema, environment, known)] as const;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
      return [name, undefined] as const;
    }
  });
  if (problems.size > 0) throw new ConfigError([...problems]);
  // Each key has the value of its own schema.
  return Object.fromEntries(loaded) as C;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const HIGHEST_PORT = 65_535;

export const textVariable = () => z.string({ error: 'must be a text' });

export const switchVariable = () =>
  z.enum(['on', 'off'], { error: 'must be on or off' }).transform((word) => word === 'on');

export const logLevelVariable = () =>
  z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info');

export function integerVariable(range: { min: number; max: number }) {
  const error = `must be a decimal integer from ${range.min} to ${range.max}`;
  return z
    .string({ error })
    .regex(/^-?\d{1,16}$/, { error })
    .transform(Number)
    .refine((value) => value >= range.min && value <= range.max, { error });
}

/** 0 lets the system choose a free port. */
export const portVariable = () => integerVariable({ min: 0, max: HIGHEST_PORT });

/** `nats://a:4222,nats://b:4222` */
export const serverListVariable = () =>
  textVariable().transform((list) => list.split(',').map((server) => server.trim()));

export const urlVariable = (protocols: readonly string[]) => {
  const error = `must be a URL that begins with ${protocols.map((name) => `${name}://`).join(' or ')}`;
  return z
    .string({ error })
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)),
      {
        error,
      },
    );
};

/** A text that must not be printed. */
export const secretVariable = () => textVariable().transform((value) => new Secret(value));

/** Bytes that `parse` reads and that must not be printed. */
export const parsedSecretVariable = (
  error: string,
  parse: (text: string) => Uint8Array | undefined,
) =>
  z.string({ error }).transform((text, context): Secret<Uint8Array> => {
    const bytes = parse(text);
    if (bytes !== undefined) return new Secret(bytes);
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
