import { type Address, parseAddress } from '@opal/domain/address'
import type { BlockRecord } from '../log/block-record.ts'

/** Finds committed transactions by hash and by sender. Held in memory, rebuilt from the log. */
export class TransactionIndex {
  readonly #byHash = new Map<string, number>()
  readonly #bySender = new Map<Address, number[]>()

  add(block: BlockRecord): void {
    let version = Number(block.firstVersion)
    for (const { hash, sender, countsForSender } of block.transactions) {
      this.#byHash.set(`0x${Buffer.from(hash).toString('hex')}`, version)
      if (sender !== null && countsForSender) this.#listOf(sender).push(version)
      version += 1
    }
  }

  versionOf(hash: string): number | null {
    return this.#byHash.get(hash) ?? null
  }

  /** Versions sent by an account from a sequence number on. */
  versionsOf(account: Address, start: number, limit: number): readonly number[] {
    return this.#bySender.get(account)?.slice(start, start + limit) ?? []
  }

  #listOf(sender: Uint8Array): number[] {
    const address = parseAddress(Buffer.from(sender).toString('hex'))
    let list = this.#bySender.get(address)
    if (list === undefined) {
      list = []
      this.#bySender.set(address, list)
    }
    return list
  }
}
