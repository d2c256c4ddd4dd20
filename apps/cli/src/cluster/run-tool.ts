import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Problem } from '../problem.ts'
import { type AccountName, accountOf } from './engine.ts'

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** A command-line tool of an engine. */
export interface ToolRun {
  readonly command: string
  readonly args: readonly string[]
  readonly account: AccountName
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs a tool as the account of its engine.
 * @returns its output
 * @throws Problem with the end of its output when it fails.
 */
export async function runTool({ command, args, account, env = {} }: ToolRun): Promise<string> {
  const { uid, gid } = accountOf(account)
  try {
    const options = { uid, gid, cwd: '/', env: { PATH, LANG: 'C.UTF-8', ...env }, maxBuffer: MAX_OUTPUT_BYTES }
    return (await promisify(execFile)(command, args, options)).stdout
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
    const words = `${stderr}\n${stdout}`.trim().split('\n').slice(-3).join(' ').replace(/\s+/g, ' ') || String(error)
    throw new Problem(`${command.replace(/^.*\//, '')} failed: ${words}`, { cause: error })
  }
}
