import type { Command } from 'commander'

/** Options of `screenshots`, as commander hands them over. */
export interface ScreenshotsOptions {
  readonly url?: string
  readonly output: string
  readonly only?: string
  readonly theme?: string
  readonly size?: string
}

/** Adds `screenshots`. */
export function addScreenshotsCommand(program: Command): void {
  program
    .command('screenshots')
    .description('pictures of every page and state in three sizes and two themes, each held against axe')
    .usage('-- [options]')
    .option('--url <address>', 'a running local site (default: a throw-away Opal, started for this)')
    .option('--output <folder>', 'where the pictures go', 'artifacts/screenshots')
    .option('--only <name,...>', 'scenes whose name begins so, such as landing or buy-ready')
    .option('--theme <name,...>', 'dark, light (default: both)')
    .option('--size <width,...>', '1440, 1024, 390 (default: all)')
    .action(async (options: ScreenshotsOptions) => {
      const { screenshotsCommand } = await import('./screenshots.ts')
      process.exitCode = await screenshotsCommand(options)
    })
}
