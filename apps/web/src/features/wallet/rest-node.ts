import { addressAt } from '@opal/domain/address'
import { type Json, jsonAt } from '@opal/domain/json'
import { APT_COIN_TYPE } from '@opal/domain/payload'
import { parseOctas } from '@opal/domain/prices/octas'
import type { ChainNode, OwnTransaction, TransactionOutcome } from '../../entities/wallet/chain-node.ts'

/**
 * Creates a REST client of an Aptos node, without the SDK, which is too large for these calls.
 * @param url node address with /v1.
 */
export function createRestNode(url: string): ChainNode {
  return {
    async balance(address) {
      const body = { function: '0x1::coin::balance', type_arguments: [APT_COIN_TYPE], arguments: [address] }
      try {
        const answer = await fetch(`${url}/view`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return toU64((await answer.json()) as Json, '0')
      } catch {
        return null
      }
    },
    async transaction(hash) {
      const answer = await fetch(`${url}/transactions/by_hash/${encodeURIComponent(hash)}`)
      if (NO_SUCH_TRANSACTION.has(answer.status)) return { state: 'unknown' }
      return toOutcome((await answer.json()) as Json)
    },
    async ledgerTimeMs() {
      try {
        const answer = await fetch(url)
        return Number(toU64((await answer.json()) as Json, 'ledger_timestamp') / 1_000n)
      } catch {
        return null
      }
    },
    async sequenceNumber(address) {
      try {
        const answer = await fetch(`${url}/accounts/${address}`, { signal: AbortSignal.timeout(QUICK_MS) })
        const body = (await answer.json()) as Json
        if (answer.ok) return toU64(body, 'sequence_number')
        // Nodes without default accounts answer so for an address that never sent anything.
        return jsonAt(body, 'error_code') === 'account_not_found' ? 0n : null
      } catch {
        return null
      }
    },
    async transactionAt(address, sequenceNumber) {
      const answer = await fetch(`${url}/accounts/${address}/transactions?start=${sequenceNumber}&limit=1`)
      if (answer.status === 404) return null
      if (!answer.ok) throw new TypeError(`The node answers ${answer.status}.`)
      return toOwnTransaction((await answer.json()) as Json, sequenceNumber)
    },
  }
}

/**
 * Statuses for a hash without a transaction: a malformed hash, as some wallets return; an unknown one; a pruned one. Other statuses, such as
 * those of an overloaded node, prove nothing.
 */
const NO_SUCH_TRANSACTION: ReadonlySet<number> = new Set([400, 404, 410])

/** Timeout in milliseconds: short, because the user waits for the wallet's window. */
const QUICK_MS = 2000

function toOwnTransaction(answer: Json, sequenceNumber: bigint): OwnTransaction | null {
  const hash = jsonAt(answer, '0.hash')
  if (typeof hash !== 'string' || toU64(answer, '0.sequence_number') !== sequenceNumber) return null
  const called = jsonAt(answer, '0.payload.function')
  const sent = { hash, call: typeof called === 'string' ? called : 'script' }
  // A pending transaction has no timestamp.
  if (jsonAt(answer, '0.timestamp') === undefined) return sent
  return { ...sent, executedAtMs: Number(toU64(answer, '0.timestamp') / 1_000n) }
}

function toOutcome(answer: Json): TransactionOutcome {
  if (jsonAt(answer, 'type') === 'pending_transaction') return { state: 'pending' }
  return {
    state: 'committed',
    success: jsonAt(answer, 'success') === true,
    sender: addressAt(answer, 'sender'),
    version: toU64(answer, 'version'),
    vmStatus: String(jsonAt(answer, 'vm_status')),
    gasOctas: toU64(answer, 'gas_used') * toU64(answer, 'gas_unit_price'),
  }
}

/** @throws InvalidAmountError for an invalid response. */
function toU64(answer: Json, path: string): bigint {
  return parseOctas(String(jsonAt(answer, path)))
}
