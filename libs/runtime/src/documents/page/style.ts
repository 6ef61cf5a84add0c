/** One style sheet for all pages, light or dark by the reader's system. */
export const STYLE = `:root {
  color-scheme: light dark;
  --text: #1c2126; --soft: #5b6670; --line: #dfe3e8; --ground: #ffffff; --raised: #f5f7f9;
  --accent: #0b5cad; --get: #1a7f46; --post: #9a5b00; --put: #6b3fa0; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e9ec; --soft: #9aa5b0; --line: #30363d; --ground: #14181c; --raised: #1d2329;
    --accent: #6cb2ff; --get: #5fd08f; --post: #e8b25c; --put: #c4a2f5; --delete: #ff8a80;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; display: grid; grid-template-columns: 19rem minmax(0, 1fr);
  font: 15px/1.55 system-ui, sans-serif; color: var(--text); background: var(--ground);
}
nav {
  position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.2rem 1rem;
  border-right: 1px solid var(--line); background: var(--raised); font-size: 13px;
}
nav h1 { font-size: 15px; margin: 0 0 .4rem; }
nav h2 { border: 0; padding: 0; font-size: 12px; margin: 1.1rem 0 .2rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: .1rem 0; }
nav a { color: inherit; text-decoration: none; display: block; padding: .1rem .3rem; border-radius: 4px; }
nav a:hover { background: var(--line); }
main { padding: 1.5rem clamp(1rem, 4vw, 3rem) 6rem; max-width: 68rem; }
a { color: var(--accent); }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .8rem; }
h2 { font-size: 1.35rem; margin: 3rem 0 .5rem; padding-bottom: .3rem; border-bottom: 2px solid var(--line); }
h3 { font-size: 1.05rem; margin: 0; }
h4 { font-size: .85rem; margin: 1.1rem 0 .3rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; }
article { margin: 1.6rem 0 2.4rem; padding-left: 1rem; border-left: 3px solid var(--line); }
.route { font: 600 .95rem ui-monospace, monospace; margin: .2rem 0 .6rem; overflow-wrap: anywhere; }
.method { margin-right: .5rem; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); } .delete { color: var(--delete); }
.send { color: var(--get); } .receive { color: var(--post); }
.soft { color: var(--soft); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, monospace; font-size: .88em; }
code { background: var(--raised); padding: .05em .3em; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: .7rem .9rem; overflow-x: auto; max-height: 32rem; }
pre code { background: none; padding: 0; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; font-size: .92em; }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem .3rem 0; border-bottom: 1px solid var(--line); }
th { font-size: .8em; color: var(--soft); font-weight: 600; }
td:first-child { white-space: nowrap; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--accent); font-size: .95em; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  td:first-child { white-space: normal; }
}
@media print { nav { display: none; } body { display: block; } }
`;
