import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Longest time between creating a lock file and writing to it. */
const EMPTY_MS = 2_000

/**
 * Runs `work` while no other process holds the lock file. A lock whose holder died is taken over.
 * @param {string} path
 * @param {() => Promise<void>} work
 */
export async function withLock(path, work) {
  await acquire(path)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function acquire(path) {
  for (let isAnnounced = false; ; await delay(250)) {
    try {
      writeFileSync(path, identityOf(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') {
        // A full disk takes an empty file.
        if (error.code === 'ENOSPC') rmSync(path, { force: true })
        throw sentence(error, path)
      }
    }
    const left = leftBy(path)
    if (left !== null) removeLeftLock(path, left)
    else if (!isAnnounced) process.stdout.write('Waiting for another start that is installing ...\n')
    isAnnounced = true
  }
}

/** Returns what a process that is gone has written to the lock; null where its holder lives, or it is free by now. */
function leftBy(path) {
  try {
    const holder = readFileSync(path, 'utf8')
    return holderLives(holder, path) ? null : holder
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw sentence(error, path)
  }
}

function holderLives(holder, path) {
  // Empty while its holder has not written to it yet, and for good where that was killed before it could.
  if (holder === '') return Date.now() - statSync(path).mtimeMs < EMPTY_MS
  const pid = Number(holder.split('@')[0])
  try {
    return isAlive(pid) && identityOf(pid) === holder
  } catch {
    // It has just ended.
    return false
  }
}

/**
 * Removes the lock of a process that is gone. Several may find it so at the same time: who comes late meets that of one that has taken it since, and
 * leaves it.
 * @param {string} path
 * @param {string} holder what was read of the file
 */
export function removeLeftLock(path, holder) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') === holder) rmSync(aside)
    else renameSync(aside, path)
  } catch (error) {
    // It is removed already.
    if (error.code !== 'ENOENT') throw sentence(error, path)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Returns the pid and, on Linux, the start of a process: after a restart of the machine another has the pid. Null for one that has ended and is still
 * listed, as it is for ever in a container whose first process asks for no child.
 */
function identityOf(pid) {
  if (process.platform !== 'linux') return String(pid)
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? null : `${pid}@${fields[19]}`
}

function sentence(error, path) {
  if (error.code === 'ENOSPC')
    return new Error(`The disk is full: ${path} cannot be written. Free some space and try again.`)
  return new Error(`${path} cannot be written (${error.code}): give the folder to this user and try again.`, {
    cause: error,
  })
}
