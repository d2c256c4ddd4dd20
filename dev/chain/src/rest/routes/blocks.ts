import { aptos } from '@aptos-labs/aptos-protos'
import type { JsonObject } from '@opal/domain/json'
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../../ledger/ledger.ts'
import { notFound } from '../api-error.ts'
import { parseBooleanQuery, parseU64Parameter } from '../parameters.ts'
import { renderTransaction } from '../render/transaction.ts'
import type { RestContext } from '../rest-context.ts'

/** The node sends at most this many transactions inside a block; clients fetch the rest. */
const MOST_TRANSACTIONS = 100
const NO_BLOCK_HASH = `0x${'0'.repeat(64)}`

type Block = NonNullable<ReturnType<Ledger['blockByHeight']>>
interface BlockQuery {
  readonly with_transactions?: unknown
}

/** `GET /v1/blocks/by_height/:height` and `/by_version/:version`. */
export function addBlockRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { height: string }; Querystring: BlockQuery }>('/blocks/by_height/:height', (request) => {
    const height = parseU64Parameter(request.params.height, 'block_height')
    const withTransactions = parseBooleanQuery(request.query.with_transactions, 'with_transactions')
    const block = height > ledger.head.blockHeight ? null : ledger.blockByHeight(height)
    if (block === null) throw notFound('block_not_found', 'Block', `Block height(${height})`)
    return renderBlock(ledger, block, withTransactions)
  })
  app.get<{ Params: { version: string }; Querystring: BlockQuery }>('/blocks/by_version/:version', (request) => {
    const version = parseU64Parameter(request.params.version, 'version')
    const withTransactions = parseBooleanQuery(request.query.with_transactions, 'with_transactions')
    const block = version > ledger.head.version ? null : ledger.blockOf(version)
    if (block === null) throw notFound('block_not_found', 'Block', `Ledger version(${version})`)
    return renderBlock(ledger, block, withTransactions)
  })
}

function renderBlock(ledger: Ledger, block: Block, withTransactions: boolean): JsonObject {
  return {
    block_height: String(block.height),
    block_hash: blockHash(ledger, block),
    block_timestamp: String(block.timestampMicros),
    first_version: String(block.firstVersion),
    last_version: String(block.lastVersion),
    transactions: withTransactions ? blockTransactions(ledger, block) : null,
  }
}

/** A block is named by its metadata transaction; the genesis block has no such transaction. */
function blockHash(ledger: Ledger, block: Block): string {
  const first = ledger.transactionByVersion(block.firstVersion)
  const { TRANSACTION_TYPE_BLOCK_METADATA } = aptos.transaction.v1.Transaction_TransactionType
  return first?.type === TRANSACTION_TYPE_BLOCK_METADATA ? (first.blockMetadata?.id ?? NO_BLOCK_HASH) : NO_BLOCK_HASH
}

function blockTransactions(ledger: Ledger, block: Block): JsonObject[] {
  const count = Math.min(Number(block.lastVersion - block.firstVersion) + 1, MOST_TRANSACTIONS)
  return Array.from({ length: count }, (_, offset) => ledger.transactionByVersion(block.firstVersion + BigInt(offset)))
    .filter((transaction) => transaction !== null)
    .map(renderTransaction)
}
