import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasMoveLibrary } from './move-library.ts'
import { copyPackages, runMove } from './run-move.ts'

const CONTRACTS = join(import.meta.dirname, '..')
const BUILT = ['stubs/framework', 'stubs/token', 'stubs/token-objects', 'marketplace'] as const
const TESTED = ['marketplace'] as const

const HELP = `npm run contracts -- [--filter TEXT] [--verbose]

Builds the Move packages and runs their tests, closing with "N passed, N failed".

  --filter TEXT  run only tests whose name contains TEXT
  --verbose      print everything the compiler says
`

const { values } = parseArgs({
  options: { filter: { type: 'string' }, verbose: { type: 'boolean' }, help: { type: 'boolean' } },
})

if (values.help) process.stdout.write(HELP)
else if (!hasMoveLibrary()) {
  process.stdout.write(
    `There is no Move compiler for ${process.platform}-${process.arch}: the contracts were not built or tested.\n`,
  )
} else process.exitCode = await main()

async function main(): Promise<number> {
  if (!existsSync(join(CONTRACTS, 'compiler/node_modules/@initia/builder.js'))) await installCompiler()
  await using copy = await copyPackages(CONTRACTS)
  let [passed, failed] = [0, 0]
  for (const name of BUILT) {
    const { ok, output } = await runMove('build', join(copy.folder, name))
    process.stdout.write(`${ok ? 'PASS' : 'FAIL'} build ${name}\n`)
    if (!ok || values.verbose) process.stdout.write(output)
    if (ok) passed += 1
    else failed += 1
  }
  for (const name of TESTED) {
    const outcome = await runMove('test', join(copy.folder, name), values.filter)
    for (const test of outcome.passed) process.stdout.write(`PASS ${test}\n`)
    for (const test of outcome.failed) process.stdout.write(`FAIL ${test}\n`)
    if (!outcome.ok || values.verbose) process.stdout.write(outcome.output)
    passed += outcome.passed.length
    // A package that does not compile for its tests runs none: that is one failure, not zero.
    failed += outcome.failed.length || (outcome.ok ? 0 : 1)
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

/** The compiler is kept apart from the product's dependencies: its licence permits no production use. */
async function installCompiler(): Promise<void> {
  process.stdout.write('Installing the Move compiler ...\n')
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const child = spawn('npm', words, { cwd: join(CONTRACTS, 'compiler'), stdio: 'inherit' })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  if (code !== 0) throw new Error('The Move compiler could not be installed; npm said why above.')
}
