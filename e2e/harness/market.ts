import {
  Account,
  Aptos,
  AptosConfig,
  Ed25519PrivateKey,
  type InputEntryFunctionData,
  Network,
} from '@aptos-labs/ts-sdk'
import { createApiClient } from '@opal/contract/client'
import { buildBuy } from '@opal/contract/endpoints/build-buy'
import { listCollectionTokens } from '@opal/contract/endpoints/list-collection-tokens'
import { listCollections } from '@opal/contract/endpoints/list-collections'
import type { Token } from '@opal/contract/shapes/token'
import type { Network as OpalNetwork } from '@opal/dev-network/create-network'

const DAY_SECONDS = 86_400

type Person = OpalNetwork['accounts'][number]

/** One of the dev wallet's people, by name. */
export function person({ accounts }: OpalNetwork, name: string): Person {
  const found = accounts.find((account) => account.name === name)
  if (!found) throw new Error(`nobody is called ${name}`)
  return found
}

/** The cheapest listed token of a collection that somebody else sells and that is its floor. */
export async function floorToken({ apiUrl }: OpalNetwork, buyer: Person): Promise<Token> {
  const call = createApiClient({ api: apiUrl })
  const { data: collections } = await call(listCollections, { query: { take: 10 } })
  for (const { collectionId } of collections) {
    const input = { params: { id: collectionId }, query: { nftType: 'LISTED', sort: 'price_asc', limit: 2 } } as const
    const { data } = await call(listCollectionTokens, input)
    const [first, second] = data
    if (first && second && first.owner?.walletAddress !== buyer.address && first.listedPrice !== second.listedPrice)
      return first
  }
  throw new Error('no collection has two listings of different price')
}

/** Buys behind everybody's back, with the official SDK. */
export async function buyThroughSdk(network: OpalNetwork, buyer: Person, tokenDataId: string): Promise<void> {
  await committed(network, await queuePurchase(network, buyer, tokenDataId))
}

/** Sends a purchase without waiting for it. @returns its hash. */
export async function queuePurchase(network: OpalNetwork, buyer: Person, tokenDataId: string): Promise<string> {
  const call = createApiClient({ api: network.apiUrl })
  const answer = await call(buildBuy, { body: { walletAddress: buyer.address, items: [{ tokenDataId }] } })
  if (!answer.payload) throw new Error('the token cannot be bought')
  return sendThroughSdk(network, buyer, answer.payload as InputEntryFunctionData)
}

/** Leaves a person with next to nothing. */
export async function giveAway(network: OpalNetwork, from: Person, to: Person, keepOctas: bigint): Promise<void> {
  const balance = await aptosOf(network).getAccountAPTAmount({ accountAddress: from.address })
  const hash = await sendThroughSdk(network, from, {
    function: '0x1::aptos_account::transfer',
    functionArguments: [to.address, BigInt(balance) - keepOctas],
  })
  await committed(network, hash)
}

/** Signs and sends with the official SDK. @returns the hash, before the chain has decided. */
export async function sendThroughSdk(
  network: OpalNetwork,
  sender: Person,
  data: InputEntryFunctionData,
  options: { readonly expireTimestamp?: number } = {},
): Promise<string> {
  const aptos = aptosOf(network)
  const signer = Account.fromPrivateKey({ privateKey: new Ed25519PrivateKey(sender.privateKey) })
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data, options })
  return (await aptos.signAndSubmitTransaction({ signer, transaction })).hash
}

/** How many transactions a person has sent. */
export async function sequenceNumberOf(network: OpalNetwork, { address }: Person): Promise<bigint> {
  return BigInt((await aptosOf(network).getAccountInfo({ accountAddress: address })).sequence_number)
}

/** The chain's word on a transaction: whose it was, and whether it succeeded. */
export async function outcomeOf(network: OpalNetwork, transactionHash: string) {
  const told = await aptosOf(network).getTransactionByHash({ transactionHash })
  return 'success' in told && 'sender' in told ? { success: told.success, sender: String(told.sender) } : null
}

async function committed(network: OpalNetwork, transactionHash: string): Promise<void> {
  await aptosOf(network).waitForTransaction({ transactionHash, options: { waitForIndexer: false } })
  await network.settle()
}

/** Moves an octa, without waiting until anybody has heard of it; also where the chain's clock is far ahead. */
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
