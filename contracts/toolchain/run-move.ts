import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Result of building or testing one package. */
export interface MoveOutcome {
  /** Full names of tests, `0x…::module::test`; empty for builds. */
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  /** False when the package did not compile or a test failed. */
  readonly ok: boolean
  /** Everything the compiler and runner printed, colours removed. */
  readonly output: string
}

/**
 * Returns a copy of the Move packages in a temporary folder: the compiler writes its output into the package it
 * builds, and the repository's folders stay clean.
 */
export async function copyPackages(contracts: string): Promise<AsyncDisposable & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'opal-move-'))
  for (const name of ['stubs', 'marketplace', 'aggregator', 'scripts'])
    await cp(join(contracts, name), join(folder, name), { recursive: true })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** Builds or tests one Move package in a child process, or prints the interfaces of its built modules. */
export async function runMove(
  mode: 'build' | 'scripts' | 'test' | 'abi',
  packagePath: string,
  filter?: string,
): Promise<MoveOutcome> {
  const child = new URL('./move-child.ts', import.meta.url).pathname
  const words = [child, mode, packagePath, ...(filter === undefined ? [] : [filter])]
  const { code, output } = await run(process.execPath, words)
  return { ...readTestLines(output), ok: code === 0, output }
}

/** The compiler panics when its output has to wait, as it may on a pipe: it writes to a file instead. */
async function run(command: string, words: readonly string[]): Promise<{ code: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'opal-move-output-'))
  try {
    const file = await open(join(folder, 'output'), 'w+')
    const child = spawn(command, words, { stdio: ['ignore', file.fd, file.fd] })
    const [code] = (await once(child, 'exit')) as [number | null]
    await file.close()
    return { code, output: stripVTControlCharacters(await readFile(join(folder, 'output'), 'utf8')) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Reads `[ PASS    ] 0x…::module::test` lines. */
function readTestLines(output: string): { readonly passed: string[]; readonly failed: string[] } {
  const passed: string[] = []
  const failed: string[] = []
  for (const [, verdict, name] of output.matchAll(/^\[ (PASS|FAIL|TIMEOUT) +\] (\S+)/gm)) {
    if (name !== undefined) (verdict === 'PASS' ? passed : failed).push(name)
  }
  return { passed, failed }
}
