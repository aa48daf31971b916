declare const tenantBrand: unique symbol;

/** The tenant whose rows a piece of work may touch. Made only from a verified credential or by the CLI. */
export type TenantId = string & { readonly [tenantBrand]: true };

export const TENANT_ID_PATTERN = /^[A-Za-z0-9_.:-]{1,128}$/;

/** @throws RangeError where the text is not a tenant identifier */
export function tenantId(value: string): TenantId {
  if (!TENANT_ID_PATTERN.test(value)) {
    throw new RangeError('a tenant id has 1 to 128 characters of A-Z, a-z, 0-9, _ . : -');
  }
  return value as TenantId;
}
