import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { ObjectFolder, StoredObject } from './object-folder.ts'

/** Suffix of unfinished files, which {@link ObjectFolder.list} ignores. */
const UNFINISHED = '.tmp'
/** Matches the names of our own unfinished files; those that a crash left behind are removed. */
const OWN_UNFINISHED = /(?:^|\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/
/** Age from which an unfinished file counts as left behind: no write takes longer. */
const ABANDONED_MS = 60 * 60_000

/** Opens a local folder; the first write creates it. */
export function openDiskFolder(directory: string): ObjectFolder {
  const pathOf = (name: string) => join(directory, ...name.split('/'))
  const place = async (name: string, put: (unfinished: string) => Promise<void>): Promise<void> => {
    const path = pathOf(name)
    await mkdir(dirname(path), { recursive: true })
    const unfinished = join(dirname(path), `${randomUUID()}${UNFINISHED}`)
    try {
      await put(unfinished)
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      throw error
    }
  }
  return {
    directory,
    read: (name) => readFile(pathOf(name)).catch(noneWhereMissing),
    async open(name) {
      const file = await open(pathOf(name)).catch(noneWhereMissing)
      if (file === null) return null
      // The stream closes the file when it ends or is destroyed.
      return { body: file.createReadStream(), bytes: (await file.stat()).size }
    },
    write: (name, body) => place(name, (unfinished) => writeFile(unfinished, body)),
    upload: (name, path) => place(name, (unfinished) => copyFile(path, unfinished)),
    async list(prefix) {
      const found: StoredObject[] = []
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(noneWhereMissing)
      for (const entry of entries ?? []) {
        const path = join(entry.parentPath, entry.name)
        const name = relative(directory, path).split(sep).join('/')
        const isUnfinished = name.endsWith(UNFINISHED)
        if (!entry.isFile() || !(isUnfinished ? OWN_UNFINISHED.test(name) : name.startsWith(prefix))) continue
        const facts = await stat(path).catch(noneWhereMissing)
        if (facts === null) continue
        if (!isUnfinished) found.push({ name, bytes: facts.size, changedMs: facts.mtimeMs })
        else if (Date.now() - facts.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
      }
      return found
    },
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true })
    },
  }
}

function noneWhereMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
