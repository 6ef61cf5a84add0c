/** Inputs: a choice of a few, a field, a button that copies. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { COMPONENT_WORDS } from './words';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ComponentChildren;
}

/** One of a few, all visible: radio buttons, so the arrow keys work and it is announced as a choice. */
export function Choice<Value extends string>({
  name,
  options,
  value,
  onChoose,
  look = '',
}: {
  readonly name: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  /** Words of `wide`, `little`, `chips`. */
  readonly look?: string;
}) {
  const group = useId();
  return (
    <fieldset>
      <legend class="unseen">{name}</legend>
      <div class={`choice ${look}`}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={group}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly note?: ComponentChildren;
  /** The fault of the value, in words. */
  readonly wrong?: string | null;
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
  readonly isFigure?: boolean;
  /** Covered while it is typed. */
  readonly isSecret?: boolean;
  readonly role?: 'searchbox';
  readonly inputMode?: 'numeric' | 'decimal' | 'search';
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly onEnter?: () => void;
  readonly 'data-test'?: string;
}

/** A labelled input of text with parts around it, and a note or the fault below it. For numbers: `NumberField`. */
export function Field({
  label,
  value,
  onType,
  note,
  wrong,
  before,
  after,
  isFigure = false,
  isSecret = false,
  onEnter,
  role,
  ...input
}: FieldProps) {
  const id = useId();
  const isWrong = wrong !== undefined && wrong !== null;
  const below = isWrong ? wrong : note;
  return (
    <div class={isWrong ? 'field wrong' : 'field'}>
      <label class="label" for={id}>
        {label}
      </label>
      <div class="box">
        {before}
        <input
          {...(isSecret ? { type: 'password' } : { type: 'text', role })}
          autocomplete="off"
          spellcheck={false}
          {...input}
          id={id}
          class={isFigure ? 'figure' : ''}
          value={value}
          aria-invalid={isWrong}
          {...(below === undefined ? {} : { 'aria-describedby': `${id}-note` })}
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter?.();
          }}
        />
        {after}
      </div>
      {below !== undefined && (
        <p class="note" id={`${id}-note`}>
          {below}
        </p>
      )}
    </div>
  );
}

/** The same of several lines. */
export function Area({
  label,
  value,
  onType,
  note,
  test,
}: Pick<FieldProps, 'label' | 'value' | 'onType' | 'note'> & { readonly test: string }) {
  const id = useId();
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <div class="box">
        <textarea
          id={id}
          rows={3}
          value={value}
          data-test={test}
          {...(note === undefined ? {} : { 'aria-describedby': `${id}-note` })}
          onInput={(event) => onType(event.currentTarget.value)}
        />
      </div>
      {note !== undefined && (
        <p class="note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

const SAID_FOR_MS = 2_000;

/** Says that it has copied; a browser that refuses leaves the text to be marked by hand. */
export function CopyButton({ text, label }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <button class="button little" type="button" onClick={copy}>
      <span aria-live="polite">
        {isCopied ? COMPONENT_WORDS.copied : (label ?? COMPONENT_WORDS.copy)}
      </span>
    </button>
  );
}
