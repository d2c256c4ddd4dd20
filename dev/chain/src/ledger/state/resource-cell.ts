import type { MoveResource } from '../../modules/move-module.ts'
import { inOrder } from '../encoding/move-json-text.ts'

/**
 * A resource where the state keeps it: as Move JSON or as its text, each made from the other when first asked for.
 * A resource never changes, so what is made once stays true; a write puts another cell in its place.
 */
export class ResourceCell {
  #value: MoveResource | null
  #text: string | null

  private constructor(value: MoveResource | null, text: string | null) {
    this.#value = value
    this.#text = text
  }

  /** @param from Move JSON, or the text that {@link text} gives: that is not read before someone asks for the value. */
  static of(from: MoveResource | string): ResourceCell
  static of(from: MoveResource | string | null): ResourceCell | null
  static of(from: MoveResource | string | null): ResourceCell | null {
    if (from === null) return null
    return typeof from === 'string' ? new ResourceCell(null, from) : new ResourceCell(from, null)
  }

  get value(): MoveResource {
    this.#value ??= JSON.parse(this.text) as MoveResource
    return this.#value
  }

  /** As the node prints it: keys sorted. */
  get text(): string {
    if (this.#text === null) {
      // The next writer copies this value: sorted keys stay sorted in the copy.
      this.#value = inOrder(this.value)
      this.#text = JSON.stringify(this.#value)
    }
    return this.#text
  }

  get estimatedBytes(): number {
    return estimateBytes(this.text)
  }
}

/** Addresses are printed without their leading zeros; more than eight of those has no address that was ever made by a hash. */
const SHORTENED = /0x[0-9a-f]{56,63}(?![0-9a-f])/g
const WHOLE = 66

/**
 * Estimates how long a value is as BCS, from its Move JSON: half as long. An estimate is enough for fees, as long as it is
 * always the same; so an address that a transaction makes counts as whole, whatever it begins with. Otherwise what a
 * simulation says would differ from what is charged, whose hash and so whose addresses are others.
 */
export function estimateBytes(text: string): number {
  let length = text.length
  for (const [found] of text.matchAll(SHORTENED)) length += WHOLE - found.length
  return Math.ceil(length / 2)
}
