import { type Schema, type StoredPoint, type Test, toTest } from './double-filter.js';
import { fields, type Json, list, numbers, Refusal, text } from './refusal.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The points of a collection and what may be done to them. */
export class DoublePoints {
  private readonly points = new Map<string, StoredPoint>();
  private operations = 0;

  constructor(
    private readonly dimensions: number,
    private readonly schema: Schema,
  ) {}

  get size(): number {
    return this.points.size;
  }

  all(test: Test): StoredPoint[] {
    return [...this.points.values()].filter(test);
  }

  /** `points/batch`: the operations in their order; those before a refused one stay done. */
  update(body: unknown): unknown[] {
    const { operations } = fields(body, 'body', ['operations']);
    return list(operations, 'operations').map((operation) => {
      const { upsert, delete: selector } = fields(operation, 'operation', ['upsert', 'delete']);
      this.operations += 1;
      if (upsert !== undefined) this.upsert(upsert);
      else this.remove(selector);
      return { operation_id: this.operations, status: 'completed' };
    });
  }

  private upsert(body: unknown): void {
    const { points, update_filter: filter } = fields(body, 'upsert', ['points', 'update_filter']);
    const replaceable = toTest(filter, this.schema);
    const read = list(points, 'points').map((point) => this.read(point));
    for (const point of read) {
      const known = this.points.get(point.id);
      if (known === undefined || replaceable(known)) this.points.set(point.id, point);
    }
  }

  private remove(selector: unknown): void {
    const { filter } = fields(selector, 'delete', ['filter']);
    for (const { id } of this.all(toTest(filter, this.schema))) this.points.delete(id);
  }

  private read(point: unknown): StoredPoint {
    const { id, vector, payload } = fields(point, 'point', ['id', 'vector', 'payload']);
    const named = fields(vector, 'vector', ['dense', 'terms']);
    if (!UUID.test(text(id, 'id'))) {
      throw new Refusal(400, `Format error in JSON body: value ${String(id)} is not a valid point ID`);
    }
    return {
      id: id as string,
      dense: named['dense'] === undefined ? undefined : this.denseVector(named['dense']),
      terms: named['terms'] === undefined ? new Map() : sparseVector(named['terms']),
      payload: payload as Json,
      version: this.operations,
    };
  }

  denseVector(value: unknown): Float32Array {
    const vector = Float32Array.from(numbers(value, 'vector'));
    if (vector.length !== this.dimensions) {
      const words = `expected dim: ${this.dimensions}, got ${vector.length}`;
      throw new Refusal(400, `Wrong input: Vector dimension error: ${words}`);
    }
    const length = Math.hypot(...vector);
    return length === 0 ? vector : vector.map((each) => each / length);
  }
}

export function sparseVector(value: unknown): Map<number, number> {
  const { indices, values } = fields(value, 'sparse vector', ['indices', 'values']);
  const [ids, weights] = [numbers(indices, 'indices'), numbers(values, 'values')];
  if (!ids.every((id) => Number.isInteger(id) && id >= 0 && id < 2 ** 32)) {
    throw new Refusal(400, 'Format error in JSON body: indices: expected u32');
  }
  if (ids.length !== weights.length) {
    throw new Refusal(422, 'Validation error in JSON body: [values: must be the same length as indices]');
  }
  if (new Set(ids).size !== ids.length)
    throw new Refusal(422, 'Validation error in JSON body: [indices: must be unique]');
  return new Map(ids.map((id, i) => [id, weights[i] ?? 0]));
}
