import { tenantId } from '@mneme/platform/ids';
import { SearchCounts } from './search-counts.js';

const tenant = tenantId('counted');

describe('SearchCounts', () => {
  const searchesUntilRead = async (points: number): Promise<{ searches: number; counted: number }> => {
    const counts = new SearchCounts();
    let counted = 0;
    for (let searches = 1; ; searches++) {
      const isRead = await counts.another(tenant, () => Promise.resolve((counted++, points)));
      if (isRead) return { searches, counted };
    }
  };

  it.each([
    [0, 4, 1],
    [120, 4, 1],
    [121, 8, 2],
    [3_000, 128, 6],
    [60_000, 2_048, 10],
  ])('has a tenant of %i points read at search %i, having counted %i times', async (points, searches, counted) => {
    expect(await searchesUntilRead(points)).toEqual({ searches, counted });
  });

  it('counts each tenant for itself', async () => {
    const counts = new SearchCounts();
    const none = (): Promise<number> => Promise.resolve(0);
    for (let i = 0; i < 3; i++) expect(await counts.another(tenant, none)).toBe(false);
    expect(await counts.another(tenantId('another'), none)).toBe(false);
    expect(await counts.another(tenant, none)).toBe(true);
  });
});
