import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../../repository.ts'
import { faultsOfConfigs } from './check-configs.ts'
import { faultsOfCompose } from './check-deployment.ts'
import { faultsOfManifest, parseManifests } from './check-manifests.ts'
import { faultsOfPorts } from './check-ports.ts'
import { faultsOfComposeVariables, faultsOfManifestVariables } from './check-variables.ts'

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: opal
          args: [apps/web/src/main.ts]
          env: [{name: WEB_PORT, value: '3000'}]
`
const faultsOf = async (text: string) => (await Promise.all(parseManifests(text).map(faultsOfManifest))).flat()

describe('a manifest', () => {
  test('without faults has none', async () => {
    expect(await faultsOf(DEPLOYMENT)).toEqual([])
    expect(faultsOfManifestVariables(parseManifests(DEPLOYMENT))).toEqual([])
  })

  test.each([
    [
      'a field that is not known, deep inside',
      ['image: opal', 'image: opal\n          portz: []'],
      'portz is no field of Deployment',
    ],
    [
      'a field that is not known, at the top',
      ['kind: Deployment', 'kind: Deployment\nreplicas: 2'],
      '/replicas is no field of Deployment',
    ],
    ['a wrong type', ['spec:\n  selector', 'spec:\n  replicas: many\n  selector'], '/spec/replicas'],
    ['a missing field', ['  selector: {matchLabels: {app: web}}\n', ''], 'selector'],
    ['a kind that is not checked', ['kind: Deployment', 'kind: Deplyoment'], 'none of the kinds'],
  ])('with %s is at fault', async (_, [from = '', to = ''], fault) => {
    expect((await faultsOf(DEPLOYMENT.replace(from, to))).join('\n')).toContain(fault)
  })

  test('that sets what its program does not read is at fault, and so is a shared variable that none reads', () => {
    const text = `${DEPLOYMENT.replace('WEB_PORT', 'DATABASE_URL')}---\napiVersion: v1\nkind: ConfigMap\ndata: {LOG_LEVEL: info, LOG_LEVLE: info}\n`
    expect(faultsOfManifestVariables(parseManifests(text))).toEqual([
      'web sets DATABASE_URL, which the web does not read',
      'no program reads LOG_LEVLE',
    ])
  })
})

describe('our manifests', () => {
  const read = (name: string) => readFileSync(join(ROOT, 'deploy/kubernetes', name), 'utf8')

  test('name the class of each Ingress: no controller serves one without, unless its class is the default', () => {
    const classes = parseManifests(read('ingress.yaml')).map(
      ({ spec }) => (spec as { ingressClassName?: string }).ingressClassName,
    )
    expect(classes).toEqual(['nginx', 'nginx'])
  })

  test('give a snapshot a disk of its own: a node whose disk it filled would evict the indexer, and what else runs there', () => {
    const [deployment] = parseManifests(read('indexer.yaml'))
    const { spec } = (deployment as unknown as { spec: { template: { spec: object } } }).spec.template
    const resources = { requests: { storage: expect.any(String) } }
    const claim = { spec: { accessModes: ['ReadWriteOnce'], resources } }
    expect(spec).toMatchObject({
      securityContext: { runAsUser: 10_001, fsGroup: 10_001 },
      volumes: [{ name: 'tmp', ephemeral: { volumeClaimTemplate: claim } }],
    })
  })

  test('look for no database and no Redis in their own namespace, whose policies admit no connections to them', () => {
    const hosts = [
      ...`${read('config.yaml')}${read('secrets.example.yaml')}`.matchAll(/(?:@|[ ,])([\w.-]+):(?:5432|26379)/g),
    ]
    expect(hosts.length).toBeGreaterThan(5)
    for (const [, host] of hosts) expect(host).toMatch(/\.data$/)
  })
})

test('a service goes on when a process that it has started is killed for its memory, and is asked to end before these are', () => {
  const unit = readFileSync(join(ROOT, 'deploy/systemd/opal@.service'), 'utf8')
  expect(unit).toMatch(/^MemoryMax=/m)
  expect(unit).toMatch(/^OOMPolicy=continue$/m)
  expect(unit).toMatch(/^KillMode=mixed$/m)
})

describe('a compose file', () => {
  const COMPOSE =
    'services:\n  api:\n    image: opal\n    command: [apps/api/src/main.ts]\n    environment: {API_PORT: "1"}\n'
  const faultsIn = (text: string) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'opal-compose-'))
    const path = join(folder.path, 'compose.yaml')
    writeFileSync(path, text)
    return faultsOfCompose(path)
  }

  test('without faults has none, one with an unknown key or a wrong type has', () => {
    expect(faultsIn(COMPOSE)).toEqual([])
    expect(faultsIn(COMPOSE.replace('image:', 'imagge:'))).not.toEqual([])
    expect(faultsIn(COMPOSE.replace('image: opal', 'image: opal\n    read_only: {}'))).not.toEqual([])
  })

  test('may set what its program reads and nothing else', () => {
    expect(faultsOfComposeVariables(COMPOSE)).toEqual([])
    expect(faultsOfComposeVariables(COMPOSE.replace('API_PORT', 'WEB_PORT'))).toEqual([
      'api sets WEB_PORT, which the api does not read',
    ])
  })

  test('asks for nothing that its example does not name, and hands everything on that this names', () => {
    const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
    const asked = new Set([...read('compose.yaml').matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name))
    const named = new Set([...read('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name))
    expect(asked).toEqual(named)
  })

  test('has its values in a file that goes into no commit and no image', () => {
    for (const path of ['.gitignore', '.dockerignore']) {
      const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
      expect(
        lines.map((line) => line.replace(/^\//, '')),
        path,
      ).toContain('deploy/.env')
    }
  })

  test('and the manifests tell every program the same contracts', () => {
    const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
    const { services } = parse(read('compose.yaml'), { merge: true })
    const { data } = parse(read('kubernetes/config.yaml'))
    for (const name of ['OPAL_NETWORK', 'MARKETPLACE_CONTRACTS', 'AGGREGATOR_ADDRESS']) {
      const told = ['indexer', 'api', 'web'].map((program) => services[`${program}-1`].environment[name])
      expect(told, name).toEqual(Array(3).fill(expect.stringContaining(`\${${name}:`)))
      expect(data, name).toHaveProperty(name)
    }
  })

  test('has two of each program, as services of their own: Docker replaces all containers of one service at once', () => {
    const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true })
    const programs = Object.keys(services).filter((name) => `${services[name].command}`.startsWith('apps/'))
    expect(programs.sort()).toEqual(['api-1', 'api-2', 'indexer-1', 'indexer-2', 'web-1', 'web-2'])
    for (const name of programs) {
      expect(services[name].deploy, name).not.toHaveProperty('replicas')
      expect(services[name], name).toEqual(services[name.replace('-2', '-1')])
    }
    const { WEBS, APIS } = services.caddy.environment
    const proxied = `${WEBS} ${APIS}`.split(' ').map((address) => address.replace(/:\d+$/, ''))
    expect(proxied.sort()).toEqual(['api-1', 'api-2', 'web-1', 'web-2'])
    expect(Object.keys(services.caddy.depends_on).sort()).toEqual(proxied)
    // By which the sites find an API.
    expect(services['api-1'].networks.inside.aliases).toContain(
      new URL(services['web-1'].environment.API_INTERNAL_URL).hostname,
    )
  })

  test('calls a program well once it can serve, for which an update waits, and starts what is in front of it before', () => {
    const { services } = parse(readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true })
    for (const name of ['api-1', 'indexer-1', 'web-1'])
      expect(services[name].healthcheck.test.join(' '), name).toMatch(
        /^CMD node -e fetch\('http:\/\/127\.0\.0\.1:\d+\/readyz'\)/,
      )
    const conditions = Object.values<{ condition: string }>(services.caddy.depends_on).map(({ condition }) => condition)
    expect(new Set(conditions)).toEqual(new Set(['service_started']))
  })

  test.each([
    ['none', ['indexer-1', 'indexer-2', 'api-1', 'api-2', 'web-1', 'web-2', 'all']],
    ['api-1', ['indexer-1', 'indexer-2', 'api-1']],
  ])('is updated one container after the other, until one of them fails: %s', (failing, replaced) => {
    const readme = readFileSync(join(ROOT, 'deploy/README.md'), 'utf8')
    const commands = readme.split('\n\n').find((part) => part.startsWith('    compose() {')) ?? ''
    const docker = `docker() { echo "\${@:6}"; [[ $* != *${failing} ]]; }`
    const { stdout } = spawnSync('bash', ['-c', `${docker}\n${commands}`], { encoding: 'utf8' })
    const updates = stdout.split('\n').filter((line) => line.startsWith('up -d'))
    expect(updates.map((line) => / ([a-z]+-\d)$/.exec(line)?.[1] ?? 'all')).toEqual(replaced)
  })

  test('gives a read-only service no configuration that Docker would have to write into it', () => {
    const configured = (service: string, config: string) =>
      `${COMPOSE}${service}    configs: [{source: one, target: /one}]\nconfigs:\n  one: {${config}}\n`
    expect(faultsOfConfigs(configured('', 'content: x'))).toEqual([])
    expect(faultsOfConfigs(configured('    read_only: true\n', 'file: ./one'))).toEqual([])
    for (const config of ['content: x', 'environment: ONE'])
      expect(faultsOfConfigs(configured('    read_only: true\n', config))).toEqual([
        'api is read-only and cannot get one, which is no file',
      ])
  })

  test('has Redis give up the counts of some clients, of which there may be any number, before its memory is used up', () => {
    const compose = readFileSync(join(ROOT, 'deploy/compose.yaml'), 'utf8')
    const { redis } = (
      parse(compose) as { services: Record<string, { deploy: { resources: { limits: { memory: string } } } }> }
    ).services
    expect(redis?.deploy.resources.limits.memory).toBe('512m')
    for (const text of [compose, readFileSync(join(ROOT, 'deploy/redis/redis.conf'), 'utf8')]) {
      expect(text).toMatch(/^ *maxmemory 256mb$/m)
      // What has no end is no count.
      expect(text).toMatch(/^ *maxmemory-policy volatile-lru$/m)
    }
  })

  test('publishes no port by IPv6, where all visitors would have one address', () => {
    const publishing = (port: string) => `${COMPOSE}    ports: ['${port}']\n`
    expect(faultsOfPorts(COMPOSE)).toEqual([])
    expect(faultsOfPorts(publishing('0.0.0.0:443:443/udp'))).toEqual([])
    expect(faultsOfPorts(publishing('443:443'))).toEqual([
      'api publishes 443:443 by IPv6 too: name an IPv4 address, such as 0.0.0.0:443:443',
    ])
    expect(faultsOfPorts(publishing('[::]:443:443'))).toHaveLength(1)
  })
})
