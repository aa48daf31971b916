import { formatId, newUuid, parseId, timeOfUuid } from './resource-id.js';

describe('resource ids', () => {
  it('go from UUID to text and back', () => {
    const uuid = newUuid();
    const id = formatId('mem', uuid);
    expect(id).toMatch(/^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect(parseId('mem', id)).toBe(uuid);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  it.each([
    ['another kind', 'key_01h455vb4pex5vsknk084sn02q'],
    ['upper case', 'mem_01H455VB4PEX5VSKNK084SN02Q'],
    ['too short', 'mem_01h455vb4pex5vsknk084sn02'],
    ['128 bits that are no UUID', 'mem_2wmh5nkjmbcntq0wxdtgdkeaar'],
    ['over 128 bits', 'mem_81h455vb4pex5vsknk084sn02q'],
    ['letters outside the alphabet', 'mem_01h455vb4pex5vsknk084sn0iu'],
    ['empty', ''],
  ])('refuse %s', (_, value) => {
    expect(parseId('mem', value)).toBeUndefined();
  });

  it('tell when they were made', () => {
    const before = Date.now();
    const made = timeOfUuid(newUuid());
    expect(made).toBeGreaterThanOrEqual(before - 1);
    expect(made).toBeLessThanOrEqual(Date.now());
    expect(timeOfUuid('018c3a5e-6c00-7000-8000-000000000000')).toBe(0x018c3a5e6c00);
  });
});
