/** Surfaces of content: panels, figures, facts, notices, tags, and placeholders. */
import type { ComponentChildren } from 'preact';
import { COMPONENT_WORDS } from './words';

type Children = { readonly children: ComponentChildren };

/** A titled part of a page. `stale` greys it: its numbers are not live. */
export function Panel({
  title,
  aside,
  stale = false,
  children,
  ...rest
}: Children & {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly stale?: boolean;
  readonly 'data-test'?: string;
}) {
  return (
    <section class="panel" aria-label={title} {...rest}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      <div class={stale ? 'stack tight stale' : 'stack tight'}>{children}</div>
    </section>
  );
}

export interface Figure {
  readonly name: string;
  readonly value: ComponentChildren;
  readonly tone?: 'good' | 'bad';
  readonly test?: string;
}

/** A few large numbers in a row. */
export const Figures = ({ of, stale = false }: { of: readonly Figure[]; stale?: boolean }) => (
  <dl class={stale ? 'figures stale' : 'figures'}>
    {of.map(({ name, value, tone, test }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class={tone} data-test={test}>
          {value}
        </dd>
      </div>
    ))}
  </dl>
);

export interface Fact {
  readonly name: ComponentChildren;
  readonly value: ComponentChildren;
  readonly tone?: 'main' | 'main good';
  readonly test?: string;
}

/** A name and a value a line. */
export const Facts = ({
  of,
  isNarrow = false,
}: {
  readonly of: readonly Fact[];
  /** On a wide panel: a value stays near its name. */
  readonly isNarrow?: boolean;
}) => (
  <dl class={isNarrow ? 'facts narrow' : 'facts'}>
    {of.map(({ name, value, tone, test }, index) => (
      <div key={index} class={tone}>
        <dt>{name}</dt>
        <dd data-test={test}>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Something to know. `bad` is read out at once. */
export const Notice = ({
  kind = 'plain',
  action,
  children,
  ...rest
}: Children & {
  readonly kind?: 'plain' | 'caution' | 'bad' | 'good';
  readonly action?: ComponentChildren;
  readonly 'data-test'?: string;
}) => (
  <div class={`notice ${kind}`} {...(kind === 'bad' ? { role: 'alert' } : {})} {...rest}>
    <div>{children}</div>
    {action}
  </div>
);

export const Tag = ({
  tone,
  children,
}: Children & { readonly tone?: 'yes' | 'no' | 'good' | 'bad' }) => (
  <span class={tone === undefined ? 'tag' : `tag ${tone}`}>{children}</span>
);

/** The placeholder of an empty list: the reason, and where to go on. */
export const Empty = ({ children, action }: Children & { readonly action?: ComponentChildren }) => (
  <div class="empty">
    <p>{children}</p>
    {action}
  </div>
);

/** As high as what will stand there, so that nothing moves when it comes. */
export const Skeleton = ({ height }: { height: string }) => (
  <div class="skeleton" style={{ height }} aria-busy="true" role="status">
    <span class="unseen">{COMPONENT_WORDS.loading}</span>
  </div>
);
