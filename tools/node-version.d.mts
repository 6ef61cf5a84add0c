/**
 * The message for a Node older than `engines` in package.json; null if it is new enough.
 * @param engines as `>=20.19`
 */
export function whyTooOld(version: string, engines: string): string | null;
