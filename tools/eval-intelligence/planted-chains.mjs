/**
 * Stories put together from phrasings: each time other options win, other facts are recorded, in other wordings, under other
 * names, with late facts and two choices of one project side by side. What comes out has the shape of a written set.
 */
import { Seeded } from './seeded.mjs';

const days = 330;
/** As a user would set them: a role does not give its type away. */
const types = {
  trigger: ['event', 'event', 'episodic', 'episodic', 'emotional', 'contextual', 'semantic'],
  option: ['prospective', 'prospective', 'semantic', 'episodic', 'predictive', 'task', 'decision'],
  evidence: ['semantic', 'semantic', 'semantic', 'episodic', 'episodic', 'event', 'predictive', 'decision'],
  decision: ['decision', 'decision', 'decision', 'episodic', 'event', 'semantic'],
  action: ['task', 'task', 'event', 'event', 'episodic', 'procedural'],
  outcome: ['episodic', 'episodic', 'event', 'semantic', 'emotional'],
  reversal: ['decision', 'event', 'episodic'],
  decoy: ['episodic', 'episodic', 'semantic', 'event', 'prospective', 'relational', 'decision', 'emotional'],
};

/**
 * @param phrasings of one writer
 * @returns a set: stories with their truth, decoys, questions about nothing, such that name a project of the tenant, and
 *   the project of each story
 */
export function plantChains({ scenarios, offTopic }, seed) {
  const random = new Seeded(seed);
  const planted = [];
  for (const [i, scenario] of scenarios.entries()) {
    const before = planted[i - 1];
    const paired = before && JSON.stringify(scenario.names) === JSON.stringify(scenarios[i - 1].names);
    planted.push(plant(scenario, paired ? nextTo(before, random) : placeOf(scenario, random), random));
  }
  return {
    stories: planted.map(({ story }) => story),
    decoys: planted.flatMap(({ decoys }) => decoys),
    offTopic,
    offTopicNamed: planted.map(({ offTopic: named }) => named),
    projects: planted.map(({ place }) => place.project),
  };
}

/** All wordings of a writer, recorded or not, as texts of their roles; what an option has for and against it is evidence. */
export function wordingsOf({ scenarios }) {
  return scenarios.flatMap(({ names, trigger, options, reversal, decoys }) => {
    const place = { person: names.person[0], project: names.project[0] };
    const as = (role, texts, about = {}) =>
      texts.flat().map((text) => ({ role, content: filled(text, place), ...about }));
    return [
      ...as('trigger', trigger),
      ...options.flatMap((option) => [
        ...as('option', option.proposed),
        ...as('evidence', option.for, { favours: true }),
        ...as('evidence', option.against, { favours: false }),
        ...as('decision', option.chosen),
        ...as('action', option.done),
        ...as('outcome', option.outcome),
      ]),
      ...as('reversal', reversal),
      ...as('noise', decoys),
    ];
  });
}

function placeOf({ names }, random) {
  return { start: random.below(days), person: random.pick(names.person), project: random.pick(names.project) };
}

function nextTo({ place }, random) {
  return { ...place, start: place.start + random.below(8) };
}

