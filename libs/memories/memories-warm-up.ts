import { formatId, newUuid, type TenantId } from '@mneme/platform/ids';
import type { WarmUpRequest } from '@mneme/platform/warm-up';

const [READ, WRITE] = ['read:memories', 'write:memories'];
const PATH = '/api/v1/memories';

/** The ways to read memories, and writes that are refused. */
export function memoriesWarmUp(tenantId: TenantId, round: number): WarmUpRequest[] {
  const query = `what was decided about the roof? ${round}`;
  const search = { method: 'POST', url: `${PATH}/search`, scope: READ } as const;
  const write = { method: 'POST', scope: WRITE } as const;
  return [
    { method: 'GET', url: `${PATH}?tenantId=${tenantId}`, scope: READ },
    { method: 'GET', url: `${PATH}?tenantId=${tenantId}&tags=warm-up&type=event`, scope: READ },
    { method: 'GET', url: `${PATH}/${formatId('mem', newUuid())}?tenantId=${tenantId}`, scope: READ },
    { ...search, body: { tenantId, query } },
    { ...search, body: { tenantId, query, tags: ['warm-up'], explain: true } },
    { ...write, url: PATH, body: { tenantId, content: query, type: 'none' } },
    { ...write, url: `${PATH}/bulk`, body: { tenantId, memories: [] } },
  ];
}
