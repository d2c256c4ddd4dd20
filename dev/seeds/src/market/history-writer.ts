import type { SettableClock } from '@opal/dev-chain/ledger/clock'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { uniqueAddress } from '@opal/dev-chain/ledger/state/addresses'
import type { MoveModule } from '@opal/dev-chain/modules/move-module'
import type { Address } from '@opal/domain/address'
import type { DemoAccount } from '../accounts/demo-account.ts'
import { type Call, createDemoSigner, type DemoSigner } from './sign-demo-call.ts'

/** What a sent transaction will have made once its block is committed. */
export interface Sent {
  readonly hash: string
  /** Address of the n-th object it creates, from 1. */
  readonly created: (n: number) => Address
}

const EXPIRY_SECONDS = 3_600n

/**
 * Writes history: real transactions, signed by their senders, into a chain whose clock is held in the past.
 * Transactions of one moment share a block.
 */
export class HistoryWriter {
  readonly #ledger: Ledger
  readonly #clock: SettableClock
  readonly #signer: DemoSigner
  readonly #sequences = new Map<Address, bigint>()
  /** Transactions sent so far. */
  sent = 0

  constructor(ledger: Ledger, clock: SettableClock, modules: readonly MoveModule[]) {
    this.#ledger = ledger
    this.#clock = clock
    this.#signer = createDemoSigner(modules)
  }

  /** Commits what was sent, then goes on at this time. */
  moveTo(micros: bigint): void {
    this.commit()
    this.#clock.setMicros(micros)
  }

  /**
   * Signs and submits; it takes effect with the next {@link commit}.
   * @throws SubmitRejection
   */
  send(account: DemoAccount, call: Call): Sent {
    const sequenceNumber =
      this.#sequences.get(account.address) ?? this.#ledger.accountSequenceNumber(account.address) ?? 0n
    const signedBytes = this.#signer(account, call, {
      sequenceNumber,
      expirationSeconds: this.#clock.nowMicros() / 1_000_000n + EXPIRY_SECONDS,
      chainId: this.#ledger.head.chainId,
    })
    const { hash } = this.#ledger.submit(signedBytes)
    this.#sequences.set(account.address, sequenceNumber + 1n)
    this.sent += 1
    const hashBytes = Buffer.from(hash.slice(2), 'hex')
    return { hash, created: (n) => uniqueAddress(hashBytes, n) }
  }

  /** Makes a block of what was sent. */
  commit(): void {
    this.#ledger.commitBlock()
  }
}
