/** Whose word counts where EMBEDDING_MODEL names another model than the database's current one. */
export class ModelChoice {
  /** @param database the database's model is used, regardless of EMBEDDING_MODEL; otherwise the start is refused */
  constructor(readonly database: boolean) {}
}
