import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import type { Measurement } from '../measurement.ts'
import { measurementLine } from '../print-measurements.ts'

const head = z.object({
  benchmark: z.string(),
  /** Processor, memory and versions. */
  machine: z.string(),
  /** Day of the run, ISO. */
  date: z.iso.date(),
})

const measurement = z.object({
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  limit: z.number().nullable(),
  ratio: z.number().nullable(),
  goal: z.number().nullable(),
  met: z.boolean().nullable(),
  details: z.record(z.string(), z.number()).optional(),
})

/** Measurements of a benchmark in its last saved run. */
export type SavedResults = z.output<typeof head> & { readonly measurements: readonly Measurement[] }

const GIB = 2 ** 30

/** Describes this machine. */
export function describeMachine(): string {
  const all = cpus()
  const model = all[0]?.model.replaceAll(/\s+/g, ' ').trim() || 'unknown processor'
  return `${all.length} cores (${model}), ${Math.round(totalmem() / GIB)} GiB, Node ${process.versions.node}`
}

/** Writes a benchmark's results into a folder: a line of JSON about the run, then one for each measurement, as `--json` prints them. */
export function saveResults(folder: string, { measurements, ...about }: SavedResults): void {
  mkdirSync(folder, { recursive: true })
  const lines = [JSON.stringify(head.parse(about)), ...measurements.map(measurementLine)]
  writeFileSync(join(folder, `${about.benchmark}.jsonl`), `${lines.join('\n')}\n`)
}

/** Reads all results of a folder, by name. @throws ZodError for a file that holds something else. */
export function readResults(folder: string): readonly SavedResults[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  return files.sort().map((file) => {
    const [first, ...rest] = readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    return { ...head.parse(first), measurements: z.array(measurement).parse(rest) as readonly Measurement[] }
  })
}
