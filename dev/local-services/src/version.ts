export type Version = readonly [major: number, minor: number, patch: number];

/** The first `x.y.z` in a text. @throws Error when there is none */
export function parseVersion(text: string): Version {
  const match = /(\d+)\.(\d+)\.(\d+)/.exec(text);
  if (match === null) throw new Error(`no version in ${JSON.stringify(text)}`);
  return [Number(match[1]), Number(match[2]), Number(match[3])];
}

export function isAtLeast(version: Version, oldest: Version): boolean {
  const [major, minor, patch] = version;
  if (major !== oldest[0]) return major > oldest[0];
  if (minor !== oldest[1]) return minor > oldest[1];
  return patch >= oldest[2];
}
