import { table } from './report.js';

/** What Node writes under --cpu-prof, one file a thread; times are microseconds of the system's monotonic clock. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
}

/** A stretch of time in which nothing but one operation ran. */
export interface Window {
  readonly name: string;
  readonly requests: number;
  /** Microseconds of the monotonic clock, which all processes share. */
  readonly from: number;
  readonly to: number;
}

const SHOWN = 14;
/** Where threads wait: the event loop, and piscina's workers for their next task. */
const WAITING = new Set(['(idle)', 'atomicsWaitLoop']);
/** A thread that did less than this share of the window is left out. */
const IDLE_BELOW = 0.01;

/** Self times of each thread inside the window, by package and by function, in milliseconds a request. */
export function threadReport(window: Window, profiles: readonly CpuProfile[]): string {
  const length = window.to - window.from;
  const threads = profiles.map((profile) => ({ name: threadName(profile), times: selfTimes(profile, window) }));
  const busy = threads
    .map((thread) => ({ ...thread, total: sum(thread.times.values()) }))
    .filter(({ total }) => total > IDLE_BELOW * length);
  const perRequest = (microseconds: number): string => (microseconds / 1_000 / window.requests).toFixed(3);
  const parts = busy.map(({ name, times, total }) => {
    const head = `${name}: busy ${((100 * total) / length).toFixed(0)}%, ${perRequest(total)} ms a request`;
    const row = ([label, time]: [string, number]): string[] => [
      label,
      perRequest(time),
      `${((100 * time) / total).toFixed(1)}%`,
    ];
    const rows = (entries: Map<string, number>): string[][] => largest(entries).map(row);
    const byPackage = table(['package', 'ms', 'share'], rows(grouped(times, packageOf)));
    return `${head}\n${byPackage}\n${table(['function', 'ms', 'share'], rows(grouped(times, functionOf)))}`;
  });
  return `## ${window.name}: ${perRequest(length)} ms a request\n\n${parts.join('\n\n')}`;
}

/** Microseconds a node, without idling. */
function selfTimes(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  { from, to }: Window,
): Map<ProfileNode, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<ProfileNode, number>();
  let now = startTime;
  samples.forEach((id, i) => {
    const node = byId.get(id);
    now += timeDeltas[i] ?? 0;
    // A sample stands for the time until the next one.
    const length = timeDeltas[i + 1] ?? 0;
    if (now < from || now > to || node === undefined || WAITING.has(node.callFrame.functionName)) return;
    times.set(node, (times.get(node) ?? 0) + length);
  });
  return times;
}

function threadName({ nodes }: CpuProfile): string {
  const runs = (file: string): boolean => nodes.some(({ callFrame }) => callFrame.url.endsWith(file));
  if (runs('embedded-database.worker.js')) return 'database thread';
  return runs('retrieval.worker.js') ? 'embedder thread' : 'main thread';
}

/** `node_modules/<package>`, `libs/<lib>`, `node:<module>`, or what the engine itself does. */
function packageOf({ callFrame: { url, functionName } }: ProfileNode): string {
  const installed = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  const own = /\/dist(?:-test)?\/((?:libs|apps|test)\/[^/]+)/.exec(url)?.[1];
  if (url.startsWith('wasm:')) return 'WebAssembly (PostgreSQL)';
  if (url.startsWith('node:')) return url.replace(/^node:(internal\/)?([^/]+).*/, 'node:$2');
  return (
    installed ?? own ?? (url === '' ? `engine ${functionName.startsWith('(') ? functionName : '(built-in)'}` : url)
  );
}

function functionOf(node: ProfileNode): string {
  const { functionName, url, lineNumber } = node.callFrame;
  const file = url.split('/').slice(-1)[0] ?? '';
  return `${functionName === '' ? '(anonymous)' : functionName} ${file === '' ? '' : `${file}:${lineNumber + 1}`} [${packageOf(node)}]`;
}

function grouped(times: ReadonlyMap<ProfileNode, number>, by: (node: ProfileNode) => string): Map<string, number> {
  const groups = new Map<string, number>();
  for (const [node, time] of times) groups.set(by(node), (groups.get(by(node)) ?? 0) + time);
  return groups;
}

function largest(groups: ReadonlyMap<string, number>): [string, number][] {
  return [...groups].sort((a, b) => b[1] - a[1]).slice(0, SHOWN);
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
