import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { NETWORK_NAMES, type NetworkName } from '@opal/domain/network'
import { type Command, Option } from 'commander'
import { GENERATORS } from '../check/generators.ts'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'
import type { TestOptions } from './test.ts'
import type { TestLongOptions } from './test-long.ts'

/** Adds the commands for those who change the code: `test`, `test:long`, `check`, `features`, `codegen`. */
export function addCodeCommands(program: Command): void {
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
  program
    .command('check')
    .description('types, lint, format, import arrows, licences, generated files')
    .action(async () => (await import('./check.ts')).checkCommand())
  program
    .command('doctor')
    .description(
      'does this machine have what the other commands need? On a public network: node, stream, key, clock, contracts',
    )
    .usage('-- [options]')
    .option('--data-dir <folder>', 'where the data would lie', '.opal')
    .addOption(
      new Option('--network <name>', 'to run on (default: OPAL_NETWORK, else local)').choices([...NETWORK_NAMES]),
    )
    .action(async ({ dataDir, network }: { dataDir: string; network?: NetworkName }) => {
      const { doctorCommand } = await import('./doctor.ts')
      await doctorCommand(resolve(ROOT, dataDir), network)
    })
  program
    .command('features')
    .description('which behaviours of docs/reference/features.md does no test cite?')
    .usage('-- [PIECE OF AN ID ...]')
    .argument('[words...]', 'show where these are proven')
    .option('--strict', 'fail also when one is uncited')
    .action(async (words: string[], options: { strict?: boolean }) =>
      (await import('./features.ts')).featuresCommand(words, options),
    )
  program
    .command('codegen')
    .description('write the files that are made from others')
    .action(() => {
      for (const script of GENERATORS) {
        const { status } = spawnSync(process.execPath, [join(ROOT, script)], { stdio: 'inherit' })
        if (status !== 0) throw new Problem(`${script} could not write its file.`)
      }
    })
}
