export { Clock } from './clock.js';
export { ClockModule } from './clock.module.js';
export { type StatedMoment, statedMoment } from './stated-moment.js';
