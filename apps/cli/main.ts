#!/usr/bin/env node
import 'reflect-metadata';
import { readConfig, type AppConfig } from '@mneme/platform/config';
import { DataDirectory } from '@mneme/platform/data-directory';
import type { CommandIo } from './command-io.js';
import { namesService } from './arguments/url-option.js';
import { runOnServer } from './run-on-server.js';

async function main(argv: readonly string[]): Promise<number> {
  const abort = new AbortController();
  process.once('SIGINT', () => {
    abort.abort();
  });
  const io: CommandIo = {
    in: process.stdin,
    out: process.stdout,
    err: process.stderr,
    interactive: process.stderr.isTTY,
    cwd: process.cwd(),
    apiKey: undefined,
    signal: abort.signal,
  };
  if (namesService(argv)) return (await import('./remote/remote-program.js')).runRemote(argv, io);
  const config = readConfig({ logLevel: 'warn' });
  const own = { ...io, apiKey: config.apiKey };
  return (await viaServer(config, argv, own)) ?? runHere(config, argv, own);
}

/** A server that holds the embedded data directory runs the command itself. */
async function viaServer(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number | undefined> {
  if (config.postgres !== undefined) return undefined;
  const socket = await DataDirectory.commandSocket(config.dataDir);
  return socket === undefined ? undefined : runOnServer(socket, argv, io);
}

/** Only here is the application loaded: a command that a server runs is begun in half the time. */
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
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
