import { boundedName } from './bounded-name.js';
import type { Finding } from './decide.js';

const WEEKDAYS = ['', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** What a finding says, in one line and in one sentence with its numbers. */
export function describe(finding: Finding): { title: string; description: string } {
  const title = titleOf(finding);
  const unit = finding.family === 'interval' ? 'returns' : `days${countedOf(finding.params)}`;
  const numbers = `${finding.observed} of ${finding.of} ${unit} (expected ${round(finding.expected)})`;
  const tier = finding.tier === 'tentative' ? ' Tentative: chance alone gives some like it.' : '';
  return { title, description: `${sentenceOf(finding)}: ${numbers}. q = ${significant(finding.q)}.${tier}` };
}

function titleOf(finding: Finding): string {
  const [first = '', second = ''] = names(finding);
  const { params } = finding;
  switch (finding.family) {
    case 'routine':
      return `${first}: ${when(params)}`;
    case 'interval':
      return `${first}: every ${String(params['intervalDays'])} days`;
    case 'sequence':
      return `${first}, then ${second}`;
    case 'association':
      return `${first} with ${second}`;
    case 'emotion':
      return `${first}: ${String(params['direction'])} feeling`;
    case 'importance':
      return `${first}: ${String(params['direction'])} importance`;
    case 'trend':
      return `${first}: ${params['direction'] === 'up' ? 'growing' : 'shrinking'}`;
    case 'theme':
      return `theme: ${first}`;
    case 'preference':
      return `${boundedName(String(params['chosen']))} rather than ${boundedName(String(params['instead']))}`;
  }
}

function sentenceOf(finding: Finding): string {
  const [first = '', second = ''] = names(finding).map((name) => `'${name}'`);
  const { params } = finding;
  switch (finding.family) {
    case 'routine':
      return `${first} appears on ${when(params)}`.replace('on around', 'around');
    case 'interval':
      return `${first} comes back after about ${String(params['intervalDays'])} days`;
    case 'sequence':
      return `${first} is followed by ${second} within ${days(params['withinDays'])}, not preceded by it`;
    case 'association':
      return `${first} goes with ${second} ${params['together'] === 'memory' ? 'in the same memory' : 'on the same day'}`;
    case 'emotion':
      return `What concerns ${first} feels ${params['direction'] === 'positive' ? 'good' : 'bad'}`;
    case 'importance':
      return `${first} is held to be ${params['direction'] === 'high' ? 'more' : 'less'} important than usual`;
    case 'trend':
      return `${first} takes a ${params['direction'] === 'up' ? 'growing' : 'shrinking'} share of the memories`;
    case 'theme':
      return `${first} keeps coming up`;
    case 'preference':
      return `'${boundedName(String(params['chosen']))}' is chosen rather than '${boundedName(String(params['instead']))}'`;
  }
}

function when(params: Finding['params']): string {
  const { weekday, hour } = params;
  const day = weekday === undefined ? '' : (WEEKDAYS[Number(weekday)] ?? '');
  const time = hour === undefined ? '' : `around ${String(hour).padStart(2, '0')}:00`;
  return [day, time].filter((part) => part !== '').join(' ');
}

/** Of a weekday and an hour: which of the two was counted. */
function countedOf({ counted, weekday, hour }: Finding['params']): string {
  if (counted === undefined) return '';
  return counted === 'hour' ? ` ${when({ hour: hour ?? 0 })}` : ` on ${when({ weekday: weekday ?? 0 })}`;
}

function names(finding: Finding): string[] {
  return finding.items.map((item) => boundedName(item.name));
}

function days(value: string | number | boolean | undefined): string {
  return value === 1 ? 'a day' : `${String(value)} days`;
}

function round(value: number): string {
  return value >= 10 ? value.toFixed(0) : value.toFixed(1);
}

function significant(value: number): string {
  return value < 1e-4 ? value.toExponential(0) : value.toPrecision(1);
}
