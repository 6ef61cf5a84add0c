export { choosePython as default } from './python.mjs';
