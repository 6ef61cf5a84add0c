/** The one input of numbers: it reads the text and shows the reading in full, or the possible ones. */
import { cents, count, usdExact } from '../money/format';
import { SCALES, readNumber } from '../money/read-number';
import type { NumberUnit } from '../money/read-number';
import { Field } from './controls';
import type { FieldProps } from './controls';
import { COMPONENT_WORDS } from './words';

const words = COMPONENT_WORDS.number;
const inFull = {
  contracts: (value: bigint | number) => words.contracts(count(value)),
  cents,
  dollars: usdExact,
};

export function NumberField({
  unit,
  value,
  note,
  ...rest
}: Omit<FieldProps, 'wrong' | 'isSecret' | 'role'> & { readonly unit: NumberUnit }) {
  const read = readNumber(value, unit);
  const text = inFull[unit];
  const { least, most } = SCALES[unit];
  const [one, other] = (read.readings ?? []).map(text);
  const wrong =
    one === undefined ? words.limits(text(least), text(most)) : words.unclear(one, other);
  return (
    <Field
      inputMode={unit === 'contracts' ? 'numeric' : 'decimal'}
      isFigure
      {...rest}
      value={value}
      wrong={read.readings === undefined ? null : wrong}
      note={
        read.value === undefined ? (
          note
        ) : (
          <>
            <span data-test="read">= {text(read.value)}</span> {note}
          </>
        )
      }
    />
  );
}
