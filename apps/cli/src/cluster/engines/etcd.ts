import { answers } from '../../start/answers.ts'
import { type Cluster, HOST } from '../cluster.ts'
import { type Engine, engineFolder } from '../engine.ts'
import { renderTemplate } from '../template.ts'

const MEMBERS = [1, 2, 3] as const

/** Returns the three members of etcd. */
export function etcdMembers(cluster: Cluster): readonly Engine[] {
  const { ports } = cluster
  const members = MEMBERS.map((n) => `etcd${n}=http://${HOST}:${ports[`etcdPeer${n}`]}`).join(',')
  return MEMBERS.map((n) => {
    const name = `etcd${n}`
    const text = renderTemplate('etcd/etcd.yml', {
      NAME: name,
      HOST,
      DATA_DIR: `${engineFolder(cluster, name)}/data`,
      CLIENT_PORT: ports[`etcd${n}`],
      PEER_PORT: ports[`etcdPeer${n}`],
      MEMBERS: members,
    })
    return {
      name,
      title: `etcd ${n}`,
      account: 'etcd',
      command: '/usr/bin/etcd',
      args: ['--config-file', 'etcd.yml'],
      files: { 'etcd.yml': { text } },
      folders: ['data'],
      isReady: () => answers(`http://${HOST}:${ports[`etcd${n}`]}/health`),
      // The last member waits some seconds for a successor before it stops.
      stopTimeoutMs: 2_000,
    }
  })
}
