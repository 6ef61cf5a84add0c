import { describe, expect, it } from 'vitest';
import { sourceOfSuite } from './debian-source';

const FORMAT_822 = `Types: deb
# a comment
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
`;
const VENDOR = `Types: deb
URIs: https://vendor.example/node
Suites: nodistro
Components: main
`;
const INLINE_KEY = `Types: deb deb-src
URIs: http://mirror.example/debian
Suites: stable
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 abc
`;

describe('sourceOfSuite', () => {
  it.each([
    [
      'keeps mirror and key of the release entry, not those of the security archive or a vendor',
      [VENDOR, FORMAT_822],
      'types: deb\nuris: http://mirror.example/debian\nsuites: sid\ncomponents: main\n' +
        'signed-by: /usr/share/keyrings/debian-archive-keyring.gpg\n',
    ],
    [
      'reads the one-line format with its options',
      [
        '# deb http://old.example/debian bookworm main\n' +
          'deb [arch=amd64,arm64 signed-by=/a/key.gpg] http://mirror.example/debian bookworm main contrib # why\n',
      ],
      'types: deb\nuris: http://mirror.example/debian\nsuites: sid\ncomponents: main\n' +
        'architectures: amd64 arm64\nsigned-by: /a/key.gpg\n',
    ],
    [
      'reads the one-line format without options',
      [
        'deb-src http://mirror.example/debian bookworm main\ndeb http://mirror.example/debian bookworm main\n',
      ],
      'types: deb\nuris: http://mirror.example/debian\nsuites: sid\ncomponents: main\n',
    ],
    [
      'keeps a key that stands in the entry itself, and takes standing names of suites',
      [INLINE_KEY],
      'types: deb\nuris: http://mirror.example/debian\nsuites: sid\ncomponents: main\n' +
        'signed-by: \n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n abc\n',
    ],
    ['passes over a disabled entry', [`Enabled: no\n${FORMAT_822.split('\n\n')[0]}\n`], null],
    ['says null where no entry is for the release', [VENDOR, ''], null],
  ])('%s', (_title, sources, expected) => {
    expect(sourceOfSuite(sources, 'bookworm', 'sid')).toBe(expected);
  });
});
