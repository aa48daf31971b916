export {
  callerSignal,
  currentAuthor,
  currentRequestId,
  forAllCallers,
  forTenant,
  outsideRequests,
} from './request-context.js';
