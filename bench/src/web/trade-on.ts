import {
  Account,
  Aptos,
  AptosConfig,
  Network as AptosNetwork,
  Ed25519PrivateKey,
  type InputEntryFunctionData,
} from '@aptos-labs/ts-sdk'
import { createApiClient } from '@opal/contract/client'
import { buildUpdatePrice } from '@opal/contract/endpoints/build-update-price'
import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import { listCollections } from '@opal/contract/endpoints/list-collections'
import type { Network } from '@opal/dev-network/create-network'

/** Makes things happen in one collection. */
export interface Repricer {
  readonly collectionId: string
  /** Changes the price of one listing; resolves when the chain has it. */
  reprice(): Promise<void>
}

/**
 * Somebody who changes the prices of what he has listed, one after the other.
 * @throws Error when nobody of the demo accounts has listed anything.
 */
export async function createRepricer(network: Network): Promise<Repricer> {
  const call = createApiClient({ api: network.apiUrl })
  const { person, listed } = await findSeller(network)
  const aptos = new Aptos(new AptosConfig({ network: AptosNetwork.CUSTOM, fullnode: network.localnet.nodeUrl }))
  const signer = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(person.privateKey) })
  let turn = 0
  const reprice = async () => {
    const token = listed[turn++ % listed.length]
    if (token === undefined) return
    // Up and down by a hundredth, so that rows change places now and then.
    const price = (BigInt(token.listedPrice ?? '100000000') * BigInt(turn % 2 === 0 ? 101 : 99)) / 100n
    const body = { walletAddress: person.address, items: [{ tokenDataId: token.tokenDataId, price: String(price) }] }
    const { payload } = await call(buildUpdatePrice, { body })
    if (payload === null) throw new Error('the price cannot be changed')
    const transaction = await aptos.transaction.build.simple({
      sender: signer.accountAddress,
      data: payload as InputEntryFunctionData,
    })
    const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction })
    await aptos.waitForTransaction({ transactionHash: hash, options: { waitForIndexer: false } })
  }
  return { collectionId: listed[0]?.collectionId ?? '', reprice }
}

/** Whoever of the demo accounts has most for sale on our own marketplace, all of one collection. */
async function findSeller({ apiUrl, accounts }: Network) {
  const call = createApiClient({ api: apiUrl })
  const { data: collections } = await call(listCollections, { query: { take: 50 } })
  const query = { nftType: 'LISTED', limit: 100, marketplace: 'opal' } as const
  const found = await Promise.all(
    collections.map(async ({ collectionId }) => {
      const { data } = await call(listCollectionTokens, { params: { id: collectionId }, query })
      return accounts.map((person) => ({
        person,
        listed: data.filter(({ owner }) => owner?.walletAddress === person.address),
      }))
    }),
  )
  const most = found.flat().toSorted((a, b) => b.listed.length - a.listed.length)[0]
  if (most === undefined || most.listed.length === 0) throw new Error('none of the demo accounts lists anything')
  return most
}
