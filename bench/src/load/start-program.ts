import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * A program in a process of its own, pinned to a core where the machine can do that. Disposing ends it; it also ends with its parent,
 * which disconnects it.
 */
export interface StartedProgram extends AsyncDisposable {
  /** Sends a message and returns the next one of the program. @throws Error when it ends instead */
  ask<Answer>(message: object): Promise<Answer>
  send(message: object): void
  /** Its first message. */
  readonly first: unknown
  /** Returns the most memory that it has had resident, in bytes; null where the system does not tell. */
  peakBytes(): number | null
}

export interface ProgramOptions {
  /** The core that it stays on. */
  readonly core: number
  readonly args?: readonly string[]
  /** Uses only idle processor time: for a load that must not slow down the measuring program. */
  readonly isBackground?: boolean
}

/** Starts a program and awaits its first message. @throws Error when it ends before */
export async function startProgram(
  script: string,
  { core, args = [], isBackground = false }: ProgramOptions,
): Promise<StartedProgram> {
  const [command, ...before] = [...(canPin() ? ['taskset', '-c', String(core)] : []), process.execPath]
  const child = spawn(command ?? process.execPath, [...before, script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Linux shares a core equally between sessions: in one session all programs together would get as much as one process of PostgreSQL.
    detached: true,
  })
  if (isBackground) lowerPriority(child)
  const first = await nextMessage(child)
  return {
    first,
    peakBytes: () => peakBytesOf(child),
    send: (message) => child.send(message),
    ask(message) {
      child.send(message)
      return nextMessage(child)
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** Returns the address of a server that prints its `origin` first. */
export function originOf({ first }: StartedProgram): string {
  return (first as { readonly origin: string }).origin
}

function peakBytesOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return null
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]
  return kib === undefined ? null : Number(kib) * 1_024
}

/** Where Linux gives each session an equal part of a core, a process's own priority counts only within its session. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  setPriority(pid, constants.priority.PRIORITY_LOW)
  const session = `/proc/${pid}/autogroup`
  if (existsSync(session)) writeFileSync(session, String(constants.priority.PRIORITY_LOW))
}

let pins: boolean | null = null

/** Returns whether programs can be pinned: not on a machine with one core, or without `taskset`. */
function canPin(): boolean {
  pins ??= spawnSync('taskset', ['-c', '1', 'true']).status === 0
  return pins
}

async function nextMessage<Answer>(child: ChildProcess): Promise<Answer> {
  const answered = new AbortController()
  const options = { signal: answered.signal }
  const ended = once(child, 'exit', options).then(([code, signal]) => {
    throw new Error(`a program of the benchmark ended with ${code ?? signal}`)
  })
  ended.catch(() => undefined)
  try {
    const [message] = await Promise.race([once(child, 'message', options), ended])
    return message as Answer
  } finally {
    answered.abort()
  }
}
