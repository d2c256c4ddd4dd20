import type { Command } from 'commander'

/** Adds `build`. */
export function addBuildCommand(program: Command): void {
  program
    .command('build')
    .description('build what is served built: the web site and the dev wallet')
    .option('--force', 'also what is fresh')
    .action(async (options: { force?: boolean }) => {
      const { BUNDLES, buildBundle, staleBundles } = await import('../bundles/bundles.ts')
      const { createProgressBoard } = await import('../supervisor/progress-board.ts')
      const board = createProgressBoard()
      const wanted = options.force ? BUNDLES : staleBundles()
      for (const bundle of wanted) await board.phase(`Building ${bundle.title}`, () => buildBundle(bundle))
      if (wanted.length === 0) board.say('Everything is built.')
    })
}
