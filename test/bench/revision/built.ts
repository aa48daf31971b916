import { fileURLToPath } from 'node:url';

/** Folder of the build that this runs in. */
export const BUILT = fileURLToPath(new URL('../../../', import.meta.url));
/** Of the repository. */
export const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
