import {
  Account,
  Aptos,
  AptosConfig,
  Ed25519PrivateKey,
  type InputEntryFunctionData,
  type InputGenerateTransactionPayloadData,
  Network,
} from '@aptos-labs/ts-sdk'
import { listUserBids } from '@opal/contract/bids'
import { createApiClient } from '@opal/contract/client'
import { type Collection, listCollections } from '@opal/contract/collections'
import { listUserTokens, type PortfolioToken } from '@opal/contract/portfolio'
import { listCollectionTokens, type Token } from '@opal/contract/tokens'
import { buildCollectionBid } from '@opal/contract/trading/bidding'
import { buildBuy } from '@opal/contract/trading/buying'
import { buildList } from '@opal/contract/trading/selling'
import type { Network as OpalNetwork } from '@opal/dev-network/create-network'
import { payloadInput } from '@opal/dev-network/testing/payload-input'
import { demoTraders } from '@opal/dev-seeds/accounts/demo-cast'
import { apiOf } from './running-instance.ts'

const DAY_SECONDS = 86_400

export type Person = OpalNetwork['accounts'][number]

const OCTAS_PER_CENT = 1_000_000n

/** Returns one of the dev wallet's people, by name. */
export function person({ accounts }: OpalNetwork, name: string): Person {
  const found = accounts.find((account) => account.name === name)
  if (!found) throw new Error(`no user is called ${name}`)
  return found
}

/**
 * Returns the floor token of a collection with at least `listed` listings of other people, the first two at different
 * prices. A journey that buys several says how many it needs. Where earlier journeys have bought too many, other people
 * list theirs: journeys do not run out before the tokens do.
 * @throws Error that says what ran out.
 */
export async function floorToken(network: OpalNetwork, buyer: Person, listed = 2): Promise<Token> {
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

/**
 * Returns the first of the people who fits, to look at. Never one by name, where a journey needs what they have: others may
 * have bought it before.
 * @throws Error that says what nobody has.
 */
export async function findPerson(
  { accounts }: OpalNetwork,
  wish: string,
  fits: (account: Person) => Promise<boolean>,
): Promise<Person> {
  for (const account of accounts) if (await fits(account)) return account
  throw new Error(`nobody has ${wish}`)
}

/** Returns one of the people who holds a token, to look at. @throws Error when nobody does. */
export function findHolder(network: OpalNetwork): Promise<Person> {
  return findPerson(network, 'a token', async ({ address }) => {
    const input = { params: { wallet: address }, query: { take: 1 } } as const
    return (await apiOf(network)(listUserTokens, input)).total > 0
  })
}

/** Returns one of the people who has a token for sale, to look at. @throws Error when nobody has. */
export function findSeller(network: OpalNetwork): Promise<Person> {
  return findPerson(network, 'a token for sale', (account) => hasListing(network, account))
}

/** Returns the one of the people who holds the most tokens of a kind that they have not listed, to look at. @throws Error when nobody does. */
export async function findUnlisted(
  network: OpalNetwork,
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
export async function hasListing(network: OpalNetwork, { address }: Person): Promise<boolean> {
  const input = { params: { wallet: address }, query: { type: 'listed', take: 1 } } as const
  const { data } = await apiOf(network)(listUserTokens, input)
  return data.some(({ listedPrice }) => listedPrice !== null)
}

/** Returns whether a person has made bids, or has received some that they can accept. */
export async function hasBids(network: OpalNetwork, { address }: Person, type: 'made' | 'received'): Promise<boolean> {
  const { data } = await apiOf(network)(listUserBids, { params: { wallet: address }, query: { type, take: 1 } })
  return data.length > 0
}

/** Returns the collection with the most items of those that have a floor: names and other collections without listings have none. */
export async function largestCollection({ apiUrl }: Pick<OpalNetwork, 'apiUrl'>): Promise<Collection> {
  const { data } = await createApiClient({ api: apiUrl })(listCollections, { query: { take: 20 } })
  const sold = data.filter(({ floorPrice }) => floorPrice !== null)
  const found = sold.toSorted((a, b) => b.currentSupply - a.currentSupply)[0]
  if (found === undefined) throw new Error('the market has no collection with a listing')
  return found
}

/** Lists an unlisted token for someone, a little below the floor of its collection. */
async function putUpForSale(network: OpalNetwork, notBy: Person): Promise<void> {
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
      return committed(network, await sendThroughSdk(network, seller, payload as InputEntryFunctionData))
    }
  }
  throw new Error(`The market ran out of tokens: none is for sale twice, and nobody but ${notBy.name} holds another.`)
}

