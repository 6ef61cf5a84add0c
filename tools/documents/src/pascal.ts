/** `taker_side` is `TakerSide`. */
export const pascal = (name: string): string =>
  name
    .split('_')
    .map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`)
    .join('');
