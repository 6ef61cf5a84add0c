export function soonest(
  affected: string[],
  changed: string[],
): { projects: string[]; isQuick: (project: string) => boolean; text: string };
