import { ImportSummary, type NoteCount, recordsFrom } from '@mneme/client/import';
import { piecesOf } from '../../support/dumps/archives.js';

async function leftOut(dump: unknown): Promise<string[]> {
  return (await skippedIn(JSON.stringify(dump))).map(({ reason, count }) => `${reason}: ${count}`);
}

async function skippedIn(dump: string): Promise<readonly NoteCount[]> {
  const summary = new ImportSummary();
  const onNote = summary.note.bind(summary);
  for await (const record of recordsFrom(piecesOf(Buffer.from(dump)), { onNote })) summary.add(record);
  return summary.noteCounts().skipped;
}

const image = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://file-1' };
const recording = { content_type: 'audio_asset_pointer', asset_pointer: 'file-service://file-2' };
const transcript = { content_type: 'audio_transcription', text: 'The mast is down' };

function conversation(parts: unknown[], attachments: object[] = []): object {
  const content = { content_type: 'multimodal_text', parts };
  const message = { id: 'm', author: { role: 'user' }, create_time: 1_700_000_000, content, metadata: { attachments } };
  return { conversation_id: 'c', current_node: 'n', mapping: { n: { message, parent: null, children: [] } } };
}

describe('what is left out is counted', () => {
  it.each<[string, object[], string[]]>([
    ['images', [conversation(['See', image, image])], ['an image: 2']],
    ['an image alone', [conversation([image])], ['an image: 1', 'a message without text: 1']],
    ['recordings, but not what was said', [conversation([transcript, recording])], ['a recording: 1']],
    [
      'files, but not images twice',
      [
        conversation(
          ['See', image],
          [
            { id: 'file-1', mime_type: 'image/png' },
            { name: 'a.pdf', mime_type: 'application/pdf' },
          ],
        ),
      ],
      ['an image: 1', 'a file: 1'],
    ],
    [
      'conversations without messages',
      [conversation(['See']), { conversation_id: 'd', title: 'Nothing' }, { conversation_id: 'e', mapping: {} }],
      ['a conversation without messages: 2'],
    ],
  ])('of ChatGPT: %s', async (_, dump, expected) => {
    expect(await leftOut(dump)).toEqual(expected);
  });

  it('of Claude: thoughts, tools and files', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm' },
      { type: 'text', text: 'Sow in April' },
      { type: 'tool_use', name: 'search' },
      { type: 'tool_result', content: [] },
      { type: 'token_budget' },
    ];
    const message = {
      uuid: 'm',
      sender: 'assistant',
      content,
      files: [{ file_name: 'a.png' }, { file_name: 'b.png' }],
    };
    expect(await leftOut([{ uuid: 'c', chat_messages: [message] }])).toEqual([
      'a file without text: 2',
      'a thought: 1',
      'a call of a tool: 1',
      'the output of a tool: 1',
      'a part without text: 1',
    ]);
  });

  it('of Mneme: what the service would refuse, with its line', async () => {
    const records = [
      { content: 'Kept', createdAt: '2024-02-29' },
      { content: ' ' },
      { content: '🛶'.repeat(10_000) },
      { content: 'x'.repeat(10_001) },
      { content: 'Of no day', createdAt: '2026-02-31' },
      { content: 'Of no hour', createdAt: '2026-02-01', updatedAt: '2026-02-01T25:00:00Z' },
      { content: 'Of no kind', type: 'dream' },
    ];
    const lines = records.map((record) => JSON.stringify({ type: 'semantic', ...record }));
    expect(await skippedIn(['', ...lines, '{"broken', '{"broken'].join('\n'))).toEqual([
      { reason: 'not valid JSON', count: 2, lines: [9, 10] },
      { reason: 'no text', count: 1, lines: [3] },
      { reason: 'more than 10,000 characters', count: 1, lines: [5] },
      { reason: 'an invalid date in createdAt', count: 1, lines: [6] },
      { reason: 'an invalid date in updatedAt', count: 1, lines: [7] },
      { reason: 'unknown type', count: 1, lines: [8] },
    ]);
  });
});
