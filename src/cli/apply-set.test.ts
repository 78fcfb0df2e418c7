import { describe, expect, it } from 'vitest'
import { failure, run } from './command-line.fixture.ts'

describe('apply sets', () => {
  it('need a variable of the environment', async () => {
    const { stderr } = await run('apply -f a.yaml --prune --applyset=x')
    expect(stderr).toContain('error: unknown flag: --applyset\n')
  })

  it('name the parent that the server does not return', async () => {
    const resource = (kind: string) => ({
      resource: `${kind.toLowerCase()}s`,
      responseKind: { kind },
      scope: 'Namespaced',
      verbs: ['get'],
    })
    const group = (name: string, kinds: string) => ({
      metadata: { name },
      versions: [{ version: 'v1', resources: kinds.split(' ').map(resource) }],
    })
    // Without these types, the default types of pruning are unknown.
    const core =
      'ConfigMap Endpoints Namespace PersistentVolumeClaim PersistentVolume Pod ReplicationController Secret Service'
    const others = [
      group('batch', 'Job CronJob'),
      group('networking.k8s.io', 'Ingress'),
      group('apps', 'DaemonSet Deployment ReplicaSet StatefulSet'),
    ]
    const answers = {
      'GET /api': () => Response.json({ kind: 'APIGroupDiscoveryList', items: [group('', core)] }),
      'GET /apis': () => Response.json({ kind: 'APIGroupDiscoveryList', items: others }),
      'GET /api/v1/namespaces/n/secrets/x': failure(403, { code: 403, reason: 'Forbidden', message: 'no' }),
    }
    const files = { 'a.json': '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"}}' }
    const apply = async (parent: string) => {
      const line = `KUBECTL_APPLYSET=true apply --validate=ignore -n n -f a.json --prune --applyset=${parent}`
      return (await run(line, answers, 'k8s', files)).stderr
    }
    expect(await apply('secrets/x')).toBe('error: failed to fetch ApplySet parent object "secrets./x": no\n')
    expect(await apply('secrets/x/y')).toBe(
      `error: failed to fetch ApplySet parent object "secrets./x/y": invalid resource name "x/y": [may not contain '/']\n`,
    )
  })
})
