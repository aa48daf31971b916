/** What the tools that evaluate chains (tools/eval-intelligence) need beside `reconstructChains`. */
export { centredInput } from './topic/centred-input.js';
export { contentWordsOf, topicTermsOf } from './text/content-words.js';
export { dot } from './model/dot-product.js';
