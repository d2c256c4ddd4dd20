/** An item of a trade as a request names it: a token, and its edition or its listing where those are named. */
export interface NamedItem {
  readonly tokenDataId: string
  /** Edition of a v1 token. */
  readonly propertyVersion?: string | undefined
  /** With a listing: the marketplace that has it. */
  readonly marketplace?: string | undefined
  readonly listingId?: string | undefined
}

/** Returns whether two may name the same item: by the listing where both name one, else by token and edition. */
export function mayBeSameItem(one: NamedItem, other: NamedItem): boolean {
  if (one.tokenDataId !== other.tokenDataId) return false
  if (one.listingId !== undefined && other.listingId !== undefined)
    return one.listingId === other.listingId && mayBeEqual(one.marketplace, other.marketplace)
  return mayBeEqual(editionOf(one), editionOf(other))
}

/** Compares as {@link mayBeSameItem} does, for items that are taken from their listings: there a marketplace tells listings of one token apart. */
export function mayBeSameListing(one: NamedItem, other: NamedItem): boolean {
  return mayBeEqual(one.marketplace, other.marketplace) && mayBeSameItem(one, other)
}

/** Returns the items that may be the same as one before them. Those are not compared with what follows. */
export function repeatedItems<Item extends NamedItem>(
  items: readonly Item[],
  mayBeSame: (one: NamedItem, other: NamedItem) => boolean = mayBeSameItem,
): ReadonlySet<Item> {
  const first: Item[] = []
  const repeated = new Set<Item>()
  for (const item of items) {
    if (first.some((one) => mayBeSame(one, item))) repeated.add(item)
    else first.push(item)
  }
  return repeated
}

function editionOf({ propertyVersion }: NamedItem): bigint | undefined {
  return propertyVersion === undefined ? undefined : BigInt(propertyVersion)
}

/** Returns whether two values may be equal, where one that is not named may be any. */
function mayBeEqual<Value>(one: Value | undefined, other: Value | undefined): boolean {
  return one === undefined || other === undefined || one === other
}
