import {
  acceptanceOf,
  type FeatureStatus,
  type ForgottenFeature,
  type MigrationEntry,
  type MigrationStatus,
} from '@mneme/platform/migrations';
import { CommandFailed } from '../command-io.js';
import type { CommandContext, CommandResult, DefineCommand, MigrationContext } from '../command.js';

/** The database is brought up to date whenever it is opened: `migrate` alone is for doing only that. */
export const defineMigrate: DefineCommand = (program, run) => {
  const migrate = program
    .command('migrate')
    .description('bring the database up to date')
    .action(() => run(outcome));
  migrate
    .command('status')
    .description('show the migrations of each feature, and change nothing; fails where this build cannot start')
    .action(() => run.onMigrations(status));
  migrate
    .command('forget-feature')
    .argument('<name>', 'a feature that this build no longer has, as `migrate status` names it')
    .option('--drop-tables', 'also drop its tables with all they hold, for good')
    .description('remove the records of a feature; without --drop-tables its tables stay')
    .action((name: string, { dropTables = false }: { dropTables?: boolean }) =>
      run.onMigrations(async ({ migrations }) => forgotten(await migrations.forget(name, dropTables))),
    );
};

function outcome({ installation }: CommandContext): Promise<CommandResult> {
  const { migrated, unknown } = installation.database.migrations;
  const done = migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`;
  const text = [done, acceptanceOf(unknown)].filter((line) => line !== undefined).join('\n');
  return Promise.resolve({ json: { migrated, unknown }, text });
}

async function status({ migrations, io, asJson }: MigrationContext): Promise<CommandResult> {
  const json = await migrations.status();
  const result = { json, text: describe(json) };
  if (json.refusals.length === 0) return result;
  io.out.write(asJson ? `${JSON.stringify(json, null, 2)}\n` : `${result.text}\n`);
  throw new CommandFailed();
}

function describe({ release, refusals, features }: MigrationStatus): string {
  const verdict =
    refusals.length === 0 ? 'which can work with this database.' : 'which cannot work with this database:';
  const head = [`This build is release ${release}, ${verdict}`, ...refusals.map((refusal) => `  ${refusal}`)];
  return [...head, ...features.flatMap(describeFeature)].join('\n');
}

function describeFeature({ feature, inThisBuild, migrations, objects }: FeatureStatus): string[] {
  const name = feature ?? '(no record)';
  const made = objects.length === 0 ? 'nothing recorded' : objects.map((object) => object.name).join(', ');
  return [
    `${name}${inThisBuild ? '' : ', not in this build'}`,
    ...migrations.map(describeMigration),
    ...(inThisBuild && migrations.some(({ state }) => state === 'applied') ? [] : [`  made: ${made}`]),
  ];
}

function describeMigration({ name, state, kind, oldestRelease, appliedAt, appliedBy }: MigrationEntry): string {
  const needs = oldestRelease === null ? '' : `, needs ${oldestRelease}`;
  const by = appliedBy === null ? '' : `  ${appliedBy} on ${appliedAt?.toISOString().slice(0, 10) ?? ''}`;
  return `  ${state.padEnd(7)}  ${name.padEnd(34)}  ${kind ?? 'not recorded'}${needs}${by}`.trimEnd();
}

function forgotten(result: ForgottenFeature): CommandResult {
  const { feature, migrations, dropped, kept } = result;
  const names = (objects: ForgottenFeature['kept']): string => objects.map(({ name }) => name).join(', ');
  const lines = [
    `The feature ${feature} is forgotten: ${migrations.join(', ') || 'it had no migrations any more'}.`,
    ...(dropped.length > 0 ? [`Dropped: ${names(dropped)}.`] : []),
    ...(kept.length > 0 ? [`Still there, and dropped by the same command with --drop-tables: ${names(kept)}.`] : []),
  ];
  return { json: result, text: lines.join('\n') };
}
