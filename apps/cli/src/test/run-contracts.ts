import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../repository.ts'
import type { Tally } from './tally.ts'

/** Builds and tests the Move packages in a program of their own, whose compiler may end its process. */
export async function testContracts(
  words: readonly string[],
  /** `isWhole` buffers its output until its end, as other parts print at the same time. */
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Promise<Tally> {
  const main = join(ROOT, 'contracts/toolchain/main.ts')
  const child = spawn(process.execPath, [main, ...words], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (!isWhole) process.stdout.write(text)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  // One line closes the whole run.
  if (isWhole) process.stdout.write(output.replace(CLOSING_LINE, ''))
  return readClosingLine(output, code)
}

const CLOSING_LINE = /^(\d+) passed, (\d+) failed\n?$/m

/** Reads the tests' totals. A machine without a Move compiler runs no tests, which is no failure; a run that broke down is one. */
export function readClosingLine(output: string, code: number | null): Tally {
  const [, passed = '0', failed = '0'] = CLOSING_LINE.exec(output) ?? []
  const tally = { passed: Number(passed), failed: Number(failed) }
  return tally.failed === 0 && code !== 0 ? { ...tally, failed: 1 } : tally
}
