import type { ProcessorTime } from '../report/processor-time.js';
import type { PeerKind, Server } from './peer.js';
import { CLIENTS, LAST, type PeerFigures } from './measurement.js';

const SERVERS: Readonly<Record<Server, string>> = { postgres: 'PostgreSQL', qdrant: 'Qdrant', redis: 'Redis' };
/** Milliseconds that round to nothing. */
const SHOWN = 0.05;

const ROWS: readonly (readonly [name: string, cell: (figures: PeerFigures) => string])[] = [
  [`adds a second, ${CLIENTS} clients`, ({ addMany }) => addMany.throughput.toFixed(0)],
  [`adds a second, 1 client, the last ${LAST}`, ({ addLast }) => addLast.throughput.toFixed(0)],
  [`searches a second, ${CLIENTS} clients`, ({ searchMany }) => searchMany.throughput.toFixed(0)],
  ['search, 1 client, p50 and p95 ms', ({ searchOne }) => `${decimal(searchOne.p50)}, ${decimal(searchOne.p95)}`],
  [`processor ms an add at ${CLIENTS} clients: server; others`, ({ kind, addMany }) => processes(kind, addMany.cpu)],
  [
    `processor ms a search at ${CLIENTS} clients: server; others`,
    ({ kind, searchMany }) => processes(kind, searchMany.cpu),
  ],
  ['memory of the server, MB', (figures) => (figures.residentBytes / 2 ** 20).toFixed(0)],
];

/** In Markdown, a column each, as docs/operate/performance.md has it. */
export function peerTable(peers: readonly PeerFigures[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = line(['', ...peers.map(({ kind }) => kind.title)]).replace('|  |', '| |');
  const rule = `|${'---|'.repeat(peers.length + 1)}`;
  return [head, rule, ...ROWS.map(([name, cell]) => line([name, ...peers.map(cell)]))].join('\n');
}

/** A line to follow a run by. */
export function peerLine({ kind, addFirst, addMany, searchOne, searchMany, addLast }: PeerFigures): string {
  const adds = [addFirst, addMany, addLast].map(({ throughput }) => throughput.toFixed(0)).join(', ');
  const searches = [searchOne, searchMany].map(({ throughput }) => throughput.toFixed(0)).join(', ');
  return `${kind.title}: adds a second ${adds} (1 client, ${CLIENTS}, 1 again), searches ${searches} (1, ${CLIENTS})`;
}

/** The server's, then what each of the others took, the most first. */
function processes({ servers }: PeerKind, cpu: ProcessorTime): string {
  const others = servers
    .filter((name) => cpu[name] >= SHOWN)
    .sort((one, other) => cpu[other] - cpu[one])
    .map((name) => `${SERVERS[name]} ${decimal(cpu[name])}`);
  return [decimal(cpu.node), ...(others.length === 0 ? [] : [others.join(', ')])].join('; ');
}

/** One decimal, and no zero before it. */
function decimal(value: number): string {
  return value.toFixed(1).replace(/^0\./, '.');
}
