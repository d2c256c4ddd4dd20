import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { generatedTests } from './generated-tests.ts'

/*
 * Writes the Move tests that are made from stories. With `--check` it writes nothing and fails when a file is stale.
 */
const isCheck = process.argv.includes('--check')
for (const [file, source] of generatedTests()) {
  if (!isCheck) writeFileSync(file, source)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== source) {
    process.stderr.write(`${relative(process.cwd(), file)} is stale: run npm run codegen.\n`)
    process.exitCode = 1
  }
}
