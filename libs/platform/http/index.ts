export { ShutdownState } from './shutdown-state.js';
export { fastifyOptions } from './fastify-options.js';
export { HttpModule } from './http.module.js';
export { setUpHttp } from './http.setup.js';
export { checkListenAddress, listenError, type ListenAddress } from './listen-address.js';
export { OnlyReads } from './only-reads.decorator.js';
export { RequestStart } from './request-start.decorator.js';
