import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { killTimes } from '../../testing/config.ts'
import { createLedger } from '../create-ledger.ts'
import { LocalLedger } from '../local-ledger.ts'
import { readAptSupply } from '../state/apt-state.ts'
import { gasOctas } from '../testing/gas-octas.ts'
import { FAUCET_OCTAS } from './genesis.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-kill-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

/** Starting a process takes most of a round, and long on a busy machine. */
const ROUND_MS = 30_000

test(
  `a process killed ${killTimes} times while it writes never loses a block that it reported as written, nor leaves half of one`,
  async () => {
    const burned = { upTo: 0n, octas: 0n }
    let last = 0
    for (let round = 0; round < killTimes; round += 1) {
      const said = await tradeAndDie(last + 1 + (round % 7), round % 5)
      last = Math.max(last, said)
      await using ledger = await open()
      expect(Number(ledger.head.blockHeight)).toBeGreaterThanOrEqual(last)
      last = Number(ledger.head.blockHeight)
      countBurned(ledger, burned)
      const { coin, fungible } = readAptSupply(ledger.state)
      expect(coin + fungible).toBe(FAUCET_OCTAS - burned.octas)
    }
    expect(burned.upTo).toBeGreaterThan(BigInt(killTimes))
  },
  killTimes * ROUND_MS,
)

async function open(): Promise<LocalLedger> {
  const ledger = await createLedger({ dataDir: directory })
  if (!(ledger instanceof LocalLedger)) throw new Error('not the ledger we know')
  return ledger
}

/** Adds what the transactions that came since paid for gas, refunds taken off; each must be there, whole and successful. */
function countBurned(ledger: LocalLedger, burned: { upTo: bigint; octas: bigint }): void {
  for (; burned.upTo <= ledger.head.version; burned.upTo += 1n) {
    const transaction = ledger.transactionByVersion(burned.upTo)
    expect(transaction?.info?.success).toBe(true)
    if (transaction?.user !== undefined) burned.octas += gasOctas(transaction)
  }
}

/**
 * A process that commits without end and is killed without warning, some milliseconds after it said a height.
 * @returns the last height that it had reported as written.
 */
function tradeAndDie(height: number, delayMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const trader = spawn(process.execPath, [join(import.meta.dirname, '../testing/trade-forever.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = 0
  let rest = ''
  trader.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    said = Number(lines.at(-1) ?? said)
    if (said >= height) setTimeout(() => trader.kill('SIGKILL'), delayMs)
  })
  trader.on('error', reject).on('close', () => resolve(said))
  return promise
}
