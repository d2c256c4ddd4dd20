import type { ApiClient } from '@opal/contract/client'
import { type Collection, listPopularCollections } from '@opal/contract/collections'
import { searchCollections } from '@opal/contract/collections/search'
import { findNamedWallet, listWalletNames, searchWallets } from '@opal/contract/names'
import { toAddressOrNull } from '@opal/domain/address'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { STALE } from '../../app/loading/query-client.ts'
import { collectionPath, walletPath } from '../../app/paths.ts'
import { useSite } from '../../app/site.tsx'
import { isAptosName } from '../../shared/format/name.ts'
import { typedText } from '../../shared/format/typed-text.ts'
import { useShownRanking } from '../collection/shown-ranking.ts'

/** @source docs/product/site.md#search-delay */
const DEBOUNCE_MS = 300
const TAKE = 50
/** @source docs/product/site.md#suggested-collections */
const SUGGESTED = 20

/** A wallet that was found. */
export interface FoundWallet {
  readonly walletAddress: string
  /** Its `.apt` name; null where it has none. */
  readonly aptosName: string | null
}

export interface SearchResults {
  readonly asked: SearchKind
  /** Found collections, or well-known ones while nothing is asked; null while on their way. */
  readonly collections: readonly Collection[] | null
  /** The collections are today's most traded ones, not search results and not the rows of the landing page in its own order. */
  readonly isPopular: boolean
  /** Found wallets; null while on their way. */
  readonly wallets: readonly FoundWallet[] | null
  readonly failed: boolean
  /** The results are not yet those of this input. */
  readonly isPending: boolean
  /** Page of the first thing that exactly this input finds; null while it is looked for, and where nothing is. */
  readonly firstPath: string | null
}

/** Returns the results of an input, 300 ms after typing stopped. */
export function useSearch(input: string): SearchResults {
  const { api } = useSite()
  const settled = useDebounced(input)
  const asked = searchKind(settled)
  // A collection's id looks like a wallet's address.
  const text = asked.kind === 'collections' ? asked.text : asked.kind === 'wallet' ? asked.address : null
  const isOfWallets = asked.kind === 'wallet' || asked.kind === 'name'
  const isOfNames = asked.kind === 'collections' && asked.namePart !== null
  const found = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      api(searchCollections, { params: { text: text ?? '' }, query: { take: TAKE } }, { signal }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const shown = useShownRanking()
  const popular = useQuery({
    queryKey: ['popular'],
    queryFn: ({ signal }) => api(listPopularCollections, { query: { take: SUGGESTED } }, { signal }),
    enabled: asked.kind === 'nothing' && shown === null,
    staleTime: STALE.metrics,
  })
  const suggested = shown?.slice(0, SUGGESTED) ?? popular.data?.data
  const wallets = useQuery({
    queryKey: ['search-wallets', asked],
    queryFn: ({ signal }) => findWallets(api, asked, signal),
    enabled: isOfWallets || isOfNames,
  })
  const foundNow = found.isPlaceholderData ? undefined : found.data?.data
  // A collection with this id comes before the wallet: nothing is first while that is not known.
  const isSearching = text !== null && foundNow === undefined && !found.isError
  // Whether anything is found at all is known when both are.
  const isNaming = isOfNames && wallets.isPending
  const first = isSearching ? null : firstResult(foundNow, wallets.data)
  const listed = text === null ? suggested : asked.kind === 'wallet' ? foundNow : found.data?.data
  return {
    asked,
    isPending:
      searchKind(input).kind !== 'nothing' &&
      (settled !== input || isSearching || isNaming || (isOfWallets && wallets.isPending)),
    firstPath: settled === input ? first : null,
    collections: isNaming && found.data?.data.length === 0 ? null : (listed ?? null),
    isPopular: asked.kind === 'nothing' && shown === null,
    wallets: wallets.data ?? null,
    failed: isOfWallets ? wallets.isError : text === null ? shown === null && popular.isError : found.isError,
  }
}

function firstResult(
  collections: readonly Collection[] | null | undefined,
  wallets: readonly FoundWallet[] | undefined,
) {
  const [collection] = collections ?? []
  const [wallet] = wallets ?? []
  if (collection !== undefined) return collectionPath(collection.slug)
  return wallet === undefined ? null : walletPath(wallet.walletAddress)
}

async function findWallets(api: ApiClient, asked: SearchKind, signal: AbortSignal): Promise<readonly FoundWallet[]> {
  if (asked.kind === 'wallet') {
    const names = await api(listWalletNames, { body: { wallet_address: [asked.address] } }, { signal })
    return [{ walletAddress: asked.address, aptosName: names.data[0]?.name ?? null }]
  }
  if (asked.kind === 'collections' && asked.namePart !== null) {
    return (await api(searchWallets, { params: { text: asked.namePart } }, { signal })).data
  }
  if (asked.kind !== 'name' || asked.name === null) return []
  const { name, walletAddress } = await api(findNamedWallet, { params: { name: asked.name } }, { signal })
  return walletAddress === null ? [] : [{ walletAddress, aptosName: name }]
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Shortest input that is searched. @source docs/product/site.md#search-length */
export const MIN_SEARCH_LENGTH = 3
/** @source docs/product/site.md#search-of-wallets */
const WALLET_LONGER_THAN = 60

/** Returns the kind of search that an input asks for. */
export type SearchKind =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'wallet'; readonly address: string }
  /** Null for what cannot be a name although it ends like one: it leads nowhere. */
  | { readonly kind: 'name'; readonly name: string | null }
  /** Names of wallets may begin with it, too: null for what none can. */
  | { readonly kind: 'collections'; readonly text: string; readonly namePart: string | null }

/** @source docs/product/site.md#search-of-names */
const ENDS_LIKE_A_NAME = /\.apt$/i

/** The beginning of a name, with some of its ending. */
const NAME_PART = /^([a-z0-9-]{3,63})(?:\.a?p?)?$/i

/** Reads an input: too short, a wallet's address, a name, or words to look for among collections. */
export function searchKind(input: string): SearchKind {
  const text = input.trim()
  if (text.length < MIN_SEARCH_LENGTH) return { kind: 'nothing' }
  // Names of collections may need their shapeless characters, such as those within emoji.
  const typed = typedText(text)
  if (ENDS_LIKE_A_NAME.test(typed)) return { kind: 'name', name: isAptosName(typed) ? typed.toLowerCase() : null }
  const address = typed.startsWith('0x') && typed.length > WALLET_LONGER_THAN ? toAddressOrNull(typed) : null
  if (address !== null) return { kind: 'wallet', address }
  const namePart = NAME_PART.exec(text)?.[1]?.toLowerCase() ?? null
  return { kind: 'collections', text: text.slice(0, 100), namePart }
}
