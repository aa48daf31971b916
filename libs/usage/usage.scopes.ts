/** Scopes of its routes beside those that the published interface has. */
export const usageScopes: readonly string[] = ['manage:tenant'];
