/** Most collections that can be compared. @source docs/product/collections.md#compare */
export const MAX_COMPARED = 3

/** Toggles a collection: removes a chosen one, adds a new one, and drops the oldest beyond the limit. */
export function toggleCompared(chosen: readonly string[], slug: string): readonly string[] {
  return chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug].slice(-MAX_COMPARED)
}
