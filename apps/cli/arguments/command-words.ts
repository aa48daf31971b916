/** Whether the words are those of an import that only shows what its file holds: no service is needed for it. */
export function readsFileAlone(argv: readonly string[]): boolean {
  return nameOf(argv) === 'import' && argv.includes('--dry-run');
}

/** Whether the words are those of a conversation of MCP. */
export function servesMcp(argv: readonly string[]): boolean {
  return nameOf(argv) === 'mcp';
}

/** Whether the words name a service: `--url ADDRESS` or `--url=ADDRESS`. */
export function namesService(argv: readonly string[]): boolean {
  return argv.some((word) => word === '--url' || word.startsWith('--url='));
}

function nameOf(argv: readonly string[]): string | undefined {
  return argv.find((word) => !word.startsWith('-'));
}
