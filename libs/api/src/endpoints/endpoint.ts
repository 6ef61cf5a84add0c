/**
 * An endpoint as data. Routes, checks, charges and documents are made of it; its handler is a method of a controller
 * that carries `@Endpoint(…)` with it (libs/runtime).
 */
import type { Code } from '@bellwether/errors';
import type { z } from 'zod';
import type { Answer } from '../answer/fields';
import type { Inside } from '../answer/inside';
import { present } from '../answer/present';
import type { OperatorRole } from '../request/operators';

/** Who may call. */
export type Caller =
  | { readonly credential: 'admin'; readonly roles: readonly [OperatorRole, ...OperatorRole[]] }
  /** The owner of the account that this parameter of the path names. */
  | { readonly credential: 'session'; readonly account: string }
  | {
      readonly credential: 'envelope' | 'api_key';
      /** Also a key that an operator has seen. */
      readonly mayBeHandedOver?: true;
    };

/** Operators with one of the roles; an act is confirmed with the first. */
export const operators = (...roles: readonly [OperatorRole, ...OperatorRole[]]) =>
  ({ credential: 'admin', roles }) as const;

export const owner = (account: string) => ({ credential: 'session', account }) as const;

/** What the endpoints of a group have in common. */
interface Common {
  /** The chapter of the documents. */
  readonly tag: string;
  /** Null: anybody. */
  readonly caller: Caller | null;
  /** Answered as `{success: true, data}`, and refused as `{success: false, error}`. */
  readonly wraps?: true;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * What it does when it is sent again, after an answer was lost: nothing, as it changes nothing (`read`) or sets the same
 * value (`set`); nothing, and the first answer comes again (`exactly-once`); it acts once more (`once`).
 */
export type Effect = 'read' | 'set' | 'exactly-once' | 'once';

interface Terms extends Partial<Common> {
  readonly route: `${Method} /${string}`;
  /** Each part of the path that begins with a colon. */
  readonly parameters?: Readonly<Record<string, z.ZodType>>;
  /** Absent: a query is refused. */
  readonly query?: z.ZodType;
  /** Absent: a body is not looked at. */
  readonly body?: z.ZodType;
  /** A verb and what it is done to, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** Of the body of a success, or of its `data`. Absent: the connection becomes a WebSocket. */
  readonly answer?: z.ZodType;
  /** Default 200. */
  readonly status?: 101 | 200 | 202;
  /** A repeat is answered with the first answer, and says so in a header. */
  readonly repeats?: true;
  /** What the SDKs call it. Absent: its id, without `get` or `list`. */
  readonly call?: string;
  /** Absent: as `effectOf` says. */
  readonly effect?: Effect;
  /** The field of the body without which it has the effect `once`. */
  readonly onceWithout?: string;
  /** Failures beside those of schemas, of the credential, and of any endpoint. */
  readonly codes?: readonly Code[];
  /** A frequent read, answered from memory: it yields to everything else, and too many at once are refused. */
  readonly isFromMemory?: true;
  /** In plain reads of the gateway, whatever is asked: a database, a chain or the engine is asked too. Absent: by its query. */
  readonly weight?: number;
  /** In which an address is charged. Absent: `reads` for GET, `orders` for the rest. */
  readonly lane?: 'reads' | 'cancels' | 'cancel_alls';
  /** What limits calls of its kind besides, of an address or a key. */
  readonly callLimit?: 'deposit_addresses' | 'chain_calls' | 'faucet';
}

export interface EndpointTerms extends Omit<Terms, keyof Common>, Common {
  /** What generated clients call it: it never changes. */
  readonly id: string;
  readonly method: Method;
  readonly path: string;
}

/** Makes what is sent of what the handler returns. */
type Presenter<T extends Terms> = T extends { readonly answer: infer A extends z.ZodType }
  ? (inside: Inside<A>) => Answer<A>
  : undefined;

/** A group by the ids of its endpoints. */
export function endpoints<const T extends Readonly<Record<string, Terms>>>(
  common: Common,
  group: T,
): { readonly [Id in keyof T]: EndpointTerms & T[Id] & { readonly present: Presenter<T[Id]> } } {
  const whole = Object.entries(group).map(([id, terms]) => {
    const [method, path] = terms.route.split(' ');
    const presenter = terms.answer && present(terms.answer);
    return [id, { ...common, ...terms, id, method, path, present: presenter }];
  });
  return Object.fromEntries(whole);
}

/** Of a POST that says nothing: what is safe to assume. */
export function effectOf({ effect, method, repeats }: EndpointTerms): Effect {
  if (effect !== undefined) return effect;
  if (method === 'GET') return 'read';
  if (repeats === true) return 'exactly-once';
  return method === 'POST' ? 'once' : 'set';
}

/** What some endpoints say and others do not, by their paths: no other method of such a path is served. */
export const byPath = <const K extends keyof EndpointTerms>(
  all: readonly EndpointTerms[],
  what: K,
): Readonly<Record<string, NonNullable<EndpointTerms[K]>>> =>
  Object.fromEntries(
    all.flatMap((one) => (one[what] === undefined ? [] : [[one.path, one[what]]])),
  );
