/** Numbers that are sorted, or merged, in one step: other calls are answered between steps. */
const STEP = 5_000

/**
 * Sorts numbers, in steps; what it is given stays as it is. It is a merge sort: the library sorts hundreds of thousands in one piece, which takes some
 * tenths of a second.
 * @param step numbers of one step; for tests.
 */
export function* sortSteps(
  numbers: Iterable<number>,
  compare: (left: number, right: number) => number,
  step: number = STEP,
): Generator<undefined, Uint32Array> {
  let sorted = Uint32Array.from(numbers)
  const { length } = sorted
  for (let start = 0; start < length; start += step) {
    sorted.subarray(start, start + step).sort(compare)
    yield
  }
  let merged = new Uint32Array(length)
  for (let width = step; width < length; width *= 2) {
    yield* mergeSteps({ from: sorted, to: merged, width, step }, compare)
    ;[sorted, merged] = [merged, sorted]
  }
  return sorted
}

interface Merging {
  readonly from: Uint32Array
  readonly to: Uint32Array
  /** Numbers of a run that is sorted. */
  readonly width: number
  readonly step: number
}

/** Merges each two runs that follow each other, in steps. */
function* mergeSteps(
  { from, to, width, step }: Merging,
  compare: (left: number, right: number) => number,
): Generator<undefined, void> {
  for (let start = 0; start < from.length; start += 2 * width) {
    const [middle, end] = [Math.min(start + width, from.length), Math.min(start + 2 * width, from.length)]
    let [left, right] = [start, middle]
    for (let at = start; at < end; at += 1) {
      const isLeft = left < middle && (right >= end || compare(from[left] ?? 0, from[right] ?? 0) <= 0)
      to[at] = from[isLeft ? left : right] ?? 0
      if (isLeft) left += 1
      else right += 1
      if (at % step === step - 1) yield
    }
  }
}
