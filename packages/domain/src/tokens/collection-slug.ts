/**
 * Hex digits of the id at the end of a slug. Two collections of one name hardly ever share them by chance. An attacker can find a
 * collection with the slug of another by some billion tries: `findCollection` of the API decides which one a slug means.
 */
const ID_DIGITS = 8

/**
 * Returns a collection's slug: its name in lower case, then the first digits of its id. It is not stored:
 * {@link parseCollectionSlug} reads those digits back.
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
 * Compare the slug with the found collection's own: its name may have changed, or the slug may be invented.
 */
export function parseCollectionSlug(slug: string): string | null {
  const match = /^(?:[a-z0-9-]{1,60}-)?([0-9a-f]{8})$/.exec(slug)
  return match === null ? null : `0x${match[1]}`
}
