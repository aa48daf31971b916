/** As Markdown, so that it can be read here and kept elsewhere. */
export function printTable(rows) {
  const columns = Object.keys(rows[0]);
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  const lines = cells.map((line) => `| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`);
  console.log([lines[0], `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.slice(1)].join('\n'));
}
