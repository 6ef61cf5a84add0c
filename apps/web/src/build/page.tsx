/** The builders' page: a document of its own. The secret is in its memory alone. */
import { render } from 'preact';
import { App } from './app';

const root = document.querySelector('#page');
if (root !== null) render(<App />, root);
