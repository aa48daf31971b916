/** Why a dump cannot be read: it is damaged, of another form, or of none that is known. */
export class ImportError extends Error {
  override readonly name: string = 'ImportError';
}

/** A dump of a form that may be known is cut off or damaged. */
export class DamagedDumpError extends ImportError {
  override readonly name = 'DamagedDumpError';
}

/** The content does not show what system a dump is of. */
export class UnknownFormError extends ImportError {
  override readonly name = 'UnknownFormError';
}
