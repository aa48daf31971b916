#!/usr/bin/env node
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig, type AppConfig } from '@mneme/platform/config';
import { DataDirectory, DirectoryInUseError } from '@mneme/platform/data-directory';
import { namesService, readsFileAlone, servesMcp } from './arguments/command-words.js';
import { CommandFailed, type CommandIo } from './command-io.js';
import { interruptionOf } from './interruption.js';
import { McpConversation } from './mcp/mcp-conversation.js';
import { runOnServer } from './run-on-server.js';

/** A process that holds the data directory has this long to run the command, or to end. */
const IN_USE_MS = 60_000;
/** A service that is started again takes its data directory within this, and must find it free. */
const RESTART_MS = 5_000;
const LOOK_MS = 200;

async function main(argv: readonly string[]): Promise<number> {
  const io: CommandIo = {
    in: process.stdin,
    out: process.stdout,
    err: process.stderr,
    interactive: process.stderr.isTTY,
    cwd: process.cwd(),
    apiKey: undefined,
    signal: interruptionOf(process),
  };
  if (namesService(argv)) return (await import('./remote/remote-program.js')).runRemote(argv, io);
  const config = readConfig({ logLevel: 'warn' });
  const own = { ...io, apiKey: config.apiKey };
  if (readsFileAlone(argv)) return runHere(config, argv, own);
  if (!servesMcp(argv)) return runWhereHeld(config, argv, own);
  return new McpConversation(own).run(
    (part) => runWhereHeld(config, argv, part),
    (part) => runWhereNextHeld(config, argv, part),
  );
}

/** After the process that held the data directory has ended: where the next one holds it, here only where none comes. */
async function runWhereNextHeld(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number> {
  const deadline = Date.now() + RESTART_MS;
  while (Date.now() < deadline && !io.signal.aborted) {
    const code = await viaServer(config, argv, io);
    if (code !== undefined) return code;
    await delay(LOOK_MS);
  }
  return runWhereHeld(config, argv, io);
}

/** Where another process has taken the data directory since it was looked for, that one runs the command. */
async function runWhereHeld(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number> {
  const deadline = Date.now() + IN_USE_MS;
  for (;;) {
    const code = await viaServer(config, argv, io);
    if (code !== undefined) return code;
    try {
      return await runHere(config, argv, io);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError) || Date.now() > deadline) throw error;
    }
  }
}

/** A server that holds the embedded data directory runs the command itself. */
async function viaServer(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number | undefined> {
  if (config.postgres !== undefined) return undefined;
  const socket = await DataDirectory.commandSocket(config.dataDir);
  return socket === undefined ? undefined : runOnServer(socket, argv, io);
}

/**
 * Only here is the application loaded: a command that a server runs is begun in half the time.
 * @throws DirectoryInUseError where another process holds the data directory; nothing was done then
 */
async function runHere(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number> {
  const [{ runProgram }, { openHost, openMigrations }] = await Promise.all([
    import('./program.js'),
    import('./open-host.js'),
  ]);
  const opened: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(host: T): T => {
    opened.push(host);
    return host;
  };
  try {
    return await runProgram(argv, io, {
      application: async (options) => keep(await openHost(config, options)),
      migrations: async () => keep(await openMigrations(config)),
    });
  } finally {
    for (const host of opened) await host.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (!(error instanceof CommandFailed)) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
    process.exitCode = 1;
  },
);
