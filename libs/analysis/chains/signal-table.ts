/** Numbers of many memories, a row each, in one piece of memory. */
export class SignalTable {
  readonly data: Float64Array;

  constructor(
    readonly height: number,
    readonly width: number,
  ) {
    this.data = new Float64Array(height * width);
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
