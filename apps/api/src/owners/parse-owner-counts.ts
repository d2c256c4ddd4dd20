import { type Address, toAddressOrNull } from '@opal/domain/address'

/** View functions that count owners, by the collection that they count for. */
export type OwnerCountRules = ReadonlyMap<Address, string>

const FUNCTION = /^(0x[0-9a-f]{1,64})::[a-z_]\w*::[a-z_]\w*$/i

/**
 * Reads `collection=address::module::function`, parted by commas.
 * @throws TypeError naming the part that is none.
 */
export function parseOwnerCounts(text: string): OwnerCountRules {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  return new Map(parts.map(parseRule))
}

function parseRule(part: string): readonly [Address, string] {
  const [id = '', view = '', ...rest] = part.split('=')
  const collectionId = toAddressOrNull(id.trim())
  if (collectionId === null || rest.length > 0 || !FUNCTION.test(view.trim()))
    throw new TypeError(`expected <collection>=<address>::<module>::<function>, not ${part}`)
  return [collectionId, view.trim()]
}
