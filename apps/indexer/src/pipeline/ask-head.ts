import { createNodeClient } from '@opal/chain/rest/node-client'
import type { Logger } from 'pino'
import type { IndexerConfig } from '../config.ts'

/** Asked between calls of the stream: better one call than a long wait. */
const PATIENCE_MS = 3_000

/** First version that is not on the chain yet; null when nobody can say. */
export type AskHead = () => Promise<bigint | null>

/** Asks the configured node, if there is one. A node that does not answer, or is of another chain, is logged. */
export function askHeadOf({ nodeUrl, nodeApiKey, chainId }: IndexerConfig, log: Logger): AskHead {
  if (nodeUrl === null) return async () => null
  const node = createNodeClient({ nodeUrl, apiKey: nodeApiKey, timeoutMs: PATIENCE_MS })
  return async () => {
    try {
      const ledger = await node.ledgerInfo()
      if (ledger.chainId === chainId) return ledger.version + 1n
      log.warn({ nodeUrl, chainId: ledger.chainId }, 'the node is of another chain; the past is read by one call')
    } catch (error) {
      log.warn({ nodeUrl, err: error }, 'the node does not say where the head is; the past is read by one call')
    }
    return null
  }
}
