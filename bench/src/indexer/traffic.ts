import { MarketTraffic } from '@opal/dev-chain/bench/market-traffic'
import { Trader } from '@opal/dev-chain/bench/trader'
import { createFaucet } from '@opal/dev-chain/faucet/faucet'
import type { Ledger } from '@opal/dev-chain/ledger/ledger'
import { createCallSigner } from '@opal/dev-chain/ledger/transactions/sign-call'
import { FRAMEWORK_MODULES } from '@opal/dev-chain/modules/framework-modules'

const FUNDS_OCTAS = 50_000n * 100_000_000n
/** Apart from the numbers of the marketplace's traders. */
const FIRST_PAYER = 10_000
const PAYERS = 50

/** Endless transactions for a chain: trades on the native marketplace, and payments of APT between them. */
export class Traffic {
  readonly #ledger: Ledger
  readonly #market: MarketTraffic
  readonly #payers: readonly Trader[]
  readonly #paymentsPerTrade: number
  #trades: Uint8Array[] = []
  #payments = 0

  constructor(ledger: Ledger, paymentsPerTrade: number) {
    this.#ledger = ledger
    this.#market = new MarketTraffic(ledger)
    this.#paymentsPerTrade = paymentsPerTrade
    const signer = createCallSigner(FRAMEWORK_MODULES)
    const sequenceNumberOf: Ledger['accountSequenceNumber'] = (address) => ledger.accountSequenceNumber(address)
    this.#payers = Array.from(
      { length: paymentsPerTrade === 0 ? 0 : PAYERS },
      (_, number) => new Trader(signer, FIRST_PAYER + number, sequenceNumberOf),
    )
    const faucet = createFaucet(ledger)
    for (const { address } of this.#payers) faucet.fund(address, FUNDS_OCTAS)
    ledger.commitBlock()
  }

  /** Commits blocks with a number of trades. */
  async trade(trades: number): Promise<void> {
    for (let left = trades; left > 0; left -= BATCH_TRADES) {
      const batch = Array.from({ length: Math.min(left, BATCH_TRADES) }, () => this.#next()).flat()
      const submitted = await this.#ledger.submitAll(batch)
      for (const one of submitted) if (one instanceof Error) throw one
      this.#ledger.commitBlock()
    }
  }

  /** Returns a trade and the payments before it. */
  #next(): Uint8Array[] {
    const payments = Array.from({ length: this.#paymentsPerTrade }, () => this.#payment())
    if (this.#trades.length === 0) this.#trades = this.#market.nextBatch().map(({ signedBytes }) => signedBytes)
    return [...payments, this.#trades.shift() as Uint8Array]
  }

  #payment(): Uint8Array {
    this.#payments += 1
    const from = this.#payers[this.#payments % PAYERS] as Trader
    const to = this.#payers[(this.#payments * 7 + 1) % PAYERS] as Trader
    return from.sign({ functionId: '0x1::aptos_account::transfer', args: [to.address, 1_000n] }).signedBytes
  }
}

/** Fits into blocks together with their payments. */
const BATCH_TRADES = 50
