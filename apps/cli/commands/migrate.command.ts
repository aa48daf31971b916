import type { DefineCommand } from '../command.js';

/** The database is brought up to date whenever it is opened: this command is for doing only that. */
export const defineMigrate: DefineCommand = (program, run) => {
  program
    .command('migrate')
    .description('bring the database up to date')
    .action(() =>
      run(({ installation }) => {
        const { migrated } = installation.database;
        const text = migrated.length === 0 ? 'The database is up to date.' : `Migrated: ${migrated.join(', ')}`;
        return Promise.resolve({ json: { migrated }, text });
      }),
    );
};
