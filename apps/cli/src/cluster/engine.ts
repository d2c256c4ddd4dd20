import { existsSync, lchownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { systemAccount } from '@opal/store/embedded/service-account'
import { Problem } from '../problem.ts'
import { replaceFile } from '../replace-file.ts'
import type { Program } from '../supervisor/program.ts'
import type { Cluster } from './cluster.ts'

/** Accounts that Debian's packages create for the engines. */
export type AccountName = 'etcd' | 'postgres' | 'haproxy' | 'redis' | 'prometheus'

/** A file of an engine's folder. */
export interface EngineFile {
  readonly text: string
  /** The engine rewrites the file, so an existing one is left alone. */
  readonly isOwnedByEngine?: boolean
}

/** A third-party engine that runs as part of the cluster. */
export interface Engine {
  readonly name: string
  readonly title: string
  readonly account: AccountName
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Contents by file name, in the engine's folder. */
  readonly files: Readonly<Record<string, EngineFile>>
  /** Subfolders to create in the engine's folder. */
  readonly folders?: readonly string[]
  readonly prepare?: () => void
  readonly isReady: () => Promise<boolean>
  readonly stopTimeoutMs?: number
}

const SILENT_FOR_MS = 90_000
const STOP_TIMEOUT_MS = 5_000

/** Returns the folder of an engine: its configuration and its data. */
export function engineFolder(cluster: Pick<Cluster, 'engines'>, name: string): string {
  return join(cluster.engines, name)
}

/** HAProxy's socket is below it, whose path has 97 characters at most. */
const MAX_PLACE = 76

/**
 * Holds the folder of the engines to what their configurations, and the commands in these, can name.
 * @throws Problem
 */
export function refuseUnusablePlace(engines: string): void {
  if (/^[\p{L}\p{N}._/@+-]+$/u.test(engines) && engines.length <= MAX_PLACE) return
  throw new Problem(
    `The engines of a cluster cannot lie in ${engines}: choose a path without spaces and signs, of ${MAX_PLACE} characters at most, with --data-dir.`,
  )
}

/** Writes an engine's files and describes it for the supervisor. */
export function engineProgram(engine: Engine, cluster: Cluster): Program {
  const account = accountOf(engine.account)
  const folder = engineFolder(cluster, engine.name)
  for (const path of [folder, ...(engine.folders ?? []).map((name) => join(folder, name))]) {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    // `lchown`: the account that owns the folder could have put a link there, whose target must not change owner.
    lchownSync(path, account.uid, account.gid)
  }
  for (const [name, { text, isOwnedByEngine = false }] of Object.entries(engine.files)) {
    const path = join(folder, name)
    if (isOwnedByEngine && existsSync(path)) continue
    replaceFile(path, text, { mode: 0o600, owner: account })
  }
  const { name, title, command, args, prepare, isReady } = engine
  return {
    name,
    title,
    args,
    isReady,
    ...(prepare && { prepare }),
    script: command,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', ...engine.env },
    silentForMs: SILENT_FOR_MS,
    engine: {
      account,
      folder,
      pidFile: join(cluster.directory.pids, `${name}.pid`),
      stopTimeoutMs: engine.stopTimeoutMs ?? STOP_TIMEOUT_MS,
    },
  }
}

/** @throws Problem when Debian's package has not created the account. */
export function accountOf(name: AccountName): { readonly uid: number; readonly gid: number } {
  const account = systemAccount(name)
  if (account === null) throw new Problem(`The system has no account ${name}: install its package again.`)
  return account
}
