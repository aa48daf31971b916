/** A small tenant that was written whole. */

const morning = 9 * 3_600_000;

/** @param tenant as `texts/plainly-told` has it @returns a set, its stories with their truth */
export function plainTenant({ name, memories, stories, offTopic, offTopicNamed = [] }) {
  return {
    name,
    writer: name,
    memories: memories.map(({ id, date, type, tags, text }, i) => ({
      id,
      content: text,
      type,
      importance: 0.5,
      tags,
      metadata: {},
      createdAt: new Date(Date.parse(date) + morning + i * 60_000),
    })),
    stories: stories.map(({ id, topics, edges }) => ({
      id,
      topics,
      roles: new Map(memories.flatMap(({ id: memory, role, story }) => (story === id ? [[memory, role]] : []))),
      edges,
    })),
    offTopic,
    offTopicNamed,
    borrowed: [],
    decoys: memories.filter(({ story }) => story === null).map(({ id }) => id),
  };
}
