import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/**
 * A program of ours in a process of its own, on a core of its own where the machine can do that. Disposing ends it, and it ends with us, as
 * it is disconnected then.
 */
export interface StartedProgram extends AsyncDisposable {
  /** Sends a message and gives the next one that comes back. @throws Error when the program ends instead. */
  ask<Answer>(message: object): Promise<Answer>
  send(message: object): void
  /** The first thing it said. */
  readonly first: unknown
}

/** @param core which one it keeps to. @throws Error when the program ends before it says something. */
export async function startProgram(
  script: string,
  { core, args = [] }: { readonly core: number; readonly args?: readonly string[] },
): Promise<StartedProgram> {
  const [command, ...before] = [...(canPin() ? ['taskset', '-c', String(core)] : []), process.execPath]
  const child = spawn(command ?? process.execPath, [...before, script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Linux gives each session an equal part of a core: in one session the programs together would have what one of PostgreSQL's has.
    detached: true,
  })
  const first = await nextMessage(child)
  return {
    first,
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

let pins: boolean | null = null

/** On a machine with one core, or without `taskset`, programs run where they are put. */
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
