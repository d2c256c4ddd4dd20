import { closeSync, fstatSync, mkdirSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Destination of a program's output. */
export interface LogFile {
  readonly path: string
  readonly descriptor: number
  /** Returns the end of what was written since it was opened, in a line or a few. */
  lastWords(): string
  close(): void
}

const KEEP_BYTES = 20_000_000
const LAST_BYTES = 4_000

/** Appends to `<folder>/<name>.log`, or truncates it first when it has grown large. */
export function openLogFile(folder: string, name: string): LogFile {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${name}.log`)
  const grown = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > KEEP_BYTES
  const descriptor = openSync(path, grown ? 'w' : 'a')
  const began = fstatSync(descriptor).size
  return { path, descriptor, lastWords: () => readEnd(path, began), close: () => closeSync(descriptor) }
}

function readEnd(path: string, began: number): string {
  const descriptor = openSync(path, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const from = Math.max(began, size - LAST_BYTES)
    const buffer = Buffer.alloc(Math.max(0, size - from))
    readSync(descriptor, buffer, 0, buffer.length, from)
    const lines = buffer.toString().trim().split('\n').map(messageOf).filter(Boolean)
    return lines.slice(-3).join('\n  ') || `it said nothing (${path})`
  } finally {
    closeSync(descriptor)
  }
}

/** Programs log JSON lines; people want the sentence in them. */
function messageOf(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const { msg, err }: { msg?: string; err?: { message?: string } } = JSON.parse(line)
    return [msg, err?.message].filter(Boolean).join(': ')
  } catch {
    return line
  }
}
