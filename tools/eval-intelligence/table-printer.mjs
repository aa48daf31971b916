/** Prints the head of a table and gives a function that prints a row, so that a long evaluation is seen at work. */
export function tablePrinter(columns, print) {
  const line = (cells) => print(`| ${cells.join(' | ')} |`);
  const cell = (value = '') =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(1) : String(value);
  line(columns);
  line(columns.map(() => '---'));
  return (row) => line(columns.map((column) => cell(row[column])));
}
