import type { Collection } from '@opal/contract/collections'
import type { LiveMessage } from '@opal/contract/live'
import { testingCollection } from '../../testing/testing-collection.ts'

/** Collections of the market. */
export const NAMES = ['Amber', 'Basalt', 'Chalk', 'Dolomite'] as const
export type Name = (typeof NAMES)[number]
/** The strip shows the first two, the table all of them. */
export const FEATURED: readonly Name[] = ['Amber', 'Basalt']

/** Rows of the market after each change: a response of the API may be some changes old. */
export class Market {
  #rows = new Map<Name, Collection>(
    NAMES.map((name, index) => [
      name,
      testingCollection(`0x${String(index + 1).repeat(64)}`, {
        collectionName: name,
        slug: name.toLowerCase(),
        version: '10',
        floorPrice: '500000000',
        oneDayVolume: '700000000',
        allTimeVolume: '900000000',
      }),
    ]),
  )
  readonly past: (readonly Collection[])[] = [[...this.#rows.values()]]
  #messages = 0

  row(name: Name): Collection {
    const row = this.#rows.get(name)
    if (row === undefined) throw new Error(`There is no ${name}.`)
    return row
  }

  /** @param ago number of changes that the response is behind. */
  answer(ago: number): readonly Collection[] {
    return this.past.at(-1 - Math.min(ago, this.past.length - 1)) ?? []
  }

  floor(name: Name, octas: number, byTransaction: boolean): LiveMessage {
    const before = this.row(name)
    const version = String(BigInt(before.version) + (byTransaction ? 1n : 0n))
    this.#change(name, { floorPrice: String(octas), version })
    return this.#message('floor_change', name, String(octas), before.floorPrice)
  }

  sale(name: Name, octas: number): LiveMessage {
    const before = this.row(name)
    const plus = (volume: string) => String(BigInt(volume) + BigInt(octas))
    const [allTimeVolume, oneDayVolume] = [plus(before.allTimeVolume), plus(before.oneDayVolume)]
    this.#change(name, { allTimeVolume, oneDayVolume, version: String(BigInt(before.version) + 1n) })
    return this.#message('volume_change', name, allTimeVolume, before.allTimeVolume)
  }

  /** A sale leaves the 24-hour window: without a transaction or a message. */
  slide(name: Name): void {
    this.#change(name, { oneDayVolume: String(BigInt(this.row(name).oneDayVolume) / 2n) })
  }

  #change(name: Name, change: Partial<Collection>): void {
    this.#rows.set(name, { ...this.row(name), ...change })
    this.past.push([...this.#rows.values()])
  }

  #message(kind: 'floor_change' | 'volume_change', name: Name, next: string, old: string | null): LiveMessage {
    this.#messages += 1
    const { collectionId, version } = this.row(name)
    return { kind, id: String(this.#messages), collectionId, version, at: '1', new: next, old }
  }
}

export const slugOf = (of: Name) => of.toLowerCase()

/** Returns the exact amounts that an element shows. */
export function amounts(element: Element | null): readonly (string | null)[] {
  return [...(element?.querySelectorAll('[title$=" APT"]') ?? [])].map((price) => price.getAttribute('title'))
}
