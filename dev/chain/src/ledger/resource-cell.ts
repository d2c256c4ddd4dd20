import type { MoveResource } from '../modules/move-module.ts'
import { estimateBytes } from './estimate-bytes.ts'
import { inOrder } from './move-json-text.ts'

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

  /** @param from Move JSON, or the text that {@link text} gives: that is not read before somebody asks for the value. */
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
      // Whoever writes the next value copies this one: in order, it is printed without sorting.
      this.#value = inOrder(this.value)
      this.#text = JSON.stringify(this.#value)
    }
    return this.#text
  }

  get estimatedBytes(): number {
    return estimateBytes(this.text)
  }
}
