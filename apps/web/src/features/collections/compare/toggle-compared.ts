/** Collections side by side at most. @source docs/product/collections.md#compare */
export const MOST_COMPARED = 3

/** The choice after a click: one that was chosen is taken out, a new one is added, and the oldest makes room for a fourth. */
export function toggleCompared(chosen: readonly string[], slug: string): readonly string[] {
  return chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug].slice(-MOST_COMPARED)
}
