export {
  callerSignal,
  currentAuthor,
  currentRequestId,
  forAllCallers,
  forTenant,
  isWarmUp,
  outsideRequests,
} from './request-context.js';
