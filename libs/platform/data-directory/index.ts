export { DataDirectory } from './data-directory.js';
export { DirectoryInUseError } from './directory-lock.js';
