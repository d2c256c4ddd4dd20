import type { Random } from '../random.ts'

/** Words of which names are put together: people search for any of them. */
const FIRST =
  words(`aptos lazy bored cosmic pixel meta cyber mystic golden frozen wild tiny mega astro neon royal lost sleepy
  dark lucky angry happy silent crazy magic ancient galactic rusty velvet crimson paper hollow northern broken gentle electric`)
const SECOND =
  words(`monkeys apes lions pandas bears cats dogs wizards robots knights dragons punks ghosts aliens owls foxes
  frogs samurai pirates zombies birds turtles goblins vampires sharks toads wolves llamas bulls squids moths herons lanterns`)
const THIRD =
  words(`club society nation gang world dao labs genesis universe collective army pass tickets editions legends
  archive garden orchestra`)
const FOREIGN = words('café münchen été ñandú 星空 桜 москва')
const SYLLABLES = words('ba ko ri ta mu ne zo la shi fe dor van qui pel gra tho xen lum')

/** A collection's name: mostly three common words, often invented ones, sometimes with a number or from far away. */
export function collectionName(random: Random, number: number): string {
  const kind = random.next()
  const parts =
    kind < 0.6
      ? [random.pick(FIRST), random.pick(SECOND), random.pick(THIRD)]
      : kind < 0.99
        ? [inventedWord(random), random.pick(random.chance(0.5) ? SECOND : THIRD)]
        : [random.pick(FOREIGN), random.pick(SECOND)]
  const name = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ')
  return number % 7 === 0 ? `${name} ${number}` : name
}

function inventedWord(random: Random): string {
  return Array.from({ length: random.integer(2, 3) }, () => random.pick(SYLLABLES)).join('')
}

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}
