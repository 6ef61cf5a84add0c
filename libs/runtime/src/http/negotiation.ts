/** The request headers about content: `If-None-Match` and `Accept-Encoding`. */

/** A proxy that compresses content itself makes a tag weak. */
export const isKnown = (known: string | undefined, tag: string): boolean =>
  known?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) === true;

/** True if it is named with a weight above zero. */
export const takesCoding = (accepted: string, coding: string): boolean =>
  accepted.split(',').some((one) => {
    const [name = '', weight = ''] = one.split(';');
    return name.trim().toLowerCase() === coding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight);
  });
