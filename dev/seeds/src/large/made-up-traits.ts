import type { TokenTrait } from '@opal/domain/tokens/token-traits'
import type { Random } from '../random.ts'

/** Values of each of the eight traits that the first two collections have. */
const RICH = [5, 8, 12, 20, 30, 40, 60, 100]
const RICH_NAMES = ['Mood', 'Hat', 'Eyes', 'Fur', 'Shirt', 'Backdrop', 'Charm', 'Motto']
const PLAIN = [3, 5, 7, 9]
const PLAIN_NAMES = ['Colour', 'Shape', 'Material', 'Origin']

/** A token's traits; common values come first, rare ones last. */
export function madeUpTraits(random: Random, isRich: boolean): readonly TokenTrait[] {
  const counts = isRich ? RICH : PLAIN
  const names = isRich ? RICH_NAMES : PLAIN_NAMES
  return counts.flatMap((count, at) => {
    const name = names[at] ?? ''
    // A few lack one: that is rare, too.
    if (!isRich && random.chance(0.05)) return []
    return [{ trait_type: name, value: `${name} ${Math.floor(count * random.next() ** 2) + 1}` }]
  })
}
