import { NodeFS } from '@electric-sql/pglite/nodefs';

/** Everybody but the owner. */
const OTHERS = 0o077;

/** The parts of Emscripten's file system on Node that give a file its mode. */
interface ModeGivers {
  readonly node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: number) => unknown;
    setattr: (node: unknown, attributes: Attributes) => void;
  };
  readonly stream_ops: { setattr: (stream: unknown, attributes: Attributes) => void };
}
interface Attributes {
  readonly mode?: number | undefined;
}

/**
 * The database's folder on this machine, with every file and folder for this user alone. The engine sets the modes that it
 * wants to (0666 for most of a new database), regardless of the umask.
 */
export class PrivateNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const closeToOthers = ({ FS }: { FS: unknown }): void => {
      const { NODEFS } = (FS as { filesystems: { NODEFS: ModeGivers } }).filesystems;
      closeNodes(NODEFS.node_ops);
      closeStreams(NODEFS.stream_ops);
    };
    return super.init(pg, { ...options, preRun: [...(options.preRun ?? []), closeToOthers] });
  }
}

function closeNodes(nodes: ModeGivers['node_ops']): void {
  const { mknod, setattr } = nodes;
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device);
  nodes.setattr = (node, attributes) => setattr(node, closed(attributes));
}

function closeStreams(streams: ModeGivers['stream_ops']): void {
  const { setattr } = streams;
  streams.setattr = (stream, attributes) => setattr(stream, closed(attributes));
}

function closed<T extends Attributes>(attributes: T): T {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~OTHERS };
}
