/** What the tools that fit and judge chains (tools/fit-chains, tools/eval-intelligence) need beside `reconstructChains`. */
export { fieldOf } from './chain-field.js';
export { storiesOf } from './assignment.js';
export { confidenceSignals } from './confidence-signals.js';
export { contentWordsOf, topicTermsOf } from './content-words.js';
export { coreSignals } from './core-signals.js';
export { dot } from './dot-product.js';
export { hubSignals } from './hub-signals.js';
export { hubsOf, possibleHubs, ranked, rankedClosely, rivalsOf } from './hubs.js';
export { gramsOf } from './lexicon.js';
export { firstSignals, MEMBER_ROLES } from './member-signals.js';
export { firstRound, firstRounds, nearTo, nextRound } from './members.js';
export { POSSIBLE_SIGNALS, possibleOf, possibleSignals } from './possible-signals.js';
export { reportOf, toldProbability, toldStories } from './reconstruct-chains.js';
export { optionSignals, sideSignals, weighedSignals } from './relation-signals.js';
export { relationsOf, towards, weighedOf } from './relations.js';
export { textSignals } from './text-signals.js';
export { topicSignals } from './topic-signals.js';
export { probabilityOf } from './yes-model.js';
