/** One line of the table: what ours takes, and what the thing takes that it is compared with. */
export interface Measure {
  readonly name: string;
  readonly unit: "ms" | "bytes" | "frames";
  readonly ours: number;
  readonly than?: string;
  readonly theirs?: number;
}

/** Runs the ways in turn, so often, and gives the median time of each in milliseconds. `prepare` isn't timed. */
export async function mediansOf<Prepared>(
  runs: number,
  ways: readonly {
    readonly prepare: () => Prepared | Promise<Prepared>;
    readonly run: (prepared: Prepared) => unknown;
  }[],
): Promise<number[]> {
  const times: number[][] = ways.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [index, way] of ways.entries()) {
      const prepared = await way.prepare();
      globalThis.gc?.();
      const start = performance.now();
      await way.run(prepared);
      times[index]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
