/**
 * Ends the process with the right options where something is wrong with the words of the command line or with variables,
 * which a TypeError says.
 */
export async function orUsage<T>(usage: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}
