import type { Address } from '@opal/domain/address'
import type { BlockRecord } from '../../log/block-record.ts'
import { bytes32 } from '../crypto/sha3.ts'
import { hexOf } from '../encoding/hex.ts'
import { HashIndex } from './hash-index.ts'
import { VersionLists } from './version-lists.ts'

/** Finds committed transactions by hash and by sender. Held in memory, rebuilt from the log or a snapshot. */
export class TransactionIndex {
  readonly hashes = new HashIndex()
  readonly senders = new VersionLists()
  /** Those that used up no sequence number. */
  readonly orderless = new VersionLists()

  add(block: BlockRecord): void {
    let version = Number(block.firstVersion)
    for (const { hash, sender, countsForSender } of block.transactions) {
      this.hashes.push(hash)
      if (sender !== null) (countsForSender ? this.senders : this.orderless).add(hexOf(sender), version)
      version += 1
    }
  }

  /** @param hash `0x` + 64 hex digits. */
  versionOf(hash: string): number | null {
    return this.hashes.versionOf(bytes32(hash))
  }

  /** Returns versions sent by an account from a sequence number on. */
  versionsOf(account: Address, start: number, limit: number): readonly number[] {
    return this.senders.slice(account, start, limit)
  }

  /** Returns versions of everything that an account sent, ascending. */
  allVersionsOf(account: Address): readonly number[] {
    const ordered = this.senders.slice(account, 0, Number.POSITIVE_INFINITY)
    const orderless = this.orderless.slice(account, 0, Number.POSITIVE_INFINITY)
    return orderless.length === 0 ? ordered : [...ordered, ...orderless].sort((left, right) => left - right)
  }

  truncate(version: number): void {
    this.hashes.truncate(version)
    this.senders.truncate(version)
    this.orderless.truncate(version)
  }
}
