/** What happened, oldest first: each step with its time and, if it is a command of the exchange, its number. */
import type { ComponentChildren } from 'preact';
import { count } from '../money/format';
import { moment } from '../money/time';
import { COMPONENT_WORDS } from './words';

export interface Happening {
  readonly title: string;
  /** Unix seconds. */
  readonly at: number;
  /** Of the command, in the order of all commands. */
  readonly seq?: number;
  /** It is still to come. */
  readonly isAhead?: boolean;
  readonly said?: ComponentChildren;
}

export const Timeline = ({ of, name }: { of: readonly Happening[]; name: string }) => (
  <ol class="timeline" aria-label={name}>
    {of.map(({ title, at, seq, isAhead = false, said }, index) => (
      <li key={index} class={isAhead ? 'ahead' : ''}>
        <span class="strong">{title}</span>
        <span class="muted small number">
          {moment(at)}
          {seq !== undefined && `, ${COMPONENT_WORDS.command(count(seq))}`}
        </span>
        {said}
      </li>
    ))}
  </ol>
);

/** An address that somebody gave: it is shown whole, and opened without a word of where the reader comes from. */
export const Evidence = ({ url }: { url: string }) => (
  <a class="address" href={url} target="_blank" rel="noopener noreferrer" data-test="evidence">
    {url}
  </a>
);
