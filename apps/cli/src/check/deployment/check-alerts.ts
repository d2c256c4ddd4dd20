import { parse } from 'yaml'
import * as z from 'zod'
import { anchorsOf } from '../documentation/check-documentation.ts'

const RUNBOOK = 'docs/how-to/operate.md'

const Alerts = z.object({
  groups: z.array(
    z.object({
      name: z.string(),
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.object({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})

/** Tests of alerts, as `promtool test rules` reads them. */
const AlertTests = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()).optional() })),
    }),
  ),
})

/** Finds alerts that are not tested both where they fire and where they do not, and tests of alerts that are gone. */
export function untestedAlerts(rules: string, tests: string): readonly string[] {
  const names = new Set(alertsOf(rules).map(({ alert }) => alert))
  const cases = AlertTests.parse(parse(tests)).tests.flatMap((test) => test.alert_rule_test)
  const tested = (fires: boolean) =>
    new Set(cases.flatMap((one) => ((one.exp_alerts !== undefined) === fires ? [one.alertname] : [])))
  const [firing, quiet] = [tested(true), tested(false)]
  return [
    ...[...names].flatMap((name) => [
      ...(firing.has(name) ? [] : [`no test makes ${name} fire`]),
      ...(quiet.has(name) ? [] : [`no test expects ${name} not to fire`]),
    ]),
    ...[...new Set(cases.map((one) => one.alertname))]
      .filter((name) => !names.has(name))
      .map((name) => `a test expects ${name}, but no alert is called so`),
  ]
}

/** Returns the alerts of Prometheus's rules. @throws ZodError where one lacks its severity, summary or runbook. */
export function alertsOf(rules: string): z.infer<typeof Alerts>['groups'][number]['rules'] {
  return Alerts.parse(parse(rules)).groups.flatMap((group) => group.rules)
}

/** Finds alerts whose section of the runbook is missing, and sections of alerts that are gone. */
export function faultsOfAlerts(rules: string, runbook: string): readonly string[] {
  const alerts = alertsOf(rules)
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name)
  const anchors = anchorsOf(runbook)
  return [
    ...alerts.flatMap(({ alert, annotations }) => {
      const wanted = `${RUNBOOK}#${alert.toLowerCase()}`
      if (annotations.runbook !== wanted) return [`${alert} names ${annotations.runbook}, not ${wanted}`]
      return anchors.has(alert.toLowerCase()) ? [] : [`${alert} has no section in ${RUNBOOK}`]
    }),
    ...sections
      .filter((name) => !alerts.some(({ alert }) => alert === name))
      .map((name) => `${RUNBOOK} has a section ${name}, but no alert is called so`),
  ]
}

const METRIC = /\bopal_(?:api|web|indexer)_\w+/g
const PREFIX = /^opal_(?:api|web|indexer)_/
/** Suffixes that Prometheus adds to the name of a histogram. */
const SUFFIX = /_(?:bucket|count|sum)$/

/** Finds metrics of ours that a text queries and no program exports. @param sources source code of the programs */
export function faultsOfMetrics(text: string, sources: string): readonly string[] {
  const asked = new Set(text.match(METRIC) ?? [])
  const isServed = (name: string) => {
    const bare = name.replace(SUFFIX, '')
    // Some sources contain the full name, others the name without the prefix of its program.
    return [name, bare].some(
      (each) => sources.includes(`'${each}'`) || sources.includes(`'${each.replace(PREFIX, '')}'`),
    )
  }
  return [...asked].filter((name) => !isServed(name)).map((name) => `no program serves ${name}`)
}
