import ts from 'typescript';
import { nodes, type Source } from './source-tree.js';

/** A rule of CONTRIBUTING.md that neither compiler nor linter holds. */
export interface StyleRule {
  readonly name: string;
  /** What is wrong in this file; empty where nothing is. */
  faults(source: Source): string[];
  /** A file that the rule must refuse: the proof that it bites. */
  readonly planted: { readonly path: string; readonly text: string };
}

const QUERIES = new Set(['query', 'createQueryBuilder', 'getRepository']);
/** Repositories, migrations, the vector adapters and what opens the database. */
const MAY_QUERY = [
  /\.repository\.ts$/,
  /\.migration\.ts$/,
  /^libs\/retrieval\/pgvector\//,
  /^libs\/platform\/database\//,
];
const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options', 'All']);
const OPENINGS = new Set(['Public', 'RequireScope', 'RequireCredential']);
const FEATURE_FOLDER = /^libs\/(?!platform\/|retrieval\/|analysis\/)[^/]+\//;
/** Folders that say what a file is instead of what it is for. */
const KINDS =
  /^(services|controllers|repositories|entities|interfaces|types|models|guards|helpers|utils|common|shared)\//;
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.ts$/;

export const STYLE_RULES: readonly StyleRule[] = [
  {
    name: 'no file is longer than 300 lines',
    faults: ({ text }) => (text.trimEnd().split('\n').length > 300 ? ['it is longer'] : []),
    planted: { path: 'libs/memories/long.ts', text: '\n'.repeat(300) + 'export const end = 1;\n' },
  },
  {
    name: 'files are named noun.role.ts, never utils or helpers',
    faults: ({ path }) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return NAME.test(name) && !/^(utils?|helpers?|common|misc)\b/.test(name) ? [] : [`${name} says nothing`];
    },
    planted: { path: 'libs/memories/utils.ts', text: '' },
  },
  {
    name: 'a feature has rooms one level deep, none of them named for a kind of file',
    faults: ({ path }) => {
      const inside = path.replace(FEATURE_FOLDER, '');
      if (inside === path) return [];
      if (!/^([^/]+\/)?[^/]+$/.test(inside)) return ['it lies too deep'];
      return KINDS.test(inside) ? ['its room says no responsibility'] : [];
    },
    planted: { path: 'libs/memories/services/memory.service.ts', text: '' },
  },
  {
    name: 'one exported class a file, beside its errors and outside dto/',
    faults: ({ path, tree }) => {
      const classes = nodes(tree, ts.isClassDeclaration).filter(isExported).map(nameOf);
      const main = classes.filter((name) => !name.endsWith('Error'));
      return main.length > 1 && !/\.(dto|query)\.ts$/.test(path) ? [`it exports ${main.join(' and ')}`] : [];
    },
    planted: { path: 'libs/memories/two.ts', text: 'export class One {}\nexport class Two {}\n' },
  },
  {
    name: 'a controller method is one statement',
    faults: ({ path, tree }) =>
      path.endsWith('.controller.ts')
        ? nodes(tree, ts.isMethodDeclaration)
            .filter((method) => (method.body?.statements.length ?? 0) !== 1)
            .map((method) => `${method.name.getText()} has ${method.body?.statements.length ?? 0} statements`)
        : [],
    planted: { path: 'libs/memories/x.controller.ts', text: 'class X { get() { const a = 1; return a; } }' },
  },
  {
    name: 'only repositories, migrations and vector adapters query',
    faults: ({ path, tree }) =>
      MAY_QUERY.some((pattern) => pattern.test(path))
        ? []
        : nodes(tree, ts.isCallExpression)
            .map(({ expression }) => expression)
            .filter((called) => ts.isPropertyAccessExpression(called) && QUERIES.has(called.name.text))
            .map((called) => `${called.getText()}()`),
    planted: { path: 'libs/memories/records/memories.service.ts', text: `tx.query('SELECT 1');` },
  },
  {
    name: 'fields of request DTOs are readonly',
    faults: ({ path, tree }) =>
      path.includes('/dto/')
        ? nodes(tree, ts.isPropertyDeclaration)
            .filter((field) => !has(field, ts.SyntaxKind.ReadonlyKeyword))
            .map((field) => `${field.name.getText()} can be written`)
        : [],
    planted: { path: 'libs/memories/dto/x.dto.ts', text: 'export class X { content: string; }' },
  },
  {
    name: 'what is injected is imported as a value',
    faults: ({ tree }) => {
      const types = typeImports(tree);
      return injected(tree)
        .filter((name) => types.has(name))
        .map((name) => `${name} is only a type here`);
    },
    planted: {
      path: 'libs/memories/x.service.ts',
      text: `import type { Tx } from './tx.js';\n@Injectable()\nclass X { constructor(private readonly tx: Tx) {} }`,
    },
  },
  {
    name: 'every handler says whose it is: @Public, @RequireScope or @RequireCredential',
    faults: ({ tree }) =>
      nodes(tree, ts.isClassDeclaration)
        .filter((each) => decorators(each).includes('Controller'))
        .filter((each) => !decorators(each).some((name) => OPENINGS.has(name)))
        .flatMap((each) => each.members.filter(ts.isMethodDeclaration))
        .filter((method) => decorators(method).some((name) => ROUTES.has(name)))
        .filter((method) => !decorators(method).some((name) => OPENINGS.has(name)))
        .map((method) => `${method.name.getText()} says nothing`),
    planted: { path: 'libs/memories/x.controller.ts', text: '@Controller()\nclass X { @Get() list() { return []; } }' },
  },
];

function has(node: ts.HasModifiers, kind: ts.SyntaxKind): boolean {
  return node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;
}

function isExported(node: ts.ClassDeclaration): boolean {
  return has(node, ts.SyntaxKind.ExportKeyword);
}

function nameOf(node: ts.ClassDeclaration): string {
  return node.name?.text ?? 'default';
}

function decorators(node: ts.HasDecorators): string[] {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    ts.isCallExpression(expression) ? expression.expression.getText() : expression.getText(),
  );
}

function typeImports(tree: ts.SourceFile): Set<string> {
  const clauses = nodes(tree, ts.isImportClause);
  const names = clauses.flatMap((clause) =>
    nodes(clause, ts.isImportSpecifier).filter(
      (each) => each.isTypeOnly || clause.phaseModifier === ts.SyntaxKind.TypeKeyword,
    ),
  );
  return new Set(names.map(({ name }) => name.text));
}

/** Types of constructor parameters of decorated classes, where no @Inject names a token instead. */
function injected(tree: ts.SourceFile): string[] {
  return nodes(tree, ts.isClassDeclaration)
    .filter((each) => decorators(each).length > 0)
    .flatMap((each) => each.members.filter(ts.isConstructorDeclaration))
    .flatMap((made) => [...made.parameters])
    .filter((parameter) => !decorators(parameter).some((name) => name === 'Inject' || name === 'InjectRepository'))
    .map(({ type }) => type)
    .filter((type) => type !== undefined && ts.isTypeReferenceNode(type))
    .map((type) => type.typeName.getText());
}
