import { sharedServer } from './api.js';

export interface Route {
  readonly method: string;
  /** As Fastify knows it: `/api/v1/memories/:id`. */
  readonly path: string;
}

/** Every route of the running service, from Fastify's own table and not from what we believe to have. */
export function routeTable(): Route[] {
  const path: string[] = [];
  return sharedServer()
    .routes.split('\n')
    .flatMap((line) => {
      const match = /^((?:[│ ]   )*)[├└]── (\S*) \(([^)]*)\)/.exec(line) ?? /^((?:[│ ]   )*)[├└]── (\S+)/.exec(line);
      if (match === null) return [];
      path.length = (match[1] ?? '').length / 4;
      path.push(match[2] ?? '');
      const methods = (match[3] ?? '').split(', ').filter((method) => method !== '');
      return methods.map((method) => ({ method, path: path.join('') }));
    });
}