function plant(scenario, place, random) {
  const story = new Story(scenario, place, random);
  const weighed = random.chance(0.1) ? 1 : random.chance(0.4) ? 2 : 3;
  const [chosen, ...left] = random.shuffle([...scenario.options]).slice(0, weighed);
  const trigger = story.tell('trigger', scenario.trigger);
  const options = random
    .shuffle([chosen, ...left])
    .map((option) => ({ option, id: story.tell('option', option.proposed) }));
  const facts = random.chance(0.1) ? [] : factsOf(options, chosen, random);
  for (const fact of facts) fact.id = story.tell('evidence', fact.text);
  const decision = story.tell('decision', chosen.chosen);
  const actions = random.chance(0.15) ? [] : several(chosen.done, random).map((text) => story.tell('action', text));
  const open = random.chance(0.2);
  const outcomes = open ? [] : several(chosen.outcome, random).map((text) => story.tell('outcome', text));
  const reversal = random.chance(0.15) ? story.tell('reversal', scenario.reversal) : undefined;
  story.tellLate(facts);
  story.link(
    [trigger],
    'raises',
    options.map(({ id }) => id),
  );
  for (const { option, id } of options) {
    story.link(
      [id],
      'weighed',
      facts.filter((fact) => fact.option === option).map((fact) => fact.id),
    );
    story.link([id], option === chosen ? 'chosen' : 'rejected', [decision]);
  }
  for (const { id, supports } of facts) story.link([id], supports ? 'supports' : 'opposes', [decision]);
  story.link([decision], 'led_to', actions);
  story.link(actions, 'resulted_in', outcomes);
  if (reversal) story.link([decision], 'superseded_by', [reversal]);
  const offTopic = filled(scenario.offTopic, place);
  return { place, story: story.recorded(), decoys: decoysOf(scenario, place, random), offTopic };
}

/** What speaks for what is taken and against what is left, more often than the other way round. */
function factsOf(options, chosen, random) {
  const facts = options.flatMap(({ option }) => {
    const good = random.chance(option === chosen ? 0.8 : 0.25);
    const text = random.pick(good ? option.for : option.against);
    return { option, text: [text], supports: good === (option === chosen) };
  });
  return random.shuffle(facts).slice(0, 1 + random.below(facts.length));
}

function several(texts, random) {
  const [first, second] = random.shuffle([...texts]);
  return random.chance(0.3) ? [[first], [second]] : [[first]];
}

function decoysOf({ id, decoys, tags }, place, random) {
  return decoys.map((text, i) => ({
    ...written({ id: `${id}-d${i}`, role: 'decoy', text, tags, tagged: 0.08, place, random }),
    day: Math.max(0, place.start + random.below(120) - 40),
  }));
}

/** @param tagged how probably it has each of these tags */
function written({ id, role, text, tags, tagged = 0.4, place, random }) {
  return {
    id,
    type: random.pick(types[role]),
    hour: 7 + random.below(15),
    importance: (3 + random.below(7)) / 10,
    tags: tags.filter(() => random.chance(tagged)),
    text: filled(text, place),
  };
}

function filled(text, { person, project }) {
  return text.replaceAll('{person}', person).replaceAll('{project}', project);
}

class Story {
  #scenario;
  #place;
  #random;
  #day;
  #memories = [];
  #edges = [];

  constructor(scenario, place, random) {
    this.#scenario = scenario;
    this.#place = place;
    this.#random = random;
    this.#day = place.start;
  }

  /** Adds a memory, some days after the last one. @returns its id */
  tell(role, wordings) {
    const { id, tags } = this.#scenario;
    const [place, random] = [this.#place, this.#random];
    const text = random.pick(wordings);
    const memory = { role, ...written({ id: `${id}-${this.#memories.length}`, role, text, tags, place, random }) };
    this.#day += 1 + random.below(role === 'outcome' || role === 'reversal' ? 30 : 6);
    this.#memories.push({ ...memory, day: this.#day });
    return memory.id;
  }

  /** One in ten facts is written down weeks later, with the time when it was so. */
  tellLate(facts) {
    for (const { id } of facts.filter(() => this.#random.chance(0.1))) {
      const memory = this.#memories.find((one) => one.id === id);
      memory.writtenDay = memory.day + 20 + this.#random.below(20);
    }
  }

  link(from, relation, to) {
    this.#edges.push(...from.flatMap((one) => to.map((other) => ({ from: one, to: other, relation }))));
  }

  recorded() {
    const { id, topics } = this.#scenario;
    const [topic, ...others] = topics.map((one) => filled(one, this.#place));
    return { id, topic, topics: others, memories: this.#memories, edges: this.#edges };
  }
}
