import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../repository.ts'
import type { FailureArtifact } from './summary-lines.ts'

/** Browser tests add a line for each that failed. */
const FILE = join(ROOT, 'artifacts/failures.jsonl')
const Line = z.object({ test: z.string(), folder: z.string(), reason: z.string() })

/** Deletes what earlier runs left. */
export function deleteFailureArtifacts(): void {
  rmSync(FILE, { force: true })
}

/** Reads the artifacts of this run. Skips a line that a killed test did not finish. */
export function readFailureArtifacts(file = FILE): readonly FailureArtifact[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text) => {
      const line = Line.safeParse(parsed(text))
      return line.success ? [line.data] : []
    })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
