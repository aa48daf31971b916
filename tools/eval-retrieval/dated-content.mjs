/** A set whose records keep nothing but their content, which begins with the date: "[8 May 2023] Caroline: …". */
export function datedContent(set) {
  const records = set.records.map(({ metadata, ...record }) => ({
    ...record,
    content: `[${dateOf(metadata.occurredAt)}] ${spoken(record.content, metadata.speaker)}`,
    metadata: {},
  }));
  return { ...set, records };
}

function dateOf(time) {
  return new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function spoken(content, speaker) {
  return speaker === undefined || content.startsWith(`${speaker}:`) ? content : `${speaker}: ${content}`;
}
