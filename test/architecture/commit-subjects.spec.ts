import { execFileSync } from 'node:child_process';

/** What a list of commits shows of a subject. */
const MAX_LENGTH = 72;
/** Earlier commits were made before the rule. */
const SINCE = '2026-11-26T18:00:00Z';

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function faultOf(subject: string): string | undefined {
  if (subject.length > MAX_LENGTH) return `longer than ${MAX_LENGTH} characters`;
  if (/[.]$/.test(subject)) return 'ends with a full stop';
  return /^(wip|fixup!|squash!|tmp)\b/i.test(subject) ? 'says nothing' : undefined;
}

describe('the subject of a commit', () => {
  it('is short enough for a list and says what changes', () => {
    const subjects = git('log', '--no-merges', `--since=${SINCE}`, '--format=%s');
    expect(subjects.filter((subject) => faultOf(subject) !== undefined)).toEqual([]);
  });

  it.each([
    [`Adds ${'very '.repeat(20)}much`, 'longer than 72 characters'],
    ['Webhooks sign again.', 'ends with a full stop'],
    ['wip names', 'says nothing'],
    ['Webhooks sign with the current secret', undefined],
  ])('%s', (subject, fault) => {
    expect(faultOf(subject)).toBe(fault);
  });
});
