export { DataDirectory } from './data-directory.js';
