export function leaveOutExchanges(
  affected: string[],
  changed: string[],
): { projects: string[]; text: string };
