const DECIMAL = /^(?<sign>-?)(?<whole>[0-9]{1,16})(?:\.(?<part>[0-9]{1,15}))?$/;

/**
 * A decimal number as the integer that is attested: times 10 to the power of `decimals`, exactly.
 * @throws RangeError if it is none, or has more decimals than fit
 */
export function scaled(text: string, decimals: number): number {
  const { sign = '', whole = '', part = '' } = DECIMAL.exec(text)?.groups ?? {};
  if (whole === '') throw new RangeError(`${JSON.stringify(text)} is no decimal number`);
  const exact = part.replace(/0+$/, '');
  if (exact.length > decimals)
    throw new RangeError(`${text} has more decimals than the ${decimals} of the rule`);
  const value = Number(BigInt(`${whole}${exact.padEnd(decimals, '0')}`));
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large`);
  return sign === '-' && value !== 0 ? -value : value;
}
