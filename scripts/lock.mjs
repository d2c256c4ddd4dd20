import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

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
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw sentence(error, path)
    }
    if (!holderLives(path)) rmSync(path, { force: true })
    else if (!isAnnounced) process.stdout.write('Waiting for another start that is installing ...\n')
    isAnnounced = true
  }
}

function holderLives(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    // Empty for the instant between creating and writing: the holder lives.
    if (pid === 0) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function sentence(error, path) {
  if (error.code === 'ENOSPC')
    return new Error(`The disk is full: ${path} cannot be written. Free some space and try again.`)
  return new Error(`${path} cannot be written (${error.code}): give the folder to this user and try again.`, {
    cause: error,
  })
}
