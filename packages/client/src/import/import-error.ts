/** Why a dump cannot be read: it is damaged, of another form, or of none that is known. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
