/** To be required before a service: example.com has the address that it has on a machine with a name server. */
const { Resolver } = require('node:dns/promises');

const { resolve4 } = Resolver.prototype;
Resolver.prototype.resolve4 = function (name, ...rest) {
  return name === 'example.com' ? Promise.resolve(['104.20.23.154']) : resolve4.call(this, name, ...rest);
};
