/** Parts that the arguments of all fields of one operation may have together. A variable counts for each field that uses it. */
export const MAX_ARGUMENT_PARTS = 10_000

/** Characters of a text that count as a part. */
const PART_CHARACTERS = 64

/**
 * Returns how many parts an argument has: each value that it names or lists, and long texts by their length.
 * @param limit beyond which the rest is not counted.
 */
export function argumentParts(argument: unknown, limit: number): number {
  let parts = 0
  const open: unknown[] = [argument]
  while (open.length > 0 && parts <= limit) {
    const value = open.pop()
    parts += typeof value === 'string' ? 1 + Math.floor(value.length / PART_CHARACTERS) : 1
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) open.push(part)
  }
  return parts
}
