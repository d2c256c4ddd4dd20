/** One promised behaviour: a row of `docs/reference/features.md`. */
export interface Feature {
  /** Stable and speaking, e.g. `items.price-range`. */
  readonly id: string
  readonly behaviour: string
  /** Of the specification, e.g. `4` or `2, 9`. */
  readonly section: string
  /** Of the page, from 1. */
  readonly line: number
}

const ROW = /^\| `([^`]+)` \| (.+?) \| ([^|]+?) \|$/
const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/

/** The rows of the page, in its order. Tables without an id in backticks in front are none of ours. */
export function readFeatures(page: string): readonly Feature[] {
  return page.split('\n').flatMap((text, index) => {
    const [, id, behaviour, section] = ROW.exec(text) ?? []
    return id === undefined || behaviour === undefined || section === undefined
      ? []
      : [{ id, behaviour, section, line: index + 1 }]
  })
}

/** Sentences for ids that are malformed or stand twice. */
export function faultsOfPage(features: readonly Feature[]): readonly string[] {
  const seen = new Map<string, number>()
  return features.flatMap(({ id, line }) => {
    const before = seen.get(id)
    seen.set(id, before ?? line)
    if (!ID.test(id))
      return [`line ${line}: ${id} is no id; write words of a-z and 0-9, joined by - and parted by dots`]
    return before === undefined ? [] : [`line ${line}: ${id} stands on line ${before} already`]
  })
}
