/**
 * Counts the items of a gapless list by probing positions: about twice log2 of the result in probes.
 * @param has returns whether the item at this position exists. Positions from 0 on, without holes.
 */
export function countByProbing(has: (position: bigint) => boolean): bigint {
  let beyond = 1n
  while (has(beyond - 1n)) beyond *= 2n
  let [least, most] = [beyond / 2n, beyond - 1n]
  while (least < most) {
    const middle = (least + most) / 2n
    if (has(middle)) least = middle + 1n
    else most = middle
  }
  return least
}
