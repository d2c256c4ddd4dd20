import { parseArgs } from 'node:util'
import { growLog } from './grow-log.ts'
import { measureRate } from './measure-rate.ts'
import { measureStart } from './measure-start.ts'

/**
 * Measures this chain: `rate [--batches n]`, or `start --dir folder [--transactions n]`, which first fills the folder.
 * Prints one JSON object.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    batches: { type: 'string', default: '80' },
    dir: { type: 'string' },
    transactions: { type: 'string', default: '0' },
  },
})

if (positionals[0] === 'rate') {
  say(await measureRate(Number(values.batches)))
} else if (positionals[0] === 'start' && values.dir !== undefined) {
  await growLog(values.dir, Number(values.transactions), (line) => process.stderr.write(`${line}\n`))
  say(await measureStart(values.dir))
} else {
  process.stderr.write('usage: main.ts rate [--batches n] | start --dir folder [--transactions n]\n')
  process.exitCode = 1
}

function say(result: object): void {
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
}
