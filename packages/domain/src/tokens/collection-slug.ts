/**
 * Hex digits of the id that end a slug: enough that two collections of one name differ by chance. Who tries some billion names makes
 * a collection with the slug of another: `findCollection` of the API decides which is meant.
 */
const ID_DIGITS = 8

/**
 * Returns a collection's name for addresses: its name in lower case, then the first digits of its id. Stable, and
 * found again by {@link parseCollectionSlug} without being stored.
 * @example toCollectionSlug('Aptos Monkeys!', '0x3f2a9c01…') // 'aptos-monkeys-3f2a9c01'
 */
export function toCollectionSlug(name: string, collectionId: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  const digits = collectionId.slice(2, 2 + ID_DIGITS)
  return words === '' ? digits : `${words.replace(/-+$/, '')}-${digits}`
}

/**
 * Returns the part of the collection id that a slug names, `0x` and eight digits; null when it is no slug of ours.
 * Compare the found collection's own slug: a name may have changed or be made up.
 */
export function parseCollectionSlug(slug: string): string | null {
  const match = /^(?:[a-z0-9-]{1,60}-)?([0-9a-f]{8})$/.exec(slug)
  return match === null ? null : `0x${match[1]}`
}
