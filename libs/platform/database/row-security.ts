import type { DataSource } from 'typeorm';

interface TableSecurity {
  readonly table: string;
  readonly enabled: boolean;
  readonly forced: boolean;
  readonly policies: number;
}

interface RoleSecurity {
  readonly role: string;
  readonly superuser: boolean;
  readonly bypass: boolean;
  readonly owned: number;
}

/**
 * What stands between two tenants, checked where it matters: as the application's own connection sees it.
 * @returns every fault found; an empty list means that the database confines each transaction to its tenant
 */
export async function findRowSecurityFaults(dataSource: DataSource): Promise<string[]> {
  const tables = await dataSource.query<TableSecurity[]>(`
    SELECT c.relname AS table, c.relrowsecurity AS enabled, c.relforcerowsecurity AS forced,
           (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND has_table_privilege(c.oid, 'SELECT')
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id')`);
  const roles = await dataSource.query<RoleSecurity[]>(`
    SELECT r.rolname AS role, r.rolsuper AS superuser, r.rolbypassrls AS bypass,
           (SELECT count(*)::int FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE n.nspname = 'public' AND c.relowner = r.oid) AS owned
      FROM pg_roles r WHERE r.rolname = current_user`);
  return [...tables.flatMap(tableFaults), ...roles.flatMap(roleFaults)];
}

function tableFaults({ table, enabled, forced, policies }: TableSecurity): string[] {
  if (!enabled || !forced) return [`table ${table}: row-level security is not ${enabled ? 'forced' : 'enabled'}`];
  return policies === 0 ? [`table ${table}: row-level security has no policy`] : [];
}

function roleFaults({ role, superuser, bypass, owned }: RoleSecurity): string[] {
  return [
    ...(superuser ? [`role ${role} is a superuser`] : []),
    ...(bypass ? [`role ${role} bypasses row-level security`] : []),
    ...(owned > 0 ? [`role ${role} owns tables`] : []),
  ];
}
