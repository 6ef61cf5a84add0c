/**
 * An https address of a named host: `https://`, a domain name of at least two labels, perhaps a port, perhaps a path
 * and a query of printable ASCII. Refused are user names in it, addresses of machines, and characters that end an HTML
 * attribute or a CSS `url()`. A plain rule instead of `URL`, whose parser changes with Node: a replay must not.
 */
const HTTPS_URL =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])(?::[1-9][0-9]{0,4})?(?:[/?][!#-&*-;=?-[\]_a-z~]*)?$/i;
export const HTTPS_URL_EXPECTED = 'an https address like https://example.org/picture.png';

export const isHttpsUrl = (text: string): boolean => HTTPS_URL.test(text);
