/** Doubles in a buffer that doubles as it fills: eight bytes a number, where an array of boxed doubles costs more. */
export class GrowingNumbers {
  private buffer = new Float64Array(8);
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(value: number): void {
    if (this.count === this.buffer.length) {
      const larger = new Float64Array(2 * this.buffer.length);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.count++] = value;
  }

  /** A view of the numbers so far; it goes stale when more are pushed. */
  values(): Float64Array {
    return this.buffer.subarray(0, this.count);
  }
}
