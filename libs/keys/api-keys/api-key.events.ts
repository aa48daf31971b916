import { eventType, type EventContent, type EventType } from '@mneme/platform/events';
import { ApiKeyDto } from '../dto/api-key.dto.js';

/** A key was made. Nothing in it lets anyone call. */
export const ApiKeyCreated: EventType<ApiKeyDto> = eventType('api_key.created', (key) => eventOf(key, 1), {
  description: 'An API key was created. The event contains no secret.',
  data: ApiKeyDto,
});

/** A key was revoked, for the first time. */
export const ApiKeyRevoked: EventType<ApiKeyDto> = eventType('api_key.revoked', (key) => eventOf(key, 2), {
  description: 'An API key was revoked. The event contains no secret.',
  data: ApiKeyDto,
});

export const keyEvents: readonly EventType[] = [ApiKeyCreated, ApiKeyRevoked];

function eventOf(key: ApiKeyDto, sequence: number): EventContent {
  return { resourceId: key.id, sequence, data: Object.fromEntries(Object.entries(key)) };
}
