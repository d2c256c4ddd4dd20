import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../repository.ts'
import { alertsOf, faultsOfAlerts, faultsOfMetrics, untestedAlerts } from './check-alerts.ts'

describe('an alert', () => {
  const rules = (runbook: string) =>
    `groups: [{name: a, rules: [{alert: NoApi, expr: up, labels: {severity: critical}, annotations: {summary: s, runbook: ${runbook}}}]}]`
  const RUNBOOK = 'docs/how-to/operate.md#noapi'

  test('has a section of the runbook, and each section an alert', () => {
    expect(faultsOfAlerts(rules(RUNBOOK), '# Operate\n\n### NoApi\n')).toEqual([])
    expect(faultsOfAlerts(rules(RUNBOOK), '# Operate\n')).toEqual(['NoApi has no section in docs/how-to/operate.md'])
    expect(faultsOfAlerts(rules('docs/how-to/operate.md#other'), '### NoApi\n')).toHaveLength(1)
    expect(faultsOfAlerts(rules(RUNBOOK), '### NoApi\n\n### NoWeb\n')).toEqual([
      'docs/how-to/operate.md has a section NoWeb, but no alert is called so',
    ])
  })

  test('is tested where it fires and where it does not', () => {
    const tests = (...cases: string[]) => `tests: [{alert_rule_test: [${cases.join(', ')}]}]`
    const [fires, quiet] = ['{alertname: NoApi, exp_alerts: [{}]}', '{alertname: NoApi}']
    expect(untestedAlerts(rules(RUNBOOK), tests(fires, quiet))).toEqual([])
    expect(untestedAlerts(rules(RUNBOOK), tests(quiet))).toEqual(['no test makes NoApi fire'])
    expect(untestedAlerts(rules(RUNBOOK), tests(fires))).toEqual(['no test expects NoApi not to fire'])
    expect(untestedAlerts(rules(RUNBOOK), tests(fires, quiet, '{alertname: NoWeb}'))).toEqual([
      'a test expects NoWeb, but no alert is called so',
    ])
  })

  test('asks for metrics that a program serves', () => {
    const sources = "name: 'opal_api_request_seconds'\ngauge('lag_seconds')"
    const asked = 'rate(opal_api_request_seconds_bucket[5m]) + opal_indexer_lag_seconds'
    expect(faultsOfMetrics(asked, sources)).toEqual([])
    expect(faultsOfMetrics('opal_api_requests_count', sources)).toEqual(['no program serves opal_api_requests_count'])
  })

  test('tells of memory beyond what the manifests request, by program', () => {
    const alerts = alertsOf(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8'))
    const expr = alerts.find(({ alert }) => alert === 'ProgramMemory')?.expr ?? ''
    for (const program of ['api', 'indexer', 'web']) {
      const manifest = readFileSync(join(ROOT, 'deploy/kubernetes', `${program}.yaml`), 'utf8')
      const [, count, unit] = /requests: \{.*\bmemory: (\d+)(Mi|Gi)\b/.exec(manifest) ?? []
      const [, mib] =
        new RegExp(`job=~?"[a-z|]*\\b${program}\\b[a-z|]*"\\} > (\\d+) \\* 1024 \\* 1024\\b`).exec(expr) ?? []
      expect(Number(mib), program).toBe(Number(count) * (unit === 'Gi' ? 1_024 : 1))
    }
  })

  test('watches what is behind HAProxy and has servers, and no other: those without one would be down for ever', () => {
    const withServers = (file: string) =>
      readFileSync(join(ROOT, 'deploy/haproxy', file), 'utf8')
        .split(/^(?=\S)/m)
        .filter((section) => /^(?:backend|listen) /.test(section) && /^ +server /m.test(section))
        .map((section) => section.split(/\s+/)[1])
    const watched = alertsOf(readFileSync(join(ROOT, 'deploy/prometheus/alerts.yml'), 'utf8')).flatMap(
      ({ alert, expr }) => (alert === 'BackendDown' ? (/proxy=~"([^"]+)"/.exec(expr)?.[1] ?? '').split('|') : []),
    )
    // Without checks a server counts as one that is up.
    expect(withServers('edge.cfg')).toEqual(['web', 'api', 'live', 'edge_http', 'edge_https'])
    expect([...watched, 'living_apis', 'any_api', 'any_web'].sort()).toEqual(withServers('haproxy.cfg').sort())
  })
})
