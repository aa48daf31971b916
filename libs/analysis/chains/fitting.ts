/** What the tools that fit and judge chains (tools/fit-chains, tools/eval-intelligence) need beside `reconstructChains`. */
export { fieldOf } from './chain-field.js';
export { coreSignals } from './core-signals.js';
export { dot } from './dot-product.js';
export { hubSignals } from './hub-signals.js';
export { closeTo, hubsOf, possibleHubs, ranked, rivalsOf } from './hubs.js';
export { gramsOf } from './lexicon.js';
export { firstSignals, MEMBER_ROLES } from './member-signals.js';
export { firstRound, nearTo, nextRound } from './members.js';
export { reportOf, toldProbability } from './reconstruct-chains.js';
export { optionSignals, sideSignals, weighedSignals } from './relation-signals.js';
export { towards, weighedOf } from './relations.js';
export { textSignals } from './text-signals.js';
export { topicSignals } from './topic-signals.js';
