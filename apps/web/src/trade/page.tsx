/** The trading pages: the first one comes with the document, the others when somebody goes there. */
import { render } from 'preact';
import { App } from './app';

const root = document.querySelector('#page');
if (root !== null) render(<App />, root);
