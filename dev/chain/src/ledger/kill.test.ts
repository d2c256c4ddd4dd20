import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAptSupply } from './apt-state.ts'
import { createLedger } from './create-ledger.ts'
import { FAUCET_OCTAS } from './genesis.ts'
import { LocalLedger } from './local-ledger.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'opal-kill-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true, force: true })
})

test.each([60, 1, 17])(
  'a process killed after %i blocks leaves whole blocks, and the money adds up',
  async (blocks) => {
    const said = await tradeAndDie(blocks)
    await using ledger = await createLedger({ dataDir: directory })
    if (!(ledger instanceof LocalLedger)) throw new Error('not the ledger we know')
    expect(Number(ledger.head.blockHeight)).toBeGreaterThanOrEqual(said)
    let burned = 0n
    for (let version = 0n; version <= ledger.head.version; version += 1n) {
      const { info, type } = ledger.transactionByVersion(version) ?? {}
      expect(info?.success).toBe(true)
      if (type === 4) burned += (info?.gasUsed ?? 0n) * 100n
    }
    const { coin, fungible } = readAptSupply(ledger.state)
    expect(coin + fungible).toBe(FAUCET_OCTAS - burned)
  },
)

/** A process that commits without end and is killed without warning. @returns the last height that it had said was kept. */
function tradeAndDie(blocks: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const trader = spawn(process.execPath, [join(import.meta.dirname, 'testing/trade-forever.ts'), directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = 0
  trader.stdout.setEncoding('utf8').on('data', (text: string) => {
    said = Number(text.trim().split('\n').at(-1))
    if (said >= blocks) trader.kill('SIGKILL')
  })
  trader.on('error', reject).on('exit', () => resolve(said))
  return promise
}
