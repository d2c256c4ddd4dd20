import type { Serializer } from '@aptos-labs/ts-sdk'
import type { JsonObject } from '@opal/domain/json'
import type { CommittedTransaction, Ledger, PendingTransaction } from '../ledger/ledger.ts'
import { layoutsOf } from './bcs/encode-value.ts'
import { writeList } from './bcs/write-parts.ts'
import { type Committed, writeOnChain } from './bcs/write-transaction.ts'
import type { BothForms } from './bcs-answer.ts'
import { renderTransaction } from './render/transaction.ts'
import { renderPendingTransaction } from './render/user-request.ts'

const Variant = { onChain: 0, pending: 1 } as const

/** A committed transaction and what was signed, which says more than the stream's form of it. */
export function withSigned(ledger: Ledger, transaction: CommittedTransaction): Committed {
  return { transaction, signed: ledger.signedBytes(transaction.version ?? 0n) }
}

/** Committed transactions, in both forms. */
export function manyTransactions(ledger: Ledger, transactions: readonly CommittedTransaction[]): BothForms {
  return {
    json: () => renderTransactions(ledger, transactions),
    bcs: (writer) => writeTransactions(writer, ledger, transactions),
  }
}

/** Committed transactions as the REST API answers them. */
export function renderTransactions(ledger: Ledger, transactions: readonly CommittedTransaction[]): JsonObject[] {
  const layouts = layoutsOf(ledger)
  return transactions.map((transaction) => renderTransaction(withSigned(ledger, transaction), layouts))
}

/** The same as text, without an object between. */
export function writeTransactions(
  writer: Serializer,
  ledger: Ledger,
  transactions: readonly CommittedTransaction[],
): void {
  const layouts = layoutsOf(ledger)
  writeList(writer, transactions, (transaction) => writeOnChain(writer, withSigned(ledger, transaction), layouts))
}

/** The transactions of a range, both ends included. */
export function readRange(ledger: Ledger, first: bigint, last: bigint): CommittedTransaction[] {
  const count = Math.max(0, Number(last - first) + 1)
  return Array.from({ length: count }, (_, offset) => ledger.transactionByVersion(first + BigInt(offset))).filter(
    (transaction) => transaction !== null,
  )
}

/** One transaction that may still wait for its block, in both forms. @source the node's TransactionData */
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
