import { NotOfferedError } from '@opal/domain/errors/market-errors'
import type { CollectionRef, TokenRef } from '@opal/domain/token-ref'
import type { MarketplaceAdapter, PayloadBuilders } from './adapter.ts'

/** What a person reads who wants such a call. */
const SENTENCE = 'This call of the marketplace has never been seen on chain, so it is not offered with real money.'

/** The part of an intent, or of an item of a batch, that says which standard it is about. */
interface Subject {
  readonly token?: TokenRef
  readonly listing?: { readonly token: TokenRef }
  readonly collection?: CollectionRef
}

/** Returns the adapter with payloads for proven calls alone: the others are refused with `not-offered`. */
export function withoutUnproven(adapter: MarketplaceAdapter): MarketplaceAdapter {
  const { unproven = {} } = adapter
  const builders = Object.entries(adapter.payload) as readonly [keyof PayloadBuilders, Build][]
  const payload = builders.flatMap(([call, build]) => {
    const standards = new Set(unproven[call])
    if (standards.size === 0) return [[call, build]]
    // For neither standard: as if the marketplace had no such call, so that nobody is shown one.
    return standards.size === 2 ? [] : [[call, refusing(build, adapter.id, call, standards)]]
  })
  return { ...adapter, payload: Object.fromEntries(payload) }
}

type Build = (contracts: never, subject: never, ...more: never[]) => unknown

function refusing(build: Build, id: string, call: string, standards: ReadonlySet<string>): Build {
  return (contracts, ...subjects) => {
    const all = subjects.flat() as readonly Subject[]
    if (all.some((subject) => standards.has(standardOf(subject)))) throw new NotOfferedError(id, call, SENTENCE)
    return build(contracts, ...(subjects as [never]))
  }
}

function standardOf({ token, listing, collection }: Subject): string {
  return (token ?? listing?.token ?? collection)?.standard ?? ''
}
