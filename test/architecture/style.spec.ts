import { source, sourcesOf } from './source-tree.js';
import { STYLE_RULES } from './style-rules.js';

const TREE = sourcesOf(process.cwd(), ['apps', 'libs', 'docs/examples']);

describe.each(STYLE_RULES)('$name', ({ faults, planted }) => {
  it('holds in apps, libs and docs/examples', () => {
    expect(TREE.flatMap((file) => faults(file).map((fault) => `${file.path}: ${fault}`))).toEqual([]);
  });

  it('refuses a planted violation', () => {
    expect(faults(source(planted.path, planted.text))).toHaveLength(1);
  });
});
