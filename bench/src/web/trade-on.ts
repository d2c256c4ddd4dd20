import {
  Account,
  Aptos,
  AptosConfig,
  Network as AptosNetwork,
  Ed25519PrivateKey,
  type InputEntryFunctionData,
} from '@aptos-labs/ts-sdk'
import { sdkClient } from '@opal/chain/rest/sdk-client'
import { createApiClient } from '@opal/contract/client'
import { listCollections } from '@opal/contract/collections'
import { listCollectionTokens } from '@opal/contract/tokens'
import { buildListAndUpdate } from '@opal/contract/trading/selling'

/** Addresses and accounts of a demo market. */
export interface Market {
  readonly apiUrl: string
  readonly nodeUrl: string
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[]
}

/** Changes prices in one collection. */
export interface Repricer {
  readonly collectionId: string
  /** Changes the price of one listing. @returns the version at which the chain has it; null when there is nothing to change */
  reprice(): Promise<bigint | null>
}

/** Price of a token that was not for sale before, in octas. */
const FIRST_PRICE = 100_000_000n

/**
 * Creates a trader who lists the tokens it holds one after the other, and changes their prices.
 * @throws Error when no demo account holds a token that could be listed on our own marketplace.
 */
export async function createRepricer(network: Market): Promise<Repricer> {
  const call = createApiClient({ api: network.apiUrl })
  const { person, held } = await findHolder(network)
  const aptos = new Aptos(
    new AptosConfig({ network: AptosNetwork.CUSTOM, fullnode: network.nodeUrl, client: sdkClient }),
  )
  const signer = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(person.privateKey) })
  let turn = 0
  const reprice = async () => {
    const token = held[turn++ % held.length]
    if (token === undefined) return null
    // Up and down by a hundredth, so that rows change places now and then.
    const price = (BigInt(token.listedPrice ?? FIRST_PRICE) * BigInt(turn % 2 === 0 ? 101 : 99)) / 100n
    const body = { walletAddress: person.address, items: [{ tokenDataId: token.tokenDataId, price: String(price) }] }
    const { payload } = await call(buildListAndUpdate, { body })
    if (payload === null) throw new Error('the price cannot be changed')
    const transaction = await aptos.transaction.build.simple({
      sender: signer.accountAddress,
      data: payload as InputEntryFunctionData,
    })
    const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
    const { version } = await aptos.waitForTransaction({ transactionHash: hash, options: { waitForIndexer: false } })
    return BigInt(version)
  }
  return { collectionId: held[0]?.collectionId ?? '', reprice }
}

/** Finds the demo account with the most tokens of one collection, free or for sale on our own marketplace. */
async function findHolder({ apiUrl, accounts }: Market) {
  const call = createApiClient({ api: apiUrl })
  const { data: collections } = await call(listCollections, { query: { take: 50 } })
  const found = await Promise.all(
    collections.map(async ({ collectionId }) => {
      const { data } = await call(listCollectionTokens, { params: { id: collectionId }, query: { limit: 100 } })
      const free = data.filter(({ marketplace }) => marketplace === null || marketplace === 'opal')
      return accounts.map((person) => ({
        person,
        held: free.filter(({ owner }) => owner?.walletAddress === person.address),
      }))
    }),
  )
  const most = found.flat().toSorted((a, b) => b.held.length - a.held.length)[0]
  if (most === undefined || most.held.length === 0) throw new Error('none of the demo accounts holds anything')
  return most
}
