export { AnswerHeaders, type Asked } from './answer-headers.js';
export { Answer, type AnswerParts, type Warning } from './answer.js';
export { Answers, AnswersNdjson, type AnswerOptions } from './answers.decorator.js';
export { decodeCursor, encodeCursor } from './cursor.js';
export { ErrorItemDto } from './envelope.dto.js';
export { errorEnvelope, successEnvelope } from './envelope.js';
export { IfMatch, IfMatchOrAny, Tagged } from './etag.js';
export { NDJSON } from './ndjson.constants.js';
export { PaginationDto } from './pagination.dto.js';
