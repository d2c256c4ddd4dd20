/**
 * Returns the first place from 0 to before `length` at which a test holds; `length` where it holds at none. Halves, so that few places are
 * tested: a test that holds at one must hold at all after it.
 */
export function firstPlace(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
