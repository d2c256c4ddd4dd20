/**
 * Returns the first place from 0 up to, not including, `length` at which a test holds; `length` where there is none. It is a binary search, so a
 * test that holds at one place must hold at all later ones.
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
