import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { Store } from '@opal/store/driver/connection'
import type { PlanNode } from '@opal/store/testing/plans/work-for-any-parameters'

/** Settings of new sessions of the database while statements are explained. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
} as const

/** End of a statement's JSON in the log. */
const PLAN_END = '\n\t}\n'

/** A statement that ran. */
export interface ExplainedStatement {
  readonly text: string
  readonly plan: PlanNode
}

/** Statements that ran with their plans, as PostgreSQL's own `auto_explain` logs them. Disposing ends it for new sessions. */
export interface ExplainedStatements extends AsyncDisposable {
  /** Returns the statements since the last call. */
  take(): readonly ExplainedStatement[]
}

/** Has PostgreSQL log the plan of every statement of sessions that begin from now on. @param logFile the server's log. */
export async function explainStatements({ pool }: Store, logFile: string): Promise<ExplainedStatements> {
  for (const [name, value] of Object.entries(SETTINGS)) {
    await pool.query(`alter database opal set ${name} = '${value}'`)
  }
  const file = openSync(logFile, 'r')
  let offset = fstatSync(file).size
  return {
    take() {
      const bytes = Buffer.alloc(fstatSync(file).size - offset)
      readSync(file, bytes, 0, bytes.length, offset)
      // A plan that is still being written is read whole by the next call.
      const whole = bytes.subarray(0, bytes.lastIndexOf(PLAN_END) + PLAN_END.length)
      if (!bytes.includes(PLAN_END)) return []
      offset += whole.length
      return statementsOf(whole.toString('utf8'))
    },
    async [Symbol.asyncDispose]() {
      closeSync(file)
      for (const name of Object.keys(SETTINGS)) await pool.query(`alter database opal reset ${name}`)
    },
  }
}

/** A statement's JSON follows its line, every line of it indented by a tab. */
function statementsOf(log: string): readonly ExplainedStatement[] {
  return [...log.matchAll(/ {2}plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => {
    const logged = JSON.parse(json) as { readonly 'Query Text': string; readonly Plan: PlanNode }
    return { text: logged['Query Text'], plan: logged.Plan }
  })
}
