import type { Command } from 'commander'
import { testContracts } from '../test/run-contracts.ts'

/** Adds `contracts`: the Move packages, built and tested. */
export function addContractsCommand(program: Command): void {
  program
    .command('contracts')
    .description('build the Move packages and run their tests; closes with "N passed, N failed"')
    .usage('-- [options]')
    .option('--filter <text>', 'only tests whose name contains this')
    .option('--verbose', 'print everything the compiler says')
    .action(async ({ filter, verbose }: { filter?: string; verbose?: boolean }) => {
      const words = [...(filter === undefined ? [] : ['--filter', filter]), ...(verbose === true ? ['--verbose'] : [])]
      const { failed } = await testContracts(words)
      if (failed > 0) process.exitCode = 1
    })
}
