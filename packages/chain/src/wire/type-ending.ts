/** `::a::B` is the shortest end of a Move type that no spelling of its address reaches into. */
const LENGTH = 6
const OPENING = 0x3c
const CLOSING = 0x3e

/**
 * A number made of the last letters of a Move type's name, without its type arguments: equal for all spellings of one type,
 * so that most types are told from the wanted ones without making texts of them.
 * @returns null for what is too short to be a type.
 */
export function typeEnding(bytes: Uint8Array, start: number, end: number): number | null {
  let stop = end
  if (bytes[end - 1] === CLOSING) {
    stop = start
    while (stop < end && bytes[stop] !== OPENING) stop += 1
  }
  if (stop - start < LENGTH) return null
  let ending = 0
  for (let at = stop - LENGTH; at < stop; at += 1) ending = (Math.imul(ending, 31) + (bytes[at] as number)) | 0
  return ending
}
