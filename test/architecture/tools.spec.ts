import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

const BUILT = /import\s*\{([^}]*)\}\s*from\s*'(?:\.\.\/)+dist\/([^']+)\.js'/g;

/** What tools take from the built service: nothing else would notice that it is no longer there. */
async function importsOfTools(): Promise<{ tool: string; source: string; name: string }[]> {
  const files = (await readdir('tools', { recursive: true })).filter((file) => file.endsWith('.mjs'));
  const found = files.map(async (tool) =>
    [...(await readFile(join('tools', tool), 'utf8')).matchAll(BUILT)].flatMap(([, names = '', path = '']) =>
      names
        .split(',')
        .map((name) => name.trim().replace(/ as .*$/, ''))
        .filter((name) => name !== '')
        .map((name) => ({ tool, source: `${path}.ts`, name })),
    ),
  );
  return (await Promise.all(found)).flat();
}

/** Names that a module exports, its re-exports included. */
function exportsOf(text: string): Set<string> {
  const names = new Set<string>();
  for (const statement of ts.createSourceFile('module.ts', text, ts.ScriptTarget.ES2022).statements) {
    if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)) {
      for (const { name } of statement.exportClause.elements) names.add(name.text);
    }
    const exported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (exported !== true) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) if (ts.isIdentifier(name)) names.add(name.text);
    } else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name) {
      names.add(statement.name.text);
    }
  }
  return names;
}

it('a tool finds in the service everything that it imports from the build', async () => {
  const imports = await importsOfTools();
  expect(imports.length).toBeGreaterThan(30);
  const missing: string[] = [];
  for (const { tool, source, name } of imports) {
    const text = await readFile(source, 'utf8').catch(() => '');
    if (!exportsOf(text).has(name)) missing.push(`tools/${tool}: ${name} of ${source}`);
  }
  expect(missing).toEqual([]);
});
