/**
 * What to tell whoever runs an older Node than `engines` of package.json names; null where it is new enough.
 * @param engines as `>=20.19`
 */
export function whyTooOld(version: string, engines: string): string | null;
