import { stopSharedServers } from './service/shared-server.js';

export default stopSharedServers;
