export { callerSignal, currentRequestId, forAllCallers, forTenant, outsideRequests } from './request-context.js';
