import { sharedServer } from './api.js';

export interface Route {
  readonly method: string;
  /** As Fastify knows it: `/api/v1/memories/:id`. */
  readonly path: string;
}

/** One line of the tree: its depth in steps of four characters, its part of the path, its methods. */
const BRANCH = /^([│ ]*)[├└]── (\S*)(?: \(([^)]*)\))?/;

/** Every route of the running service, from Fastify's own table and not from what we believe to have. */
export function routeTable(): Route[] {
  const path: string[] = [];
  return sharedServer()
    .routes.split('\n')
    .flatMap((line) => {
      const match = BRANCH.exec(line);
      if (match === null) return [];
      path.length = (match[1] ?? '').length / 4;
      path.push(match[2] ?? '');
      const methods = (match[3] ?? '').split(', ').filter((method) => method !== '');
      return methods.map((method) => ({ method, path: path.join('') }));
    });
}
