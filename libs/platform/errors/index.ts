export { DomainError, unlessErased, type ErrorKind, type Fault } from './domain-error.js';
export { ERROR_RESPONSES } from './error-responses.js';
