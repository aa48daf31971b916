#!/usr/bin/env node
import 'reflect-metadata';
import { DataDirectory, readConfig, type AppConfig } from '@mneme/platform';
import { openHost, type OpenHost } from './open-host.js';
import { runOnServer } from './command-socket.js';
import type { CommandIo } from './command-io.js';
import { runProgram } from './program.js';

async function main(argv: readonly string[]): Promise<number> {
  const abort = new AbortController();
  process.once('SIGINT', () => {
    abort.abort();
  });
  const io: CommandIo = {
    out: process.stdout,
    err: process.stderr,
    interactive: process.stderr.isTTY,
    cwd: process.cwd(),
    signal: abort.signal,
  };
  const config = readConfig({ logLevel: 'warn' });
  return (await viaServer(config, argv, io)) ?? runHere(config, argv, io);
}

/** A server that holds the embedded data directory runs the command itself. */
async function viaServer(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number | undefined> {
  if (config.postgres !== undefined) return undefined;
  const socket = await DataDirectory.commandSocket(config.dataDir);
  return socket === undefined ? undefined : runOnServer(socket, argv, io);
}

async function runHere(config: AppConfig, argv: readonly string[], io: CommandIo): Promise<number> {
  let host: OpenHost | undefined;
  try {
    return await runProgram(argv, io, async (options) => (host ??= await openHost(config, options)));
  } finally {
    await host?.close();
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
