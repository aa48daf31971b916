import 'reflect-metadata';
import { RequestValidationPipe } from '@mneme/platform/validation';
import { MemoryRecordDto } from '../../libs/memories/dto/memory-record.dto.js';
import { MEMORY_TYPES } from '../../libs/memories/storage/memory-types.js';
import { MemoryIndex, eventAt, sampleFile, sampleMemories } from './sample-tenant.js';

const SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const SOURCES = ['chat', 'voice-note', 'calendar', 'email', 'import'];

describe('samples/test-tenant/memories.ndjson', () => {
  const memories = sampleMemories();
  const index = new MemoryIndex(memories);

  it('holds 975 memories, 75 of each type', () => {
    const counts = MEMORY_TYPES.map((type) => [type, memories.filter((memory) => memory.type === type).length]);
    expect(counts).toEqual(MEMORY_TYPES.map((type) => [type, 75]));
    expect(memories).toHaveLength(975);
  });

  it('holds records that an import takes', async () => {
    const pipe = new RequestValidationPipe();
    for (const memory of memories) await pipe.transform(memory, { type: 'body', metatype: MemoryRecordDto });
  });

  it('has the ids s0001 to s0975, in order of createdAt, no two at once', () => {
    expect(memories.map(({ externalId }) => externalId)).toEqual(
      memories.map((_, at) => `s${String(at + 1).padStart(4, '0')}`),
    );
    const times = memories.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...new Set(times)].sort());
  });

  it('runs from 4 August 2025 to 4 October 2026, without a hole of a week', () => {
    expect(memories.filter(({ createdAt }) => !SECOND.test(createdAt))).toEqual([]);
    expect(memories[0]?.createdAt.slice(0, 10)).toBe('2025-08-04');
    expect(memories.at(-1)?.createdAt.slice(0, 10)).toBe('2026-10-04');
    const times = memories.map(({ createdAt }) => Date.parse(createdAt));
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(7 * 86_400_000);
  });

  it('has texts of 20 to 900 characters, trimmed, without double spaces', () => {
    const lengths = memories.map(({ content }) => [...content].length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(900);
    expect(memories.filter(({ content }) => content !== content.trim() || /\s\s|\n/.test(content))).toEqual([]);
  });

  it('spreads importance over the scale', () => {
    const values = memories.map(({ importance }) => importance);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0.05);
    expect(Math.max(...values)).toBeGreaterThanOrEqual(0.9);
    expect(new Set(values).size).toBeGreaterThanOrEqual(10);
    expect(memories.filter(({ importance }) => importance >= 0.7).length).toBeLessThan(975 / 5);
  });

  it('uses the tags that WORLD.md lists, one to five a memory, none in over a quarter of them', () => {
    const listed = [...(sampleFile('WORLD.md').split('## Tags')[1] ?? '').matchAll(/`([a-z0-9-]+)`/g)].map(
      ([, tag]) => tag,
    );
    const used = memories.flatMap(({ tags }) => tags);
    expect([...new Set(used)].sort()).toEqual(listed);
    expect(
      memories.filter(({ tags }) => tags.length < 1 || tags.length > 5 || new Set(tags).size < tags.length),
    ).toEqual([]);
    const most = Math.max(...listed.map((tag) => used.filter((other) => other === tag).length));
    expect(most).toBeLessThan(975 / 4);
  });

  it('has metadata of known kinds, and relations to earlier memories only', () => {
    for (const { externalId, createdAt, metadata = {} } of memories) {
      const { occurredAt, relatedTo = [], sessionId, source, ...unknown } = metadata;
      const faults = [
        ...Object.keys(unknown),
        ...relatedTo.filter((id) => !index.has(id) || index.get(id).createdAt >= createdAt),
        ...(occurredAt === undefined || SECOND.test(occurredAt) ? [] : [occurredAt]),
        ...(sessionId === undefined || /^ses_\d{10}$/.test(sessionId) ? [] : [sessionId]),
        ...(source === undefined || SOURCES.includes(source) ? [] : [source]),
      ];
      expect({ externalId, faults }).toEqual({ externalId, faults: [] });
    }
  });

  it('gives every event its time, less than twelve hours past when it was noted', () => {
    const events = memories.filter(({ type }) => type === 'event');
    expect(events.filter(({ metadata }) => metadata?.occurredAt === undefined)).toEqual([]);
    const past = events.filter((event) => Date.parse(event.createdAt) - Date.parse(eventAt(event)) > 12 * 3_600_000);
    expect(past).toEqual([]);
  });
});
