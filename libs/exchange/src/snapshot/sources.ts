/** The part of a snapshot about sources and what they have said. */
import { growing, list, oneOf, optional, struct, i53, u53, u8 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { CASE_STATUSES, sourceRowLayout } from '../command';
import { nameSubject } from '../commands/create-event';
import type { ExchangeState } from '../state';

/** Events by number; times in Unix ms. `said`: values, with what was answered to them. */
export const sourcesLayout = growing({
  sources: list(sourceRowLayout),
  attested: list(
    growing({
      event: u53,
      said: list(
        growing({
          value: i53,
          seq: u53,
          timestampMs: u53,
          caseId: u53,
          status: oneOf(CASE_STATUSES),
          dueMs: optional(u53),
          round: u8,
        }),
      ),
      ended: optional(struct({ caseId: u53, timestampMs: u53 })),
    }),
  ),
});
type Image = ValueOf<typeof sourcesLayout>;

/** Null: there are none. */
export function sourcesOf({ sources }: ExchangeState): Image | null {
  const all = sources.all();
  if (all.length === 0) return null;
  const attested = sources.allAttested().map(({ said, ...of }) => ({
    ...of,
    said: said.map(({ answer, ...one }) => ({ ...answer, ...one })),
  }));
  return { sources: all, attested };
}

export function loadSources(state: ExchangeState, image: Image | null): void {
  const { sources, catalogue } = state;
  for (const source of image?.sources ?? []) sources.set(source);
  for (const { event, said, ended } of image?.attested ?? []) {
    const answered = said.map(({ value, seq, timestampMs, ...answer }) => {
      return { value, seq, timestampMs, answer: { kind: 'case' as const, ...answer } };
    });
    sources.load(event, { said: answered, ended });
  }
  for (const event of catalogue.all()) nameSubject(state, event);
}
