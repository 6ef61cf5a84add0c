/** A page as a browser reads it, as far as it can make requests to other hosts. */
export interface ReadPage {
  readonly status: number;
  readonly contentSecurityPolicy: string;
  readonly html: string;
  /** Its loads and links. */
  readonly targets: readonly string[];
  readonly scripts: number;
}

const TARGET = /(?:href|src|action|srcset)\s*=\s*"([^"]*)"|url\(([^)]*)\)|@import\s+"([^"]*)"/gi;

export async function readPage(url: string): Promise<ReadPage> {
  const answer = await fetch(url);
  const html = await answer.text();
  return {
    status: answer.status,
    contentSecurityPolicy: answer.headers.get('content-security-policy') ?? '',
    html,
    targets: [...html.matchAll(TARGET)].map(([, one, two, three]) => one ?? two ?? three ?? ''),
    scripts: [...html.matchAll(/<script|\son\w+\s*=|javascript:/gi)].length,
  };
}

/** True for a target with a scheme or a host of its own. */
export const isForeign = (target: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target);

/** Targets within the page that do not exist. */
export function brokenAnchors({ html, targets }: ReadPage): string[] {
  const ids = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  return targets.filter((one) => one.startsWith('#') && !ids.has(one.slice(1)));
}
