import type { Serializer } from '@aptos-labs/ts-sdk'
import type { JsonObject } from '@opal/domain/json'
import type { CommittedTransaction, Ledger, PendingTransaction } from '../../ledger/ledger.ts'
import { layoutsOf } from '../bcs/encode-value.ts'
import { writeList } from '../bcs/write-parts.ts'
import { type Committed, writeOnChain } from '../bcs/write-transaction.ts'
import { renderTransaction } from '../render/transaction.ts'
import { renderPendingTransaction } from '../render/user-request.ts'
import { parseU64Query } from '../requests/parameters.ts'
import { invalidInput } from './api-error.ts'
import type { BothForms } from './bcs-answer.ts'

const Variant = { onChain: 0, pending: 1 } as const

/** Returns a committed transaction and what was signed, which says more than the stream's form of it. */
export function withSigned(ledger: Ledger, transaction: CommittedTransaction): Committed {
  return { transaction, signed: ledger.signedBytes(transaction.version ?? 0n) }
}

/** Returns committed transactions, in both forms. */
export function manyTransactions(ledger: Ledger, transactions: readonly CommittedTransaction[]): BothForms {
  return {
    json: () => renderTransactions(ledger, transactions),
    bcs: (writer) => writeTransactions(writer, ledger, transactions),
  }
}

/** Returns committed transactions as the REST API answers them. */
export function renderTransactions(ledger: Ledger, transactions: readonly CommittedTransaction[]): JsonObject[] {
  const layouts = layoutsOf(ledger)
  return transactions.map((transaction) => renderTransaction(withSigned(ledger, transaction), layouts))
}

/** Writes the same as text, without an object between. */
export function writeTransactions(
  writer: Serializer,
  ledger: Ledger,
  transactions: readonly CommittedTransaction[],
): void {
  const layouts = layoutsOf(ledger)
  writeList(writer, transactions, (transaction) => writeOnChain(writer, withSigned(ledger, transaction), layouts))
}

/** Returns the transactions of a range, both ends included. */
export function readRange(ledger: Ledger, first: bigint, last: bigint): CommittedTransaction[] {
  const count = Math.max(0, Number(last - first) + 1)
  return Array.from({ length: count }, (_, offset) => ledger.transactionByVersion(first + BigInt(offset))).filter(
    (transaction) => transaction !== null,
  )
}

/**
 * Returns one transaction that may still wait for its block, in both forms.
 * @source the node's TransactionData
 */
export function oneTransaction(ledger: Ledger, transaction: CommittedTransaction | PendingTransaction): BothForms {
  const layouts = layoutsOf(ledger)
  if ('signedBytes' in transaction) {
    return {
      json: () => renderPendingTransaction(transaction, layouts),
      bcs: (writer) => {
        writer.serializeU32AsUleb128(Variant.pending)
        writer.serializeFixedBytes(transaction.signedBytes)
      },
    }
  }
  const committed = withSigned(ledger, transaction)
  return {
    json: () => renderTransaction(committed, layouts),
    bcs: (writer) => {
      writer.serializeU32AsUleb128(Variant.onChain)
      writeOnChain(writer, committed, layouts)
    },
  }
}

/**
 * Returns a page of the chain's transactions, ascending; without a start the newest page.
 * @throws ApiError 400 beyond the end.
 */
export function readPage(ledger: Ledger, start: unknown, limit: number, name = 'start'): CommittedTransaction[] {
  const end = ledger.head.version + 1n
  const newest = end > BigInt(limit) ? end - BigInt(limit) : 0n
  const first = parseU64Query(start, name) ?? newest
  if (first >= end) {
    const { version } = ledger.head
    throw invalidInput(
      `Given start value (${first}) is higher than the current ledger version, it must be < ${version}`,
    )
  }
  const beyond = first + BigInt(limit) < end ? first + BigInt(limit) : end
  return readRange(ledger, first, beyond - 1n)
}
