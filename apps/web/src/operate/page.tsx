/** The operators' pages: a document of their own, which shares no memory with the traders'. */
import { render } from 'preact';
import { App } from './app';

const root = document.querySelector('#page');
if (root !== null) render(<App />, root);
