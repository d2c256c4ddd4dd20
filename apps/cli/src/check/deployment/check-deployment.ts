import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { faultsOfAlerts, faultsOfMetrics, untestedAlerts } from './check-alerts.ts'
import { faultsOfConfigs } from './check-configs.ts'
import { faultsOfManifest, parseManifests } from './check-manifests.ts'
import { faultsOfPorts } from './check-ports.ts'
import { faultsOfComposeVariables, faultsOfManifestVariables } from './check-variables.ts'
import { ALERT_TESTS, ALERTS, TOOLS } from './tools.ts'

const COMPOSE = 'deploy/compose.yaml'
const RUNBOOK = 'docs/how-to/operate.md'
const DASHBOARD = 'deploy/grafana/opal.json'

/** Checks the files of `deploy/` at `root`. @returns a sentence for each fault. */
export async function checkDeployment(root: string): Promise<readonly string[]> {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const sources = globSync('apps/{api,web,indexer}/src/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('.test.'),
  })
    .map(read)
    .join('\n')
  return [
    ...(await faultsOfManifests(root)),
    ...faultsOfCompose(join(root, COMPOSE)).map((fault) => `${COMPOSE} ${fault}`),
    ...faultsOfComposeVariables(read(COMPOSE)).map((fault) => `${COMPOSE} ${fault}`),
    ...faultsOfConfigs(read(COMPOSE)).map((fault) => `${COMPOSE} ${fault}`),
    ...faultsOfPorts(read(COMPOSE)).map((fault) => `${COMPOSE} ${fault}`),
    ...faultsOfAlerts(read(ALERTS), read(RUNBOOK)).map((fault) => `${ALERTS} ${fault}`),
    ...untestedAlerts(read(ALERTS), read(ALERT_TESTS)).map((fault) => `${ALERT_TESTS}: ${fault}`),
    ...faultsOfMetrics(read(ALERTS), sources).map((fault) => `${ALERTS} ${fault}`),
    ...faultsOfMetrics(JSON.stringify(JSON.parse(read(DASHBOARD))), sources).map((fault) => `${DASHBOARD} ${fault}`),
    ...TOOLS.flatMap(({ command, args }) => (existsSync(command) ? faultsOfTool(command, args, root) : [])),
  ]
}

async function faultsOfManifests(root: string): Promise<readonly string[]> {
  // kustomization.yaml is for kubectl alone: it is no object of Kubernetes.
  const paths = globSync('deploy/kubernetes/*.yaml', { cwd: root }).filter(
    (path) => !path.endsWith('kustomization.yaml'),
  )
  const all = paths.sort().flatMap((path) => {
    const manifests = parseManifests(readFileSync(join(root, path), 'utf8'))
    return manifests.map((manifest) => ({ path, manifest }))
  })
  const faults = await Promise.all(
    all.map(async ({ path, manifest }) => (await faultsOfManifest(manifest)).map((fault) => `${path} ${fault}`)),
  )
  const variables = faultsOfManifestVariables(all.map(({ manifest }) => manifest))
  return [...faults.flat(), ...variables.map((fault) => `deploy/kubernetes: ${fault}`)]
}

interface LintMessage {
  readonly rule: string
  readonly line: number
  readonly message: string
}

/** Finds what the schema of compose files does not know. Matters of style are ours. */
export function faultsOfCompose(path: string): readonly string[] {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] })
  const messages: readonly LintMessage[] = linter.lintFiles([path], false)[0]?.messages ?? []
  const faults = messages.filter(({ rule }) => rule.startsWith('invalid'))
  return faults.map(({ line, message }) => `line ${line}: ${message}`)
}

function faultsOfTool(command: string, args: readonly string[], root: string): readonly string[] {
  try {
    execFileSync(command, args, { cwd: root, stdio: 'pipe' })
    return []
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer }
    return `${stdout ?? ''}${stderr ?? ''}`.split('\n').filter(Boolean)
  }
}
