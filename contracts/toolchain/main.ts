import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { bytecodeSize, LARGEST_BYTECODE } from './bytecode-size.ts'
import { checkStubs } from './check-stubs.ts'
import { guardScriptSources } from './guard-scripts/guard-script-source.ts'
import { installTools } from './install-tools.ts'
import { hasMoveLibrary } from './move-library.ts'
import { copyPackages, runMove } from './run-move.ts'

const CONTRACTS = join(import.meta.dirname, '..')
const ROOT = join(CONTRACTS, '..')
const STUBS = ['stubs/framework', 'stubs/token', 'stubs/token-objects'] as const
const PUBLISHED = ['marketplace', 'aggregator'] as const
/** The others are compiled as dependencies: of the aggregator, or of the scripts. */
const BUILT = [...STUBS, ...PUBLISHED] as const

const HELP = `npm run contracts -- [--filter TEXT] [--verbose] [--write]

Builds the Move packages, holds their size against that of a publication, the stubs against the framework's interface and the
guard scripts' bytecode against their source, and runs the tests, closing with "N passed, N failed".

  --filter TEXT  run only tests whose name contains TEXT
  --verbose      print everything the compiler says
  --write        rewrite the guard scripts' bytecode, and do nothing else
`

const { values } = parseArgs({
  options: {
    filter: { type: 'string' },
    verbose: { type: 'boolean' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

if (values.help) process.stdout.write(HELP)
else if (!hasMoveLibrary()) {
  process.stdout.write(
    `There is no Move compiler for ${process.platform}-${process.arch}: the contracts were not built or tested.\n`,
  )
} else process.exitCode = await main()

async function main(): Promise<number> {
  await installTools(CONTRACTS)
  await using copy = await copyPackages(CONTRACTS)
  if (values.write) {
    const sources = await guardScriptSources(join(copy.folder, 'scripts'))
    for (const [file, source] of sources) await writeFile(file, source)
    return 0
  }
  let [passed, failed] = [0, 0]
  const judge = (ok: boolean, what: string): void => {
    process.stdout.write(`${ok ? 'PASS' : 'FAIL'} ${what}\n`)
    if (ok) passed += 1
    else failed += 1
  }
  for (const name of BUILT) {
    const { ok, output } = await runMove('build', join(copy.folder, name))
    judge(ok, `build ${name}`)
    if (!ok || values.verbose) process.stdout.write(output)
  }
  for (const name of STUBS) {
    for (const { module, differences } of await checkStubs(join(copy.folder, name))) {
      judge(differences.length === 0, `interface ${module}`)
      for (const difference of differences) process.stdout.write(`  ${difference}\n`)
    }
  }
  for (const name of PUBLISHED) {
    const bytes = await bytecodeSize(join(copy.folder, name))
    judge(bytes <= LARGEST_BYTECODE, `${name} has ${bytes} bytes of bytecode, of ${LARGEST_BYTECODE}`)
  }
  for (const [file, source] of await guardScriptSources(join(copy.folder, 'scripts')))
    judge((await readFile(file, 'utf8')) === source, `${relative(ROOT, file)} is what contracts/scripts compiles to`)
  for (const name of PUBLISHED) {
    const outcome = await runMove('test', join(copy.folder, name), values.filter)
    for (const test of outcome.passed) judge(true, test)
    for (const test of outcome.failed) judge(false, test)
    if (!outcome.ok || values.verbose) process.stdout.write(outcome.output)
    // A package whose tests do not compile counts as one failure, not as zero tests.
    if (!outcome.ok && outcome.failed.length === 0) failed += 1
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}
