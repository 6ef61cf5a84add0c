/**
 * Changes in a new contract that would break a client of the old one, one sentence each. Requests may accept more than
 * before, and answers may contain more; the reverse breaks a client. Pure.
 */
import type { Contract, OperationContract, Shape } from './contract';

type Direction = 'request' | 'answer';

export function breakingChanges(before: Contract, after: Contract): string[] {
  return Object.entries(before.operations).flatMap(([name, old]) => {
    const now = after.operations[name];
    if (now === undefined) return [`${name} is gone.`];
    return new Comparison(name, before, after).ofOperation(old, now);
  });
}

class Comparison {
  /** Named schemas being compared, by both names: they may contain themselves. */
  private readonly seen = new Set<string>();

  constructor(
    private readonly name: string,
    private readonly before: Contract,
    private readonly after: Contract,
  ) {}

  ofOperation(old: OperationContract, now: OperationContract): string[] {
    const added = now.credentials.filter((one) => !old.credentials.includes(one));
    return [
      ...(old.operationId === now.operationId
        ? []
        : [`${this.name}: its operationId ${old.operationId} is ${now.operationId} now.`]),
      ...added.map((one) => `${this.name}: it asks for ${one} now.`),
      ...this.ofParameters(old, now),
      ...this.ofBody(old, now),
      ...this.ofAnswers(old, now),
      ...this.ofCodes(old, now),
    ];
  }

  private ofParameters(old: OperationContract, now: OperationContract): string[] {
    const known = Object.entries(old.parameters).flatMap(([name, parameter]) => {
      const other = now.parameters[name];
      if (other === undefined) return [`${this.name}: the parameter ${name} is gone.`];
      const isStricter = other.isRequired && !parameter.isRequired;
      return [
        ...(isStricter ? [`${this.name}: the parameter ${name} is required now.`] : []),
        ...this.ofShape(`the parameter ${name}`, parameter.shape, other.shape, 'request'),
      ];
    });
    const added = Object.entries(now.parameters)
      .filter(([name, { isRequired }]) => isRequired && old.parameters[name] === undefined)
      .map(([name]) => `${this.name}: the new parameter ${name} is required.`);
    return [...known, ...added];
  }

  private ofBody(old: OperationContract, now: OperationContract): string[] {
    if (old.body === null) return now.body === null ? [] : [`${this.name}: it wants a body now.`];
    if (now.body === null) return [`${this.name}: it takes no body any more.`];
    return this.ofShape('the body', old.body, now.body, 'request');
  }

  private ofAnswers(old: OperationContract, now: OperationContract): string[] {
    return Object.entries(old.answers).flatMap(([status, shape]) => {
      const other = now.answers[status];
      if (other === undefined) return [`${this.name}: it answers ${status} no more.`];
      if (shape === null || other === null) return [];
      return this.ofShape(`the answer ${status}`, shape, other, 'answer');
    });
  }

  private ofCodes(old: OperationContract, now: OperationContract): string[] {
    return Object.entries(old.codes).flatMap(([status, codes]) =>
      codes
        .filter((code) => now.codes[status]?.includes(code) !== true)
        .map((code) => `${this.name}: the code ${code} (${status}) is gone.`),
    );
  }

  private ofShape(place: string, old: Shape, now: Shape, direction: Direction): string[] {
    const names = `${old.ref ?? ''} ${now.ref ?? ''} ${direction}`;
    if (old.ref !== undefined || now.ref !== undefined) {
      if (this.seen.has(names)) return [];
      this.seen.add(names);
    }
    const one = whole(old, this.before);
    const other = whole(now, this.after);
    const at = `${this.name}: ${place}`;
    return [
      ...typeChanges(at, one, other, direction),
      ...valueChanges(at, one, other, direction),
      ...boundChanges(at, one, other, direction),
      ...this.ofFields(place, one, other, direction),
      ...this.ofParts(place, one, other, direction),
    ];
  }

  private ofFields(place: string, old: Shape, now: Shape, direction: Direction): string[] {
    const { fields = {}, required = [] } = old;
    const changed = Object.entries(fields).flatMap(([name, field]) => {
      const other = now.fields?.[name];
      if (other === undefined) return [`${this.name}: ${place} has no field ${name} any more.`];
      return this.ofShape(`${name} of ${place}`, field, other, direction);
    });
    const nowRequired = now.required ?? [];
    const broken =
      direction === 'request'
        ? nowRequired
            .filter((name) => !required.includes(name))
            .map((name) => `${this.name}: ${place} wants ${name} now.`)
        : required
            .filter((name) => !nowRequired.includes(name) && now.fields?.[name] !== undefined)
            .map((name) => `${this.name}: ${place} may lack ${name} now.`);
    return [...changed, ...broken];
  }

  private ofParts(place: string, old: Shape, now: Shape, direction: Direction): string[] {
    const items =
      old.items === undefined || now.items === undefined
        ? []
        : this.ofShape(`an entry of ${place}`, old.items, now.items, direction);
    const { alternatives = [] } = old;
    const others = now.alternatives ?? [];
    const count = alternatives.length;
    const isNarrower = direction === 'request' ? others.length < count : others.length > count;
    if (count > 0 && isNarrower) {
      return [...items, `${this.name}: ${place} has ${others.length} forms in place of ${count}.`];
    }
    const pairs = alternatives.flatMap((one, index) => {
      const other = others[index];
      return other === undefined ? [] : this.ofShape(place, one, other, direction);
    });
    return [...items, ...pairs];
  }
}

const whole = (shape: Shape, { schemas }: Contract): Shape =>
  shape.ref === undefined ? shape : (schemas[shape.ref] ?? shape);

function typeChanges(at: string, old: Shape, now: Shape, direction: Direction): string[] {
  if (old.types === undefined || now.types === undefined) return [];
  const [from, to] = direction === 'request' ? [old.types, now.types] : [now.types, old.types];
  if (from.every((type) => to.includes(type) || (type === 'integer' && to.includes('number')))) {
    return [];
  }
  return [`${at} is ${now.types.join(' or ')} now, and was ${old.types.join(' or ')}.`];
}

/** A request may accept new values. An answer may return new ones too: clients must expect them. */
function valueChanges(at: string, old: Shape, now: Shape, direction: Direction): string[] {
  const { values } = old;
  if (direction === 'answer') return [];
  if (values === undefined) return now.values === undefined ? [] : [`${at} takes few values now.`];
  if (now.values === undefined) return [];
  return values
    .filter((value) => now.values?.includes(value) !== true)
    .map((value) => `${at} does not take ${JSON.stringify(value)} any more.`);
}

function boundChanges(at: string, old: Shape, now: Shape, direction: Direction): string[] {
  if (direction === 'answer') return [];
  const from = now.minimum ?? -Infinity;
  const to = now.maximum ?? Infinity;
  const changes: string[] = [];
  if (from > (old.minimum ?? -Infinity)) changes.push(`${at} begins at ${from} now.`);
  if (to < (old.maximum ?? Infinity)) changes.push(`${at} ends at ${to} now.`);
  if (now.pattern !== undefined && now.pattern !== old.pattern) {
    changes.push(`${at} must look like ${now.pattern} now.`);
  }
  return changes;
}
