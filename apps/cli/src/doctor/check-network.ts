import type { LedgerInfo } from '@opal/chain/rest/ledger-info'
import { createNodeClient } from '@opal/chain/rest/node-client'
import { NodeRefusedError } from '@opal/chain/rest/node-errors'
import { type NodeHttpOptions, requestNode } from '@opal/chain/rest/node-http'
import type { StreamOptions } from '@opal/chain/stream/stream-options'
import { streamTransactions } from '@opal/chain/stream/stream-transactions'
import type { Address } from '@opal/domain/address'
import type { DeployedMarketplace } from '@opal/marketplaces/contracts/network-contracts'
import { Problem } from '../problem.ts'

const STREAM_TIMEOUT_MS = 20_000
/** Further apart, times on the site and the expiry of offers would be wrong. */
const MAX_SKEW_SECONDS = 30

/**
 * Checks that the node answers and is of this network. Its path may hold a key and is not shown.
 * @throws Problem
 */
export async function checkNode(node: NodeHttpOptions, chainId: number): Promise<LedgerInfo> {
  const { host } = new URL(node.nodeUrl)
  const ledger = await createNodeClient(node)
    .ledgerInfo()
    .catch((error: Error) => {
      throw new Problem(`The node at ${host} does not answer (${error.message}): set NODE_URL.`, { cause: error })
    })
  if (ledger.chainId !== chainId)
    throw new Problem(
      `The node at ${host} is of chain ${ledger.chainId}, the network is chain ${chainId}: set NODE_URL.`,
    )
  return ledger
}

/**
 * Checks that this machine's clock agrees with the chain's.
 * @param nowMs wall clock.
 * @throws Problem
 */
export function checkClock(ledger: LedgerInfo, nowMs: number): string {
  const seconds = (nowMs - Number(ledger.timestampMicros / 1_000n)) / 1_000
  const words = `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} the chain's`
  if (Math.abs(seconds) > MAX_SKEW_SECONDS)
    throw new Problem(`This machine's clock is ${words}: set it by NTP; or the node is that far behind.`)
  return words
}

/** Checks that the first version to index is on the chain. @throws Problem */
export function checkStart(fromVersion: bigint, ledger: LedgerInfo): string {
  if (fromVersion > ledger.version)
    throw new Problem(`STREAM_START_VERSION is ${fromVersion}, but the chain has only ${ledger.version} transactions.`)
  const ahead = ledger.version - fromVersion
  return `an empty database begins at version ${fromVersion}, ${ahead.toLocaleString('en')} transactions behind the head`
}

/** Checks that the stream accepts our key and delivers the first version. @throws Problem */
export async function checkStream(
  options: Pick<StreamOptions, 'address' | 'tls' | 'apiKey' | 'fromVersion' | 'chainId'>,
  timeoutMs = STREAM_TIMEOUT_MS,
): Promise<string> {
  const losses: Error[] = []
  const late = AbortSignal.timeout(timeoutMs)
  const stream = streamTransactions({ ...options, signal: late, onLost: (lost) => losses.push(lost) })
  try {
    const { value } = await stream.next()
    if (value)
      return `${options.address} takes the key and delivers version ${value[0].version} of chain ${options.chainId}`
  } catch (error) {
    throw new Problem((error as Error).message, { cause: error })
  } finally {
    await stream.return()
  }
  const reason = losses.at(-1)?.message ?? 'it says nothing'
  const hint = options.tls ? ' Where the stream is not encrypted, set STREAM_TLS=false.' : ''
  throw new Problem(`No transaction came from ${options.address} within ${timeoutMs / 1_000} s: ${reason}${hint}`)
}

/**
 * Checks that there is code at each marketplace's address, and at the aggregator's.
 * @param aggregator null where there is none.
 * @returns a sentence.
 * @throws Problem
 */
export async function checkContracts(
  marketplaces: readonly DeployedMarketplace[],
  aggregator: Address | null,
  node: NodeHttpOptions,
): Promise<string> {
  if (!marketplaces.some(({ adapter }) => adapter.isNative))
    throw new Problem(
      'Our own marketplace has no contract on this network: publish it, then set MARKETPLACE_CONTRACTS=opal=PACKAGE:FEE_SCHEDULE.',
    )
  const missing: string[] = []
  for (const { adapter, contracts } of marketplaces)
    if (!(await hasCode(node, contracts.packageAddress))) missing.push(`${adapter.id} at ${contracts.packageAddress}`)
  if (missing.length > 0)
    throw new Problem(`There is no code for ${missing.join(', ')}: correct MARKETPLACE_CONTRACTS.`)
  if (aggregator !== null && !(await hasCode(node, aggregator)))
    throw new Problem(`There is no code for the aggregator at ${aggregator}: correct AGGREGATOR_ADDRESS.`)
  const names = marketplaces.map(({ adapter, contracts }) => `${adapter.id} (${contracts.status})`)
  return [...names, ...(aggregator === null ? [] : ['the aggregator'])].join(', ')
}

async function hasCode(node: NodeHttpOptions, address: string): Promise<boolean> {
  try {
    await requestNode(node, { path: `/accounts/${address}/resource/0x1::code::PackageRegistry` })
    return true
  } catch (error) {
    if (error instanceof NodeRefusedError) return false
    throw error
  }
}
