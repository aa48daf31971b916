import { stopSharedServers } from './shared-server.js';

export default stopSharedServers;
