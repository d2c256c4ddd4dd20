import { Console } from 'node:console'
import { join, relative, resolve } from 'node:path'
import type { Benchmark, BenchOptions } from '@opal/bench/benchmark'
import type { Measurement } from '@opal/bench/measurement'
import { type Command, InvalidArgumentError } from 'commander'
import { Problem } from '../problem.ts'
import { ROOT } from '../repository.ts'

interface BenchCommandOptions {
  readonly json?: true
  readonly save?: true
  readonly charts?: true
  readonly minutes?: number
  readonly transactions: number
  readonly runs: number
  readonly clients: number
  readonly seconds: number
  readonly dataDir: string
  readonly scale: string
  readonly rows: number
  readonly only?: string
}

/** A leak that matters shows in half an hour. */
const MINUTES_OF_MEMORY = 30

/** Adds `bench`: measurements compared with the limit of the same machine in the same run. */
export function addBenchCommand(program: Command): void {
  program
    .command('bench')
    .description('measure the programs compared with the least work that could give the same answer, in one run')
    .usage('-- [NAME] [options]')
    .argument(
      '[name]',
      'localnet, indexer, backfill, api, large, scale, partitions, sets, flood, live, web or recovery (default: all)',
    )
    .option(
      '--json',
      'one JSON line per measurement: name, value, unit, limit, ratio, goal, met, and details where there are any',
    )
    .option('--save', 'save what is measured, with machine and date, in bench/results')
    .option('--charts', 'measure nothing: draw the saved results as docs/images/performance/*.svg')
    .option(
      '--minutes <n>',
      'indexer, web: how long to watch its memory; 30 with --only memory, else not at all',
      count,
    )
    .option('--runs <n>', 'web: loads of each page; the median counts', count, 5)
    .option(
      '--transactions <n>',
      'localnet: measure a start from a log of this length; backfill: trades of its history (13,500)',
      count,
      0,
    )
    .option('--clients <n>', 'live: how many listen', several, 1_000)
    .option('--seconds <n>', 'live: seconds of events in each round', several, 3)
    .option(
      '--data-dir <folder>',
      'api, large, scale, flood: folder of its market; made once, in some minutes, of 36 GB',
      '.opal-large',
    )
    .option(
      '--scale <name>',
      'api, large, scale, flood: size of that market: tiny, small, medium, large or huge',
      'large',
    )
    .option(
      '--rows <n>',
      'partitions: activities of its table; TMPDIR needs 500 free bytes for each',
      several,
      1_000_000,
    )
    .option(
      '--only <part>',
      'one part with its limits (indexer: nft, head, mixed, ranges, memory; web: js, lcp, hydration, inp, cls, grid, memory; large: calls by the beginnings of their names, separated by commas)',
    )
    .addHelpText('after', HELP)
    .action(bench)
}

const HELP = `
A ratio is value by limit for rates, limit by value for times; met says whether it reaches the goal. Figures without a
limit explain the others. What was measured is printed whatever the verdict: the exit code is 0.`

const RESULTS = join(ROOT, 'bench/results')
const IMAGES = join(ROOT, 'docs/images/performance')

async function bench(name: string | undefined, options: BenchCommandOptions): Promise<void> {
  if (options.charts) return drawAllCharts()
  const { runAsInProduction } = await import('../config.ts')
  runAsInProduction()
  const { BENCHMARKS } = await import('@opal/bench/benchmarks')
  const { measurementLine, measurementTable } = await import('@opal/bench/print-measurements')
  const { describeMachine, saveResults } = await import('@opal/bench/charts/saved-results')
  const chosen = chooseBenchmarks(BENCHMARKS, name, options.only)
  const benchOptions = await toBenchOptions(options)
  // Notes of libraries go where progress goes: the output is for measurements alone.
  globalThis.console = new Console(process.stderr)
  const measured: Measurement[] = []
  for (const benchmark of chosen) {
    const before = measured.length
    for await (const measurement of benchmark.run(benchOptions)) {
      measured.push(measurement)
      if (options.json) process.stdout.write(`${measurementLine(measurement)}\n`)
    }
    const [date = ''] = new Date().toISOString().split('T')
    const part = options.only === undefined ? '' : `-${options.only}`
    const about = { benchmark: benchmark.name + part, machine: describeMachine(), date }
    if (options.save) saveResults(RESULTS, { ...about, measurements: measured.slice(before) })
  }
  if (!options.json) process.stdout.write(`${measurementTable(measured)}\n`)
}

async function drawAllCharts(): Promise<void> {
  const { drawCharts } = await import('@opal/bench/charts/draw-charts')
  for (const file of drawCharts(RESULTS, IMAGES)) process.stdout.write(`${relative(ROOT, file)}\n`)
}

/** @param name default: all. @param only a part of a benchmark; its name suffices. @throws Problem that lists the choices. */
function chooseBenchmarks(all: readonly Benchmark[], name?: string, only?: string): readonly Benchmark[] {
  const chosen = all.filter((benchmark) => name === undefined || benchmark.name === name)
  if (chosen.length === 0) {
    throw new Problem(`There is no benchmark "${name}": choose ${all.map((one) => one.name).join(' or ')}.`)
  }
  if (only === undefined) return chosen
  if (name !== undefined && chosen.some(({ parts }) => parts === 'calls')) return chosen
  const parts = chosen.flatMap(partsOf)
  if (!parts.includes(only)) {
    throw new Problem(`There is no part "${only}" to be measured alone: choose ${parts.join(', ') || 'everything'}.`)
  }
  return chosen.filter((benchmark) => partsOf(benchmark).includes(only))
}

function partsOf({ parts = [] }: Benchmark): readonly string[] {
  return parts === 'calls' ? [] : parts
}

async function toBenchOptions(options: BenchCommandOptions): Promise<BenchOptions> {
  const { readConfig } = await import('../config.ts')
  const { buildBundle, staleBundles } = await import('../bundles/bundles.ts')
  const { CHROMIUM } = await import('../test/test-programs.ts')
  const { findProgram } = await import('../debian/debian-program.ts')
  const { isLargeScale } = await import('@opal/dev-seeds/large/large-scale')
  const { transactions, runs, clients, seconds, scale, rows, only = null } = options
  if (!isLargeScale(scale))
    throw new Problem(`--scale does not know "${scale}": choose tiny, small, medium, large or huge.`)
  const say = (line: string) => process.stderr.write(`${line}\n`)
  return {
    transactions,
    runs,
    clients,
    seconds,
    scale,
    rows,
    only,
    say,
    minutes: options.minutes ?? (only === 'memory' ? MINUTES_OF_MEMORY : 0),
    dataDir: resolve(ROOT, options.dataDir),
    chromePath: () => findProgram(CHROMIUM, readConfig(), say),
    buildSite: async () => {
      for (const bundle of staleBundles()) {
        say(`building ${bundle.title}`)
        await buildBundle(bundle)
      }
    },
  }
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('a whole number is wanted.')
  return Number(text)
}

function several(text: string): number {
  const found = count(text)
  if (found === 0) throw new InvalidArgumentError('at least one is wanted.')
  return found
}
