import {
  Account,
  Aptos,
  AptosConfig,
  Ed25519PrivateKey,
  type InputEntryFunctionData,
  type InputGenerateTransactionPayloadData,
  Network,
} from '@aptos-labs/ts-sdk'
import { buildCollectionBid } from '@opal/contract/trading/bidding'
import { buildBuy } from '@opal/contract/trading/buying'
import type { Network as OpalNetwork } from '@opal/dev-network/create-network'
import { payloadInput } from '@opal/dev-network/testing/payload-input'
import { apiOf } from './running-instance.ts'

type Person = OpalNetwork['accounts'][number]

/** Price of the bids that journeys place by the dialog: 0.01 APT. */
const BID_OCTAS = 1_000_000n
const DAY_SECONDS = 86_400

/** Buys outside the site, and waits until it is indexed. */
export async function buyThroughSdk(network: OpalNetwork, buyer: Person, tokenDataId: string): Promise<void> {
  await awaitIndexed(network, await queuePurchase(network, buyer, tokenDataId))
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
  await awaitIndexed(network, await sendCollectionBid(network, bidder, collectionId, octas))
}

/** Sends a bid for any token of a collection. @param octas default: what journeys bid by the dialog. @returns its hash. */
export async function sendCollectionBid(
  network: OpalNetwork,
  bidder: Person,
  collectionId: string,
  octas = BID_OCTAS,
): Promise<string> {
  const call = apiOf(network)
  const terms = { price: String(octas), size: 1, expirationTime: String(Math.floor(Date.now() / 1000) + DAY_SECONDS) }
  const { payload } = await call(buildCollectionBid, {
    body: { walletAddress: bidder.address, collectionId, ...terms },
  })
  if (payload === null) throw new Error('the collection takes no bid')
  return sendThroughSdk(network, bidder, payloadInput(payload))
}

/** Sends all of a person's APT to another, except `keepOctas`. */
export async function giveAway(network: OpalNetwork, from: Person, to: Person, keepOctas: bigint): Promise<void> {
  const balance = await balanceOf(network, from)
  const hash = await sendThroughSdk(network, from, {
    function: '0x1::aptos_account::transfer',
    functionArguments: [to.address, balance - keepOctas],
  })
  await awaitIndexed(network, hash)
}

/** Commits a transaction, also where the chain's clock is far ahead; does not wait for the index. */
export async function advanceChain(network: OpalNetwork, from: Person, to: Person): Promise<void> {
  const data: InputEntryFunctionData = {
    function: '0x1::aptos_account::transfer',
    functionArguments: [to.address, 1n],
  }
  const expireTimestamp = Math.floor(Date.now() / 1000) + DAY_SECONDS
  const transactionHash = await sendThroughSdk(network, from, data, { expireTimestamp })
  await aptosOf(network).waitForTransaction({ transactionHash, options: { waitForIndexer: false } })
}

/** Signs and sends with the official SDK. @returns the hash, before the chain has decided. */
export async function sendThroughSdk(
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

/** Waits until a transaction is committed and indexed. */
export async function awaitIndexed(network: OpalNetwork, transactionHash: string): Promise<void> {
  await aptosOf(network).waitForTransaction({ transactionHash, options: { waitForIndexer: false } })
  await network.settle()
}

/** Returns a person's balance, in octas. */
export async function balanceOf(network: OpalNetwork, { address }: Pick<Person, 'address'>): Promise<bigint> {
  return BigInt(await aptosOf(network).getAccountAPTAmount({ accountAddress: address }))
}

/** Returns how many transactions a person has sent. */
export async function sequenceNumberOf(network: OpalNetwork, { address }: Person): Promise<bigint> {
  return BigInt((await aptosOf(network).getAccountInfo({ accountAddress: address })).sequence_number)
}

/** Returns the sender of a transaction and whether it succeeded; null while that is not decided. */
export async function outcomeOf(network: OpalNetwork, transactionHash: string) {
  const transaction = await aptosOf(network).getTransactionByHash({ transactionHash })
  return 'success' in transaction && 'sender' in transaction
    ? { success: transaction.success, sender: String(transaction.sender) }
    : null
}

function aptosOf({ localnet }: OpalNetwork): Aptos {
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: localnet.nodeUrl }))
}
