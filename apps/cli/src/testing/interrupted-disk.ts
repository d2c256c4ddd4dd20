import type fs from 'node:fs'
import { join } from 'node:path'

/** Changes of the disk that are still made; the next one is made in part, later ones are not. */
let changesLeft = Number.POSITIVE_INFINITY

/** Returns the file system for `vi.mock('node:fs')`, which {@link interrupted} stops. It wraps those functions that a start changes the disk with. */
export function interruptibleFs(real: typeof fs): typeof fs {
  const change = (make: () => void, makeInPart: () => void = () => {}) => {
    changesLeft -= 1
    if (changesLeft >= 0) return make()
    if (changesLeft === -1) makeInPart()
    throw new Error('The process was killed.')
  }
  return {
    ...real,
    writeFileSync(path: string, text: string, options: fs.WriteFileOptions) {
      change(
        () => real.writeFileSync(path, text, options),
        () => real.writeFileSync(path, text.slice(0, text.length / 2), options),
      )
    },
    rmSync(path: string, options: fs.RmOptions) {
      change(
        () => real.rmSync(path, options),
        () => {
          if (!real.statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
          for (const name of real.readdirSync(path).slice(0, -1)) real.rmSync(join(path, name), options)
        },
      )
    },
    renameSync: (from: string, to: string) => change(() => real.renameSync(from, to)),
  } as typeof fs
}

/** Does some work until a number of changes of the disk, as if the process had been killed in the next one. @returns whether it was. */
export async function interrupted(changes: number, work: () => unknown): Promise<boolean> {
  changesLeft = changes
  try {
    await work()
    return false
  } catch (error) {
    if (changesLeft >= 0) throw error
    return true
  } finally {
    changesLeft = Number.POSITIVE_INFINITY
  }
}
