/** Arguments against the schema of a tool: nothing was sent. */
export class InvalidArgumentsError extends TypeError {
  override readonly name = 'InvalidArgumentsError';

  /** @param faults the argument and the rule of each */
  constructor(readonly faults: readonly string[]) {
    super(faults.join('; '));
  }
}
