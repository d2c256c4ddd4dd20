/** Numbers of something by collection; a collection without any may be left out. */
export type CountsByCollection = ReadonlyMap<string, bigint>

/** Returns by how much the number grew, of each collection that has or had any. */
export function growthOf(before: CountsByCollection, after: CountsByCollection): CountsByCollection {
  const collections = new Set([...before.keys(), ...after.keys()])
  return new Map([...collections].map((id) => [id, (after.get(id) ?? 0n) - (before.get(id) ?? 0n)]))
}
