/** Questions of other tenants under the names of this one: they are asked as ours are, and nothing here tells of them. */
import { contentWordsOf, topicTermsOf } from '../../dist/libs/analysis/chains/evaluation.js';

const perProject = 2;

/**
 * @param scenarios of a writer, each with the `project` that its story was planted with
 * @param others scenarios of other writers
 * @returns questions that name a project and share no other word with anything that may have been written of it
 */
export function borrowedQuestions(scenarios, others, random) {
  const strangers = others.flatMap(({ topics }) => topics.filter((topic) => topic.includes('{project}')));
  return scenarios.flatMap(({ project, names }) => {
    const own = scenarios.filter((one) => JSON.stringify(one.names) === JSON.stringify(names));
    const known = contentWordsOf(JSON.stringify(own));
    const foreign = strangers.filter((topic) => {
      const words = [...topicTermsOf(topic.replaceAll('{project}', ''))];
      return words.length > 0 && words.every((word) => !known.has(word));
    });
    return random
      .shuffle([...foreign])
      .slice(0, perProject)
      .map((topic) => topic.replaceAll('{project}', project));
  });
}
