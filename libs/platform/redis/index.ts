export { Broadcast, type Listener } from './broadcast.js';
export { RedisConnections } from './redis-connections.js';
export { RedisModule } from './redis.module.js';
