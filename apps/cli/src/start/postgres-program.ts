// The embedded PostgreSQL as a program under the supervisor:
// `postgres-program.ts <data folder> <port> <url file> <API's url file> [own]`, where `own` refuses to run as an account that
// others share. Ends when the server ends, so that the supervisor starts both again.
import { rmSync } from 'node:fs'
import { errorMessage } from '@opal/domain/errors'
import { startPostgres } from '@opal/store/embedded/postgres-server'
import { replaceFile } from '../replace-file.ts'

const [dataDir = '', port = '', urlFile = '', apiUrlFile = '', own = ''] = process.argv.slice(2)

try {
  rmSync(urlFile, { force: true })
  const log = (line: string) => process.stdout.write(`${line}\n`)
  const server = await startPostgres({ dataDir, port: Number(port), log, ownAccount: own === 'own' })
  replaceFile(apiUrlFile, server.apiDatabaseUrl, { mode: 0o600 })
  // Last: it says that all is ready. Whole, because the supervisor reads it as soon as it is there.
  replaceFile(urlFile, server.databaseUrl, { mode: 0o600 })
  let isStopping = false
  const stop = () => {
    isStopping = true
    void server[Symbol.asyncDispose]()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // A child process keeps this one alive; once it is gone nothing does.
  void server.exited.then(() => {
    rmSync(urlFile, { force: true })
    process.exitCode = isStopping ? 0 : 1
  })
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = 1
}
