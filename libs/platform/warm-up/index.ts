export { WarmUpModule } from './warm-up.module.js';
export { NO_TENANT, WarmUp, type WarmUpRequest } from './warm-up.js';