/** Buys behind everyone's back, with the official SDK. */
export async function buyThroughSdk(network: OpalNetwork, buyer: Person, tokenDataId: string): Promise<void> {
  await committed(network, await queuePurchase(network, buyer, tokenDataId))
}

/** Sends a purchase without waiting for it. @returns its hash. */
export async function queuePurchase(network: OpalNetwork, buyer: Person, tokenDataId: string): Promise<string> {
  const call = apiOf(network)
  const answer = await call(buildBuy, { body: { walletAddress: buyer.address, items: [{ tokenDataId }] } })
  if (!answer.payload) throw new Error('the token cannot be bought')
  return sendThroughSdk(network, buyer, payloadInput(answer.payload))
}

/** Bids for any token of a collection, and waits until it is indexed. @param octas per token. */
export async function bidThroughSdk(network: OpalNetwork, bidder: Person, collectionId: string, octas: bigint) {
  await committed(network, await sendCollectionBid(network, bidder, collectionId, octas))
}

/** Sends a bid for any token of a collection. @param octas default: the 0.01 APT that journeys bid by the dialog. @returns its hash. */
export async function sendCollectionBid(
  network: OpalNetwork,
  bidder: Person,
  collectionId: string,
  octas = OCTAS_PER_CENT,
): Promise<string> {
  const call = apiOf(network)
  const terms = { price: String(octas), size: 1, expirationTime: String(Math.floor(Date.now() / 1000) + DAY_SECONDS) }
  const { payload } = await call(buildCollectionBid, {
    body: { walletAddress: bidder.address, collectionId, ...terms },
  })
  if (payload === null) throw new Error('the collection takes no bid')
  return sendThroughSdk(network, bidder, payloadInput(payload))
}

/** Leaves a person with next to nothing. */
export async function giveAway(network: OpalNetwork, from: Person, to: Person, keepOctas: bigint): Promise<void> {
  const balance = await balanceOf(network, from)
  const hash = await sendThroughSdk(network, from, {
    function: '0x1::aptos_account::transfer',
    functionArguments: [to.address, balance - keepOctas],
  })
  await committed(network, hash)
}

/** Signs and sends with the official SDK. @returns the hash, before the chain has decided. */
async function sendThroughSdk(
  network: OpalNetwork,
  sender: Pick<Person, 'privateKey'>,
  data: InputGenerateTransactionPayloadData,
  options: { readonly expireTimestamp?: number } = {},
): Promise<string> {
  const aptos = aptosOf(network)
  const signer = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(sender.privateKey) })
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data, options })
  return (await aptos.signAndSubmitTransaction({ signer, transaction })).hash
}

/** Returns a person's balance, in octas. */
export async function balanceOf(network: OpalNetwork, { address }: Pick<Person, 'address'>): Promise<bigint> {
  return BigInt(await aptosOf(network).getAccountAPTAmount({ accountAddress: address }))
}

/** Returns how many transactions a person has sent. */
export async function sequenceNumberOf(network: OpalNetwork, { address }: Person): Promise<bigint> {
  return BigInt((await aptosOf(network).getAccountInfo({ accountAddress: address })).sequence_number)
}

/** The chain's word on a transaction: whose it was, and whether it succeeded. */
export async function outcomeOf(network: OpalNetwork, transactionHash: string) {
  const transaction = await aptosOf(network).getTransactionByHash({ transactionHash })
  return 'success' in transaction && 'sender' in transaction
    ? { success: transaction.success, sender: String(transaction.sender) }
    : null
}

async function committed(network: OpalNetwork, transactionHash: string): Promise<void> {
  await aptosOf(network).waitForTransaction({ transactionHash, options: { waitForIndexer: false } })
  await network.settle()
}

/** Moves an octa, without waiting for the index; also where the chain's clock is far ahead. */
export async function stirChain(network: OpalNetwork, from: Person, to: Person): Promise<void> {
  const data: InputEntryFunctionData = {
    function: '0x1::aptos_account::transfer',
    functionArguments: [to.address, 1n],
  }
  const expireTimestamp = Math.floor(Date.now() / 1000) + DAY_SECONDS
  const transactionHash = await sendThroughSdk(network, from, data, { expireTimestamp })
  await aptosOf(network).waitForTransaction({ transactionHash, options: { waitForIndexer: false } })
}

function aptosOf({ localnet }: OpalNetwork): Aptos {
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: localnet.nodeUrl }))
}
