import type { InputEntryFunctionData } from '@aptos-labs/ts-sdk'
import { listUserBids } from '@opal/contract/bids'
import { createApiClient } from '@opal/contract/client'
import { type Collection, type CollectionDetail, getCollection, listCollections } from '@opal/contract/collections'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { listCollectionTokens, type Token } from '@opal/contract/tokens'
import { buildList } from '@opal/contract/trading/selling'
import type { Network } from '@opal/dev-network/create-network'
import { demoTraders } from '@opal/dev-seeds/accounts/demo-cast'
import { apiOf } from './running-instance.ts'
import { awaitIndexed, sendThroughSdk } from './sdk.ts'

/** A person of the market, with the key of their account. */
export type Person = Network['accounts'][number]

/** Returns a person of the dev wallet by name. */
export function person({ accounts }: Network, name: string): Person {
  const found = accounts.find((account) => account.name === name)
  if (!found) throw new Error(`no user is called ${name}`)
  return found
}

/** Returns a collection as the API has it now. @throws Error when there is none of this id. */
export async function collectionOf(network: Network, id: string): Promise<CollectionDetail> {
  const found = await apiOf(network)(getCollection, { params: { id } })
  if (found === null) throw new Error(`there is no collection ${id}`)
  return found
}

/**
 * Returns the first person who fits, for a journey that only looks. A journey never names a person for what they have: an earlier one may
 * have bought it.
 * @param what is looked for, for the error.
 * @throws Error when nobody fits.
 */
export async function findPerson(
  { accounts }: Network,
  what: string,
  fits: (account: Person) => Promise<boolean>,
): Promise<Person> {
  for (const account of accounts) if (await fits(account)) return account
  throw new Error(`nobody has ${what}`)
}

/** Returns the first person who holds a token. @throws Error when nobody does. */
export function findHolder(network: Network): Promise<Person> {
  return findPerson(network, 'a token', async ({ address }) => {
    const input = { params: { wallet: address }, query: { take: 1 } } as const
    return (await apiOf(network)(listUserTokens, input)).total > 0
  })
}

/** Returns the first person who has a token for sale. @throws Error when nobody has. */
export function findSeller(network: Network): Promise<Person> {
  return findPerson(network, 'a token for sale', (account) => hasListing(network, account))
}

/** Returns the person who holds the most unlisted tokens of a kind. @throws Error when nobody holds one. */
export async function findUnlisted(
  network: Network,
  fits: (token: PortfolioToken) => boolean = () => true,
): Promise<Person & { readonly tokens: readonly PortfolioToken[] }> {
  const query = { type: 'non_listed', take: 100 } as const
  const people = await Promise.all(
    network.accounts.map(async (account) => {
      const { data } = await apiOf(network)(listUserTokens, { params: { wallet: account.address }, query })
      return { ...account, tokens: data.filter(fits) }
    }),
  )
  const [most] = people.toSorted((a, b) => b.tokens.length - a.tokens.length)
  if (most === undefined || most.tokens.length === 0) throw new Error('nobody holds such a token that is not for sale')
  return most
}

/** Returns whether a person has a token for sale. */
export async function hasListing(network: Network, { address }: Person): Promise<boolean> {
  const input = { params: { wallet: address }, query: { type: 'listed', take: 1 } } as const
  const { data } = await apiOf(network)(listUserTokens, input)
  return data.some(({ listedPrice }) => listedPrice !== null)
}

/** Returns whether a person has made bids, or has received some that they can accept. */
export async function hasBids(network: Network, { address }: Person, type: 'made' | 'received'): Promise<boolean> {
  const { data } = await apiOf(network)(listUserBids, { params: { wallet: address }, query: { type, take: 1 } })
  return data.length > 0
}

const OCTAS_PER_CENT = 1_000_000n

/**
 * Returns the floor token of a collection with at least `listed` listings of other people, the first two at different
 * prices. A journey that buys several says how many it needs. Where earlier journeys have bought too many, other people
 * list theirs: journeys do not run out before the tokens do.
 * @throws Error that says what ran out.
 */
export async function floorToken(network: Network, buyer: Person, listed = 2): Promise<Token> {
  const call = apiOf(network)
  const { data: collections } = await call(listCollections, { query: { take: 10 } })
  for (const { collectionId } of collections) {
    const input = {
      params: { id: collectionId },
      query: { nftType: 'LISTED', sort: 'price_asc', limit: listed },
    } as const
    const { data } = await call(listCollectionTokens, input)
    const [first, second] = data
    const isOthers = data.every((token) => token.owner?.walletAddress !== buyer.address)
    if (first && isOthers && data.length >= listed && first.listedPrice !== second?.listedPrice) return first
  }
  await putUpForSale(network, buyer)
  return floorToken(network, buyer, listed)
}

/** Returns the collection with the most items of those that have a floor: names and other collections without listings have none. */
export async function largestCollection({ apiUrl }: Pick<Network, 'apiUrl'>): Promise<Collection> {
  const { data } = await createApiClient({ api: apiUrl })(listCollections, { query: { take: 20 } })
  const sold = data.filter(({ floorPrice }) => floorPrice !== null)
  const found = sold.toSorted((a, b) => b.currentSupply - a.currentSupply)[0]
  if (found === undefined) throw new Error('the market has no collection with a listing')
  return found
}

/** Lists an unlisted token for someone, a little below the floor of its collection. */
async function putUpForSale(network: Network, notBy: Person): Promise<void> {
  const call = apiOf(network)
  const sellers = new Map(demoTraders().map((trader) => [String(trader.address), trader]))
  sellers.delete(notBy.address)
  const { data: collections } = await call(listCollections, { query: { take: 10 } })
  for (const { collectionId, floorPrice } of collections) {
    if (floorPrice === null) continue
    const input = { params: { id: collectionId }, query: { nftType: 'UNLISTED', limit: 100 } } as const
    const { data } = await call(listCollectionTokens, input)
    for (const { tokenDataId, owner } of data) {
      const seller = sellers.get(owner?.walletAddress ?? '')
      if (seller === undefined) continue
      const price = ((BigInt(floorPrice) * 9n) / 10n / OCTAS_PER_CENT) * OCTAS_PER_CENT
      const items = [{ tokenDataId, price: String(price) }]
      const { payload } = await call(buildList, { body: { walletAddress: seller.address, items } })
      return awaitIndexed(network, await sendThroughSdk(network, seller, payload as InputEntryFunctionData))
    }
  }
  throw new Error(`The market ran out of tokens: none is for sale twice, and nobody but ${notBy.name} holds another.`)
}
