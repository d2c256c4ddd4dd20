import { generateSigningMessageForTransaction, MultiAgentTransaction } from '@aptos-labs/ts-sdk'
import type { Ledger } from '../../ledger/ledger.ts'
import { inWords } from '../responses/api-error.ts'
import { readUnsigned } from './json-request.ts'

/** What a client would sign for a transaction that it can only describe. @returns the signing message as hex. */
export function encodeSubmission(body: unknown, ledger: Ledger): string {
  const { transaction, secondary } = inWords('The given transaction is invalid', () => readUnsigned(body, ledger))
  const message = generateSigningMessageForTransaction(
    secondary === null ? transaction : new MultiAgentTransaction(transaction.rawTransaction, [...secondary]),
  )
  return `0x${Buffer.from(message).toString('hex')}`
}
