/** Names that Debian's own archive has for a suite beside the code name of the release. */
const STANDING_SUITES = ['stable', 'testing', 'unstable', 'sid'];

/**
 * The machine's own entry for Debian's archive, pointed at another suite: same mirror, same keys.
 *
 * @param sources the texts of /etc/apt/sources.list and of the files in sources.list.d
 * @param codename the release that runs here, as in /etc/os-release
 * @returns a deb822 stanza, or null where no entry is for this release's main archive
 */
export function sourceOfSuite(
  sources: readonly string[],
  codename: string,
  suite: string,
): string | null {
  const known = [codename, ...STANDING_SUITES];
  for (const stanza of sources.flatMap(stanzasOf)) {
    const has = (field: string, value: string) => wordsOf(stanza, field).includes(value);
    const isArchive =
      has('types', 'deb') &&
      !has('enabled', 'no') &&
      has('components', 'main') &&
      wordsOf(stanza, 'suites').some((word) => known.includes(word));
    if (isArchive) return render({ ...stanza, types: 'deb', suites: suite, components: 'main' });
  }
  return null;
}

/** Field names in lower case; a value may run over several lines, as an inline key does. */
type Stanza = Readonly<Record<string, string>>;

const wordsOf = (stanza: Stanza, field: string): readonly string[] =>
  (stanza[field] ?? '').split(/\s+/);

const render = (stanza: Stanza): string =>
  Object.entries(stanza)
    .map(([field, value]) => `${field}: ${value}\n`)
    .join('');

const stanzasOf = (text: string): readonly Stanza[] =>
  /^\s*deb(-src)?\s/m.test(text) ? oneLineEntries(text) : deb822Stanzas(text);

function deb822Stanzas(text: string): readonly Stanza[] {
  const withoutComments = text.replace(/^#.*\n?/gm, '');
  return withoutComments.split(/\n\s*\n/).map((paragraph) => {
    const fields = paragraph.matchAll(/^([\w-]+):[ \t]*(.*(?:\n[ \t].*)*)/gm);
    return Object.fromEntries(
      Array.from(fields, ([, name = '', value = '']) => [name.toLowerCase(), value]),
    );
  });
}

/** `deb [signed-by=/a/key arch=amd64] http://host/path suite component…` */
const ONE_LINE = /^\s*(deb(?:-src)?)\s+(?:\[([^\]]*)\]\s+)?(\S+)\s+(\S+)\s+(.*)$/gm;
/** The options whose deb822 field has another name than the option. */
const FIELD_OF_OPTION: Readonly<Record<string, string>> = {
  arch: 'architectures',
  lang: 'languages',
};

function oneLineEntries(text: string): readonly Stanza[] {
  return Array.from(
    text.matchAll(ONE_LINE),
    ([, type = '', options = '', uri = '', suite = '', rest = '']) => {
      const stanza: Record<string, string> = {
        types: type,
        uris: uri,
        suites: suite,
        components: rest.replace(/#.*/, '').trim(),
      };
      for (const option of options.split(/\s+/).filter(Boolean)) {
        const [name = '', value = ''] = option.split('=');
        stanza[FIELD_OF_OPTION[name] ?? name] = value.replaceAll(',', ' ');
      }
      return stanza;
    },
  );
}
