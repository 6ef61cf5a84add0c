/** The rules of docs/protocol/leadership.md, each of which can be exchanged for one that was tried, or might be. */
export interface Rules {
  /** What lets an engine answer questions for a second. `tail`: a look at the journal, which a server may answer that was cut off. */
  readonly proof: 'append' | 'tail';
  /** Who may refuse a command. `anybody`: an engine that does not know whether it leads, too. */
  readonly refusal: 'sure' | 'anybody';
  /** A tail that ends before what was there. `at_once`: the stream was cut, and the process ends. */
  readonly shortTail: 'asked_again' | 'at_once';
  /** Which engine says that it leads. `subscribed`: one whose journal is out of reach, too. */
  readonly leads: 'proven' | 'subscribed';
  /** A new leader waits until the one before is not sure any more. `after_epoch`: longer than it needs to, from its epoch on. */
  readonly wait: 'for_predecessor' | 'after_epoch' | 'not';
  /** Who publishes events. `waiting`: a new leader at once. */
  readonly events: 'leading' | 'waiting';
  /** A command that is sent again is known by its nonce. */
  readonly repeats: 'known' | 'unknown';
  /** Who hears a request (A3). `late`: also who subscribed after it was sent, as over a route that was slow. */
  readonly hearing: 'subscribed' | 'late';
}

export const RULES: Rules = {
  proof: 'append',
  refusal: 'sure',
  shortTail: 'asked_again',
  leads: 'proven',
  wait: 'for_predecessor',
  events: 'leading',
  repeats: 'known',
  hearing: 'subscribed',
};

export type Violation =
  | 'stale read'
  | 'refused but done'
  | 'lost'
  | 'doubled'
  | 'healthy engine ended'
  | 'no leader';

/** A rule exchanged, and what must come of it. */
export interface Mistake {
  readonly name: string;
  readonly change: Partial<Rules>;
  readonly finds: Violation;
}

export const MISTAKES: readonly Mistake[] = [
  {
    name: 'F1: a look at the tail proves, by a server that is cut off',
    // So that nothing but what that server shows can be the reason.
    change: { proof: 'tail', wait: 'after_epoch' },
    finds: 'stale read',
  },
  {
    name: 'F1: a look at the tail proves, just before the next epoch',
    change: { proof: 'tail' },
    finds: 'stale read',
  },
  {
    name: 'F2: a shorter tail is believed at once',
    change: { shortTail: 'at_once' },
    finds: 'healthy engine ended',
  },
  {
    name: 'F3: who is not sure refuses',
    change: { refusal: 'anybody' },
    finds: 'refused but done',
  },
  { name: 'F4: "I lead" without a proof', change: { leads: 'subscribed' }, finds: 'no leader' },
  { name: 'a new leader does not wait', change: { wait: 'not' }, finds: 'stale read' },
  {
    name: 'a new leader publishes while it waits',
    change: { events: 'waiting' },
    finds: 'stale read',
  },
  {
    name: 'a request is heard by who subscribed after it was sent (A3 does not hold)',
    change: { hearing: 'late' },
    finds: 'refused but done',
  },
  { name: 'a repeat is not known', change: { repeats: 'unknown' }, finds: 'doubled' },
];
