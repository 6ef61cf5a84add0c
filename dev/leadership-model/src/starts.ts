/**
 * Engines that are started together, without any fault: one comes to lead, and nobody begins an epoch on top of it. The
 * other model lets an engine begin an epoch at any time, as that must be harmless; here it must not happen.
 */

export interface StartRules {
  /** The tail is read once more after nobody answered. An epoch that it has now was begun meanwhile. */
  readonly readsAgain: boolean;
  /** When an engine is found by the others that ask for the leader. */
  readonly announces: 'before its epoch' | 'after its epoch' | 'when it leads';
}

export const START_RULES: StartRules = { readsAgain: true, announces: 'before its epoch' };

type Phase =
  | 'reading'
  | 'asking'
  | 'reading again'
  | 'beginning'
  | 'announced'
  | 'landed'
  | 'waiting'
  | 'leading'
  | 'standing by';

const HAS_BEGUN: readonly Phase[] = ['landed', 'waiting', 'leading'];

interface Starting {
  readonly phase: Phase;
  /** Epochs that it has read, and how many those were when it last asked. */
  readonly known: number;
  readonly whenAsked: number;
}

interface Starts {
  readonly epochs: number;
  readonly engines: readonly Starting[];
}

export interface StartsExplored {
  readonly states: number;
  /** What was done, up to where an engine was deposed, or where nothing more happens and it is not one that leads. */
  readonly broken: readonly string[] | null;
}

export function exploreStarts(rules: StartRules, engines: number): StartsExplored {
  const first: Starts = {
    epochs: 0,
    engines: Array.from({ length: engines }, () => ({ phase: 'reading', known: 0, whenAsked: 0 })),
  };
  const seen = new Set<string>();
  const left: { readonly world: Starts; readonly trace: readonly string[] }[] = [
    { world: first, trace: [] },
  ];
  for (const { world, trace } of left) {
    const text = JSON.stringify(world);
    if (seen.has(text)) continue;
    seen.add(text);
    const next = world.engines.flatMap((engine, at) => {
      const after = stepOf(world, at, rules);
      return after === null ? [] : [{ after, label: `engine ${at + 1}, ${engine.phase}` }];
    });
    for (const { after, label } of next) {
      if (after === 'deposes') return { states: seen.size, broken: [...trace, label] };
      left.push({ world: after, trace: [...trace, label] });
    }
    const leading = world.engines.filter(({ phase }) => phase === 'leading');
    if (next.length === 0 && leading.length !== 1) return { states: seen.size, broken: trace };
  }
  return { states: seen.size, broken: null };
}

/** Null: it waits for the others. */
function stepOf(world: Starts, at: number, rules: StartRules): Starts | 'deposes' | null {
  const { epochs, engines } = world;
  const engine = engines[at]!;
  const to = (phase: Phase, change: Partial<Starting> = {}): Starts => ({
    epochs,
    engines: engines.with(at, { ...engine, phase, ...change }),
  });
  const isHeard = engines.some((one, other) => other !== at && isSubscribed(one, rules));
  switch (engine.phase) {
    case 'reading':
      return to('asking', { known: epochs });
    case 'asking':
      return to(isHeard ? 'standing by' : 'reading again', { whenAsked: engine.known });
    case 'reading again': {
      const isOvertaken = rules.readsAgain && epochs !== engine.whenAsked;
      return to(isOvertaken ? 'standing by' : 'beginning', { known: epochs });
    }
    case 'beginning':
      return to('announced');
    case 'announced': {
      if (epochs !== engine.known) return to('standing by');
      if (engines.some(({ phase }) => HAS_BEGUN.includes(phase))) return 'deposes';
      return { ...to('landed', { known: epochs + 1 }), epochs: epochs + 1 };
    }
    case 'landed':
      return to('waiting');
    case 'waiting':
      return to('leading');
    case 'standing by':
      // It follows the journal meanwhile.
      return isHeard ? null : to('reading again', { known: epochs, whenAsked: epochs });
    case 'leading':
      return null;
  }
}

function isSubscribed({ phase }: Starting, { announces }: StartRules): boolean {
  if (phase === 'announced' || phase === 'landed') return announces === 'before its epoch';
  if (phase === 'waiting') return announces !== 'when it leads';
  return phase === 'leading';
}
