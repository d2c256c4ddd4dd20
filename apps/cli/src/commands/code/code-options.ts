import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { NETWORK_NAMES, type NetworkName } from '@opal/domain/network'
import { type Command, Option } from 'commander'
import { GENERATORS } from '../../check/generators.ts'
import { Problem } from '../../problem.ts'
import { ROOT } from '../../repository.ts'
import { testContracts } from '../../test/run-contracts.ts'
import type { TestOptions } from './test.ts'
import type { TestLongOptions } from './test-long.ts'

/** Adds `build`. */
export function addBuildCommand(program: Command): void {
  program
    .command('build')
    .description('build the web site and the dev wallet')
    .option('--force', 'also rebuild what is up to date')
    .action(async (options: { force?: boolean }) => {
      const { BUNDLES, buildBundle, staleBundles } = await import('../../bundles/bundles.ts')
      const { createProgressBoard } = await import('../../supervisor/progress-board.ts')
      const board = createProgressBoard()
      const wanted = options.force ? BUNDLES : staleBundles()
      for (const bundle of wanted) await board.phase(`Building ${bundle.title}`, () => buildBundle(bundle))
      if (wanted.length === 0) board.say('Everything is built.')
    })
}

/** Adds `contracts`: the Move packages, built and tested. */
export function addContractsCommand(program: Command): void {
  program
    .command('contracts')
    .description('build the Move packages and run their tests; closes with "N passed, N failed"')
    .usage('-- [options]')
    .option('--filter <text>', 'only tests whose name contains this')
    .option('--verbose', 'print everything the compiler says')
    .option('--write', "rewrite the guard scripts' bytecode, and do nothing else")
    .action(async ({ filter, verbose, write }: { filter?: string; verbose?: boolean; write?: boolean }) => {
      const words = [
        ...(filter === undefined ? [] : ['--filter', filter]),
        ...(verbose === true ? ['--verbose'] : []),
        ...(write === true ? ['--write'] : []),
      ]
      const { failed } = await testContracts(words)
      if (failed > 0) process.exitCode = 1
    })
}

/** Options of `screenshots`, as commander hands them over. */
export interface ScreenshotsOptions {
  readonly url?: string
  readonly output: string
  readonly only?: string
  readonly theme?: string
  readonly size?: string
  readonly tour?: true
}

/** Adds `screenshots`. */
export function addScreenshotsCommand(program: Command): void {
  program
    .command('screenshots')
    .description('screenshots of every page and state in three sizes and two themes, each checked with axe')
    .usage('-- [options]')
    .option('--url <address>', 'a running local site (default: a throw-away Opal, started for this)')
    .option('--output <folder>', 'where the screenshots go', 'artifacts/screenshots')
    .option('--only <name,...>', 'scenes whose names begin with these words, such as landing or buy-ready')
    .option('--theme <name,...>', 'dark, light (default: both)')
    .option('--size <width,...>', '1920, 1440, 1024, 390, 320 (default: 1440, 1024, 390)')
    .option('--tour', 'record tour.webp, the tour of the README, instead of screenshots')
    .action(async (options: ScreenshotsOptions) => {
      const { screenshotsCommand } = await import('./screenshots.ts')
      process.exitCode = await screenshotsCommand(options)
    })
}

/** Adds the commands for those who change the code: `test`, `test:long`, `check`, `doctor`, `features`, `texts`, `codegen`. */
export function addCodeCommands(program: Command): void {
  addTestCommands(program)
  program
    .command('check')
    .description('types, lint, format, import rules, licences, generated files')
    .action(async () => (await import('./check.ts')).checkCommand())
  addDoctorCommand(program)
  program
    .command('features')
    .description('list the behaviours of docs/reference/features.md that no test cites')
    .usage('-- [PIECE OF AN ID ...]')
    .argument('[words...]', 'show where these are proven')
    .option('--strict', 'fail also when one is uncited')
    .action(async (words: string[], options: { strict?: boolean }) =>
      (await import('./features.ts')).featuresCommand(words, options),
    )
  program
    .command('texts')
    .description('the texts that users read, with their places: for editing them')
    .usage('-- [PIECE OF A PATH ...]')
    .argument('[words...]', 'only files whose path contains one of these')
    .action(async (words: string[]) => (await import('./texts.ts')).textsCommand(words))
  program
    .command('codegen')
    .description('write the generated files')
    .action(() => {
      for (const script of GENERATORS) {
        const { status } = spawnSync(process.execPath, [join(ROOT, script)], { stdio: 'inherit' })
        if (status !== 0) throw new Problem(`${script} could not write its file.`)
      }
    })
}

function addTestCommands(program: Command): void {
  program
    .command('test')
    .description('the checks, then contract, unit, PostgreSQL and browser tests; closes with "N passed, N failed"')
    .usage('-- [options] [check|contracts|unit|store|e2e|PATTERN ...]')
    .argument('[words...]', 'parts to run, or pieces of file names')
    .option('--json <file>', 'write stages, files and failures into this file')
    .option(
      '--changed [commit]',
      'only what the changes since a commit (the last one) can affect; uncommitted ones count',
    )
    .action(async (words: string[], options: TestOptions) => (await import('./test.ts')).testCommand(words, options))
  program
    .command('test:long')
    .description(
      'the tests with their long counts, several times over: which fail now and then, and how long they take',
    )
    .usage('-- [options] [unit|store|e2e|PATTERN ...]')
    .argument('[words...]', 'parts to run, or pieces of file names')
    .option('--times <count>', 'rounds', '10')
    .option('--json <file>', 'write the table into this file')
    .action(async (words: string[], options: TestLongOptions) =>
      (await import('./test-long.ts')).testLongCommand(words, options),
    )
}

function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description(
      'check what this machine lacks for the other commands; on a public network also node, stream, key, clock, contracts',
    )
    .usage('-- [options]')
    .option('--data-dir <folder>', 'where the data would be stored', '.opal')
    .addOption(
      new Option('--network <name>', 'to run on (default: OPAL_NETWORK, else local)').choices([...NETWORK_NAMES]),
    )
    .action(async ({ dataDir, network }: { dataDir: string; network?: NetworkName }) => {
      const { doctorCommand } = await import('./doctor.ts')
      await doctorCommand(resolve(ROOT, dataDir), network)
    })
}
