/** Numbers of many memories, a row each, in one piece of memory. */
export class FeatureMatrix {
  constructor(
    readonly height: number,
    readonly width: number,
    readonly data = new Float64Array(height * width),
  ) {}

  /** A table of one row. */
  static ofRow(values: ArrayLike<number>): FeatureMatrix {
    return new FeatureMatrix(1, values.length, Float64Array.from(values));
  }

  row(place: number): Float64Array {
    return this.data.subarray(place * this.width, (place + 1) * this.width);
  }

  at(place: number, column: number): number {
    return this.data[place * this.width + column] ?? 0;
  }

  set(place: number, column: number, value: number): void {
    this.data[place * this.width + column] = value;
  }
}
