import { aptos } from '@aptos-labs/aptos-protos'
import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../../ledger/ledger.ts'
import { writeHash, writeOption } from '../bcs/write-parts.ts'
import { parseBooleanQuery, parseU64Parameter } from '../requests/parameters.ts'
import { notFound } from '../responses/api-error.ts'
import { answerInBoth, type BothForms } from '../responses/bcs-answer.ts'
import { readRange, renderTransactions, writeTransactions } from '../responses/committed.ts'
import type { RestContext } from '../rest-context.ts'

/** The node sends at most this many transactions inside a block; clients fetch the rest. */
const MAX_TRANSACTIONS = 100n
const NO_BLOCK_HASH = `0x${'0'.repeat(64)}`

type Block = NonNullable<ReturnType<Ledger['blockByHeight']>>
interface BlockQuery {
  readonly with_transactions?: unknown
}

/** Adds `GET /v1/blocks/by_height/:height` and `/by_version/:version`. */
export function addBlockRoutes(app: FastifyInstance, { ledger }: RestContext): void {
  app.get<{ Params: { height: string }; Querystring: BlockQuery }>('/blocks/by_height/:height', (request, reply) => {
    const height = parseU64Parameter(request.params.height, 'block_height')
    const withTransactions = parseBooleanQuery(request.query.with_transactions, 'with_transactions')
    const block = height > ledger.head.blockHeight ? null : ledger.blockByHeight(height)
    if (block === null) throw notFound('block_not_found', 'Block', `Block height(${height})`)
    return answerInBoth(request, reply, blockForms(ledger, block, withTransactions))
  })
  app.get<{ Params: { version: string }; Querystring: BlockQuery }>('/blocks/by_version/:version', (request, reply) => {
    const version = parseU64Parameter(request.params.version, 'version')
    const withTransactions = parseBooleanQuery(request.query.with_transactions, 'with_transactions')
    const block = version > ledger.head.version ? null : ledger.blockOf(version)
    if (block === null) throw notFound('block_not_found', 'Block', `Ledger version(${version})`)
    return answerInBoth(request, reply, blockForms(ledger, block, withTransactions))
  })
}

/** The BCS is a BcsBlock. @source the node's api-types block */
function blockForms(ledger: Ledger, block: Block, withTransactions: boolean): BothForms {
  const hash = blockHash(ledger, block)
  const last = block.firstVersion + MAX_TRANSACTIONS - 1n
  const transactions = withTransactions
    ? readRange(ledger, block.firstVersion, last < block.lastVersion ? last : block.lastVersion)
    : null
  return {
    json: () => ({
      block_height: String(block.height),
      block_hash: hash,
      block_timestamp: String(block.timestampMicros),
      first_version: String(block.firstVersion),
      last_version: String(block.lastVersion),
      transactions: transactions === null ? null : renderTransactions(ledger, transactions),
    }),
    bcs: (writer) => {
      writer.serializeU64(block.height)
      writeHash(writer, Buffer.from(hash.slice(2), 'hex'))
      for (const value of [block.timestampMicros, block.firstVersion, block.lastVersion]) writer.serializeU64(value)
      writeOption(writer, transactions, (list) => writeTransactions(writer, ledger, list))
    },
  }
}

/** A block is named by its metadata transaction; the genesis block has no such transaction. */
function blockHash(ledger: Ledger, block: Block): string {
  const first = ledger.transactionByVersion(block.firstVersion)
  const { TRANSACTION_TYPE_BLOCK_METADATA } = aptos.transaction.v1.Transaction_TransactionType
  return first?.type === TRANSACTION_TYPE_BLOCK_METADATA ? (first.blockMetadata?.id ?? NO_BLOCK_HASH) : NO_BLOCK_HASH
}
