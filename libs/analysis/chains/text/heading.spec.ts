import { headingTest } from './heading.js';

const isHeading = (topic: string, content: string) => headingTest(topic)(content);

it.each([
  ['Storage engine', 'Storage engine: PostgreSQL it is.'],
  ['storage  ENGINE?', 'Storage engine\nWe take PostgreSQL.'],
  ['What became of "Storage engine"?', '# Storage engine. We take PostgreSQL.'],
  ['What came of “Storage engine”?', 'Storage engine — PostgreSQL'],
  ['Storage engine', 'Storage engine'],
  ['"Storage engine"', 'ADR-15: Storage engine. PostgreSQL'],
  ['Storage engine', '# ADR 15. Storage engine'],
])('%s is the heading of %s', (topic, content) => {
  expect(isHeading(topic, content)).toBe(true);
});

it.each([
  ['Storage engine', 'Storage engines: PostgreSQL it is.'],
  ['Storage engine', 'Storage engine 1.1. PostgreSQL it is.'],
  ['Storage engine', 'About the storage engine: PostgreSQL it is.'],
  ['Storage', 'Storage: PostgreSQL it is.'],
  ['What became of the storage engine?', 'Storage engine: PostgreSQL it is.'],
  ['What became of "the"?', 'The. End.'],
])('%s is not the heading of %s', (topic, content) => {
  expect(isHeading(topic, content)).toBe(false);
});
